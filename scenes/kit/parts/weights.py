"""Weight bars on a fixed 0..1 axis, one path, with the largest one's value over it."""

from __future__ import annotations

import numpy as np
from manim import VGroup, VMobject

from ..layout import Box, extent
from ..type import HEADING, label_for
from .axis import Scale
from .numeral import Numeral
from .paths import rectangles, segments
from .shapes import filled, line, parts_of

DUST = 2.0  # a weight too small to see still has a bar of two pixels: it is there


class WeightBars(VGroup):
    """n bars in a box. Submobjects: ``slots`` and ``base`` (furniture), ``bars`` (one path), ``value`` (a Numeral)."""

    def __init__(
        self,
        box: Box,
        n: int,
        *,
        role: str = "key",
        slots: bool = True,
        value: bool = True,
        value_size: float = HEADING,
        value_role: str = "ink",
        decimals: int = 2,
        gap: float = 0.22,
    ) -> None:
        self.n, self.decimals, self.gap, self._has_slots = n, decimals, gap, slots
        self.slots: VMobject = filled("panel")
        self.base = line(box.x, box.bottom, box.right, box.bottom)
        self.within(box)
        self.bars = filled(role)
        self.value = Numeral("", 0, 0, size=value_size, role=value_role, anchor="center")
        label_for(self.value, self.bars)
        self.value.allow_drift = True  # it stands over the largest bar, and rises with it
        self._shows_value = value
        super().__init__(self.slots, self.base, self.bars)
        parts_of(self)
        if value:
            self.add(self.value)
        self.value.set_z_index(3)
        self.bars.set_z_index(1)
        self.base.set_z_index(2)
        self.weights = np.zeros(n)

    def within(self, box: Box) -> WeightBars:
        """Stand in another box; the weights have to be set anew."""
        self.box = box
        pitch = box.w / self.n
        left = box.x + pitch * np.arange(self.n)
        self.left, self.right = left + pitch * self.gap / 2, left + pitch * (1 - self.gap / 2)
        self.y = Scale(0.0, 1.0, box.bottom, box.y)
        if self._has_slots:
            self.slots.points = rectangles(self.left, np.full(self.n, box.y), self.right, np.full(self.n, box.bottom))
        self.base.points = segments(*(np.array([v]) for v in (box.x, box.bottom, box.right, box.bottom)))
        return self

    def centre(self, i: int) -> float:
        """The middle x of bar i, in design pixels."""
        return float(self.left[i] + self.right[i]) / 2

    def set_weights(self, weights: np.ndarray, largest: float | None = None) -> WeightBars:
        """Redraw the bars for weights (n,) in 0..1; the value follows the largest, and reads it or ``largest``."""
        self.weights = np.asarray(weights, float)
        tops = np.minimum(self.y(self.weights), self.box.bottom - DUST)
        self.bars.points = rectangles(self.left, tops, self.right, np.full(self.n, self.box.bottom))
        if self._shows_value:
            i = int(self.weights.argmax())
            text = share(self.weights[i] if largest is None else largest, self.decimals)
            y = float(tops[i]) - 28
            half = extent(self.value.show_at(text, self.centre(i), y)).w / 2
            # Over an outer bar it stays within the chart, so that it never leaves the frame's margin.
            inside = min(max(self.centre(i), self.box.x + half), self.box.right - half)
            if inside != self.centre(i) and 2 * half < self.box.w:
                self.value.show_at(text, inside, y)
        return self


def share(weight: float, decimals: int = 2) -> str:
    """A weight as text, with as many decimals (to four) as it takes not to round a weight below one up to one."""
    for places in range(decimals, 5):
        text = f"{weight:.{places}f}"
        if not text.startswith("1"):
            break
    return text
