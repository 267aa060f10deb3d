"""A readout: what it measures in small type, its number in steady glyphs, and a remark beside it."""

from __future__ import annotations

from manim import Mobject, VGroup

from ..layout import extent
from ..type import READOUT, TICK, place, words
from .numeral import Numeral


class Readout(VGroup):
    """``label`` over a number at design pixel (x, y) (the label's middle line); ``set_text`` changes the number.

    The remark (``aside``) stands beside the widest text the readout will show, so that it never moves.
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
        super().__init__(self.label, self.number)
        self.aside = aside
        if aside is not None:
            place(aside, extent(self.number).right + 18, y + 58 + (size - aside.text_px) * 0.2, "left")
            self.add(aside)

    def set_text(self, text: str) -> Readout:
        """Show another number."""
        self.number.set_text(text)
        return self
