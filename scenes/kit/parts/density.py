"""A density as a filled curve in a box, on a small axis of its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import VGroup

from ..layout import Box, points
from .axis import HorizontalAxis, Scale
from .paths import dashes, polyline
from .shapes import filled, stroked

FILL = 0.22


class DensityCurve(VGroup):
    """A density on low..high in a box, 0..``top`` high; what rises above ``top`` runs out of the box, cut off there.

    Submobjects: ``axis`` (furniture), ``area``, ``curve`` and ``sides`` (dashes at plus and minus one sigma, hidden
    until ``set_sides``).
    """

    def __init__(
        self,
        box: Box,
        low: float,
        high: float,
        top: float,
        *,
        role: str,
        ticks: Sequence[float] = (),
        width: float = 4.0,
    ) -> None:
        self.low, self.high, self.top = low, high, top
        self.axis = HorizontalAxis(box, low, high, ticks)
        self.area, self.curve, self.sides = filled(role, FILL), stroked(role, width), stroked("ink", 3)
        super().__init__(self.axis, self.area, self.curve, self.sides)
        for z, part in enumerate((self.area, self.sides, self.curve), start=1):
            part.set_z_index(z)
        self.within(box)

    def within(self, box: Box) -> DensityCurve:
        """Stand in another box; the curve has to be set anew. Only for an axis without ticks once it is on screen."""
        self.box = box
        self.x = Scale(self.low, self.high, box.x, box.right)
        self.y = Scale(0.0, self.top, box.bottom, box.y)
        self.axis.submobjects[0].points = polyline(points(np.array([box.x, box.right]), np.full(2, box.bottom)))
        return self

    def set_density(self, x: np.ndarray, density: np.ndarray) -> DensityCurve:
        """Redraw for densities (n,) at increasing values x (n,); only the part on the axis is drawn."""
        at, height = np.asarray(x, float), np.asarray(density, float)
        kept = (at >= self.low) & (at <= self.high)
        at, height = at[kept], height[kept]
        px, py = self.x(at), self.y(np.minimum(height, self.top))
        # Where the curve has left the box it is not drawn at all: a flat top would be a lie.
        inside = height <= self.top
        cuts = np.flatnonzero(np.diff(inside.astype(int))) + 1
        runs = [run for run in np.split(np.arange(len(at)), cuts) if inside[run[0]] and len(run) > 1]
        self.curve.points = np.concatenate([polyline(points(px[run], py[run])) for run in runs])
        around_x = np.concatenate([px[:1], px, px[-1:], px[:1]])
        around_y = np.concatenate([[self.box.bottom], py, [self.box.bottom] * 2])
        self.area.points = polyline(points(around_x, around_y))
        return self

    def set_sides(self, sigma: float, reach: float) -> DensityCurve:
        """Dashes at plus and minus ``sigma``, up to the density ``reach``."""
        y = float(self.y(reach))
        ends = (float(self.x(-sigma)), float(self.x(sigma)))
        self.sides.points = np.concatenate([dashes(x, self.box.bottom, x, y) for x in ends])
        return self
