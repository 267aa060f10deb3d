"""A slider: one value drives the handle, the filled part of the track and the tick that is lit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import Mobject, VGroup

from ..layout import Box, points
from ..look import colour
from ..type import formula, label_for, place
from .axis import Scale, tick_label
from .paths import polyline
from .shapes import circle, line, stroked


class Slider(VGroup):
    """A track along ``box`` (its top edge is the track's line) with a log2 scale and ticks below.

    Submobjects: ``rail`` and ``labels`` (furniture), ``fill``, ``handle``. ``set_value`` moves the handle.
    """

    def __init__(
        self,
        box: Box,
        low: float,
        high: float,
        ticks: Sequence[int],
        *,
        name: str = "d_k",
        name_size: float = 64,
    ) -> None:
        self.box = box
        self.x = Scale(low, high, box.x, box.right, log=True)
        self.rail = line(box.x, box.y, box.right, box.y, "axis", 5)
        self.symbol: Mobject = place(formula(name, name_size), box.x - 62, box.y, "center")
        self.labels = {t: tick_label(t, str(t), float(self.x(t)), box.y + 46) for t in ticks}
        self.lit = {t: tick_label(t, str(t), float(self.x(t)), box.y + 46, lit=True) for t in ticks}
        for label in (self.symbol, *self.labels.values(), *self.lit.values()):
            label_for(label, self.rail)
        self.fill = stroked("ink", 8)
        self.handle = circle(0, 0, 18, "background", 6, "ink")
        self._handle = self.handle.points - points(np.array([0.0]), np.array([0.0]))
        super().__init__(self.rail, self.symbol, *self.labels.values(), *self.lit.values(), self.fill, self.handle)
        self.fill.set_z_index(1)
        self.handle.set_z_index(2)
        self._lit: int | None = None
        for label in self.lit.values():
            label.set_fill(opacity=0.0)
        self.set_value(low)

    def set_value(self, value: float) -> Slider:
        """Move the handle to ``value``; the tick that it stands on is lit."""
        at = float(self.x(value))
        self.fill.points = polyline(points(np.array([self.box.x, at]), np.array([self.box.y, self.box.y])))
        self.handle.points = self._handle + points(np.array([at]), np.array([self.box.y]))
        # What is rounded beside it is of the tick only as long as this is the nearest whole number.
        lit = next((t for t in self.labels if abs(float(self.x(t)) - at) < 3 and abs(value - t) <= 0.5), None)
        if lit != self._lit:
            self._light(self._lit, False)
            self._light(lit, True)
            self._lit = lit
        return self

    def _light(self, tick: int | None, on: bool) -> None:
        """Show a tick's label in bold ink, or in muted type."""
        if tick is not None:
            self.lit[tick].set_fill(colour("ink"), opacity=1.0 if on else 0.0)
            self.labels[tick].set_fill(colour("muted"), opacity=0.0 if on else 1.0)
