"""Beat 9's cut: the division sends a blade through the chain's first link, which breaks in two."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from scenes.kit.layout import either
from scenes.kit.parts.paths import segments
from scenes.kit.parts.shapes import arrow_points, line, stroked
from scenes.kit.type import FORMULA, formula, place
from scenes.resolve_chain import TIP, Chain, link_ends

APART = 14.0  # from the blade to either half of the broken link, in pixels


class Cut(VGroup):
    """The division (``symbol``), the ``blade``, and the two ``halves`` that the first link is broken into.

    ``strike`` sends the blade, ``part`` takes the halves away from it.
    """

    def __init__(self, chain: Chain) -> None:
        x, y = chain.gap
        self.symbol = place(formula("div sqrt(d_k)", FORMULA), *either((x, 880.0), (806.0, y)))
        self.blade = stroked("ink", 7)
        self.halves = VGroup(stroked("ink", 6), stroked("ink", 6))
        self._ends = link_ends(*chain.boxes[:2])
        self._handle, self._tip = either(((x, 826.0), (x, y - 62)), ((645.0, y), (x - 62, y)))
        super().__init__(self.symbol, self.blade)
        self.set_z_index(3)
        self.strike(0.0)
        self.part(0.0)

    def strike(self, t: float) -> Cut:
        """Send the blade a share t of its way, from the division to beyond the link."""
        (x0, y0), (x1, y1) = self._handle, self._tip
        self.blade.points = segments(*(np.array([v]) for v in (x0, y0, x0 + (x1 - x0) * t, y0 + (y1 - y0) * t)))
        return self

    def part(self, t: float) -> Cut:
        """Take the link's halves a share t of the way apart; the one that led on goes out."""
        x0, y0, x1, y1 = self._ends
        dx, dy = either((APART * t, 0.0), (0.0, APART * t))
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        before, after = self.halves
        before.points = line(x0, y0, x - dx, y - dy).points
        led = arrow_points(x0, y0, x1, y1, TIP)
        led[:4] = line(x + dx, y + dy, x1, y1).points  # its shaft alone is shorter
        after.points = led
        before.set_stroke(opacity=1 - 0.4 * t)
        after.set_stroke(opacity=1 - 0.8 * t)
        return self
