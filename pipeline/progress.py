"""One progress bar for the whole run, on stderr: how far, which beat, how long still."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Self, TextIO

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from pipeline.errors import CommandError

STYLES = ("display", "leave", "none")


class Bar:
    """`style` as in Manim: display it and clear it, leave it on screen, or none.

    Where stderr is no terminal, a line for every finished beat stands in for the bar.
    """

    def __init__(self, style: str = "display", stream: TextIO | None = None) -> None:
        if style not in STYLES:
            raise CommandError(f"Unknown progress bar {style!r}; choose one of {', '.join(STYLES)}.")
        console = Console(file=stream or sys.stderr)
        self._console = console
        self._lines = style != "none" and not console.is_terminal
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[beat]}"),
            TimeRemainingColumn(),
            TextColumn("left"),
            console=console,
            transient=style == "display",
            disable=style == "none" or not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=None, beat="", visible=False)
        self._total = self._done = 0

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def begin(self, what: str, total: int) -> None:
        """Start counting to `total` anew, under the heading `what`."""
        self._total, self._done = total, 0
        self._bar.reset(self._task, total=total, description=what, beat="", visible=True)

    def done(self, amount: int) -> None:
        """Count `amount` as finished for good."""
        self._done += amount
        self.now(0)

    def now(self, unfinished: int) -> None:
        """Show what is finished and what unfinished tasks have done."""
        self._bar.update(self._task, completed=min(self._total, self._done + unfinished))

    def beat(self, text: str) -> None:
        """Name the beat at work."""
        self._bar.update(self._task, beat=text)

    def finished(self, text: str) -> None:
        """Say, where there is no bar, that a beat is finished."""
        if self._lines:
            print(text, file=self._console.file, flush=True)

    def say(self, text: str) -> None:
        """A sentence for the person, above the bar."""
        if self._console.is_terminal:
            self._console.print(text, markup=False, highlight=False, soft_wrap=True)
        else:
            print(text, file=self._console.file, flush=True)
