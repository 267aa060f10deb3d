"""What happens without projections: a query and a key of different sizes, line against line, until the key ends."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from scenes.kit.layout import either
from scenes.kit.parts.paths import dashes, segments
from scenes.kit.parts.shapes import stroked
from scenes.kit.type import formula, place
from scenes.projections import Block, at

DEEP = 8  # numbers in a line of either vector
LOOSE = 90.0  # length of a loose end, in pixels


class Mismatch(VGroup):
    """Names, links, loose ends and the verdict for a query of n and a key of m numbers.

    ``query`` and ``key`` are the blocks where the two vectors stand, their first lines facing each other.
    """

    def __init__(self, n: int, m: int) -> None:
        start, stop, cell, middle = either((600.0, 1256.0, 8.0, 490.0), (330.0, 1010.0, 15.0, 540.0))
        first = middle - n / DEEP / 2 * cell
        self.query = Block(start, middle, cell, DEEP)
        self.key = Block(stop, first + m / DEEP / 2 * cell, cell, DEEP)
        self.links, self.loose = stroked("ink", 2.0, 0.45), stroked("raw", 2.5)
        begin, end = start + DEEP * cell + 8, stop - 8
        across = first + (np.arange(n // DEEP) + 0.5) * cell
        met, unmet = across[: m // DEEP], across[m // DEEP :]
        self.links.points = segments(*at(np.full_like(met, begin), met), *at(np.full_like(met, end), met))
        ends = [at([begin, begin + LOOSE], [c, c]) for c in unmet]
        self.loose.points = np.concatenate([dashes(x[0], y[0], x[1], y[1], 12, 8) for x, y in ends])
        self.verdict = place(formula(f"{n} != {m}", 96, "raw"), *either((1010, 540), (600, 730)))
        self.names = VGroup(
            place(formula(f"q in RR^{n}", 50, "query"), *either((478, 490), (180, 284))),
            place(formula(f"k in RR^{m}", 50, "key"), *either((1446, 266), (320, 1074))),
        )
        super().__init__(self.names, self.links, self.loose, self.verdict)
