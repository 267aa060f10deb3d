"""A cross-section on a vertical score axis is laid down, bar by bar, on a horizontal one."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from scenes.kit.motion import phase
from scenes.kit.parts.dots import Dots
from scenes.kit.parts.histogram import Histogram
from scenes.kit.parts.paths import rectangles, segments
from scenes.kit.parts.shapes import filled
from scenes.kit.parts.slice import SliceHistogram

TURNED = 0.6  # the share of the time after which the bars lie
PALE, PALED = 0.45, 0.7  # from when to when they pale, so that the dots are seen before them
LEAVE = 0.55  # when the dots set out


class LaidDown(VGroup):
    """Every bar of an open slice becomes the bar of ``histogram`` over the same scores, all at once.

    The bars draw back to their axis while it tips, and rise from it while it comes to lie: at every moment they stand
    side by side, with gaps between them, and no bar turns or bends. Some scores (n,) follow as ``dots``, each to the
    place on the horizontal axis that has its value, at ``floor``. ``lay(t)`` redraws all of it a share t in 0..1 of
    the way; the bars end at an opacity of ``faint``.
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
        self._to = histogram.x(scores)
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
        sides = self._sides(min(t / TURNED, 1.0))
        seen = (sides[2] - sides[0] > 0.33) & (sides[3] - sides[1] > 0.33) & (self._into[3] - self._into[1] > 0.33)
        self.slice.bars.points = np.zeros((0, 3))
        drawn, other = (self.flying, self.histogram.bars)[:: 1 if t < 1 else -1]
        drawn.points, other.points = rectangles(*sides[:, seen]), np.zeros((0, 3))
        drawn.set_fill(opacity=1 - (1 - self.faint) * phase(t, PALE, PALED))
        gone = phase(t, LEAVE, 1.0)
        self.dots.set_dots(self._x + (self._to - self._x) * gone, self._y + (self._floor - self._y) * gone)
        return self

    def _sides(self, t: float) -> np.ndarray:
        """Left, top, right and bottom of the bars, (4, bars), a share t of their way; the slice's axis goes along."""
        tipped, drawn_back, risen = phase(t, 0.0, 1.0), phase(t, 0.0, 0.56), phase(t, 0.44, 1.0)
        (x, top, out, bottom), (left, peak, right, floor) = self._from, self._into
        # What lies across the axis shrinks first and grows last; what lies along it only goes with its place on it.
        low = bottom + (floor - bottom) * tipped
        at = x + (left - x) * tipped
        across = (right - left) * tipped + (out - x) * (1 - drawn_back)
        up = (bottom - top) * (1 - tipped) + (floor - peak) * risen
        ends = self.slice.y(self.slice.edges[[0, -1]])
        ends_x = self.slice.x + (self.histogram.x(self.slice.edges[[0, -1]]) - self.slice.x) * tipped
        ends_y = ends + (self.histogram.box.bottom - ends) * tipped
        self.slice.base.points = segments(ends_x[:1], ends_y[:1], ends_x[1:], ends_y[1:])
        self.slice.base.set_stroke(opacity=float(t < 1))  # there is an axis where it comes to lie
        return np.stack([at, low - up, at + across, low])

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
