"""The title card: the film's name over the exact score densities, which flatten as d_k grows."""

from __future__ import annotations

import numpy as np
from manim import VGroup, VMobject

from mathcore import lesson
from scenes import FILM_TITLE, curves
from scenes.kit.layout import Box, either, points
from scenes.kit.look import colour
from scenes.kit.parts.axis import Scale
from scenes.kit.parts.paths import polyline
from scenes.kit.parts.shapes import line, stroked
from scenes.kit.type import DISPLAY, beside, formula, place, words

STOPS = tuple(stop for stop in lesson.STOPS if stop != 256)  # four curves: a fifth would crowd the wide ones
STRENGTHS = (0.35, 0.5, 0.7, 1.0)


class NestedCurves(VGroup):
    """The density of raw scores at each of STOPS, on the film's score axis along the bottom of ``box``."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.x = Scale(-lesson.SCORE_LIMIT, lesson.SCORE_LIMIT, box.x, box.right)
        self.axis = line(box.x, box.bottom, box.right, box.bottom)
        self.curves = [_curve(strength) for strength in STRENGTHS]
        super().__init__(self.axis, *self.curves)
        for part in self.curves:
            part.set_z_index(2)

    def draw(self, d_k: float, height: float = 1.0) -> NestedCurves:
        """The curves that d_k has passed and the one it is at; ``height`` below 1 lets all of them sink."""
        y = Scale(0.0, curves.TOP, self.box.bottom, self.box.bottom - self.box.h * height)
        for i, part in enumerate(self.curves):
            before = STOPS[i - 1] if i else 0
            if d_k <= before and i:
                part.points = np.zeros((0, 3))
                continue
            part.set_stroke(opacity=STRENGTHS[i] * min(1.0, 2 * height))
            density = curves.density(min(max(d_k, STOPS[0]), STOPS[i]))
            part.points = polyline(points(self.x(curves.X), y(density)))
        return self


def _curve(strength: float) -> VMobject:
    return stroked("raw", 5, strength).set_fill(colour("raw"), opacity=0.06)


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
        self.curves = NestedCurves(either(Box(96, 500, 1728, 400), Box(54, 1000, 972, 520)))
        super().__init__(self.lines, self.about, self.root, self.curves)
