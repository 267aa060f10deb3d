"""A frame that walks down the diagonal of a softmax Jacobian and reads each entry: p_i (1 - p_i)."""

from __future__ import annotations

import numpy as np
from manim import RIGHT, Mobject, VGroup, VMobject

from scenes.kit.layout import Box, extent, units
from scenes.kit.parts.cells import MatrixGrid
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.paths import segments
from scenes.kit.parts.shapes import stroked
from scenes.kit.type import LABEL, beside, formula, place, words

UNDER = "under 0.0001"


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
    return f"{value:.4f}" if value >= 0.00005 else UNDER


class CloseUp(VGroup):
    """The walk over ``grid``, with what it reads under design pixel (x, y), ``pitch`` pixels from line to line.

    ``read(i)`` stands on diagonal entry i (between two entries: on the way) and shows whose the nearer one is and its
    value, to four decimals. ``widen(t)`` opens the frame from the last entry read to the whole grid.
    """

    def __init__(
        self, grid: MatrixGrid, weights: np.ndarray, jacobian: np.ndarray, x: float, y: float, pitch: float
    ) -> None:
        self.grid, self.weights, self.jacobian = grid, weights, jacobian
        self.winner = int(weights.argmax())
        self.ring = outline(grid.box)
        self.product = place(formula("p_i (1 - p_i)", 52), x, y)
        texts = dict.fromkeys(self.reading(i) for i in range(len(weights)))
        self.texts = {text: self._line(text, x, y + pitch) for text in texts}
        self.nothing = place(formula("approx 0", 72), x, y + 2 * pitch)
        super().__init__(self.ring, self.product, *self.texts.values())
        self.read(0.0)

    def _cell(self, i: float) -> Box:
        box, cell = self.grid.box, self.grid.cell
        return Box(box.x + i * cell, box.y + i * cell, cell, cell)

    def read(self, i: float) -> CloseUp:
        """Stand on diagonal entry i."""
        self.at, nearest = i, round(i)
        self.ring.points = sides(self._cell(i))
        self.shown = self.reading(nearest)
        for text, line in self.texts.items():
            line.set_fill(opacity=1.0 if text == self.shown else 0.0)
        return self

    @staticmethod
    def _line(text: str, x: float, y: float) -> VGroup:
        """Whose an entry is, and its value, as one line with its middle at design pixel (x, y)."""
        name, value = text.split(": ")
        named = place(words(f"{name}:", LABEL, "muted"), x, y)
        number: Mobject
        if value == UNDER:
            number = beside(words(value, LABEL, "ink", 600), named, 14)
            number.allow_digits = True  # a bound, not a value
        else:
            number = Numeral(value, extent(named).right + 14, y, size=LABEL)
        line = VGroup(named, number)
        shift = units(x - extent(line).cx)
        named.shift(shift * RIGHT)
        if isinstance(number, Numeral):
            number.show_at(value, extent(named).right + 14, y)
        else:
            number.shift(shift * RIGHT)
        return line

    def reading(self, i: int) -> str:
        """Whose the diagonal entry i is, and its value."""
        return f"{'the winner' if i == self.winner else 'a loser'}: {four(float(self.jacobian[i, i]))}"

    def widen(self, t: float) -> CloseUp:
        """A share t of the way from one entry to the whole grid."""
        self.ring.points = sides(self._cell(self.at).toward(self.grid.box, t))
        return self
