"""A log ruler: laid along an axis of differences, its marks are ratios. A pointer slides on it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from manim import RIGHT, VGroup, VMobject

from ..layout import Box, extent, points, units
from ..look import colour
from ..type import TICK, label_for, place, words
from .axis import Scale
from .paths import dashes, polyline, segments
from .shapes import filled, panel, stroked

MARGIN = 66.0
CLEAR = 14.0  # between two texts


class LogRuler(VGroup):
    """A strip under an axis with its zero at the value ``zero`` and a mark at every point.

    ``ratios`` says what stands under some of them, by points: that many powers of e. A text stands under its mark; the
    zero's gives way to the left where the next one would touch it.

    ``x`` is the axis' Scale, ``top`` the strip's upper edge, ``reach`` and ``start`` the heights that the hairlines of
    the zero and of the pointer come down from, in design pixels; the strip goes on for ``margin`` beyond its first and
    last mark. ``set_pointer(p)`` stands p points right of the zero.
    """

    def __init__(
        self,
        x: Scale,
        zero: float,
        top: float,
        reach: float,
        *,
        ratios: dict[int, str],
        start: float | None = None,
        length: int = 10,
        height: float = 78.0,
        margin: float = MARGIN,
    ) -> None:
        self.x, self.zero, self.top = x, zero, top
        self.start = reach if start is None else start
        left, right = float(x(zero)), float(x(zero + length))
        self.body = panel(Box(left - margin, top, right - left + 2 * margin, height), radius=10)
        steps = np.arange(length + 1)
        at = x(zero + steps)
        long = np.select([steps % 10 == 0, steps % 5 == 0], [22.0, 15.0], 9.0)
        self.ticks: VMobject = stroked("muted", 2)
        self.ticks.points = segments(at, np.full_like(at, top), at, top + long)
        self.labels = [
            place(words(text, TICK, "muted"), float(x(zero + step)), top + 50) for step, text in sorted(ratios.items())
        ]
        for label, after in pairwise(self.labels):
            label.shift(units(min(extent(after).x - CLEAR - extent(label).right, 0.0)) * RIGHT)
        self.zero_line, self.pointer, self.tip = stroked("ink", 2.5), stroked("ink", 3), filled("ink")
        self.zero_line.points = dashes(left, reach, left, top)
        for label in self.labels:
            label_for(label, self.ticks).allow_digits = True  # powers of e, as the marks are
        super().__init__(self.body, self.ticks, *self.labels, self.zero_line, self.pointer, self.tip)
        for part in (self.zero_line, self.pointer, self.tip):
            part.set_z_index(1)
        self.set_pointer(0.0)

    def set_pointer(self, distance: float) -> LogRuler:
        """Stand ``distance`` points to the right of the zero."""
        at = float(self.x(self.zero + distance))
        self.pointer.points = segments(*(np.array([v]) for v in (at, self.start, at, self.top)))
        corners = np.array(
            [[at - 9, self.top - 13], [at + 9, self.top - 13], [at, self.top + 3], [at - 9, self.top - 13]]
        )
        self.tip.points = polyline(points(corners[:, 0], corners[:, 1]))
        self.tip.set_fill(colour("ink"))
        return self
