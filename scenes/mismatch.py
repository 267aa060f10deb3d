"""What happens without projections: a query and a key of different sizes, line against line, until the key ends."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from scenes.kit.layout import either, points, to_pixels
from scenes.kit.parts.cells import VectorStrip
from scenes.kit.parts.paths import dashes, segments
from scenes.kit.parts.shapes import brace, stroked
from scenes.kit.type import TICK, formula, place, words
from scenes.projections import Block, at, mix

DEEP = 8  # numbers in a line of either vector
SPREAD = 2.0  # how much longer all lines take than one
LOOSE = 90.0  # length of a loose end, in pixels


class Mismatch(VGroup):
    """Names, links, loose ends under their ``count``, and the verdict for a query of n and a key of m numbers.

    ``query`` and ``key`` are the blocks where the two vectors stand, their first lines facing each other.
    """

    def __init__(self, n: int, m: int) -> None:
        start, stop, cell, middle = either((600.0, 1256.0, 8.0, 490.0), (330.0, 1010.0, 15.0, 540.0))
        first = middle - n / DEEP / 2 * cell
        self.query = Block(start, middle, cell, DEEP)
        self.key = Block(stop, first + m / DEEP / 2 * cell, cell, DEEP)
        self.links, self.loose = stroked("ink", 2.0, 0.45), stroked("ink", 2.5, 0.7)
        begin, end = start + DEEP * cell + 8, stop - 8
        across = first + (np.arange(n // DEEP) + 0.5) * cell
        met, unmet = across[: m // DEEP], across[m // DEEP :]
        self.links.points = segments(*at(np.full_like(met, begin), met), *at(np.full_like(met, end), met))
        ends = [at([begin, begin + LOOSE], [c, c]) for c in unmet]
        self.loose.points = np.concatenate([dashes(x[0], y[0], x[1], y[1], 12, 8) for x, y in ends])
        self.verdict = place(formula(f"{n} != {m}", 96), *either((1240, 560), (740, 780)))
        self.count = self._counted(n - m, begin + LOOSE + 14, float(unmet[0]) - cell / 2, float(unmet[-1]) + cell / 2)
        self.names = VGroup(
            place(formula(f"q in RR^{n}", 50, "query"), *either((478, 490), (180, 284))),
            place(formula(f"k in RR^{m}", 50, "key"), *either((1446, 266), (320, 1074))),
        )
        super().__init__(self.names, self.links, self.loose, self.count, self.verdict)

    @staticmethod
    def _counted(n: int, along: float, first: float, last: float) -> VGroup:
        """Beat 1's bracket over the numbers without a partner, and how many they are."""
        bracket = brace(along, first, last)
        x, y = np.array([to_pixels(p) for p in bracket.points]).T
        bracket.points = points(*at(x, y))
        spots = either(
            ((along + 36, 0.0, "left"), (along + 36, 48.0, "left")),
            ((along + 60, -8.0, "right"), (along + 60, 8.0, "left")),
        )
        middle = (first + last) / 2
        number, name = words(str(n), 48, "ink", 600), words("unpaired", TICK, "muted")
        for text, (a, shift, anchor) in zip((number, name), spots, strict=True):
            x_, y_ = either((a, middle - 20 + shift), (middle + shift, a))
            place(text, x_, y_, anchor)
        return VGroup(bracket, number, name)

    def deal(self, strip: VectorStrip, start: Block, t: float) -> None:
        """Move the query's cells a share ``t`` of the way from a block of long rows into lines of DEEP, line by line.

        Every line keeps its shape and goes on its own, the first one first: nothing shears.
        """
        line = np.arange(strip.n) // DEEP
        own = np.clip(t * (1 + SPREAD) - SPREAD * line / line[-1], 0, 1)
        own = own * own * (3 - 2 * own)
        a, b = start.centres(strip.n), self.query.centres(strip.n)
        strip.x, strip.y = mix(a[0], b[0], own), mix(a[1], b[1], own)
        strip.cell = self.query.cell
        strip.set_cells(strip.x, strip.y, mix(start.cell, self.query.cell, own) * (1 - strip.gap), strip.strength)
