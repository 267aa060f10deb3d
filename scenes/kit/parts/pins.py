"""The viewer's three predictions as three small pins in the corner, one of which can be lit."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup

from ..layout import Box, either, heading_position, safe
from ..look import colour
from ..type import HEADING, place, words
from .shapes import panel, stroke_width

SIDE = 60.0


class Pins(VGroup):
    """Small cards with the letters; ``boxes`` says where each stands.

    Top right on the heading's line; in portrait, where the heading needs the width, at the foot of the picture.
    """

    def __init__(self, letters: Sequence[str] = ("A", "B", "C")) -> None:
        right, y = safe().right, either(heading_position()[1], safe().bottom - SIDE / 2 - 10)
        step = SIDE + 14
        self.boxes = {
            letter: Box(right - SIDE - step * (len(letters) - 1 - i), y - SIDE / 2, SIDE, SIDE)
            for i, letter in enumerate(letters)
        }
        self.by_letter = {
            letter: VGroup(panel(box, radius=12), place(words(letter, HEADING, "muted", 600), box.cx, box.cy))
            for letter, box in self.boxes.items()
        }
        super().__init__(*self.by_letter.values())

    def light(self, letter: str) -> Pins:
        """Ring one pin and set its letter in ink."""
        card, text = self.by_letter[letter]
        card.set_stroke(colour("ink"), width=stroke_width(3), opacity=1)
        text.set_color(colour("ink"))
        return self
