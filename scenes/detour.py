"""A formula that leaves its place for another while what stood beside it is still leaving, too."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from manim import VMobject, smooth

from scenes.kit.motion import phase

SHRINKS, DOWN, ACROSS = (0.3, 0.8), (0.5, 0.9), (0.7, 1.0)  # from when to when, in shares of the way


def detour(mobject: VMobject, to: np.ndarray, size: float) -> Callable[[float], None]:
    """A function of a share t in 0..1 that takes ``mobject`` to the scene point ``to`` (3,), ``size`` times as large.

    It goes down before it goes across, and late, so that it keeps clear of what leaves to the same side.
    """
    start = mobject.copy()
    at = start.get_center()

    def go(t: float) -> None:
        shrunk, down, across = (phase(t, *span) for span in (SHRINKS, DOWN, ACROSS))
        place = at + (to - at) * np.array([across, down, 0.0])
        mobject.become(start.copy().scale(1 + (size - 1) * shrunk).move_to(place))

    return go


def dip(mobject: VMobject, to: np.ndarray, size: float) -> Callable[[float], None]:
    """As ``detour``, for where there is no free way: it goes out where it is and comes in where it is to be."""
    start, end = mobject.copy(), mobject.copy().scale(size).move_to(to)

    def go(t: float) -> None:
        light = max(1 - 4 * t, 0.0) if t < 0.5 else min(4 * t - 2, 1.0)
        mobject.become((start if t < 0.5 else end).copy().set_opacity(float(smooth(light))))

    return go
