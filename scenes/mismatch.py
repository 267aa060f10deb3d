"""What happens without projections: beat 1's pairing once more, and its verdict."""

from __future__ import annotations

import numpy as np

from scenes.kit.layout import either
from scenes.kit.motion import phase
from scenes.kit.parts.cells import VectorStrip, strength_of
from scenes.kit.type import DISPLAY, formula, place
from scenes.pairing import Pairing
from scenes.projections import mix

Cells = tuple[np.ndarray, np.ndarray]


class Mismatch(Pairing):
    """The pairing of a query (n,) and a key (m,) that lie elsewhere, with the ``verdict`` that n is not m.

    ``gather(t)`` takes both to where they face each other.
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
        """Redraw both vectors a share ``t`` of the way to where they face each other.

        The key's lines, which will stand side by side, part first and only then come to one height. The query's lines
        stay what they are in landscape; in portrait each becomes two, which part in height first.
        """
        first, then = phase(t, 0, 0.6), phase(t, 0.4, 1)
        ways = either((t, t), (first, then)), (then, first)  # down and across, of the query and of the key
        for (strip, start, goal, cell), way in zip(self._strips, ways, strict=True):
            self._move(strip, start, goal, (cell, self.cell), *way)

    @staticmethod
    def _move(
        strip: VectorStrip,
        start: Cells,
        goal: Cells,
        cells: tuple[float, float],
        down: float,
        across: float,
    ) -> None:
        """Row by row, so that nothing crosses; a square takes over the brightness of the entry whose place it gets."""
        taken, given = (np.lexsort((x, y)) for x, y in (start, goal))
        x, y = (mix(a[taken], b[given], share) for a, b, share in zip(start, goal, (across, down), strict=True))
        lit = strength_of(strip.values)
        strip.cell = min(float(mix(*cells, share)) for share in (down, across))  # as large as either way has room for
        strip.set_cells(x, y, strip.cell * (1 - strip.gap), mix(lit[taken], lit[given], down))
        if min(down, across) >= 1:
            (strip.x, strip.y), strip.strength = goal, lit
