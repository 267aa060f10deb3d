"""A ring that runs out: time to think, with the whole seconds that are left in its middle."""

from __future__ import annotations

import math

import numpy as np
from manim import VGroup, VMobject

from ..layout import points
from ..type import HEADING, label_for
from .numeral import Numeral
from .paths import polyline
from .shapes import circle, stroked

STEPS = 120  # corners of a full turn: the arc looks round at any size the film uses


class CountdownRing(VGroup):
    """A ring around design pixel (x, y). ``set_elapsed(seconds)`` takes the arc back clockwise from the top.

    Submobjects: ``rail`` (furniture), ``arc`` (one path), ``number`` (a Numeral: seconds left, rounded up).
    """

    def __init__(self, x: float, y: float, radius: float, seconds: float) -> None:
        self._x, self._y, self.radius, self.seconds = x, y, radius, float(seconds)
        self.rail = circle(x, y, radius, "axis", 3)
        self.arc: VMobject = stroked("ink", 8)
        self.number = Numeral("", x, y, size=HEADING, anchor="center")
        label_for(self.number, self.rail)
        super().__init__(self.rail, self.arc, self.number)
        self.arc.set_z_index(1)
        self.set_elapsed(0.0)

    def set_elapsed(self, seconds: float) -> CountdownRing:
        """Show the ring after ``seconds``; at the end it is empty and reads 0."""
        left = min(max(1.0 - seconds / self.seconds, 0.0), 1.0)
        # Clockwise from the top; the part that has run out is the first part of the way round.
        turn = np.linspace(1.0 - left, 1.0, max(2, round(STEPS * left) + 1)) * 2 * np.pi
        rim = points(self._x + self.radius * np.sin(turn), self._y - self.radius * np.cos(turn))
        self.arc.points = polyline(rim) if left > 0 else np.zeros((0, 3))
        self.number.set_text(str(math.ceil(left * self.seconds - 1e-9)))
        return self
