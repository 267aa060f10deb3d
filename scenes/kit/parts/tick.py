"""A tick: this one is right."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from ..layout import points
from .paths import polyline
from .shapes import circle, stroked


class Tick(VGroup):
    """A tick in a circle at design pixel (x, y). ``draw(t)`` writes the stroke up to a share t in 0..1."""

    def __init__(self, x: float, y: float, radius: float, role: str = "ink") -> None:
        corners = np.array([[-0.42, 0.02], [-0.12, 0.34], [0.46, -0.34]]) * radius
        self._x, self._y = x + corners[:, 0], y + corners[:, 1]
        steps = np.hypot(np.diff(self._x), np.diff(self._y))
        self._at = np.concatenate([[0.0], np.cumsum(steps)]) / steps.sum()
        self.circle = circle(x, y, radius, role, 5)
        self.stroke = stroked(role, radius / 6)
        super().__init__(self.circle, self.stroke)
        self.set_z_index(2)
        self.draw(1.0)

    def draw(self, t: float) -> Tick:
        """Write the stroke up to a share t of its length."""
        at = np.append(self._at[self._at < t], t)
        x, y = np.interp(at, self._at, self._x), np.interp(at, self._at, self._y)
        self.stroke.points = polyline(points(x, y))
        return self
