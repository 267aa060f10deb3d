"""How beat 9 goes from one picture to the next: a d_k glides to an axis, and ticks become the names of curves."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from manim import Mobject, VMobject

from scenes.kit.layout import extent, point, to_pixels


class Glide:
    """``go(t)`` takes ``symbol`` from where ``start`` stands to its own place, a share t of the way."""

    def __init__(self, start: Mobject, symbol: Mobject) -> None:
        self.symbol = symbol
        self._from, self._to = start.get_center(), symbol.get_center()

    def go(self, t: float) -> None:
        """Move it."""
        self.symbol.move_to(self._from + (self._to - self._from) * t)


class Carried:
    """``go(t)`` takes each tick's number to the end of the name that has the same key, where that number stands."""

    def __init__(self, ticks: Mapping[int, VMobject], names: Mapping[int, Mobject]) -> None:
        self._ways = []
        for d_k, tick in ticks.items():
            over = extent(names[d_k])
            digits = extent(tick).w
            goal = np.array([over.right - digits / 2, over.y + 14.0])
            self._ways.append((tick, np.array(to_pixels(tick.get_center())), goal))

    def go(self, t: float) -> None:
        """Move all of them a share t of the way."""
        for tick, start, goal in self._ways:
            tick.move_to(point(*(start + (goal - start) * t).tolist()))
