"""The title card: the film's name over the exact score densities, which flatten as d_k grows."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from scenes import FILM_TITLE, curves
from scenes.kit.layout import Box, either, points
from scenes.kit.look import colour
from scenes.kit.parts.axis import Scale
from scenes.kit.parts.paths import polyline
from scenes.kit.parts.shapes import line, stroked
from scenes.kit.type import DISPLAY, beside, formula, place, words

STOPS = lesson.STOPS[1:]  # the curve of the smallest d_k is a sliver that would make slivers of the others
TRACES = (0.4, 0.5, 0.65, 0.85)  # how clear each curve stays when d_k has passed it
AHEAD = 0.5  # of that, while d_k has not come to it yet
FILL = 0.08


class NestedCurves(VGroup):
    """The density of raw scores at each of STOPS, on the film's score axis along the bottom of ``box``.

    All are there from the start; the one at d_k stands out and flattens through the others.
    """

    def __init__(self, box: Box) -> None:
        self.box = box
        self.x = Scale(-lesson.SCORE_LIMIT, lesson.SCORE_LIMIT, box.x, box.right)
        self.top = float(curves.density(STOPS[0]).max())
        self.axis = line(box.x, box.bottom, box.right, box.bottom)
        self.traces = [stroked("raw", 4).set_fill(colour("raw"), opacity=FILL) for _ in STOPS]
        self.now = stroked("raw", 7)
        super().__init__(self.axis, *self.traces, self.now)
        for part in self.traces:
            part.set_z_index(1)
        self.now.set_z_index(2)

    def draw(self, d_k: float, height: float = 1.0) -> NestedCurves:
        """The curve at d_k among the others; ``height`` below 1 lets all of them sink."""
        y = Scale(0.0, self.top, self.box.bottom, self.box.bottom - self.box.h * height)
        seen = min(1.0, 2 * height)
        for stop, strength, part in zip(STOPS, TRACES, self.traces, strict=True):
            passed = min(max(4 * (np.log2(d_k) - np.log2(stop)), 0.0), 1.0)
            part.set_stroke(opacity=strength * (AHEAD + (1 - AHEAD) * passed) * seen)
            part.set_fill(opacity=FILL * seen)
            part.points = self._points(stop, y)
        self.now.set_stroke(opacity=seen)
        self.now.points = self._points(min(d_k, STOPS[-1]), y)
        return self

    def _points(self, d_k: float, y: Scale) -> np.ndarray:
        """The curve where it is clear of the axis: a tail along it would only repaint the axis."""
        density = curves.density(d_k)
        seen = density > 4e-3 * self.top
        return polyline(points(self.x(curves.X[seen]), y(density[seen])))


class TitleCard(VGroup):
    """The film's name, what it is about, and the curves."""

    def __init__(self) -> None:
        name = FILM_TITLE.capitalize().split()
        breaks = either((4, 7), (2, 5, 7))
        texts = [" ".join(name[a:b]) for a, b in zip((0, *breaks), breaks, strict=False)]
        x, y = either((96.0, 190.0), (54.0, 330.0))
        self.lines = VGroup(
            *(place(words(t, DISPLAY, "ink", 600), x, y + 112 * i, "left") for i, t in enumerate(texts))
        )
        y += 112 * len(texts)
        self.about = place(words("why attention divides by", 48, "muted"), x, y, "left")
        self.root = beside(formula("sqrt(d_k)", 64, "scaled"), self.about, 20)
        self.curves = NestedCurves(either(Box(96, 470, 1728, 430), Box(54, 960, 972, 620)))
        super().__init__(self.lines, self.about, self.root, self.curves)
