"""What a picture is made of, for the rules: outlines as they are drawn, with their paint, and the texts among them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from manim import VGroup, VMobject

from pipeline.checks.outlines import Floats, pieces, subpaths
from scenes.kit.layout import PX_PER_UNIT, Box
from scenes.kit.look import THEMES, Rgb, channels, get_look, hexed
from scenes.kit.parts.shapes import Path

# What is fainter than this is on its way in or out, and not looked at.
FAINTEST = 0.3

# Names of these say nothing of a part.
_PLAIN: set[type] = {VMobject, VGroup, Path}


@dataclass(frozen=True)
class Paint:
    """A colour as three channels in 0..255, and how opaque it is."""

    rgb: Rgb
    alpha: float

    @property
    def hex(self) -> str:
        return hexed(self.rgb)


def surfaces() -> frozenset[Rgb]:
    """What things stand on in the theme in force: the background and panels."""
    return _SURFACES[get_look().theme]


_SURFACES = {
    theme: frozenset(channels(palette[role]) for role in ("background", "panel")) for theme, palette in THEMES.items()
}


@dataclass(frozen=True)
class View:
    """From scene units to design pixels as the camera shows them: `zoom` is 1 unless it has moved in."""

    left: float
    top: float
    zoom: float

    def __call__(self, points: Floats) -> Floats:
        return (points - (self.left, self.top)) * (PX_PER_UNIT * self.zoom, -PX_PER_UNIT * self.zoom)


@dataclass(eq=False)
class Outline:
    """Where a mobject's curves run on the screen; kept for as long as neither they nor the view change."""

    source: Any
    first_last: tuple[float, ...]
    view: View
    points: Floats
    box: Box

    @cached_property
    def lines(self) -> Floats:
        return pieces(self.points)

    @cached_property
    def parts(self) -> list[list[float]]:
        """left, top, right, bottom of every connected stretch."""
        return [[*part.min(axis=0), *part.max(axis=0)] for part in subpaths(self.points)]


Known = dict[int, Outline]
"""Outlines of the moment before, by the mobject's identity."""


@dataclass(eq=False)
class Shape:
    """One outline as it is drawn: `order` says over what. `owners` are the mobjects that hold it, itself first.

    `names` are what they are called. `fill` and `stroke` are None where nothing is drawn; `width` is the stroke's.
    """

    mobject: Any
    outline: Outline
    order: int
    owners: tuple[Any, ...]
    names: tuple[str, ...]
    overlap: frozenset[str]
    flags: frozenset[str]
    fill: Paint | None
    stroke: Paint | None
    width: float
    text: Text | None = None

    @cached_property
    def box(self) -> Box:
        """Around the ink, strokes and all."""
        half = self.width / 2 if self.stroke else 0.0
        return self.outline.box.inset(-half) if half else self.outline.box

    @property
    def points(self) -> Floats:
        """Of the cubic curves (4 n, 2), in design pixels."""
        return self.outline.points

    @property
    def lines(self) -> Floats:
        """The outline as straight pieces (m, 2, 2)."""
        return self.outline.lines

    @cached_property
    def alpha(self) -> float:
        """How opaque its most opaque ink is."""
        return max(self.fill.alpha if self.fill else 0.0, self.stroke.alpha if self.stroke else 0.0)

    @property
    def name(self) -> str:
        """What it is called: by itself, or by the part that has it."""
        if name_of(self.mobject):
            return self.names[0]
        for held, holder in pairwise(self.owners):
            attribute = next((key for key, value in vars(holder).items() if value is held and key[0] != "_"), "")
            if attribute:
                return f"{type(holder).__name__}.{attribute}"
        return next((type(o).__name__ for o in self.owners[:-1] if type(o) not in _PLAIN), "a path")

    @property
    def where(self) -> str:
        """What it is called, and its middle on the screen."""
        return f"{self.name!r} at {self.box.cx:.0f},{self.box.cy:.0f}"


@dataclass(eq=False)
class Text:
    """A word or a formula: its outlines, and its em in design pixels on the screen."""

    mobject: Any
    owners: tuple[Any, ...]
    names: tuple[str, ...]
    overlap: frozenset[str]
    flags: frozenset[str]
    em: float
    turning: bool = False  # into or out of something else: not to be read as yet
    shapes: list[Shape] = field(default_factory=list)

    @cached_property
    def box(self) -> Box:
        x = min(shape.outline.box.x for shape in self.shapes)
        y = min(shape.outline.box.y for shape in self.shapes)
        right = max(shape.outline.box.right for shape in self.shapes)
        return Box(x, y, right - x, max(shape.outline.box.bottom for shape in self.shapes) - y)

    @property
    def name(self) -> str:
        return self.names[0] if self.names else f"text at {self.box.cx:.0f},{self.box.cy:.0f}"

    @cached_property
    def alpha(self) -> float:
        return max(shape.alpha for shape in self.shapes)

    @cached_property
    def order(self) -> int:
        return min(shape.order for shape in self.shapes)

    @cached_property
    def letters(self) -> Floats:
        """left, top, right, bottom (k, 4) of every letter, or piece of one such as the dot of an i."""
        found = np.array([part for shape in self.shapes for part in shape.outline.parts])
        low, high = found[:, None, :2], found[:, None, 2:]
        holds = ((low <= found[None, :, :2]) & (high >= found[None, :, 2:])).all(axis=2) & ~np.eye(
            len(found), dtype=bool
        )
        return np.asarray(found[~holds.any(axis=0)])  # without the holes in letters


@dataclass(eq=False)
class Picture:
    """All that is visible, in the order in which it is drawn: `shapes`, and of those the `texts`.

    `readable` are the texts that can be read, once somebody has found out (`space.seen_texts`).
    """

    shapes: tuple[Shape, ...]
    texts: tuple[Text, ...]
    view: View
    size: tuple[float, float]
    readable: list[Text] | None = None

    @cached_property
    def ink(self) -> tuple[Shape, ...]:
        """Outlines that belong to no text."""
        return tuple(shape for shape in self.shapes if shape.text is None)


def declared(thing: Any, attribute: str) -> Any:
    """An attribute of a mobject or its class, or None. (To ask Manim for one that is not there is slow.)"""
    return vars(thing).get(attribute) or getattr(type(thing), attribute, None)


def name_of(mobject: Any) -> str:
    """What a mobject is called: its `label`, or the `text` that it says."""
    for attribute in ("label", "text"):
        value = declared(mobject, attribute)
        if isinstance(value, str) and value:
            return value
    return ""
