"""The viewer's predictions as small pins in the corner, each with a letter and a tiny sketch of what it claims."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from manim import VGroup

from ..layout import Box, either, heading_position, safe
from ..type import HEADING, place, words
from .shapes import panel
from .weights import WeightBars

WIDTH, HEIGHT, GAP = 144.0, 64.0, 14.0
QUIET = 0.6  # opacity of a sketch: a reminder, not what is being talked about


class Pin(VGroup):
    """A small card in ``box``. Submobjects: ``panel``, ``letter`` and ``bars``, which stand in ``sketch``."""

    def __init__(self, box: Box, letter: str, weights: np.ndarray) -> None:
        self.box, self.sketch = box, Box(box.x + 52, box.y + 9, box.w - 66, box.h - 18)
        self.panel = panel(box, radius=12)
        self.letter = place(words(letter, HEADING, "muted", 600), box.x + 28, box.cy)
        self.bars = WeightBars(self.sketch, len(weights), slots=False, value=False).set_weights(weights)
        self.bars.bars.set_fill(opacity=QUIET)
        self.bars.base.set_stroke(opacity=0)
        super().__init__(self.panel, self.letter, self.bars)


class Pins(VGroup):
    """A pin for every letter of ``sketches``, which maps it to the weights (n,) that it claims.

    Top right on the heading's line; in portrait, where the heading needs the width, at the foot of the picture.
    """

    def __init__(self, sketches: Mapping[str, np.ndarray]) -> None:
        right, y = safe().right, either(heading_position()[1], safe().bottom - HEIGHT / 2 - 10)
        left = right - len(sketches) * (WIDTH + GAP) + GAP
        self.by_letter = {
            letter: Pin(Box(left + i * (WIDTH + GAP), y - HEIGHT / 2, WIDTH, HEIGHT), letter, weights)
            for i, (letter, weights) in enumerate(sketches.items())
        }
        super().__init__(*self.by_letter.values())
