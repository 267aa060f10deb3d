"""Choice cards: a letter, what it claims and a tiny picture, side by side or one under the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import VGroup, VMobject

from ..layout import Box
from ..look import colour
from ..type import HEADING, READOUT, place, words
from .shapes import panel, stroke_width
from .weights import WeightBars


class ChoiceCard(VGroup):
    """A card in a box: ``letter`` and ``text`` on top, weight bars (n,) below. Submobjects: panel, head, bars."""

    def __init__(self, box: Box, letter: str, text: str, weights: np.ndarray, *, bars: Box | None = None) -> None:
        self.box = box
        self.panel = panel(box)
        top = box.y + 58
        self.letter = place(words(letter, READOUT, "ink", 600), box.x + 30, top, "left")
        self.text = place(words(text, HEADING, "muted"), box.x + 92, top + 2, "left")
        self.inner = bars or Box(box.x + 30, box.y + 120, box.w - 60, box.h - 160)
        self.bars = WeightBars(self.inner, len(weights), slots=False, value=False).set_weights(weights)
        super().__init__(self.panel, self.letter, self.text, self.bars)

    def ring(self, role: str = "ink") -> VMobject:
        """A frame around the card: the one that is meant."""
        frame = panel(self.box)
        frame.set_fill(opacity=0).set_stroke(colour(role), width=stroke_width(5), opacity=1)
        return frame


class ChoiceCards(VGroup):
    """Several cards in boxes, in order. ``by_letter`` finds one."""

    def __init__(self, boxes: Sequence[Box], choices: Sequence[tuple[str, str, np.ndarray]]) -> None:
        cards = [ChoiceCard(box, *choice) for box, choice in zip(boxes, choices, strict=True)]
        self.by_letter = {choice[0]: card for choice, card in zip(choices, cards, strict=True)}
        super().__init__(*cards)
