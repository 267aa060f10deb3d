"""The pictures of beat 6 while it divides: scores on the film's axis, three dimensions in rows, and the look closer."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from scenes import curves
from scenes.kit.layout import Box, either, extent
from scenes.kit.look import colour
from scenes.kit.parts.axis import HorizontalAxis, Scale
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.paths import dashes, segments
from scenes.kit.parts.shapes import arrow_points, line, panel, stroke_width, stroked
from scenes.kit.parts.squeeze import SqueezeHistogram
from scenes.kit.type import LABEL, READOUT, formula, place, words

FULL = float(np.sqrt(lesson.D_MAX))
TOP = 1.0  # heights are shares of a histogram's peak: it is their widths that differ
CLOSE = 4.0  # the closer look's axis runs from minus this to this


def eased(full: float, t: float) -> float:
    """The factor a share t of the way from 1 to ``full``, even in its logarithm."""
    return float(full**t)


def heights(box: Box) -> Scale:
    """The scale of heights in a box."""
    return Scale(0.0, TOP, box.bottom, box.y)


def squeezable(x: Scale, y: Scale, d_k: int, *, solid: float = 1.0, width: float = 4.0) -> SqueezeHistogram:
    """The 20 000 scores at d_k and their exact density on the given scales, to be divided by up to sqrt(d_k)."""
    found, density = lesson.score_histogram(d_k), curves.density(d_k)
    full = float(np.sqrt(d_k))
    return SqueezeHistogram(x, y, lesson.BIN_EDGES, found, curves.X, density, full, solid=solid, width=width)


class ScoreChart(VGroup):
    """The film's score axis, -70..70, along the bottom of a box; ``x`` and ``y`` are its scales."""

    def __init__(self, box: Box) -> None:
        self.box = box
        limit = float(lesson.SCORE_LIMIT)
        self.axis = HorizontalAxis(box, -limit, limit, (-60, -40, -20, 0, 20, 40, 60))
        self.x, self.y = self.axis.x, heights(box)
        super().__init__(self.axis)


class Spread(VGroup):
    """A double arrow from minus to plus one standard deviation over a chart, and the number over it."""

    def __init__(self, chart: ScoreChart) -> None:
        self._chart = chart
        self._y = chart.box.y - 40
        middle = float(chart.x(0))
        self.arrow, self.sides = stroked("ink", 4), stroked("ink", 3)
        # The number follows its sign however many digits it has: both together stand over the middle.
        self.known_as = place(formula("sigma =", 60), middle - 10, self._y - 58, "right")
        self.number = Numeral("", middle + 10, self._y - 58, size=READOUT)
        super().__init__(self.sides, self.arrow, self.known_as, self.number)
        self.set_z_index(3)
        self.set_spread(float(lesson.number("sigma_512").value))

    def set_spread(self, sigma: float) -> Spread:
        """Stand at plus and minus ``sigma``."""
        left, right = (float(self._chart.x(v)) for v in (-sigma, sigma))
        self.arrow.points = arrow_points(left, self._y, right, self._y, both=True)
        ends = [dashes(x, self._chart.box.bottom, x, self._y - 14) for x in (left, right)]
        self.sides.points = np.concatenate(ends)
        self.number.set_text(f"{sigma:.1f}")
        return self


