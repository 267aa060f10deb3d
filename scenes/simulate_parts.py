"""Where beat 3 has its two pictures, big and in threes: beat 2 ends on the big ones' furniture and titles."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from scenes import curves
from scenes.kit.layout import Box, either, point, points
from scenes.kit.motion import phase
from scenes.kit.parts.axis import HorizontalAxis
from scenes.kit.parts.histogram import Histogram
from scenes.kit.parts.paths import polyline, rectangles
from scenes.kit.parts.shapes import Path, filled, stroke_width, stroked
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import HEADING, LABEL, beside, formula, place, words

SIDE_BY_SIDE = (4, 64, 512)
APART = 24.0  # pixels of plain ground left of a panel of weights: leaving a pile, they are to be told from each other
TRACE = 0.6  # opacity of what is left behind: seen, and less than what is there now


def score_chart() -> Histogram:
    """The axis of the 20 000 scores with no scores on it yet."""
    return Histogram(either(Box(96, 262, 864, 358), Box(54, 324, 972, 280)), lesson.BIN_EDGES, curves.TOP)


def weight_chart() -> WeightBars:
    """The film's weights at the smallest stop."""
    box = either(Box(1104, 262, 720, 358), Box(54, 958, 972, 272))
    return WeightBars(box, lesson.N_KEYS, value_role="key").set_weights(lesson.film_weights(lesson.STOPS[0], False))


def score_title() -> VGroup:
    """Over the scores: how many there are, and of what."""
    name = words(f"{lesson.number('n_scores').text} scores", LABEL, "ink", 600)
    place(name, score_chart().box.x, either(172.0, 236.0), "left")
    return VGroup(name, beside(formula("q dot k", 48, "muted"), name, 40))


def weight_title() -> VGroup:
    """Over the weights: whose they are."""
    name = words("One query’s attention", LABEL, "ink", 600)
    return VGroup(place(name, weight_chart().box.x, either(172.0, 864.0), "left"))


def small_boxes() -> list[tuple[Box, Box]]:
    """For each of three panels: the box of its histogram and of its weights."""
    columns, rows = Box(96, 240, 1728, 660).columns(3, 52), Box(54, 340, 972, 1290).rows(3, 170)
    return either(
        [(Box(c.x, c.y, c.w, 284), Box(c.x, c.y + 406, c.w, 254)) for c in columns],
        [(Box(r.x, r.y, 460, 310), Box(r.x + 512, r.y, 460, 310)) for r in rows],
    )


class Traces(VGroup):
    """What the scores' curve leaves behind: its outline at every stop that the slider has passed, one path each."""

    def __init__(self, histogram: Histogram) -> None:
        self.by_stop = {stop: trace(histogram, stop) for stop in lesson.STOPS[:-1]}
        super().__init__(*self.by_stop.values())

    def set_d_k(self, d_k: float) -> Traces:
        """Show the traces below d_k; one at d_k itself lies under the curve."""
        for stop, path in self.by_stop.items():
            path.set_stroke(opacity=TRACE if d_k >= stop else 0.0)
        return self

    def sweep(self, t: float) -> None:
        """Light runs from the narrowest trace to the widest as ``t`` goes from 0 to 1."""
        last = len(self.by_stop) - 1
        for i, path in enumerate(self.by_stop.values()):
            near = max(1 - abs(t * (last + 2) - 1 - i), 0.0)
            path.set_stroke(opacity=TRACE + (1 - TRACE) * near, width=stroke_width(3 + 2 * near))


def trace(histogram: Histogram, d_k: float) -> Path:
    """The outline of the scores at d_k, in their colour and thin, behind the bars."""
    made = stroked("raw", 3, TRACE)
    made.points = outline(histogram, d_k)
    made.set_z_index(0.5)
    return made


def outline(histogram: Histogram, d_k: float) -> np.ndarray:
    """Points of the curve at d_k where it is to be told from the axis; the tails would only thicken that."""
    density = curves.density(d_k)
    seen = density > curves.TOP / 400
    return polyline(points(histogram.x(curves.X[seen]), histogram.y(density[seen])))


