"""The grid: pixels of the 1080p design frame to scene units, and boxes to place parts in.

All of the film is drawn on a grid of 1920 x 1080 design pixels (1080 x 1920 in portrait), y downwards, as in
the art direction; 135 design pixels are one Manim unit, so a frame of 8 units is 1080 pixels high.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from manim import Mobject

from .look import get_look

T = TypeVar("T")

PX_PER_UNIT = 135.0
MARGIN_X, MARGIN_Y = 96.0, 54.0
CAPTION_BAND = 140.0
GUTTER = 24.0


def frame_size() -> tuple[float, float]:
    """Width and height of the design frame in design pixels."""
    return (1080.0, 1920.0) if get_look().portrait else (1920.0, 1080.0)


def frame_units() -> tuple[float, float]:
    """Width and height of the design frame in scene units (Manim's frame_width and frame_height)."""
    w, h = frame_size()
    return w / PX_PER_UNIT, h / PX_PER_UNIT


def units(pixels: float) -> float:
    """A length in design pixels, in scene units."""
    return pixels / PX_PER_UNIT


def point(x: float, y: float) -> np.ndarray:
    """The scene point (3,) of design pixel (x, y)."""
    w, h = frame_size()
    return np.array([(x - w / 2) / PX_PER_UNIT, (h / 2 - y) / PX_PER_UNIT, 0.0])


def points(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Scene points (n, 3) of design pixels x (n,), y (n,)."""
    w, h = frame_size()
    x, y = np.broadcast_arrays(np.asarray(x, float), np.asarray(y, float))
    return np.stack([(x - w / 2) / PX_PER_UNIT, (h / 2 - y) / PX_PER_UNIT, np.zeros_like(x)], axis=-1)


def to_pixels(scene_point: np.ndarray) -> tuple[float, float]:
    """Design pixel (x, y) of a scene point: the inverse of ``point``."""
    w, h = frame_size()
    return float(scene_point[0] * PX_PER_UNIT + w / 2), float(h / 2 - scene_point[1] * PX_PER_UNIT)


@dataclass(frozen=True)
class Box:
    """A rectangle in design pixels: left x, top y, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def cx(self) -> float:
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        return self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """The box with ``dx`` taken off left and right and ``dy`` (or dx) off top and bottom."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def toward(self, other: Box, t: float) -> Box:
        """The box a share ``t`` in 0..1 of the way to another."""
        return Box(*(a + (b - a) * t for a, b in zip(self.astuple(), other.astuple(), strict=True)))

    def along(self, other: Box, across: float, down: float) -> Box:
        """The box a share ``across`` of the way to another in x and width, and a share ``down`` in y and height."""
        one, two = self.toward(other, across), self.toward(other, down)
        return Box(one.x, two.y, one.w, two.h)

    def astuple(self) -> tuple[float, float, float, float]:
        """(x, y, w, h)."""
        return self.x, self.y, self.w, self.h

    def columns(self, n: int, gap: float = GUTTER) -> list[Box]:
        """n boxes side by side with ``gap`` between them."""
        w = (self.w - gap * (n - 1)) / n
        return [Box(self.x + i * (w + gap), self.y, w, self.h) for i in range(n)]

    def rows(self, n: int, gap: float = GUTTER) -> list[Box]:
        """n boxes one under the other with ``gap`` between them."""
        h = (self.h - gap * (n - 1)) / n
        return [Box(self.x, self.y + i * (h + gap), self.w, h) for i in range(n)]


def either(landscape: T, portrait: T) -> T:
    """The value for the orientation in force: portrait is a layout of its own, not a crop."""
    return portrait if get_look().portrait else landscape


def safe() -> Box:
    """Where ink may be: inside the margins and above the viewer's caption band."""
    w, h = frame_size()
    mx, my = (MARGIN_X, MARGIN_Y) if not get_look().portrait else (MARGIN_Y, MARGIN_X)
    return Box(mx, my, w - 2 * mx, h - my - CAPTION_BAND)


def stage_box() -> Box:
    """The safe box under the heading: where a beat's picture lives."""
    s, top = safe(), either(124.0, 190.0)
    return Box(s.x, top, s.w, s.bottom - top)


def heading_position() -> tuple[float, float]:
    """Left x and middle y of a beat's heading, in design pixels."""
    s = safe()
    return s.x, either(84.0, 130.0)


def extent(mobject: Mobject) -> Box:
    """The bounding box of a mobject in design pixels."""
    left, top = to_pixels(mobject.get_corner(np.array([-1.0, 1.0, 0.0])))
    right, bottom = to_pixels(mobject.get_corner(np.array([1.0, -1.0, 0.0])))
    return Box(left, top, right - left, bottom - top)
