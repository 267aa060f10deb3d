"""Scores that lift off their axis into towers of height exp(score - max), and towers that become weight bars."""

from __future__ import annotations

import numpy as np
from manim import VGroup, smooth

from scenes.kit.parts.axis import Scale
from scenes.kit.parts.paths import rectangles, segments
from scenes.kit.parts.shapes import filled, line, stroked
from scenes.kit.parts.weights import DUST, WeightBars

WIDTH = 22.0  # a tower is as wide as its dot
SPREAD = 0.5  # share of the lift by which the last tower starts later than the first


class Towers(VGroup):
    """One tower for each of the scores (n,). Submobjects: ``base`` (a line), ``stems``, ``bars`` (one path each)."""

    def __init__(self, scores: np.ndarray, x: Scale, dots_y: float, base_y: float, height: float) -> None:
        self.x = np.asarray(x(scores))
        self.dots_y, self.base_y = dots_y, base_y
        self.tall = np.maximum(height * np.exp(scores - scores.max()), DUST)
        self.order = np.argsort(np.argsort(scores)) / (len(scores) - 1)
        self._line = x.start, x.stop
        self.base = line(x.start, base_y, x.stop, base_y)
        self.stems, self.bars = stroked("key", 3), filled("key")
        super().__init__(self.base, self.stems, self.bars)
        self.bars.set_z_index(1)
        self.lift(0.0)

    def lift(self, t: float) -> Towers:
        """A share t in 0..1 of the way from dots to towers; the lowest score starts first, the highest last."""
        u = np.array([smooth(min(max(t * (1 + SPREAD) - SPREAD * late, 0.0), 1.0)) for late in self.order])
        # First a thread leaves the dot for the base line; then it runs into the tower, which grows there.
        head, tail = np.minimum(2 * u, 1.0), np.maximum(2 * u - 1, 0.0)
        dot, climb = self.dots_y - WIDTH / 2, self.base_y - self.dots_y + WIDTH / 2
        under = (u > 0) & (u < 1)
        self.stems.points = segments(*(v[under] for v in (self.x, dot + climb * tail, self.x, dot + climb * head)))
        out = tail > 0
        x, top = self.x[out], (self.base_y - self.tall * tail)[out]
        self.bars.points = rectangles(x - WIDTH / 2, top, x + WIDTH / 2, np.full_like(x, self.base_y))
        return self

    def settle(self, t: float, into: WeightBars, weights: np.ndarray) -> Towers:
        """A share t of the way from towers to the bars that show ``weights`` (n,) in the box of ``into``."""

        def toward(a: np.ndarray | float, b: np.ndarray | float) -> np.ndarray:
            return np.asarray(a + (b - a) * t)

        box = into.box
        bottom = toward(self.base_y, box.bottom)
        tops = toward(self.base_y - self.tall, np.minimum(into.y(weights), box.bottom - DUST))
        left, right = toward(self.x - WIDTH / 2, into.left), toward(self.x + WIDTH / 2, into.right)
        self.bars.points = rectangles(left, tops, right, np.full_like(left, bottom))
        start, stop = self._line
        self.base.points = segments(
            *(np.array([v]) for v in (toward(start, box.x), bottom, toward(stop, box.right), bottom))
        )
        return self
