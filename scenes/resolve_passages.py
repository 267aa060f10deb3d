"""How beat 9 goes from one picture to the next: a d_k glides to an axis, and ticks become the names of curves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from manim import Mobject, VMobject

from scenes.kit.layout import extent, point, to_pixels
from scenes.kit.parts.axis import HorizontalAxis


class Glide:
    """``go(t)`` takes ``symbol`` from where ``start`` stands to its own place, a share t of the way."""

    def __init__(self, start: Mobject, symbol: Mobject) -> None:
        self.symbol = symbol
        self._from, self._to = start.get_center(), symbol.get_center()

    def go(self, t: float) -> None:
        """Move it."""
        self.symbol.move_to(self._from + (self._to - self._from) * t)


def taken(frame: Mobject, values: Iterable[int]) -> dict[int, VMobject]:
    """The numbers at ``values`` out of the axis in a plot's frame, which from now on lacks them."""
    axis = next(part for part in frame.submobjects if isinstance(part, HorizontalAxis))
    ticks: dict[int, VMobject] = {value: axis.labels[value] for value in values if value in axis.labels}
    axis.remove(*ticks.values())
    return ticks


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
