"""A vector as a long strip of short lines, as beat 8 shows it: lying, its lines side by side, or standing on end."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scenes.projections import Block


@dataclass(frozen=True)
class Strip(Block):
    """Lines of ``deep`` numbers, one after the other: from the left end ``along`` with the middle line ``across``.

    Standing, ``along`` is the left side and ``across`` the middle height, and the lines follow downwards. Unlike a
    Block it lies the same way in both layouts, as the words beside it do.
    """

    standing: bool = False

    def centres(self, n: int) -> tuple[np.ndarray, np.ndarray]:
        """Cell centres (n,), (n,) in design pixels."""
        line, step = np.divmod(np.arange(n), self.deep)
        if self.standing:
            lines = -(-n // self.deep)
            return self.along + (step + 0.5) * self.cell, self.across + (line - lines / 2 + 0.5) * self.cell
        return self.along + (line + 0.5) * self.cell, self.across + (step - self.deep / 2 + 0.5) * self.cell