class Trio(VGroup):
    """The picture at the largest d_k, ready to part into one panel for each of SIDE_BY_SIDE.

    The traces of the smaller d_k are already there: each fills with its scores as it leaves. The weights lie in a pile,
    those of the largest d_k on top. They first go to their row (in portrait: column) and then spread, so that no chart
    ever crosses one of the other kind. ``gather`` takes the first panel back to where the big charts stood.
    """

    def __init__(self, scores: Box, weights: Box) -> None:
        self.big, self.small = (scores, weights), small_boxes()
        n, limit = len(SIDE_BY_SIDE), lesson.SCORE_LIMIT
        self.histograms = [Histogram(scores, lesson.BIN_EDGES, curves.TOP, ticks=()) for _ in range(n)]
        self.traces = [trace(h, d_k) for h, d_k in zip(self.histograms, SIDE_BY_SIDE, strict=True)]
        self.weights = [WeightBars(weights, lesson.N_KEYS, value_role="key") for _ in range(n)]
        self.grounds = [filled("background") for _ in range(n)]
        self.labels = VGroup(*(_panel_name(d_k, box) for d_k, (box, _) in zip(SIDE_BY_SIDE, self.small, strict=True)))
        self.axes = [HorizontalAxis(box, -limit, limit, (-60, 0, 60)) for box, _ in self.small]
        self.rows = _row_names(*self.small[0])
        for i, (ground, bars) in enumerate(zip(self.grounds, self.weights, strict=True)):
            for z, part in enumerate((ground, bars.slots, bars.bars, bars.base, bars.value)):
                part.set_z_index(3 + 0.5 * i + 0.1 * z)  # every panel of weights as a whole over the one before it
        self.rows.set_z_index(6)
        # What will travel furthest is drawn first and hides behind what it leaves.
        super().__init__(*self.axes, *self.traces, *self.histograms[::-1], *self.grounds, *self.weights)
        self.add(*self.labels, *self.rows)
        self.part(0.0)

    def part(self, t: float) -> None:
        """The charts a share ``t`` of the time on their way to their panels; the names come when they are there."""
        first, then = phase(t, 0.0, 0.4), phase(t, 0.25, 1.0)
        named = min(max(6 * t - 5, 0.0), 1.0)
        for i in range(len(SIDE_BY_SIDE)):
            scores, weights = self.small[i]
            over = either((then, first), (first, then))
            self._draw_scores(i, self.big[0].along(scores, *over), min(2 * then, 1.0))
            self._draw_weights(i, self.big[1].along(weights, *over))
            # A number waits until it is clear of the panel that it comes out of.
            self.weights[i].value.set_fill(opacity=1 if SIDE_BY_SIDE[i] == lesson.D_MAX else named)
            self._settle(self.axes[i], named)
        for name in (*self.labels, *self.rows):
            name.set_fill(opacity=named)

    def gather(self, t: float) -> None:
        """The first panel a share ``t`` of the time on its way to the places of the big charts, once the rest left."""
        first, then = phase(t, 0.15, 0.65), phase(t, 0.5, 1.0)
        self._draw_scores(0, self.small[0][0].toward(self.big[0], then), 1.0)
        over = either((first, then), (then, first))
        self._draw_weights(0, self.small[0][1].along(self.big[1], *over))

    def first(self) -> VGroup:
        """What ``gather`` moves."""
        return VGroup(self.histograms[0], self.weights[0])

    def all_but_first(self) -> VGroup:
        """All that leaves as the first panel grows."""
        kept = {self.histograms[0], self.weights[0], self.grounds[0], *self.traces}
        return VGroup(*(part for part in self.submobjects if part not in kept))

    def _settle(self, axis: HorizontalAxis, opacity: float) -> None:
        """Number a panel's axis, as far as it has arrived."""
        line, ticks, *numbers = axis
        for stroke in (line, ticks):
            stroke.set_stroke(opacity=opacity)
        for number in numbers:
            number.set_fill(opacity=opacity)

    def _draw_scores(self, i: int, box: Box, full: float) -> None:
        """The scores of panel ``i``: a trace that a share ``full`` has become bars under their curve."""
        d_k, histogram, left = SIDE_BY_SIDE[i], self.histograms[i], self.traces[i]
        full = 1.0 if d_k == lesson.D_MAX else full
        histogram.within(box).set_heights(lesson.score_histogram(d_k)).set_curve(curves.X, curves.density(d_k))
        histogram.axis.set_stroke(opacity=full)
        histogram.bars.set_fill(opacity=full)
        histogram.curve.set_stroke(opacity=full)
        left.points = outline(histogram, d_k)
        left.set_stroke(opacity=TRACE * (1 - full))

    def _draw_weights(self, i: int, box: Box) -> None:
        """The weights of panel ``i`` on their own ground, which hides those below in the pile."""
        self.weights[i].within(box).set_weights(lesson.film_weights(SIDE_BY_SIDE[i], scaled=False))
        left = box.x - (either(APART, 0.0) if i else 0.0)  # the lowest in the pile hides nothing, and is at the margin
        sides = (left, box.y - 56, box.right, box.bottom + 2)
        self.grounds[i].points = rectangles(*(np.array([side]) for side in sides))


def _panel_name(d_k: int, scores: Box) -> VGroup:
    """Over a panel: its d_k and the standard deviation of its scores."""
    name = formula(f"d_k = {d_k}", 52)
    found = formula(f"sigma = {lesson.number(f'sample_std_{d_k}').text}", 44, "raw")
    y = scores.y - either(60, 56)
    beside(found, place(name, scores.x, y, "left"), 44)
    both = VGroup(name, found)
    if either(True, False):
        both.set_x(point(scores.cx, y)[0])
    return both


def _row_names(scores: Box, weights: Box) -> VGroup:
    """What the two rows (in portrait: columns) of charts show."""
    places = either(((scores.x, scores.y + 14), (weights.x, weights.y - 26)), ((scores.x, 212), (weights.x, 212)))
    names = (
        place(words(text, HEADING, "muted"), *at, "left")
        for text, at in zip(("scores", "weights"), places, strict=True)
    )
    return VGroup(*names)
