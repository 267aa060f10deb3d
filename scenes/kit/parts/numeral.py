"""A number that changes: pre-built glyphs in fixed slots, one path, never set again by Typst."""

from __future__ import annotations

from functools import cache

import numpy as np
from manim import VMobject

from ..errors import KitError
from ..layout import point, units
from ..look import colour
from ..type import READOUT, glyphs

LETTERS = "0123456789−+.,%×\u2009e≈=<"
_SHIFT = {"left": 0.0, "center": 0.5, "right": 1.0}


@cache
def _glyphs(weight: int) -> dict[str, tuple[np.ndarray, float]]:
    return glyphs(LETTERS, weight)


class Numeral(VMobject):
    """Digits at design pixel (x, y), y being their middle line; ``set_text`` replaces them.

    ``anchor`` says which end stays put. Digits, minus and times have one advance width, so the readout does not jitter;
    a growing number of digits grows away from the anchor.
    """

    points: np.ndarray

    def __init__(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float = READOUT,
        role: str = "ink",
        weight: int = 600,
        anchor: str = "left",
    ) -> None:
        super().__init__(fill_color=colour(role), fill_opacity=1, stroke_width=0)
        self.text_px, self.role, self.text_middle = size, role, 0.0
        self._anchor, self._weight, self._size = anchor, weight, size
        self._x, self._y = x, y
        self.text = ""
        self.set_text(text)

    def set_text(self, text: str) -> Numeral:
        """Show ``text``; letters outside LETTERS raise KitError."""
        if text == self.text and len(self.points):
            return self
        table = _glyphs(self._weight)
        outlines, pen = [], 0.0
        for letter in text:
            if letter not in table:
                raise KitError(f"A Numeral has no glyph for {letter!r} in {text!r}; use words() for such text.")
            outline, advance = table[letter]
            if len(outline):
                outlines.append(outline + np.array([pen, 0.0, 0.0]))
            pen += advance
        em = units(self._size)
        origin = point(self._x, self._y)
        origin[0] -= pen * em * _SHIFT[self._anchor]
        self.points = np.concatenate(outlines) * em + origin if outlines else np.zeros((0, 3))
        self.text, self.text_height = text, self.height
        return self

    def anchor_now(self) -> np.ndarray:
        """Where the anchor of the number is, (2,) in scene units, by the glyphs as they stand.

        It is (x, y) unless something has moved the number without saying so.
        """
        if not len(self.points):
            return np.zeros(2)
        table, pen, least = _glyphs(self._weight), 0.0, np.inf
        middle = []
        for letter in self.text:
            outline, advance = table[letter]
            if len(outline):
                least = min(least, pen + float(outline[:, 0].min()))
                middle += [outline[:, 1].min(), outline[:, 1].max()]
            pen += advance
        em = units(self._size) * (self.height / self.text_height if self.text_height else 1.0)
        low = float(self.points[:, 0].min())
        x = low - least * em + pen * em * _SHIFT[self._anchor]
        return np.array([x, float(self.points[:, 1].min()) - min(middle) * em])

    def show_at(self, text: str, x: float, y: float) -> Numeral:
        """Show ``text`` with the anchor at design pixel (x, y)."""
        self._x, self._y = x, y
        self.text = ""
        return self.set_text(text)
