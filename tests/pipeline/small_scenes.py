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

    width, height = (36, 64) if portrait else (64, 36)
    return examine(Small, Settings(width, height, FPS, theme, portrait))[1]


def rules(draw: Callable[[Any], None], *, portrait: bool = False, theme: str = "dark") -> dict[str, str]:
    """The rules that find something, each with its worst sentence."""
    found = findings(draw, portrait=portrait, theme=theme)
    return {each.rule: each.text for each in sorted(found, key=lambda each: each.measure)}
