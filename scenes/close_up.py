"""A frame that walks down the diagonal of a softmax Jacobian and reads each entry: p_i times (1 - p_i)."""

from __future__ import annotations

import numpy as np
from manim import VGroup, VMobject

from scenes.kit.layout import Box, either
from scenes.kit.parts.cells import MatrixGrid
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.paths import segments
from scenes.kit.parts.shapes import stroked
from scenes.kit.type import HEADING, formula, place, words


def sides(box: Box) -> np.ndarray:
    """Curve points of a box's four sides."""
    x, y = np.array([box.x, box.right, box.right, box.x]), np.array([box.y, box.y, box.bottom, box.bottom])
    return segments(x, y, np.roll(x, -1), np.roll(y, -1))


def outline(box: Box) -> VMobject:
    """A frame around a box."""
    frame = stroked("ink", 4)
    frame.points = sides(box)
    frame.set_z_index(2)
    return frame


def four(value: float) -> str:
    """A number in 0..1 to four decimals; one too small for them is said to be smaller, not to be zero."""
    return f"{value:.4f}" if value >= 0.00005 else "<0.0001"


class CloseUp(VGroup):
    """The walk over ``grid``, with its readings around design pixel (x, y).

    ``read(i)`` stands on diagonal entry i (between two entries: on the way) and shows the nearer one's numbers, to four
    decimals, and whose it is. ``widen(t)`` opens the frame from the last entry read to the whole grid.
    """

    def __init__(self, grid: MatrixGrid, weights: np.ndarray, jacobian: np.ndarray, x: float, y: float) -> None:
        self.grid, self.weights, self.jacobian = grid, weights, jacobian
        self.winner = int(weights.argmax())
        self.ring = outline(grid.box)
        self.product = Numeral("", x, y, size=38, anchor="center")
        self.loser, self.best = (place(words(text, HEADING, "muted"), x, y + 58) for text in ("a loser", "the winner"))
        self.nothing = place(formula("approx 0", 72), x, y + either(170, 110))
        super().__init__(self.ring, self.product, self.loser, self.best)
        self.read(0.0)

    def _cell(self, i: float) -> Box:
        box, cell = self.grid.box, self.grid.cell
        return Box(box.x + i * cell, box.y + i * cell, cell, cell)

    def read(self, i: float) -> CloseUp:
        """Stand on diagonal entry i."""
        self.at, nearest = i, round(i)
        self.ring.points = sides(self._cell(i))
        p, entry = float(self.weights[nearest]), float(self.jacobian[nearest, nearest])
        text = f"{four(p)} × {four(1 - p)} = {four(entry)}".replace("= <", "< ")
        self.product.set_text(text.replace(" ", "\u2009\u2009"))
        won = nearest == self.winner
        self.loser.set_fill(opacity=0.0 if won else 1.0)
        self.best.set_fill(opacity=1.0 if won else 0.0)
        return self

    def widen(self, t: float) -> CloseUp:
        """A share t of the way from one entry to the whole grid."""
        self.ring.points = sides(self._cell(self.at).toward(self.grid.box, t))
        return self
