"""Many discs as few paths: dots of one colour, and pulses whose brightness is a number."""

from __future__ import annotations

import numpy as np
from manim import VGroup, VMobject

from ..layout import points
from ..look import blend, colour
from .cells import FAINT
from .shapes import stroke_width

_ARCS = 8
LEVELS = 16


def _unit_circle() -> tuple[np.ndarray, np.ndarray]:
    """Curve points (32,), (32,) of a circle of radius 1 as eight cubic arcs."""
    start = np.arange(_ARCS) * 2 * np.pi / _ARCS
    stop = start + 2 * np.pi / _ARCS
    reach = 4 / 3 * np.tan(np.pi / (2 * _ARCS))  # the handle length that fits a cubic to an eighth of a circle
    a, b = np.exp(1j * start), np.exp(1j * stop)
    curve = np.stack([a, a * (1 + 1j * reach), b * (1 - 1j * reach), b], axis=1).ravel()
    return curve.real, curve.imag


_X, _Y = _unit_circle()


def discs(x: np.ndarray, y: np.ndarray, radius: np.ndarray | float) -> np.ndarray:
    """Curve points (32 n, 3) of n discs with centres x, y (n,) and radii (n,) in design pixels."""
    x, y, radius = np.broadcast_arrays(*(np.atleast_1d(np.asarray(a, float)) for a in (x, y, radius)))
    if x.size == 0:
        return np.zeros((0, 3))
    return points((x[:, None] + radius[:, None] * _X).ravel(), (y[:, None] + radius[:, None] * _Y).ravel())


def levels(x: np.ndarray, gap: float) -> np.ndarray:
    """How many places up (n,) each of the discs at x (n,) stands so that in one row none is nearer than ``gap``.

    The rightmost has the first choice: it and all that are far enough apart stay at 0.
    """
    up = np.zeros(len(x), int)
    placed: list[int] = []
    for i in np.argsort(x)[::-1]:
        taken = {int(up[j]) for j in placed if abs(x[j] - x[i]) < gap}
        up[i] = min(set(range(len(x))) - taken)
        placed.append(int(i))
    return up


class Dots(VMobject):
    """n discs of one role as one path. ``set_dots`` moves them all.

    ``rim`` is the width in pixels of a line of the ground around each, which keeps overlapping discs apart.
    """

    def __init__(self, role: str, radius: float = 11.0, *, rim: float = 0.0) -> None:
        super().__init__(
            fill_color=colour(role), fill_opacity=1, stroke_color=colour("background"), stroke_width=stroke_width(rim)
        )
        self.role, self.radius = role, radius

    def stacked(self, x: np.ndarray, floor: float) -> np.ndarray:
        """The y (n,) of dots at x (n,) that stand on ``floor``, those too close to stand side by side on others."""
        size = 2 * self.radius
        return floor - size * levels(x, size)

    def set_dots(self, x: np.ndarray, y: np.ndarray, radius: np.ndarray | float | None = None) -> Dots:
        """Redraw with centres x, y (n,) in design pixels, and other radii if given."""
        self.points = discs(x, y, self.radius if radius is None else radius)
        return self


class Pulses(VGroup):
    """n discs whose brightness and size are a strength in 0..1, in a few even levels, each level one path."""

    allow_faint = True  # brightness is the number

    def __init__(self, role: str, radius: float = 10.0) -> None:
        self.role, self.radius = role, radius
        super().__init__(*(VMobject(fill_opacity=1, stroke_width=0) for _ in range(LEVELS)))
        for i, path in enumerate(self.submobjects):
            path.set_fill(blend(role, FAINT + (1 - FAINT) * i / (LEVELS - 1)), opacity=1)

    def set_pulses(self, x: np.ndarray, y: np.ndarray, strength: np.ndarray, least: np.ndarray | float = 0.0) -> Pulses:
        """Redraw all pulses: centres (n,) in design pixels, strengths (n,). A strength of 0 or less is not drawn.

        ``least``: radii (n,) in design pixels below which no pulse shrinks.
        """
        x, y, strength, least = np.broadcast_arrays(*(np.asarray(a, float) for a in (x, y, strength, least)))
        level = np.rint(np.clip(strength, 0, 1) * (LEVELS - 1)).astype(int)
        level[strength <= 0] = -1
        radius = np.maximum(self.radius * (0.3 + 0.7 * np.clip(strength, 0, 1)), least)
        for i, path in enumerate(self.submobjects):
            at = level == i
            path.points = discs(x[at], y[at], radius[at])
        return self
