"""A histogram whose values can be divided by a factor: narrower by it, every bar keeping its count."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from ..layout import points
from ..look import colour
from .axis import Scale
from .paths import polyline, rectangles
from .shapes import filled, parts_of, stroked

GAP = 2.4  # between bars, while they are wide enough to have one
WASH = 0.12  # the share of the way, even in the factor's logarithm, on which the colour of the result rises


class SqueezeHistogram(VGroup):
    """Bars and exact curve of a density on two scales. ``squeeze(factor)`` divides every value by ``factor``.

    ``edges`` (n+1,) and ``densities`` (n,) are the bars, ``x`` (m,) and ``curve`` (m,) the line; the heights drawn are
    shares of the line's peak, so that ``y_scale`` runs from 0 to 1. A bar's edges are divided and its height, a count
    of values, stays. What falls outside the scale's range is not drawn. Its colour is ``role`` until it is divided;
    then ``result`` rises in every bar from the axis, on the first of the way to ``full``. The two are never mixed: what
    lies between two roles' colours looks like a third one's. Submobjects: ``bars``, ``washed`` (as far as the result's
    colour has risen) and ``curve``, each one path.
    """

    def __init__(
        self,
        x_scale: Scale,
        y_scale: Scale,
        edges: np.ndarray,
        densities: np.ndarray,
        x: np.ndarray,
        curve: np.ndarray,
        full: float,
        *,
        role: str = "raw",
        result: str = "scaled",
        solid: float = 1.0,
        width: float = 4.0,
    ) -> None:
        self.x, self.y, self.full = x_scale, y_scale, full
        peak = float(np.max(curve))
        self.edges, self.heights = np.asarray(edges, float), np.asarray(densities, float) / peak
        self.curve_x, self.curve_y = np.asarray(x, float), np.asarray(curve, float) / peak
        self.role, self.result, self.solid = role, result, solid
        self.bars, self.washed, self.curve = filled(role), filled(result), stroked("ink", width)
        super().__init__(self.bars, self.washed, self.curve)
        parts_of(self)
        self.lift(1)
        self.squeeze(1.0)

    def lift(self, z: float) -> SqueezeHistogram:
        """Stand before histograms lifted less."""
        self.bars.set_z_index(z)
        self.washed.set_z_index(z + 0.05)
        self.curve.set_z_index(z + 0.1)
        return self

    def on(self, x_scale: Scale, y_scale: Scale) -> SqueezeHistogram:
        """Stand on other scales, squeezed as before."""
        self.x, self.y = x_scale, y_scale
        return self.squeeze(self.factor)

    def squeeze(self, factor: float) -> SqueezeHistogram:
        """Redraw with every value divided by ``factor``."""
        self.factor = factor
        edges = np.clip(self.edges / factor, self.x.low, self.x.high)
        left, right = self.x(edges[:-1]), self.x(edges[1:])
        tops = self.y(self.heights)
        shown = (right - left > 1e-6) & (self.y.start - tops > 0.33)
        gap = min(GAP, max(float((right - left).max()) - 3.0, 0.0) / 3) / 2
        sides, foot = (left[shown] + gap, right[shown] - gap), np.full(1, self.y.start)
        risen = min(max(float(np.log(factor) / np.log(self.full)) / WASH, 0.0), 1.0)
        self.bars.points = rectangles(sides[0], tops[shown], sides[1], foot)
        wash = self.y.start + (tops[shown] - self.y.start) * risen
        self.washed.points = rectangles(sides[0], wash, sides[1], foot) if 0 < risen < 1 else np.zeros((0, 3))
        at = self.curve_x / factor
        # A curve that leaves the axis ends on its edge, not at the last sample before it.
        inner = at[(at > self.x.low) & (at < self.x.high)]
        ends = [max(self.x.low, at[0]), min(self.x.high, at[-1])]
        at_shown = np.unique(np.concatenate([inner, ends]))
        heights = np.interp(at_shown, at, self.curve_y)
        seen = self.y.start - self.y(heights) > 0.7  # a tail along the axis would only repaint the axis
        self.curve.points = polyline(points(self.x(at_shown[seen]), self.y(heights[seen])))
        self.bars.set_fill(colour(self.result if risen >= 1 else self.role), opacity=self.solid)
        self.washed.set_fill(colour(self.result), opacity=self.solid)
        return self
