"""A small scene under the whole check: what the rules find in it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pipeline.checks.run import examine
from pipeline.findings import Finding
from pipeline.settings import Settings
from scenes.kit.beat import Beat

FPS = Fraction(12)


def findings(draw: Callable[[Any], None], *, portrait: bool = False, theme: str = "dark") -> list[Finding]:
    """What all rules find in a beat that `draw` tells."""

    class Small(Beat):
        id, title = "hook", "A small scene"

        def construct(self) -> None:
            draw(self)

    return examine(Small, Settings(64, 36, FPS, theme, portrait) if not portrait else upright(theme))[1]


def upright(theme: str) -> Settings:
    return Settings(36, 64, FPS, theme, True)


def rules(draw: Callable[[Any], None], *, portrait: bool = False, theme: str = "dark") -> dict[str, str]:
    """The rules that find something, each with its worst sentence."""
    found = findings(draw, portrait=portrait, theme=theme)
    return {each.rule: each.text for each in sorted(found, key=lambda each: each.measure)}
