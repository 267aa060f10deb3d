"""How beat 9 goes from one picture to the next: the d_k of the formula glides to an axis."""

from __future__ import annotations

from manim import Mobject


class Glide:
    """``go(t)`` takes ``symbol`` from where ``start`` stands to its own place, a share t of the way."""

    def __init__(self, start: Mobject, symbol: Mobject) -> None:
        self.symbol = symbol
        self._from, self._to = start.get_center(), symbol.get_center()

    def go(self, t: float) -> None:
        """Move it."""
        self.symbol.move_to(self._from + (self._to - self._from) * t)
