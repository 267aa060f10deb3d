"""The end card: the film's name, where its argument comes from, how to run its numbers again, and what has become one.

On the right the scores of three d_k are divided by its square root, and lie on one curve.
"""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from scenes import FILM_TITLE, curves
from scenes.kit.layout import Box, either, extent, points
from scenes.kit.look import colour
from scenes.kit.parts.attention import AttentionFormula
from scenes.kit.parts.axis import HorizontalAxis, Scale
from scenes.kit.parts.paths import polyline
from scenes.kit.parts.shapes import panel, stroked
from scenes.kit.type import HEADING, LABEL, TICK, Words, formula, mixed, place, words
from scenes.variance_fan import STATIONS

CLOSE = 4.0  # the axis runs from minus this to this, as in beat 6's closer look
REACH = 4.5  # sigma to either side up to which a divided curve is drawn in its new colour


class SettlingCurves(VGroup):
    """The densities of raw scores at STATIONS, as shares of their peaks; ``settle(t)`` divides by d_k ** (t / 2).

    What they were stays behind as traces, with ``names`` at their ends, the last of which says what all three are. From
    the middle outwards a curve turns from raw to scaled as it settles: a colour between the two would mean neither.
    """

    def __init__(self, box: Box) -> None:
        self.box = box
        self.axis = HorizontalAxis(box, -CLOSE, CLOSE, (-4, -2, 0, 2, 4))
        self.x, self.y = self.axis.x, Scale(0.0, 1.0, box.bottom, box.y)
        self.traces = [stroked("raw", 3, 0.45) for _ in STATIONS]
        self.raw = [stroked("raw", 4) for _ in STATIONS]
        self.scaled = [stroked("scaled", 4) for _ in STATIONS]
        measured = place(words("score", TICK, "muted"), box.right + 18, box.bottom, "left")
        super().__init__(self.axis, measured, *self.traces, *self.raw, *self.scaled)
        for z, parts in ((1, self.traces), (2, (*self.raw, *self.scaled))):
            for part in parts:
                part.set_z_index(z)
        self.names = VGroup()
        for d_k, trace in zip(STATIONS, self.traces, strict=True):
            x, heights = self._divided(d_k, 0.0)
            trace.points = self._line(x, heights)
            # The two that stay high end close together: the lower name makes room.
            y = float(self.y(heights[-1])) + (14 if d_k == 64 else 0)
            self.names.add(place(formula(f"d_k = {d_k}", 40, "muted"), box.right + 18, y, "left"))
        self.names.add(place(words("raw", HEADING, "raw", 600), box.right + 18, extent(self.names).y - 34, "left"))
        self.settle(0.0)

    def _divided(self, d_k: int, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Scores on the axis and the density there as a share of its peak, the scores divided by d_k ** (t / 2)."""
        density = curves.density(d_k)
        at = curves.X / d_k ** (t / 2)
        x = np.linspace(-CLOSE, CLOSE, 241)
        x = x[np.abs(x) <= at[-1]]
        return x, np.interp(x, at, density / density.max())

    def _line(self, x: np.ndarray, heights: np.ndarray) -> np.ndarray:
        return polyline(points(self.x(x), self.y(heights)))

    def settle(self, t: float) -> SettlingCurves:
        """Draw all curves a share t of the way to unit variance."""
        for d_k, raw, scaled in zip(STATIONS, self.raw, self.scaled, strict=True):
            x, heights = self._divided(d_k, t)
            # By the scores as they were: the middle of the curve first, and at the end all that the axis holds.
            turned = np.abs(x) * d_k ** (t / 2) <= REACH * np.sqrt(d_k) * t
            inner = np.flatnonzero(turned) if t > 0 else np.zeros(0, int)
            first, last = (int(inner[0]), int(inner[-1])) if len(inner) else (len(x) // 2, len(x) // 2)
            scaled.points = self._line(x[first : last + 1], heights[first : last + 1])
            arms = slice(0, first + 1), slice(last, len(x))
            raw.points = np.concatenate([self._line(x[arm], heights[arm]) for arm in arms])
        # One of them, and when it comes down to the axis at both ends: a fill ends on the line between them.
        self.scaled[0].set_fill(colour("scaled"), opacity=0.2 * min(max(5 * t - 4, 0.0), 1.0))
        return self


class EndCard(VGroup):
    """``film`` (its name), ``source``, ``rerun``, ``licence``, the ``formula``, ``curves``, and ``one``, their name."""

    def __init__(self) -> None:
        title = FILM_TITLE.capitalize().split()
        breaks = either((4, 7), (2, 5, 7))
        x, y, size, step = either((96.0, 146.0, 64, 78.0), (54.0, 160.0, 72, 82.0))
        self.film = VGroup()
        for i, (a, b) in enumerate(zip((0, *breaks), breaks, strict=False)):
            self.film.add(place(words(" ".join(title[a:b]), size, "ink", 600), x, y + step * i, "left"))
        y += step * len(breaks) + either(30, 12)
        year = lesson.number("paper_year").text
        self.source = VGroup(
            place(words("Source", TICK, "muted"), x, y, "left"),
            place(words(f"Vaswani et al. {year}, “Attention Is All You Need”", 40, "ink", 600), x, y + 54, "left"),
            place(words("section 3.2.1, with its footnote on", HEADING, "ink"), x, y + 106, "left"),
            place(words("the variance of the dot product", HEADING, "ink"), x, y + 152, "left"),
        )
        y += 238
        self.rerun = VGroup(place(words("Run the numbers again", TICK, "muted"), x, y, "left"))
        for i, (command, does) in enumerate((("./run test", "checks the numbers"), ("./run film", "makes this film"))):
            row = y + 60 + 66 * i
            self.rerun.add(panel(Box(x, row - 28, 200, 56), radius=8), place(_command(command), x + 22, row, "left"))
            self.rerun.add(place(words(does, HEADING, "ink"), x + 228, row, "left"))
        y += 212
        self.licence = VGroup(
            place(words("Licence", TICK, "muted"), x, y, "left"),
            place(words("film and narration CC BY 4.0, code MIT", HEADING, "ink"), x, y + 52, "left"),
        )
        x, y, size = either((1324.0, 190.0, 64), (466.0, 1078.0, 60))
        self.formula = AttentionFormula(x, y, size=size, root_role="scaled")
        self.curves = SettlingCurves(either(Box(1000, 360, 648, 460), Box(90, 1240, 752, 420)))
        box = self.curves.box
        self.one = place(mixed("$sigma = 1$ at every $d_k$", LABEL, "scaled"), box.cx, box.bottom + 86)
        self.source.allow_digits = self.licence.allow_digits = True  # a section and a version: they count nothing
        super().__init__(self.film, self.source, self.rerun, self.licence, self.formula, self.curves, self.one)


def _command(text: str) -> Words:
    return words(text, HEADING, "ink", 600)
