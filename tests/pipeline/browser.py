"""The browser that tests look at pages with: the one that this machine has."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ON_MACOS = ("Google Chrome", "Chromium")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def browser_path() -> str:
    """Where Chromium or Google Chrome is. `./run test` installs it or says how to."""
    found = [path for name in NAMES if (path := shutil.which(name))]
    bundles = (Path(f"/Applications/{name}.app/Contents/MacOS/{name}") for name in ON_MACOS)
    found += [str(path) for path in bundles if path.is_file()]
    assert found, "there is no Chromium on this machine; ./run test installs it or says how to"
    return found[0]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=browser_path(), args=list(QUIET))
        try:
            yield browser
        finally:
            browser.close()
