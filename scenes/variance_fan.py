"""The second half of beat 4: the fan of walks, its envelope, its three stations and their table."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from scenes import curves
from scenes.kit.layout import Box, either, points
from scenes.kit.parts.axis import Scale, signed
from scenes.kit.parts.paths import polyline, segments
from scenes.kit.parts.shapes import line, stroked
from scenes.kit.parts.slice import SliceHistogram
from scenes.kit.type import HEADING, TICK, formula, place, words

STATIONS = (16, 64, 512)


class FanFrame(VGroup):
    """The fan's furniture: the score axis, the line of zero, and a thin line and number for each station."""

    def __init__(self, box: Box) -> None:
        limit = lesson.SCORE_LIMIT
        self.box = box
        self.x = Scale(0.0, lesson.D_MAX, box.x, box.right)
        self.y = Scale(-limit, limit, box.bottom, box.y)
        super().__init__(line(box.x, box.y, box.x, box.bottom), line(box.x, box.cy, box.right, box.cy, width=2))
        values = np.arange(-60, 61, 20)
        marks = stroked("axis", 2)
        marks.points = segments(np.full(7, box.x - 8.0), self.y(values), np.full(7, box.x), self.y(values))
        self.add(marks)
        for v in values:
            self.add(place(words(signed(v), TICK, "muted"), box.x - 18, float(self.y(v)), "right"))
        self.add(place(words("score", TICK, "muted"), box.x - 64, box.y - 30, "left"))
        self.drops = stroked("axis", 1.5)
        at = np.array(STATIONS, float)
        self.drops.points = segments(self.x(at), self.y(-np.sqrt(at)), self.x(at), np.full(3, box.bottom + 12))
        ticks = [place(words(str(d), TICK, "ink"), float(self.x(d)), box.bottom + 36) for d in STATIONS]
        symbol = place(formula("d_k", 44, "muted"), float(self.x(288)), box.bottom + 36)
        self.add(self.drops, *ticks, symbol)


class Envelope(VGroup):
    """Plus and minus the square root of d on the fan's scales. ``reveal(d)`` draws it up to d."""

    def __init__(self, frame: FanFrame) -> None:
        self._frame = frame
        self.curve = stroked("ink", 4)
        at = float(frame.x(lesson.D_MAX * 0.56))
        self.label = place(formula("plus.minus sqrt(d_k)", 52), at, float(frame.y(np.sqrt(288))) - 52)
        super().__init__(self.curve)
        self.set_z_index(2)
        self.label.set_z_index(3)

    def reveal(self, upto: float) -> Envelope:
        """Draw both branches for d up to ``upto``."""
        d = upto * np.linspace(0.0, 1.0, 121) ** 2  # close together where the root is steep
        x, root = self._frame.x(d), np.sqrt(d)
        self.curve.points = np.concatenate([polyline(points(x, self._frame.y(s * root))) for s in (1, -1)])
        return self


def station(d_k: int, y: Scale) -> SliceHistogram:
    """The 20 000 scores at d_k as a cross-section, with their exact density and one sigma to either side."""
    return SliceHistogram(
        y,
        lesson.BIN_EDGES,
        lesson.score_histogram(d_k),
        curves.X,
        curves.density(d_k),
        float(np.sqrt(d_k)),
        either(2040.0, 2000.0),
    )


class SpreadTable(VGroup):
    """Three rows under the stations: d_k, the spread measured on the scores, the square root of d_k."""

    def __init__(self, xs: list[float], rows: list[float], label_right: float) -> None:
        n = lesson.number("n_scores").text
        self.heads = [
            place(formula("d_k", 44, "muted"), label_right, rows[0], "right"),
            place(words(f"spread of {n} scores", HEADING, "muted"), label_right, rows[1], "right"),
            place(formula("sqrt(d_k)", 44, "muted"), label_right, rows[2], "right"),
        ]
        names = ("d_stop", "sample_std", "sigma")
        self.cells = [
            [
                place(words(lesson.number(f"{name}_{d}").text, 48, role, 600), x, y, "left")
                for name, y, role in zip(names, rows, ("muted", "raw", "ink"), strict=True)
            ]
            for d, x in zip(STATIONS, xs, strict=True)
        ]
        super().__init__(*self.heads, *(cell for column in self.cells for cell in column))
