"""A histogram that stands on a vertical axis: the cross-section of a fan, opened like a door and carried away."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from ..layout import points
from ..look import get_look
from .axis import Scale
from .paths import dashes, polyline, rectangles, segments
from .shapes import filled, parts_of, stroked


class SliceHistogram(VGroup):
    """Bars to the right of a vertical axis whose values run along ``y``; ``width`` is pixels per unit of density.

    Submobjects: ``ground`` (hides what lies behind an open slice), ``base``, ``bars``, ``curve``, ``sigma`` (dashes at
    plus and minus one sigma) and ``bar`` (from one to the other along the axis). ``stand`` places it, and says how far
    it has swung out; ``bring`` shows the bar alone elsewhere.
    """

    def __init__(
        self,
        y: Scale,
        edges: np.ndarray,
        densities: np.ndarray,
        curve_x: np.ndarray,
        curve: np.ndarray,
        sigma: float,
        width: float,
        *,
        role: str = "raw",
        gap: float = 1.6,
    ) -> None:
        self.edges, self.densities = np.asarray(edges, float), np.asarray(densities, float)
        self.curve_x, self.curve_values = np.asarray(curve_x, float), np.asarray(curve, float)
        self.value, self.width_px, self.gap = sigma, width, gap
        self.ground, self.base, self.bars = filled("background"), stroked("axis", 2), filled(role)
        # On the deep bars of the light theme dashes of ink would not be seen.
        dashed = "ink" if get_look().theme == "dark" else "background"
        self.curve, self.sigma, self.bar = stroked("ink", 3), stroked(dashed, 3), stroked("ink", 6)
        super().__init__(self.ground, self.base, self.bars, self.curve, self.sigma, self.bar)
        parts_of(self)
        for z, part in enumerate(self.submobjects, start=3):
            part.set_z_index(z)
        self.stand(0.0, y, 0.0)

    def stand(self, x: float, y: Scale, swing: float) -> SliceHistogram:
        """Stand with the axis at design pixel x on the vertical scale y, swung out by 0 (edge on) to 1 (open)."""
        self.x, self.y, self.swing = x, y, swing
        reach = self.width_px * swing
        ends = y(self.edges)
        self.base.points = segments(*(np.array([v]) for v in (x, ends[0], x, ends[-1])))
        shown = self.densities * reach > 0.33
        gap = min(self.gap, abs(float(ends[-1] - ends[0])) / (len(ends) - 1) / 6) / 2
        self.bars.points = rectangles(
            np.full(int(shown.sum()), x),
            ends[1:][shown] + gap,
            x + self.densities[shown] * reach,
            ends[:-1][shown] - gap,
        )
        rises = self.curve_values * reach > 1.6  # a tail along the axis would only repaint the axis
        cx, cy = x + self.curve_values[rises] * reach, y(self.curve_x[rises])
        self.curve.points = polyline(points(cx, cy))
        around = np.append(cx, [x, x] if len(cx) else []), np.append(cy, [*cy[-1:], *cy[:1]])
        self.ground.points = polyline(points(*around))
        ends = y(np.array([-self.value, self.value]))
        self.sigma.points = np.concatenate([dashes(x, float(end), self.out(swing), float(end)) for end in ends])
        return self.bring(x, y)

    def out(self, swing: float = 1.0) -> float:
        """How far right the dashes at one sigma reach, just beyond the curve, in design pixels."""
        return self.x + float(np.interp(self.value, self.curve_x, self.curve_values)) * self.width_px * swing + 16

    def bring(self, x: float, y: Scale) -> SliceHistogram:
        """Show the bar of one sigma to either side at another place, on its way to this one."""
        ends = y(np.array([-self.value, self.value]))
        self.bar.points = segments(*(np.array([v]) for v in (x, ends[0], x, ends[1])))
        return self
