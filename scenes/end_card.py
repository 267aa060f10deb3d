"""The end card: where the argument comes from, how to run its numbers again, and the curves, now all one."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from scenes import curves
from scenes.kit.layout import Box, either, points
from scenes.kit.look import colour
from scenes.kit.parts.axis import Scale
from scenes.kit.parts.paths import polyline
from scenes.kit.parts.shapes import line, panel, stroked
from scenes.kit.type import HEADING, LABEL, TICK, mixed, place, words

# The curve of the smallest d_k is a sliver here, and would hide the others once all are one.
DRAWN = tuple(stop for stop in lesson.STOPS[1:] if stop != 256)
TOP = 0.45  # just over the highest peak of the scaled densities
SEEN = 1e-4  # a density that stands a tenth of a pixel above the axis: the curve ends there


class SettlingCurves(VGroup):
    """The densities of DRAWN on the film's score axis. ``settle(t)`` divides the scores by d_k ** (t / 2)."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.x = Scale(-lesson.SCORE_LIMIT, lesson.SCORE_LIMIT, box.x, box.right)
        self.y = Scale(0.0, TOP, box.bottom, box.y)
        self.raw = [stroked("raw", 3.5).set_fill(colour("raw"), opacity=0.06) for _ in DRAWN]
        self.scaled = [stroked("scaled", 3).set_fill(colour("scaled"), opacity=0.06) for _ in DRAWN]
        super().__init__(line(box.x, box.bottom, box.right, box.bottom), *self.raw, *self.scaled)
        for part in (*self.raw, *self.scaled):
            part.set_z_index(2)
        self.settle(0.0)

    def settle(self, t: float) -> SettlingCurves:
        """Draw all curves a share t of the way to unit variance; they change from raw to scaled on the way."""
        for d_k, raw, scaled in zip(DRAWN, self.raw, self.scaled, strict=True):
            factor = d_k ** (t / 2)
            x, density = curves.X / factor, factor * curves.density(d_k)
            seen = density > SEEN
            drawn = polyline(points(self.x(x[seen]), self.y(density[seen])))
            for part, share in ((raw, 1 - t), (scaled, t)):
                part.points = drawn if share > 0 else np.zeros((0, 3))
                part.set_stroke(opacity=share).set_fill(opacity=0.06 * share)
        return self


class EndCard(VGroup):
    """``source`` and ``rerun`` (each a small title over its lines), the ``curves`` below, and what they become."""

    def __init__(self) -> None:
        year = lesson.number("paper_year").text
        x, y = either((96.0, 184.0), (54.0, 250.0))
        title = f"Vaswani et al. {year}, “Attention Is All You Need”"
        where = either(
            ["section 3.2.1, with its footnote on the variance of the dot product"],
            ["section 3.2.1, with its footnote on", "the variance of the dot product"],
        )
        self.source = VGroup(
            place(words("Source", TICK, "muted"), x, y, "left"),
            place(words(title, either(LABEL + 6, 40), "ink", 600), x, y + 62, "left"),
            *(place(words(text, HEADING, "ink"), x, y + 124 + 52 * i, "left") for i, text in enumerate(where)),
        )
        x, y = either((1270.0, y), (x, y + 320.0))
        self.rerun = VGroup(place(words("Run the numbers again", TICK, "muted"), x, y, "left"))
        for i, (command, does) in enumerate((("./run film", "makes this film"), ("./run test", "checks its numbers"))):
            row = y + 62 + 60 * i
            self.rerun.add(panel(Box(x, row - 26, 210, 52), radius=8))
            self.rerun.add(place(words(command, HEADING, "ink", 600), x + 18, row, "left"))
            self.rerun.add(place(words(does, HEADING, "muted"), x + 234, row, "left"))
        self.curves = SettlingCurves(either(Box(96, 420, 1728, 480), Box(54, 1000, 972, 520)))
        box = self.curves.box
        self.one = place(mixed("$sigma = 1$ at every $d_k$", LABEL, "scaled"), box.cx + 60, box.y + box.h * 0.4, "left")
        super().__init__(self.source, self.rerun, self.curves, self.one)
