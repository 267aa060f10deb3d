"""Where beat 3 has its two pictures, big and in threes: beat 2 ends on the big ones' furniture."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from scenes import curves
from scenes.kit.layout import Box, either, points
from scenes.kit.motion import Dial
from scenes.kit.parts.axis import HorizontalAxis
from scenes.kit.parts.histogram import Histogram
from scenes.kit.parts.paths import polyline
from scenes.kit.parts.shapes import Path, stroke_width, stroked
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import formula, place

SIDE_BY_SIDE = (4, 64, 512)
TRACE = 0.6  # opacity of what is left behind: seen, and less than what is there now


def score_chart() -> Histogram:
    """The axis of the 20 000 scores with no scores on it yet."""
    return Histogram(either(Box(96, 222, 864, 398), Box(54, 304, 972, 300)), lesson.BIN_EDGES, curves.TOP)


def weight_chart() -> WeightBars:
    """The film's weights at the smallest stop."""
    box = either(Box(1104, 262, 720, 358), Box(54, 958, 972, 272))
    return WeightBars(box, lesson.N_KEYS, value_role="key").set_weights(lesson.film_weights(lesson.STOPS[0], False))


def small_boxes() -> list[tuple[Box, Box]]:
    """For each of three panels: the box of its histogram and of its weights."""
    area = either(Box(96, 240, 1728, 660), Box(54, 330, 972, 1300))
    if area.w > area.h:
        return [(Box(c.x, c.y, c.w, 284), Box(c.x, c.y + 406, c.w, 254)) for c in area.columns(3, 52)]
    return [(Box(c.x, c.y, 460, 310), Box(c.x + 512, c.y, 460, 310)) for c in area.rows(3, 170)]


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

    The traces of the smaller d_k are already there and fill with their scores; the weights turn to theirs on the way.
    First ``make_room`` takes the scores to one end of their row (in portrait: column) and the weights to the other end
    of theirs, then ``part`` spreads both: so no chart ever crosses one of the other kind.
    """

    def __init__(self, scores: Box, weights: Box) -> None:
        self.big, self.small = (scores, weights), small_boxes()
        n = len(SIDE_BY_SIDE)
        self.histograms = [Histogram(scores, lesson.BIN_EDGES, curves.TOP, ticks=()) for _ in range(n)]
        self.traces = [trace(h, d_k) for h, d_k in zip(self.histograms, SIDE_BY_SIDE, strict=True)]
        self.weights = [WeightBars(weights, lesson.N_KEYS, value_role="key") for _ in range(n)]
        self.labels = [formula(f"d_k = {d_k}", 52) for d_k in SIDE_BY_SIDE]
        limit = lesson.SCORE_LIMIT
        self.axes = [HorizontalAxis(box, -limit, limit, (-60, 0, 60)) for box, _ in self.small]
        # What will travel furthest is drawn first and hides behind what it leaves.
        super().__init__(*self.axes, *self.traces, *self.histograms[::-1], *self.weights, *self.labels)
        self.make_room(0.0)

    def make_room(self, t: float) -> None:
        """The charts a share ``t`` of the way to the ends of their rows, all three of a kind at one place."""
        for i, weights in enumerate(self.weights):
            self._draw_scores(i, self.big[0].toward(self.small[0][0], t), 0.0)
            self._draw_weights(weights, self.big[1].toward(self.small[-1][1], t), lesson.D_MAX)
            weights.slots.set_fill(opacity=1 - t)
            self._settle(i, 0.0)
        self._show_weights(False)

    def part(self, t: float) -> None:
        """The charts a share ``t`` of the way to their panels, turning to their own d_k; the outer ones go first."""
        last = len(SIDE_BY_SIDE) - 1
        self._show_weights(True)
        for i, d_k in enumerate(SIDE_BY_SIDE):
            scores_t, weights_t = _later(t, last - i), _later(t, i)
            # The first need not travel: its scores come back as the others leave it.
            self._draw_scores(i, self.small[0][0].toward(self.small[i][0], scores_t), t if i == 0 else scores_t)
            at = self.small[-1][1].toward(self.small[i][1], weights_t)
            self._draw_weights(self.weights[i], at, TURN.between(lesson.D_MAX, d_k, weights_t))
            arrived = min(max(4 * min(scores_t, weights_t) - 3, 0.0), 1.0)
            self.weights[i].slots.set_fill(opacity=arrived)
            self.weights[i].value.set_fill(opacity=1 if d_k == lesson.D_MAX else arrived)
            self._settle(i, arrived)

    def _show_weights(self, shown: bool) -> None:
        """While they stand at one place only those of the largest d_k are drawn: three would be bolder than one."""
        for weights in self.weights[:-1]:
            weights.base.set_stroke(opacity=shown)
            for part in (weights.bars, weights.value, *(() if shown else (weights.slots,))):
                part.set_fill(opacity=shown)

    def _settle(self, i: int, opacity: float) -> None:
        """Name panel ``i`` and number its axis, as far as it has arrived."""
        box = self.histograms[i].box
        place(self.labels[i], either(box.cx, box.x), box.y - either(60, 56), either("center", "left"))
        self.labels[i].set_fill(opacity=opacity)
        line, ticks, *numbers = self.axes[i]
        for stroke in (line, ticks):
            stroke.set_stroke(opacity=opacity)
        for number in numbers:
            number.set_fill(opacity=opacity)

    def but_the_first_weights(self) -> VGroup:
        """All that leaves when the weights of the first panel grow back."""
        return VGroup(*self.histograms, *self.axes, *self.weights[1:], *self.labels)

    def move_first(self, box: Box, t: float) -> None:
        """The first panel's weights a share ``t`` of the way to ``box``."""
        self._draw_weights(self.weights[0], self.small[0][1].toward(box, t), SIDE_BY_SIDE[0])

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

    def _draw_weights(self, weights: WeightBars, box: Box, d_k: float) -> None:
        weights.within(box).set_weights(lesson.film_weights(d_k, scaled=False))


TURN = Dial(lesson.D_MAX, log=True)  # its scale: even in log2, as the slider's
LAG = 0.1  # of the way, between one chart and the next


def _later(t: float, place_in_turn: int) -> float:
    """The share of the way of the chart that starts ``place_in_turn`` lags after the first."""
    return min(max((t - LAG * place_in_turn) / (1 - LAG * (len(SIDE_BY_SIDE) - 1)), 0.0), 1.0)
