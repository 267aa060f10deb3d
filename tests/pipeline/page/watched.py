"""A page under watch: what it asks for, and what it complains of."""

from __future__ import annotations

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
