"""Scores that lift off their axis into towers of height exp(score - max), and towers that become weight bars."""

from __future__ import annotations

import numpy as np
from manim import VGroup, smooth

from scenes.kit.parts.axis import Scale
from scenes.kit.parts.paths import rectangles, segments
from scenes.kit.parts.shapes import filled, line, stroked
from scenes.kit.parts.weights import DUST, WeightBars

WIDTH = 22.0  # a tower is as wide as its dot
TOGETHER = 44.0  # how far beside the tallest the others gather, in pixels


class Towers(VGroup):
    """One tower for each of the scores (n,). Submobjects: ``base`` (a line), ``stems``, ``bars`` (one path each)."""

    def __init__(self, scores: np.ndarray, x: Scale, dots_y: float, base_y: float, height: float) -> None:
        self.x = np.asarray(x(scores))
        self.dots_y, self.base_y = dots_y, base_y
        self.tall = np.maximum(height * np.exp(scores - scores.max()), DUST)
        self.at = self.x  # where they stand now
        self._line = x.start, x.stop
        self.base = line(x.start, base_y, x.stop, base_y)
        self.stems, self.bars = stroked("key", 3), filled("key")
        super().__init__(self.base, self.stems, self.bars)
        self.bars.set_z_index(1)
        self.lift(0.0)

    def lift(self, t: float) -> Towers:
        """A share t in 0..1 of the way from dots to towers, all at once: only what rises over the line differs."""
        u = float(smooth(t))
        # First a thread leaves each dot for the base line; then the tower grows there. The thread fades whole: if it
        # followed its head, its rest would hang under the line like a bar below zero.
        head, grown, faded = min(2.2 * u, 1.0), max(2 * u - 1, 0.0), min(max(4 * u - 1.8, 0.0), 1.0)
        dot, climb = self.dots_y - WIDTH / 2, self.base_y - self.dots_y + WIDTH / 2
        under = self.x if u > 0 and faded < 1 else self.x[:0]
        self.stems.points = segments(under, np.array(dot), under, np.array(dot + climb * head))
        self.stems.set_stroke(opacity=1 - faded)
        self._draw(self.tall * grown)
        return self

    def gather(self, t: float) -> Towers:
        """All but the tallest a share t of the way to one place beside it: together they are no higher there."""
        tallest = self.x[self.tall.argmax()]
        self.at = np.where(self.x == tallest, self.x, self.x + (tallest - TOGETHER - self.x) * t)
        self._draw(self.tall)
        return self

    def _draw(self, heights: np.ndarray) -> None:
        out = heights > 0
        x, top = self.at[out], (self.base_y - heights)[out]
        self.bars.points = rectangles(x - WIDTH / 2, top, x + WIDTH / 2, np.full_like(x, self.base_y))

    def settle(self, t: float, into: WeightBars, weights: np.ndarray) -> Towers:
        """A share t of the way from towers to the bars that show ``weights`` (n,) in the box of ``into``."""

        def toward(a: np.ndarray | float, b: np.ndarray | float) -> np.ndarray:
            return np.asarray(a + (b - a) * t)

        box = into.box
        bottom = toward(self.base_y, box.bottom)
        tops = toward(self.base_y - self.tall, np.minimum(into.y(weights), box.bottom - DUST))
        left, right = toward(self.at - WIDTH / 2, into.left), toward(self.at + WIDTH / 2, into.right)
        self.bars.points = rectangles(left, tops, right, np.full_like(left, bottom))
        start, stop = self._line
        self.base.points = segments(
            *(np.array([v]) for v in (toward(start, box.x), bottom, toward(stop, box.right), bottom))
        )
        return self
