"""A cross-section on a vertical score axis is let down, and the same scores rise on a horizontal one."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from scenes.kit.motion import phase
from scenes.kit.parts.dots import Dots
from scenes.kit.parts.histogram import Histogram
from scenes.kit.parts.slice import SliceHistogram


class LaidDown(VGroup):
    """The bars of an open slice sink into its axis while those of ``histogram``, of the same densities, rise from its.

    No bar turns or bends on the way. Some scores (n,) go with them as ``dots``: across, each at its own height, to the
    place on the horizontal axis that has its value, and from there straight down to ``floor``. ``lay(t)`` redraws all
    of it a share t in 0..1 of the way; the histogram's bars end at an opacity of ``faint``.
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
        self._heights = slice_.densities
        (self._x, self._y), self._floor = start, floor
        self._to = histogram.x(scores)
        super().__init__(slice_.base, slice_.bars, histogram.bars, dots)
        self.arise(0.0)

    def arise(self, t: float) -> LaidDown:
        """The dots swell to a share t of their size where their column stands."""
        self.dots.set_dots(np.full_like(self._to, self._x), self._y, self.dots.radius * t)
        return self

    def lay(self, t: float) -> LaidDown:
        """Redraw; see the class."""
        sunk, risen = phase(t, 0.0, 0.45), phase(t, 0.25, 0.95)
        self.slice.stand(self.slice.x, self.slice.y, 1 - sunk)
        self.slice.base.set_stroke(opacity=1 - phase(t, 0.3, 0.5))
        self.histogram.set_heights(self._heights * risen)
        self.histogram.bars.set_fill(opacity=1 - (1 - self.faint) * phase(t, 0.6, 1.0))
        across, down = phase(t, 0.0, 0.55), phase(t, 0.45, 0.9)
        self.dots.set_dots(self._x + (self._to - self._x) * across, self._y + (self._floor - self._y) * down)
        return self
