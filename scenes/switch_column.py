"""One column of beat 7: the film's 16 keys at one d_k, with the division switched on, off, or on its way."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from mathcore.information import effective_keys
from mathcore.softmax import softmax
from scenes.kit.layout import Box, either, extent
from scenes.kit.parts.dots import Dots
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.paths import segments
from scenes.kit.parts.shapes import dashes, stroked
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import TICK, formula, place, words


class SwitchColumn(VGroup):
    """``title``, ``bars``, ``keys`` (a dot under every bar) and how many keys still count, in a box.

    ``switch(t)``: logits are scores over sqrt(d_k) ** t, so 0 is raw, 1 is scaled, and nothing else changes. ``ghost``
    is how high the tallest bar is with the switch off, for when it is on, and says that this is raw, and how much.
    """

    def __init__(self, box: Box, d_k: int) -> None:
        self.d_k, self.scores = d_k, lesson.film_scores(d_k)
        bars = either(
            Box(box.x, box.y + 136, box.w, box.h - 242), Box(box.x + 336, box.y + 60, box.w - 336, box.h - 90)
        )
        self.box = bars
        self.bars = WeightBars(bars, lesson.N_KEYS, value_role="key")
        self.keys = Dots("key", 6)
        self.keys.set_dots(*np.broadcast_arrays((self.bars.left + self.bars.right) / 2, bars.bottom + 20))
        self.title = place(formula(f"d_k = {d_k}", 56), *either((bars.cx, box.y + 20), (box.x + 150, bars.cy - 50)))
        of = words(f"of {lesson.number('n_keys').text} keys count", TICK, "muted")
        number = extent(Numeral("00.0", 0.0, 0.0, size=42)).w
        middle = bars.cx + (number - 12 - extent(of).w) / 2  # number and words together stand in the middle
        x, y = either((middle, box.bottom - 28), (box.x + 88, bars.cy + 50))
        self.count = Numeral("", x, y, size=42, anchor="right", role="key")
        self.of = place(of, x + 12, y + 3, "left")
        self.ghost = self._outline(softmax(self.scores), softmax(self.scores / d_k**0.5))
        super().__init__(self.title, self.bars, self.count, self.of)
        self.switch(1.0)

    def switch(self, t: float) -> SwitchColumn:
        """Redraw with the division a share t of the way on."""
        scaled = "scaled_" if t >= 0.5 else ""
        weights = softmax(self.scores / self.d_k ** (t / 2))
        self.bars.decimals = lesson.number(f"film_top_{scaled}{self.d_k}").decimals
        self.bars.set_weights(weights)
        self.count.set_text(f"{effective_keys(weights):.1f}")
        return self

    def grow(self, t: float) -> SwitchColumn:
        """The bars, a share t of the way up from their line to where the division has them; at 0 there are none."""
        self.bars.set_weights(t * softmax(self.scores / self.d_k**0.5))
        if t == 0:
            self.bars.bars.points = np.zeros((0, 3))
        return self

    def _outline(self, off: np.ndarray, on: np.ndarray) -> VGroup:
        """The tallest bar's upper end for weights ``off`` (16,), and its name beside it.

        Its sides are broken where they come near the number over the bar for ``on`` (16,): it goes on behind.
        """
        i = int(off.argmax())
        left, right = float(self.bars.left[i]), float(self.bars.right[i])
        top, low = float(self.bars.y(off[i])), float(self.bars.y(on[i])) - 54
        whole = max(low - 44, top)
        upper = np.array([whole, top, top]), np.array([top, top, whole])
        x = np.array([left, left, right])
        sides = stroked("raw", 2)
        solid = segments(x, upper[0], np.array([left, right, right]), upper[1])
        sides.points = np.concatenate([solid, *(dashes(side, whole + 8, side, low) for side in (left, right))])
        known_as = words(f"raw {lesson.number(f'film_top_{self.d_k}').text}", TICK, "raw", 600)
        return VGroup(sides, place(known_as, right + 12, top + 18, "left"))

    def shrink(self, t: float, into: Box) -> SwitchColumn:
        """Move the bars alone a share t of the way into another box."""
        self.bars.within(self.box.toward(into, t)).set_weights(self.bars.weights)
        return self
