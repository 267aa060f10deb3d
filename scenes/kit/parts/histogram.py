"""A histogram on an axis that never rescales, with a curve over it and a bracket of plus and minus one sigma."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import VGroup

from ..layout import Box, points
from ..type import LABEL, formula, label_for
from .axis import HorizontalAxis, Scale
from .paths import dashes, polyline, rectangles
from .shapes import arrow_points, filled, parts_of, stroked


class Histogram(VGroup):
    """Bars between ``edges`` (n+1,), heights ``densities`` (n,) on a fixed 0..``top``.

    Submobjects: ``axis`` (furniture), ``bars`` (one path), ``curve`` (one path, empty until ``set_curve``).
    """

    def __init__(
        self,
        box: Box,
        edges: np.ndarray,
        top: float,
        *,
        role: str = "raw",
        ticks: Sequence[float] = (-60, -40, -20, 0, 20, 40, 60),
        gap: float = 2.4,
        curve_role: str = "ink",
    ) -> None:
        self.box, self.edges, self.gap = box, np.asarray(edges, float), gap
        self.axis = HorizontalAxis(box, float(edges[0]), float(edges[-1]), ticks)
        self.x, self.y = self.axis.x, Scale(0.0, top, box.bottom, box.y)
        self.bars, self.curve = filled(role), stroked(curve_role, 4)
        super().__init__(self.axis, self.bars, self.curve)
        parts_of(self)
        self.bars.set_z_index(1)
        self.curve.set_z_index(2)

    def within(self, box: Box) -> Histogram:
        """Stand in another box; the heights and the curve have to be set anew. Only for an axis without ticks."""
        self.box = box
        self.x = Scale(float(self.edges[0]), float(self.edges[-1]), box.x, box.right)
        self.y = Scale(0.0, self.y.high, box.bottom, box.y)
        self.axis.submobjects[0].points = polyline(points(np.array([box.x, box.right]), np.full(2, box.bottom)))
        return self

    def set_heights(self, densities: np.ndarray) -> Histogram:
        """Redraw the bars; a bar under a third of a pixel is left out rather than drawn as a hair."""
        tops = self.y(np.asarray(densities, float))
        shown = self.box.bottom - tops > 0.33
        x = self.x(self.edges)
        # A sixth of a bar at most: between fine bars a wider gap would take the colour out of them.
        gap = min(self.gap, float(x[-1] - x[0]) / (len(x) - 1) / 6) / 2
        self.bars.points = rectangles(
            x[:-1][shown] + gap, tops[shown], x[1:][shown] - gap, np.full(int(shown.sum()), self.box.bottom)
        )
        return self

    def set_curve(self, x: np.ndarray, densities: np.ndarray) -> Histogram:
        """Redraw the curve through values x (n,) and densities (n,); its tails along the axis are left out."""
        heights = np.asarray(densities, float)
        # By the curve's own measure, not in pixels: a flat one must not stop short of its last bars.
        risen = heights > heights.max() / 200
        self.curve.points = polyline(points(self.x(x)[risen], self.y(heights)[risen]))
        return self


class SigmaBracket(VGroup):
    """Two dashed lines at -sigma and +sigma and a double arrow between them, labelled."""

    def __init__(self, histogram: Histogram, *, label: bool = True) -> None:
        self._h = histogram
        self.sides, self.arrow = stroked("ink", 3), stroked("ink", 3.5)
        super().__init__(self.sides, self.arrow)
        self.label = formula("plus.minus sigma", LABEL) if label else None
        if self.label is not None:
            self.add(label_for(self.label, self.arrow))
        self.set_z_index(3)

    def set_sigma(self, sigma: float, peak: float) -> SigmaBracket:
        """Stand at plus and minus ``sigma``, over a histogram whose highest density is ``peak``."""
        h = self._h
        left, right = float(h.x(-sigma)), float(h.x(sigma))
        y = float(h.y(peak)) - 34
        self.sides.points = np.concatenate(
            [dashes(left, h.box.bottom, left, y - 14), dashes(right, h.box.bottom, right, y - 14)]
        )
        self.arrow.points = arrow_points(left, y, right, y, both=True)
        if self.label is not None:
            target = points(np.array([right + 20]), np.array([y]))[0]
            target[0] += self.label.width / 2
            self.label.move_to(target)
        return self
