"""Cells whose brightness is a number: vectors as strips, matrices as grids, images as patches.

Brightness is shown in a few even levels, each level one path, so that five hundred cells cost a dozen paths.
"""

from __future__ import annotations

import numpy as np
from manim import VGroup

from ..layout import Box
from ..look import blend
from .paths import rectangles
from .shapes import filled

LEVELS = 16
FAINT = 0.08


class Cells(VGroup):
    """n square cells. ``set_cells(x, y, side, strength)`` redraws them: centres (n,), side in pixels, strength 0..1."""

    allow_faint = True  # brightness is the number

    def __init__(self, role: str, *, ground: str = "background", levels: int = LEVELS, faint: float = FAINT) -> None:
        self.role, self.levels, self.faint, self.ground = role, levels, faint, ground
        super().__init__(*(filled(role) for _ in range(levels)))
        self.recolour(role)

    def recolour(self, role: str) -> None:
        """Show the cells in another role."""
        self.role = role
        for i, path in enumerate(self.submobjects):
            strength = self.faint + (1 - self.faint) * i / (self.levels - 1)
            path.set_fill(blend(role, strength, self.ground), opacity=1)

    def set_cells(self, x: np.ndarray, y: np.ndarray, side: float | np.ndarray, strength: np.ndarray) -> Cells:
        """Redraw all cells. A strength below 0 hides its cell."""
        x, y, side, strength = np.broadcast_arrays(
            *(np.asarray(a, float).ravel() for a in (x, y, np.atleast_1d(side), strength))
        )
        level = np.rint(np.clip(strength, 0, 1) * (self.levels - 1)).astype(int)
        level[strength < 0] = -1
        for i, path in enumerate(self.submobjects):
            at = level == i
            half = side[at] / 2
            path.points = rectangles(x[at] - half, y[at] - half, x[at] + half, y[at] + half)
        return self


def strength_of(values: np.ndarray, top: float = 2.2, floor: float = 0.06) -> np.ndarray:
    """Brightness 0..1 of vector entries: their magnitude, full at ``top`` standard deviations."""
    return np.clip(np.abs(values) / top, floor, 1.0)


class VectorStrip(Cells):
    """A vector as rows of ``columns`` cells of ``cell`` pixels from the top left corner (x, y)."""

    def __init__(
        self,
        values: np.ndarray,
        columns: int,
        x: float,
        y: float,
        cell: float,
        role: str,
        *,
        gap: float = 0.12,
    ) -> None:
        super().__init__(role)
        self.values, self.columns, self.cell, self.gap = np.asarray(values, float), columns, cell, gap
        self.n = len(self.values)
        self.strength = strength_of(self.values)
        self.x, self.y = self.centres(columns, x, y, cell)
        self.draw()

    def centres(self, columns: int, x: float, y: float, cell: float) -> tuple[np.ndarray, np.ndarray]:
        """Cell centres (n,), (n,) of a layout with its top left corner at (x, y)."""
        row, column = np.divmod(np.arange(self.n), columns)
        return x + (column + 0.5) * cell, y + (row + 0.5) * cell

    def draw(self, strength: np.ndarray | None = None) -> VectorStrip:
        """Redraw with the current centres, and other strengths (n,) if given."""
        if strength is not None:
            self.strength = np.asarray(strength, float)
        self.set_cells(self.x, self.y, self.cell * (1 - self.gap), self.strength)
        return self

    def move_cells(self, x: np.ndarray, y: np.ndarray, cell: float) -> VectorStrip:
        """Put the cells at other centres (n,), (n,) with another size."""
        self.x, self.y, self.cell = x, y, cell
        return self.draw()

    @property
    def box(self) -> Box:
        """The rectangle around all cells, in design pixels."""
        half = self.cell / 2
        left, top = float(self.x.min()) - half, float(self.y.min()) - half
        return Box(left, top, float(self.x.max()) + half - left, float(self.y.max()) + half - top)


class MatrixGrid(Cells):
    """An n x m matrix in a square-celled grid filling ``box`` from its top left; brightness is |entry| / ``top``.

    ``on_panel`` says that it lies on a card, where a cell of nothing has to differ from the card.
    """

    def __init__(
        self,
        box: Box,
        shape: tuple[int, int],
        role: str,
        *,
        top: float = 0.25,
        power: float = 0.6,
        gap: float = 0.1,
        on_panel: bool = False,
    ) -> None:
        # A dead cell is a slot without light, in both themes: the panel's colour, or on a panel the background's.
        super().__init__(role, levels=32, ground="background" if on_panel else "panel", faint=0.0)
        rows, columns = shape
        self.cell = min(box.w / columns, box.h / rows)
        self.top, self.power, self.gap = top, power, gap
        row, column = np.divmod(np.arange(rows * columns), columns)
        x0, y0 = box.cx - self.cell * columns / 2, box.cy - self.cell * rows / 2
        self.box = Box(x0, y0, self.cell * columns, self.cell * rows)
        self.x, self.y = x0 + (column + 0.5) * self.cell, y0 + (row + 0.5) * self.cell

    def set_matrix(self, matrix: np.ndarray) -> MatrixGrid:
        """Redraw for a matrix (rows, columns). Brightness is (|entry| / top) ** power, the same scale at all times."""
        strength = np.minimum(np.abs(np.asarray(matrix, float)).ravel() / self.top, 1.0) ** self.power
        self.set_cells(self.x, self.y, self.cell * (1 - self.gap), strength)
        return self
