"""A readout: what it measures in small type, its number in steady glyphs, and a remark beside it."""

from __future__ import annotations

import re
from functools import cache

from manim import Mobject, VGroup

from ..layout import extent
from ..type import READOUT, TICK, label_for, place, words
from .numeral import Numeral


class Readout(VGroup):
    """``label`` over a number at design pixel (x, y) (the label's middle line); ``set_text`` changes the number.

    The remark (``aside``) follows the number, so that no hole opens between them, and stands still while the number
    keeps its count of digits. ``widest`` is shown first. Whoever drives a readout with a remark drives all of it.
    """

    def __init__(
        self,
        label: str,
        x: float,
        y: float,
        *,
        widest: str,
        role: str = "ink",
        aside: Mobject | None = None,
        size: float = READOUT,
    ) -> None:
        self.label = place(words(label, TICK, "muted"), x, y, "left")
        self.number = Numeral(widest, x, y + 58, size=size, role=role)
        label_for(self.label, self.number)
        super().__init__(self.label, self.number)
        self.aside, self._x, self._size = aside, x, size
        if aside is not None:
            self._aside_y = y + 58 + (size - aside.text_px) * 0.2
            self.add(aside)
            self._follow()

    def set_text(self, text: str) -> Readout:
        """Show another number."""
        self.number.set_text(text)
        self._follow()
        return self

    def _follow(self) -> None:
        if self.aside is not None:
            place(
                self.aside,
                self._x + _width(re.sub(r"\d", "0", self.number.text), self._size) + 18,
                self._aside_y,
                "left",
            )


@cache
def _width(text: str, size: float) -> float:
    """How far a number's ink reaches, every digit taken for a zero: no digit of the same count moves what follows."""
    return extent(Numeral(text, 0.0, 0.0, size=size)).right
