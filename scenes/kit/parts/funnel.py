"""A projection: a funnel from a wide side to a narrow one, with its matrix's name inside."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from ..layout import points
from ..type import FORMULA, formula, label_for, place
from .paths import polyline
from .shapes import polygon


class Funnel(VGroup):
    """From x0 with the sides (top, bottom) = ``wide`` to x1 with ``narrow``, all design pixels.

    With ``down`` it is laid out along y: from y0 = x0 with the sides (left, right) = ``wide`` to y1 = x1.
    """

    def __init__(
        self,
        x0: float,
        x1: float,
        wide: tuple[float, float],
        narrow: tuple[float, float],
        name: str,
        role: str,
        *,
        size: float = FORMULA - 8,
        down: bool = False,
    ) -> None:
        self._down = down
        corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
        self.body, self.outline = polygon(corners, role, width=0), polygon(corners, role, fill=0)
        self.symbol = label_for(formula(name, size, role), self.body)
        super().__init__(self.body, self.symbol, self.outline)
        self.symbol.set_z_index(1)
        self.outline.set_z_index(3)  # what goes in and out passes behind it
        self.stand(x0, x1, wide, narrow)

    def stand(self, x0: float, x1: float, wide: tuple[float, float], narrow: tuple[float, float]) -> Funnel:
        """Stand elsewhere; the name stays in the middle."""
        along = np.array([x0, x1, x1, x0, x0])
        across = np.array([wide[0], narrow[0], narrow[1], wide[1], wide[0]])
        x, y = (across, along) if self._down else (along, across)
        self.body.points = polyline(points(x, y))
        self.outline.points = self.body.points.copy()
        middle = (x0 + x1) / 2, (sum(wide) + sum(narrow)) / 4
        place(self.symbol, *(middle[::-1] if self._down else middle))
        return self
