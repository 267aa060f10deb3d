"""A page under watch: what it asks for, and what it complains of."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import ConsoleMessage, Page, Request

Visit = Callable[..., Page]


class Watched:
    """What a page has asked for and complained of since it was opened."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        self.complaints: list[str] = []
        page.on("request", self._ask)
        page.on("console", self._complain)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _ask(self, request: Request) -> None:
        self.asked.append(request.url)

    def _complain(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)


def wait_until(page: Page, expression: str) -> None:
    """Wait until a JavaScript expression is true, for 20 seconds at most.

    Playwright's own wait has the page evaluate a text, which the page's policy forbids.
    """
    deadline = time.monotonic() + 20
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, f"never came true: {expression}"
        page.wait_for_timeout(40)
