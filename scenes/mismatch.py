"""What happens without projections: a query and a key of different sizes, line against line, until the key ends."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from scenes.kit.layout import either, points, to_pixels
from scenes.kit.parts.cells import VectorStrip
from scenes.kit.parts.paths import dashes, segments
from scenes.kit.parts.shapes import brace, stroked
from scenes.kit.type import LABEL, READOUT, formula, place, words
from scenes.projections import Block, mix
from scenes.strip import Strip

DEEP = 8  # numbers in a line of either vector
SPREAD = 2.0  # how much longer all lines take than one
LOOSE = 100.0  # length of a loose end, in pixels
LOUD = 144.0  # the one thing in the film that shouts


class Mismatch(VGroup):
    """Names, links, loose ends under their ``count``, and the verdict for a query of n and a key of m numbers.

    ``query`` and ``key`` are the strips where the two vectors stand, their first lines facing each other: the query
    as long as the frame is, the key at the same scale.
    """

    def __init__(self, n: int, m: int) -> None:
        cell = either(27.0, 22.0)
        lines, facing = n // DEEP, m // DEEP
        self.query, self.key = either(
            (Strip(96, 322, cell, DEEP), Strip(96, 772, cell, DEEP)),
            (
                Strip(54, 290 + lines / 2 * cell, cell, DEEP, standing=True),
                Strip(850, 290 + facing / 2 * cell, cell, DEEP, standing=True),
            ),
        )
        self.links, self.loose = stroked("ink", 2.5, 0.5), stroked("ink", 3.0, 0.8)
        begin, end = either((438.0, 656.0), (238.0, 842.0))
        along = either(96.0, 290.0) + (np.arange(lines) + 0.5) * cell
        met, unmet = along[:facing], along[facing:]
        self.links.points = segments(*_at(met, np.full_like(met, begin)), *_at(met, np.full_like(met, end)))
        ends = [_at(np.array([a, a]), np.array([begin, begin + LOOSE])) for a in unmet]
        self.loose.points = np.concatenate([dashes(x[0], y[0], x[1], y[1], 12, 8) for x, y in ends])
        self.count = self._counted(n - m, begin + LOOSE + 14, float(unmet[0]) - cell / 2, float(unmet[-1]) + cell / 2)
        self.verdict = place(formula(f"{n} != {m}", LOUD), *either((1068, 788), (690, 780)))
        self.names = VGroup(
            place(formula(f"q in RR^{n}", 50, "query"), *either((96, 174, "left"), (54, 240, "left"))),
            place(formula(f"k in RR^{m}", 50, "key"), *either((338, 772, "left"), (1026, 240, "right"))),
        )
        super().__init__(self.names, self.links, self.loose, self.count, self.verdict)

    @staticmethod
    def _counted(n: int, away: float, first: float, last: float) -> VGroup:
        """Beat 1's bracket over the numbers without a partner, and how many they are."""
        bracket = brace(away, first, last)
        across, along = np.array([to_pixels(p) for p in bracket.points]).T
        bracket.points = points(*_at(along, across))
        middle = (first + last) / 2
        number, name = words(str(n), READOUT, "ink", 600), words("unpaired", LABEL, "muted")
        spots = either(
            ((middle - 12, away + 64, "right"), (middle + 8, away + 66, "left")),
            ((away + 36, middle - 28, "left"), (away + 36, middle + 28, "left")),
        )
        for text, spot in zip((number, name), spots, strict=True):
            place(text, *spot)
        return VGroup(bracket, number, name)

    def deal(self, strip: VectorStrip, start: Block, t: float) -> None:
        """Move the query's cells a share ``t`` of the way from where they lie to where they face the key.

        Every line of DEEP keeps its shape and goes on its own, the first one first: nothing shears.
        """
        line = np.arange(strip.n) // DEEP
        own = np.clip(t * (1 + SPREAD) - SPREAD * line / line[-1], 0, 1)
        own = own * own * (3 - 2 * own)
        a, b = start.centres(strip.n), self.query.centres(strip.n)
        strip.x, strip.y = mix(a[0], b[0], own), mix(a[1], b[1], own)
        strip.cell = self.query.cell
        strip.set_cells(strip.x, strip.y, mix(start.cell, self.query.cell, own) * (1 - strip.gap), strip.strength)


def _at(along: np.ndarray, across: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Design pixels x and y of places along the query and across from it: it lies in landscape, stands in portrait."""
    return either((along, across), (across, along))
