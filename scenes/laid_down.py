"""A cross-section on a vertical score axis is laid down, bar by bar, on a horizontal one."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from scenes.kit.motion import phase
from scenes.kit.parts.dots import Dots
from scenes.kit.parts.histogram import Histogram
from scenes.kit.parts.paths import rectangles
from scenes.kit.parts.shapes import filled
from scenes.kit.parts.slice import SliceHistogram

START, LAST, LONG = 0.1, 0.5, 0.45  # when the first and the last one leave, and how long each is on its way


class LaidDown(VGroup):
    """Every bar of an open slice becomes the bar of ``histogram`` over the same scores, the lowest scores' first.

    No bar turns or bends on the way. Some scores (n,) go with them as ``dots``, each along with the bar that it is in,
    to the place on the horizontal axis that has its value, at ``floor``. ``lay(t)`` redraws all of it a share t in 0..1
    of the way; the bars end at an opacity of ``faint``.
    """

    def __init__(
        self,
        slice_: SliceHistogram,
        histogram: Histogram,
        dots: Dots,
        scores: np.ndarray,
        start: tuple[float, np.ndarray],
        floor: float | np.ndarray,
        faint: float,
    ) -> None:
        """``start`` is where the dots stand, x and y (n,), ``floor`` the y they come to, one or (n,): design pixels."""
        self.slice, self.histogram, self.dots, self.faint = slice_, histogram, dots, faint
        (self._x, self._y), self._floor = start, floor
        self._scores, self._to = scores, histogram.x(scores)
        self._from, self._into = self._standing(), self._lying()
        self.flying = filled("raw").set_z_index(1)  # until the last has come: a histogram's bars stand on its bins
        super().__init__(slice_.base, slice_.bars, self.flying, histogram.bars, dots)
        self.arise(0.0)

    def arise(self, t: float) -> LaidDown:
        """The dots swell to a share t of their size where their column stands."""
        self.dots.set_dots(np.full_like(self._to, self._x), self._y, self.dots.radius * t)
        return self

    def lay(self, t: float) -> LaidDown:
        """Redraw; see the class."""
        middles = (self.slice.edges[1:] + self.slice.edges[:-1]) / 2
        sides = self._from + (self._into - self._from) * self._gone(middles, t)
        seen = (sides[2] - sides[0] > 0.33) & (sides[3] - sides[1] > 0.33)
        self.slice.bars.points = np.zeros((0, 3))
        self.slice.base.set_stroke(opacity=1 - phase(t, 0.5, 0.8))
        drawn, other = (self.flying, self.histogram.bars)[:: 1 if t < 1 else -1]
        drawn.points, other.points = rectangles(*sides[:, seen]), np.zeros((0, 3))
        drawn.set_fill(opacity=1 - (1 - self.faint) * phase(t, 0.75, 1.0))
        gone = self._gone(self._scores, t)
        self.dots.set_dots(self._x + (self._to - self._x) * gone, self._y + (self._floor - self._y) * gone)
        return self

    def _gone(self, scores: np.ndarray, t: float) -> np.ndarray:
        """The share (n,) of its way that what stands at each of the scores has gone at t."""
        low, high = self.slice.edges[0], self.slice.edges[-1]
        starts = START + (LAST - START) * (scores - low) / (high - low)
        return np.array([phase(t, float(start), float(start) + LONG) for start in starts])

    def _standing(self) -> np.ndarray:
        """Left, top, right and bottom, (4, bars), in the slice."""
        s, ends = self.slice, self.slice.y(self.slice.edges)
        gap = min(s.gap, abs(float(ends[-1] - ends[0])) / (len(ends) - 1) / 6) / 2
        out = s.x + s.densities * s.width_px * s.swing
        return np.stack([np.full_like(out, s.x), ends[1:] + gap, out, ends[:-1] - gap])

    def _lying(self) -> np.ndarray:
        """Left, top, right and bottom, (4, bars), in the histogram."""
        h, ends = self.histogram, self.histogram.x(self.slice.edges)
        gap = min(h.gap, float(ends[-1] - ends[0]) / (len(ends) - 1) / 6) / 2
        tops = h.y(self.slice.densities)
        return np.stack([ends[:-1] + gap, tops, ends[1:] - gap, np.full_like(tops, h.box.bottom)])
