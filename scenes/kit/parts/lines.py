"""Curves in a box: a line plot that grows from left to right, and a fan of walks."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from ..layout import Box, points
from .axis import Scale
from .paths import polyline, polylines
from .shapes import filled, stroked


def _cut(x: np.ndarray, y: np.ndarray, upto: float) -> tuple[np.ndarray, np.ndarray]:
    """The part of a line with x <= upto; its last point lies exactly at upto. y may be (..., n)."""
    if upto >= x[-1]:
        return x, y
    keep = x < upto
    end = np.stack([np.interp(upto, x, row) for row in np.atleast_2d(y)])
    head = np.atleast_2d(y)[:, keep]
    cut = np.concatenate([head, end[:, None]], axis=1)
    return np.append(x[keep], upto), cut if y.ndim > 1 else cut[0]


class LinePlot(VGroup):
    """One curve y(x) on two fixed scales, with a band (low, high) under it if given. ``reveal(x)`` draws it up to x."""

    def __init__(
        self,
        x: np.ndarray,
        y: np.ndarray,
        x_scale: Scale,
        y_scale: Scale,
        role: str,
        *,
        width: float = 5.0,
        low: np.ndarray | None = None,
        high: np.ndarray | None = None,
        band: float = 0.18,
    ) -> None:
        self.data_x, self.data_y = np.asarray(x, float), np.asarray(y, float)
        self.x, self.y = x_scale, y_scale
        self.low, self.high = low, high
        self.band, self.curve = filled(role, band), stroked(role, width)
        super().__init__(self.band, self.curve)
        self.set_z_index(1)
        self.reveal(float(self.data_x[-1]))

    def reveal(self, upto: float) -> LinePlot:
        """Draw the curve for x up to ``upto``."""
        x, y = _cut(self.data_x, self.data_y, max(upto, float(self.data_x[0]) + 1e-9))
        self.curve.points = polyline(points(self.x(x), self.y(y)))
        if self.low is not None and self.high is not None:
            _, low = _cut(self.data_x, np.asarray(self.low, float), max(upto, float(self.data_x[0]) + 1e-9))
            _, high = _cut(self.data_x, np.asarray(self.high, float), max(upto, float(self.data_x[0]) + 1e-9))
            around_x = np.concatenate([x, x[::-1], x[:1]])
            around_y = np.concatenate([high, low[::-1], high[:1]])
            self.band.points = polyline(points(self.x(around_x), self.y(around_y)))
        return self


class WalkFan(VGroup):
    """Walks (m, n+1) from zero as faint lines. ``reveal(step, count)`` draws the first ``count`` walks up to a step."""

    def __init__(
        self,
        box: Box,
        walks: np.ndarray,
        limit: float,
        *,
        role: str = "raw",
        width: float = 1.8,
        opacity: float = 0.22,
        every: int = 4,
    ) -> None:
        walks = np.asarray(walks, float)
        self.steps = walks.shape[1] - 1
        at = np.unique(np.append(np.arange(0, self.steps, every), self.steps))
        self.at, self.walks = at.astype(float), walks[:, at]
        self.x = Scale(0.0, float(self.steps), box.x, box.right)
        self.y = Scale(-limit, limit, box.bottom, box.y)
        self.lines = stroked(role, width, opacity)
        super().__init__(self.lines)
        self.reveal(0.0)

    def reveal(self, step: float, count: int | None = None) -> WalkFan:
        """Draw the first ``count`` walks (all) up to ``step``."""
        walks = self.walks[:count]
        x, y = _cut(self.at, walks, max(step, 1e-6))
        flat = points(np.broadcast_to(self.x(x), y.shape).ravel(), self.y(y).ravel())
        self.lines.points = polylines(flat.reshape(*y.shape, 3))
        return self
