"""What happens without projections: beat 1's pairing once more, and its verdict."""

from __future__ import annotations

import numpy as np

from scenes.kit.layout import either
from scenes.kit.parts.cells import VectorStrip, strength_of
from scenes.kit.type import DISPLAY, formula, place
from scenes.pairing import Pairing
from scenes.projections import mix

Cells = tuple[np.ndarray, np.ndarray]


class Mismatch(Pairing):
    """The pairing of a query (n,) and a key (m,) that lie elsewhere, with the ``verdict`` that n is not m.

    ``gather(t)`` takes both to where they face each other; ``leave(t, shared)`` takes the query's cells on to those of
    its projection, and the key back.
    """

    def __init__(self, query: VectorStrip, key: VectorStrip) -> None:
        super().__init__(query, key)
        lies = key.x, key.y, key.cell
        self.low = 0.0
        self.place_key(1.0)  # for the names; the key itself is still where it lies
        key.move_cells(*lies)
        self.both_names = (self.query_name, self.key_name)
        self.verdict = place(formula(f"{query.n} != {key.n}", DISPLAY), *either((960, 790), (540, 1330)))
        self._strips = (
            (query, (query.x, query.y), self.query_cells(), query.cell),
            (key, (key.x, key.y), self.key_cells(self.meeting), key.cell),
        )
        self.add(self.verdict)

    def gather(self, t: float) -> None:
        """Redraw both vectors a share ``t`` of the way to where they face each other."""
        for strip, start, goal, cell in self._strips:
            self._move(strip, start, goal, (cell, self.cell), t)

    @staticmethod
    def _move(strip: VectorStrip, start: Cells, goal: Cells, cells: tuple[float, float], t: float) -> None:
        """Row by row, so that nothing crosses; a square takes over the brightness of the entry whose place it gets."""
        taken, given = (np.lexsort((x, y)) for x, y in (start, goal))
        x, y = (mix(a[taken], b[given], t) for a, b in zip(start, goal, strict=True))
        lit = strength_of(strip.values)
        strip.cell = float(mix(*cells, t))
        strip.set_cells(x, y, strip.cell * (1 - strip.gap), mix(lit[taken], lit[given], t))
        if t >= 1:
            (strip.x, strip.y), strip.strength = goal, lit

    def leave(self, t: float, shared: VectorStrip) -> None:
        """Redraw the query a share ``t`` of the way to the cells of ``shared``, and the key to where it came from."""
        query = self.query
        slot = np.arange(query.n) * shared.n // query.n
        x, y = self._strips[0][2]
        side = mix(self.cell, shared.cell, t) * (1 - query.gap)
        lit = mix(query.strength, shared.strength[slot], t)
        query.set_cells(mix(x, shared.x[slot], t), mix(y, shared.y[slot], t), side, lit)
        key, start, goal, cell = self._strips[1]
        self._move(key, goal, start, (self.cell, cell), t)