class ScoreRow(VGroup):
    """One dimension's scores on a line of their own, in a box over the rows' axis.

    Submobjects: ``base``, ``known_as`` (its d_k), ``sigma`` and ``number``, its spread, ``ghost`` (the raw curve, which
    stays) and ``bell``. ``rise(t)``: the raw histogram grows from the line at its final width. ``squeeze(t)``: every
    score is divided by sqrt(d_k) ** t.
    """

    def __init__(self, box: Box, x: Scale, d_k: int) -> None:
        self.box, self.d_k, self.full = box, d_k, float(np.sqrt(d_k))
        self.base = line(box.x, box.bottom, box.right, box.bottom)
        y = box.bottom - 92
        self.sigma = place(formula("sigma =", 50), box.right - 116, y, "right")
        self.known_as = place(formula(f"d_k = {d_k}", 50), extent(self.sigma).x, y - 66, "left")
        self.number = Numeral("", box.right - 102, y, size=LABEL + 4)
        self.bell = squeezable(x, heights(box), d_k, width=3)
        self.ghost = self.bell.curve.copy().set_stroke(colour("raw"), opacity=0.6)
        self.ghost.set_z_index(0)
        super().__init__(self.base, self.known_as, self.sigma, self.number, self.ghost, self.bell)
        self.squeeze(0.0)

    def rise(self, t: float) -> ScoreRow:
        """The undivided scores, a share t of the way up from the line."""
        up = self.box.h * t
        self.bell.on(self.bell.x, heights(Box(self.box.x, self.box.bottom - up, self.box.w, up)))
        return self

    def squeeze(self, t: float) -> ScoreRow:
        """Redraw with every score divided by sqrt(d_k) ** t."""
        self.bell.squeeze(eased(self.full, t))
        self.number.set_text(f"{self.full ** (1 - t):.1f}")
        return self

    @property
    def needle(self) -> Box:
        """The stretch of the line that the closer look magnifies."""
        left, right = (float(self.bell.x(v)) for v in (-CLOSE, CLOSE))
        return Box(left, self.box.y, right - left, self.box.h)


class CloserLook(VGroup):
    """A card with an axis of its own, -4..4, that opens from the stretch of a score axis which it magnifies.

    ``content`` is one solid histogram and the curves of the three dimensions, all divided; those not in ``shown`` are
    not there yet. ``open(t)`` redraws card and content a share t of the way from ``start``. ``axis`` and ``notes``
    (what is measured, and ``shared``: that all have it) come when the card is open.
    """

    def __init__(self, card: Box, inner: Box, start: Box | None = None) -> None:
        self.card, self.inner, self.start = card, inner, start or card
        self.back = panel(card)
        self.back.set_stroke(colour("axis"), width=stroke_width(2), opacity=1)
        self.base = stroked("axis", 2)
        self.axis = HorizontalAxis(inner, -CLOSE, CLOSE, (-4, -2, 0, 2, 4))
        self.x, self.y = self.axis.x, heights(inner)
        self.bells = {d_k: squeezable(self.x, self.y, d_k, width=2) for d_k in (512, 64, 16)}
        self.shown = set(self.bells)
        for bell in self.bells.values():
            bell.squeeze(bell.full).lift(2)
        self.content = VGroup(self.base, *self.bells.values())
        left, top = card.x + 40, card.y + either(66, 70)
        sides = stroked("ink", 3)
        for_one = [float(self.x(v)) for v in (-1.0, 1.0)]
        high = float(self.y(0.93))
        sides.points = np.concatenate([dashes(v, inner.bottom, v, high) for v in for_one])
        sides.set_z_index(3)
        sigma = f"sigma = {lesson.number('sigma_scaled').text}"
        self.shared = place(words("all three", LABEL, "scaled", 600), left, top, "left")
        self.notes = VGroup(place(formula(sigma, 52, "scaled"), left, top + 62, "left"), sides)
        super().__init__(self.back, self.content)
        self.open(1.0)

    def open(self, t: float) -> CloserLook:
        """Redraw a share t of the way open."""
        card, inner = (self.start.toward(box, t) for box in (self.card, self.inner))
        self.back.points = panel(card, radius=16.0 * t + 0.5).points
        self.base.points = segments(*(np.array([v]) for v in (inner.x, inner.bottom, inner.right, inner.bottom)))
        for d_k, bell in self.bells.items():
            if d_k in self.shown:
                # One of them is filled, the one with the broadest bars: behind three curves all look alike.
                bell.solid = 1.0 if d_k == min(self.shown) else 0.0
                magnify(bell, inner)
            else:
                for part in bell:
                    part.points = np.zeros((0, 3))
        return self


def magnify(bell: SqueezeHistogram, box: Box) -> None:
    """Draw a divided histogram with the closer look's axis, -4..4, along the bottom of a box."""
    bell.on(Scale(-CLOSE, CLOSE, box.x, box.right), heights(box))
