"""A page made once for all tests, and visits that watch for what a page must not do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from film_project import SMALL, Project
from lesson_project import make_lesson
from playwright.sync_api import Browser, Page
from watched import Visit, Watched

from pipeline.cache import lock


@pytest.fixture(scope="session")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project with a finished film and its page. Not to be changed: copy it."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # one for all processes that test side by side
    place, done = base / "it's a päge 数学", base / "page-ready"
    with lock(base / "page.lock", lambda: None):
        if not done.exists():
            project = make_lesson(Project.make(place))
            project.film()
            project.run("page", *SMALL)
            done.touch()
    return Project(place)


@pytest.fixture(scope="session")
def page_folder(lesson: Project) -> Path:
    return lesson.out / "page"


@pytest.fixture
def visit(browser: Browser, page_folder: Path) -> Iterator[Visit]:
    """Opens the page from the disk: `visit("#hash", width=1280, scheme="dark", ...)`.

    When the test is over, no page may have asked for anything but its own files, nor have complained.
    """
    opened: list[Watched] = []

    def go(hash_: str = "", *, width: int = 1280, height: int = 800, scheme: str = "dark", **more: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **more)
        contexts.append(context)
        page = context.new_page()
        opened.append(Watched(page))
        page.goto((page_folder / "index.html").as_uri() + hash_)
        if more.get("java_script_enabled", True):
            page.wait_for_selector("html[data-ready=true]")
        return page

    contexts: list[Any] = []
    yield go
    for context in contexts:
        context.close()
    own = page_folder.as_uri()
    assert [url for each in opened for url in each.asked if not url.startswith(own)] == []
    assert [text for each in opened for text in each.complaints] == []
