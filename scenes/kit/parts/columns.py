"""Vectors standing side by side, each a column of cells on one ground line, that grow longer together."""

from __future__ import annotations

import numpy as np

from .cells import Cells, strength_of


class Columns(Cells):
    """m vectors as columns at design pixels ``x`` (m,), growing upwards from ``bottom`` in cells of ``cell`` pixels.

    ``values`` is (m, n): row j is a vector, its first entry at the bottom. ``set_length`` shows the first entries.
    """

    def __init__(
        self, values: np.ndarray, x: np.ndarray, bottom: float, cell: float, role: str, *, gap: float = 0.12
    ) -> None:
        super().__init__(role)
        self.values = np.atleast_2d(np.asarray(values, float))
        self.columns, self.bottom, self.cell, self.gap = np.asarray(x, float), bottom, cell, gap
        self.length = 0.0
        self.set_length(float(self.values.shape[1]))

    def set_length(self, length: float) -> Columns:
        """Show the first ``length`` entries of every vector; a part of an entry is a smaller cell."""
        self.length = min(max(length, 0.0), float(self.values.shape[1]))
        rows = int(np.ceil(self.length))
        size = np.minimum(self.length - np.arange(rows), 1.0)  # the newest entry is still growing
        y = self.bottom - (np.arange(rows) + 0.5) * self.cell
        shape = (len(self.values), rows)
        self.set_cells(
            np.broadcast_to(self.columns[:, None], shape),
            np.broadcast_to(y, shape),
            np.broadcast_to(size * self.cell * (1 - self.gap), shape),
            strength_of(self.values[:, :rows]),
        )
        return self

    @property
    def top(self) -> float:
        """The height of the columns' upper end, in design pixels."""
        return self.bottom - self.length * self.cell
