"""A cross-section that stood on a vertical score axis and lies down on a horizontal one, bar by bar."""

from __future__ import annotations

import numpy as np
from manim import VGroup, smooth

from scenes.kit.parts.histogram import Histogram
from scenes.kit.parts.paths import rectangles, segments
from scenes.kit.parts.shapes import filled, stroked
from scenes.kit.parts.slice import SliceHistogram

SPREAD = 0.35  # the share of the way by which the highest score's bar starts later than the lowest's


class LaidDown(VGroup):
    """The bars of an open slice on their way to those of a histogram of the same densities, and the axis under them.

    ``lay(t)`` redraws it a share t in 0..1 of the way: at 0 it is the slice's bars, at 1 the histogram's.
    """

    def __init__(self, slice_: SliceHistogram, histogram: Histogram) -> None:
        d, n = slice_.densities, len(slice_.densities)
        y, x = slice_.y(slice_.edges), histogram.x(slice_.edges)
        narrow = min(slice_.gap, abs(float(y[-1] - y[0])) / n / 6) / 2
        wide = min(histogram.gap, float(x[-1] - x[0]) / n / 6) / 2
        start = np.full(n, slice_.x)
        self._upright = np.stack([start, y[1:] + narrow, start + d * slice_.width_px, y[:-1] - narrow])
        self._lying = np.stack([x[:-1] + wide, histogram.y(d), x[1:] - wide, np.full(n, histogram.box.bottom)])
        seen = (d * slice_.width_px > 0.33) | (self._lying[3] - self._lying[1] > 0.33)
        self._upright, self._lying = self._upright[:, seen], self._lying[:, seen]
        self._late = SPREAD * np.flatnonzero(seen) / (n - 1)
        self._ends = np.array([[slice_.x, y[0], slice_.x, y[-1]], [x[0], histogram.box.bottom, x[-1], 0.0]])
        self._ends[1, 3] = histogram.box.bottom
        self.base, self.bars = stroked("axis", 2), filled("raw")
        super().__init__(self.base, self.bars)
        self.bars.set_z_index(1)
        self.lay(0.0)

    def shares(self, t: float, late: np.ndarray) -> np.ndarray:
        """How far along things are that start ``late`` (n,), each in 0..SPREAD, when a share t has passed."""
        return np.array([float(smooth(min(max((t - start) / (1 - SPREAD), 0.0), 1.0))) for start in late])

    def lay(self, t: float) -> LaidDown:
        """Redraw; see the class."""
        u = self.shares(t, self._late)
        self.bars.points = rectangles(*(self._upright + (self._lying - self._upright) * u))
        low, high = self.shares(t, np.array([0.0, SPREAD]))
        (ax, ay, bx, by), (cx, cy, dx, dy) = self._ends
        at = (ax + (cx - ax) * low, ay + (cy - ay) * low, bx + (dx - bx) * high, by + (dy - by) * high)
        self.base.points = segments(*(np.array([v]) for v in at))
        return self
