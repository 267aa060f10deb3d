"""A cross-section on a vertical score axis is laid down, bar by bar, on a horizontal one."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from scenes.kit.motion import eased, phase
from scenes.kit.parts.dots import Dots
from scenes.kit.parts.histogram import Histogram
from scenes.kit.parts.paths import rectangles, segments
from scenes.kit.parts.shapes import filled
from scenes.kit.parts.slice import SliceHistogram

# Shares of the time: how long the highest score waits for all others, and what each bar takes to draw back and to rise
# on the other axis, and a dot to fly. They come to 1 for the last.
WAIT, DRAW_BACK, RISE, FLY = 0.5, 0.25, 0.25, 0.35
PALE = 0.75  # from when on the bars pale, behind dots that have come


class LaidDown(VGroup):
    """Every bar of an open slice becomes the bar of ``histogram`` over the same scores, the lowest scores first.

    A bar draws back to the vertical axis and rises from the horizontal one: none turns, bends or leaves its axis, and
    on the way a part of the histogram stands on each. Some scores (n,) follow as ``dots``, each with the bar of its
    value to its place at ``floor``. ``lay(t)`` redraws all of it a share t in 0..1 of the way; the bars end at an
    opacity of ``faint``.
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
        # A bar's turn comes when the share of all scores below it has gone: as much leaves at any time as at another.
        edges, below = slice_.edges, np.concatenate([[0.0], np.cumsum(slice_.densities)])
        below /= below[-1]
        self._turn, self._dots_turn = WAIT * below[:-1], WAIT * np.interp(scores, edges, below)
        self._gone = WAIT * below + DRAW_BACK
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
        drawn_back = eased((t - self._turn) / DRAW_BACK)
        risen = eased((t - self._turn - DRAW_BACK) / RISE)
        (x, top, out, bottom), (left, peak, right, floor) = self._from, self._into
        standing = np.stack([x, top, x + (out - x) * (1 - drawn_back), bottom])
        lying = np.stack([left, floor - (floor - peak) * risen, right, floor])
        sides = np.concatenate([standing, lying], axis=1)
        seen = (sides[2] - sides[0] > 0.33) & (sides[3] - sides[1] > 0.33)
        self.slice.bars.points = np.zeros((0, 3))
        drawn, other = (self.flying, self.histogram.bars)[:: 1 if t < 1 else -1]
        drawn.points, other.points = rectangles(*sides[:, seen]), np.zeros((0, 3))
        drawn.set_fill(opacity=1 - (1 - self.faint) * phase(t, PALE, 1.0))
        left_behind = np.interp(t, self._gone, self.slice.edges)
        at, (start, end) = np.full(1, self.slice.x), self.slice.y(np.array([[left_behind], self.slice.edges[-1:]]))
        self.slice.base.points = segments(at, start, at, end)
        gone = eased((t - self._dots_turn - DRAW_BACK / 2) / FLY)
        self.dots.set_dots(self._x + (self._to - self._x) * gone, self._y + (self._floor - self._y) * gone)
        return self

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
