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
DRAWN_IN = 10 / 24  # of its length, the row of the query's paired entries on their way to the shared space


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

    def leave(self, t: float, shared: VectorStrip) -> None:
        """Redraw the query a share ``t`` of the way to the cells of ``shared``, and the key to where it came from.

        The query's entries that have no partner shrink to nothing first, and the key goes before the query. In
        landscape the query draws in to the left, clear of where the key stands, and its cells go to their new lines
        before they close up in them: a long row that does both at once lies over itself.
        """
        query, n = self.query, self.key.n
        alone, late = phase(t, 0, 0.25), (0.25, 0.7)
        drawn_in = either(phase(t, 0.15, 0.5), 0.0)
        down, across = phase(t, *either((0.45, 0.75), late)), phase(t, *either((0.65, 1), late))
        slot = np.arange(n) * shared.n // n
        x, y = self._strips[0][2]
        x = self.box.x + (x - self.box.x) * mix(1.0, DRAWN_IN, drawn_in)
        side = np.full(query.n, self.cell * (1 - alone))
        side[:n] = mix(self.cell * mix(1.0, DRAWN_IN, drawn_in), shared.cell, either(across, down))
        lit = query.strength.copy()
        lit[:n] = mix(lit[:n], shared.strength[slot], down)
        if alone >= 1:
            lit[n:] = -1.0
        now_x, now_y = x.copy(), y.copy()
        now_x[:n], now_y[:n] = mix(x[:n], shared.x[slot], across), mix(y[:n], shared.y[slot], down)
        query.set_cells(now_x, now_y, side * (1 - query.gap), lit)
        key, start, goal, cell = self._strips[1]
        early = (0.1, 0.45)
        down, across = phase(t, *either((0.0, 0.25), early)), phase(t, *either((0.1, 0.5), early))
        self._move(key, goal, start, (self.cell, cell), down, across)
