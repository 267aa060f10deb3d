"""A projection: a funnel from a tall side to a short one, with its matrix's name inside."""

from __future__ import annotations

from manim import VGroup

from ..type import FORMULA, formula, place
from .shapes import polygon


class Funnel(VGroup):
    """From x0 with the sides (top, bottom) = ``wide`` to x1 with ``narrow``, all design pixels."""

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
    ) -> None:
        corners = [(x0, wide[0]), (x1, narrow[0]), (x1, narrow[1]), (x0, wide[1])]
        self.body = polygon(corners, role)
        self.symbol = place(formula(name, size, role), (x0 + x1) / 2, (narrow[0] + narrow[1]) / 2)
        super().__init__(self.body, self.symbol)
        self.symbol.set_z_index(1)
