"""An axis: a map from values to pixels that never changes, and the furniture that shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from manim import VGroup, VMobject

from ..layout import Box
from ..type import TICK, Words, label_for, place, words
from .paths import segments
from .shapes import line, stroked


@dataclass(frozen=True)
class Scale:
    """Values ``low..high`` (log2 if ``log``) to pixels ``start..stop``."""

    low: float
    high: float
    start: float
    stop: float
    log: bool = False

    def __call__(self, value: np.ndarray | float) -> np.ndarray:
        """Pixels of values, any shape."""
        v = np.asarray(value, float)
        low, high = self.low, self.high
        if self.log:
            v, low, high = np.log2(v), float(np.log2(low)), float(np.log2(high))
        return self.start + (v - low) / (high - low) * (self.stop - self.start)


def signed(value: float) -> str:
    """A tick's text: whole numbers without a point, true minus."""
    return f"{value:g}".replace("-", "−")


def tick_label(value: float, said: str, x: float, y: float, anchor: str = "center", *, lit: bool = False) -> Words:
    """What stands at a tick: the value, written as ``said``. ``lit`` is the tick that is meant."""
    made = words(said, TICK, "ink", 600) if lit else words(said, TICK, "muted")
    made.tick_value = value
    return place(made, x, y, anchor)


class HorizontalAxis(VGroup):
    """A base line along the bottom of a box with ticks and their labels: ``x`` is the Scale."""

    def __init__(
        self,
        box: Box,
        low: float,
        high: float,
        ticks: Sequence[float] = (),
        *,
        log: bool = False,
        text: Callable[[float], str] = signed,
        label_gap: float = 34.0,
        marks: bool = True,
    ) -> None:
        self.x = Scale(low, high, box.x, box.right, log)
        super().__init__(line(box.x, box.bottom, box.right, box.bottom))
        if ticks and marks:
            strokes: VMobject = stroked("axis", 2)
            at = self.x(np.array(ticks))
            strokes.points = segments(at, np.full_like(at, box.bottom), at, np.full_like(at, box.bottom + 8))
            self.add(strokes)
        self.labels = {
            tick: tick_label(tick, text(tick), float(self.x(tick)), box.bottom + label_gap) for tick in ticks
        }
        self.add(*(label_for(label, self.submobjects[0]) for label in self.labels.values()))
