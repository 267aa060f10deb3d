"""The end card: the film's name, where its argument comes from, how to run its numbers again, and what has become one.

On the right the densities of raw scores are divided by the square root of their d_k, and lie on one curve.
"""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from scenes import FILM_TITLE, curves
from scenes.kit.layout import Box, either, points
from scenes.kit.look import colour
from scenes.kit.parts.axis import Scale
from scenes.kit.parts.paths import polyline
from scenes.kit.parts.shapes import line, panel, stroked
from scenes.kit.type import HEADING, LABEL, TICK, Words, mixed, place, words

# The curve of the smallest d_k is a sliver here, and would hide the others once all are one.
DRAWN = tuple(stop for stop in lesson.STOPS[1:] if stop != 256)
TOP = 0.42  # just over the highest peak of the scaled densities
SEEN = 1e-4  # a density that stands a tenth of a pixel above the axis: the curve ends there
REACH = 5.0  # sigma to either side beyond which no curve stands off the axis
MONO = "DejaVu Sans Mono"  # carried by the typst package, as the font of formulas is


class SettlingCurves(VGroup):
    """The densities of DRAWN on the film's score axis. ``settle(t)`` divides the scores by d_k ** (t / 2).

    What they were stays behind as traces. From the middle outwards a curve turns from raw to scaled as it settles: a
    colour between the two would mean neither.
    """

    def __init__(self, box: Box) -> None:
        self.box = box
        self.x = Scale(-lesson.SCORE_LIMIT, lesson.SCORE_LIMIT, box.x, box.right)
        self.y = Scale(0.0, TOP, box.bottom, box.y)
        self.traces = [stroked("raw", 3, 0.45) for _ in DRAWN]
        self.raw = [stroked("raw", 4) for _ in DRAWN]
        self.scaled = [stroked("scaled", 4).set_fill(colour("scaled"), opacity=0.08) for _ in DRAWN]
        super().__init__(line(box.x, box.bottom, box.right, box.bottom), *self.traces, *self.raw, *self.scaled)
        for z, parts in ((1, self.traces), (2, (*self.raw, *self.scaled))):
            for part in parts:
                part.set_z_index(z)
        for d_k, trace in zip(DRAWN, self.traces, strict=True):
            trace.points = self._line(curves.X, curves.density(d_k))
        self.settle(0.0)

    def _line(self, x: np.ndarray, density: np.ndarray) -> np.ndarray:
        seen = density > SEEN
        return polyline(points(self.x(x[seen]), self.y(density[seen])))

    def settle(self, t: float) -> SettlingCurves:
        """Draw all curves a share t of the way to unit variance."""
        for d_k, raw, scaled in zip(DRAWN, self.raw, self.scaled, strict=True):
            factor = d_k ** (t / 2)
            x, density = curves.X / factor, factor * curves.density(d_k)
            turn = int(np.searchsorted(curves.X, -REACH * np.sqrt(d_k) * t)) if t > 0 else len(x) // 2
            middle = slice(turn, len(x) - turn)
            arms = slice(0, turn + 1), slice(len(x) - turn - 1, len(x))
            scaled.points = self._line(x[middle], density[middle]) if t > 0 else np.zeros((0, 3))
            raw.points = np.concatenate([self._line(x[arm], density[arm]) for arm in arms])
        return self


class EndCard(VGroup):
    """``film`` (its name), ``source``, ``rerun`` and ``licence`` in a column, ``curves``, and ``one``, their name."""

    def __init__(self) -> None:
        title = FILM_TITLE.capitalize().split()
        breaks = either((4, 7), (2, 5, 7))
        x, y, size, step = either((96.0, 146.0, 64, 78.0), (54.0, 196.0, 72, 86.0))
        self.film = VGroup()
        for i, (a, b) in enumerate(zip((0, *breaks), breaks, strict=False)):
            self.film.add(place(words(" ".join(title[a:b]), size, "ink", 600), x, y + step * i, "left"))
        y += step * len(breaks) + 30
        year = lesson.number("paper_year").text
        self.source = VGroup(
            place(words("Source", TICK, "muted"), x, y, "left"),
            place(words(f"Vaswani et al. {year}, “Attention Is All You Need”", 40, "ink", 600), x, y + 54, "left"),
            place(words("section 3.2.1, with its footnote on", HEADING, "ink"), x, y + 106, "left"),
            place(words("the variance of the dot product", HEADING, "ink"), x, y + 152, "left"),
        )
        y += either(238, 250)
        self.rerun = VGroup(place(words("Run the numbers again", TICK, "muted"), x, y, "left"))
        for i, (command, does) in enumerate((("./run film", "makes this film"), ("./run test", "checks its numbers"))):
            row = y + 60 + 66 * i
            self.rerun.add(panel(Box(x, row - 28, 252, 56), radius=8), place(_command(command), x + 22, row, "left"))
            self.rerun.add(place(words(does, HEADING, "ink"), x + 280, row, "left"))
        y += either(212, 224)
        self.licence = VGroup(
            place(words("Licence", TICK, "muted"), x, y, "left"),
            place(words("film and narration CC BY 4.0, code MIT", HEADING, "ink"), x, y + 52, "left"),
        )
        self.curves = SettlingCurves(either(Box(980, 130, 844, 744), Box(54, 1150, 972, 580)))
        box = self.curves.box
        self.one = place(mixed("$sigma = 1$ at every $d_k$", LABEL, "scaled"), box.cx + 56, box.y + box.h * 0.3, "left")
        self.source.allow_digits = self.licence.allow_digits = True  # a section and a version: they count nothing
        super().__init__(self.film, self.source, self.rerun, self.licence, self.curves, self.one)


def _command(text: str) -> Words:
    return mixed(f'#text(font: "{MONO}", "{text}")', 36)
