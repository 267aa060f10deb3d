"""Where beat 3 has its two pictures, big and in threes: beat 2 ends on the big ones' furniture."""

from __future__ import annotations

import numpy as np
from manim import Mobject, VGroup

from mathcore import lesson
from scenes import curves
from scenes.kit.layout import Box, either
from scenes.kit.motion import Dial
from scenes.kit.parts.cells import MatrixGrid
from scenes.kit.parts.histogram import Histogram
from scenes.kit.parts.paths import rectangles
from scenes.kit.parts.shapes import stroked
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import formula, mixed, place

SIDE_BY_SIDE = (4, 64, 512)


def score_chart() -> Histogram:
    """The axis of the 20 000 scores with no scores on it yet."""
    return Histogram(either(Box(96, 222, 864, 398), Box(54, 340, 972, 330)), lesson.BIN_EDGES, curves.TOP)


def weight_chart() -> WeightBars:
    """The film's weights at the smallest stop."""
    box = either(Box(1104, 250, 720, 370), Box(54, 840, 972, 290))
    return WeightBars(box, lesson.N_KEYS, value_role="key").set_weights(lesson.film_weights(lesson.STOPS[0], False))


def small_boxes() -> list[tuple[Box, Box]]:
    """For each of three panels: the box of its histogram and of its weights."""
    area = either(Box(96, 200, 1728, 640), Box(54, 250, 972, 1350))
    cells = area.columns(3, 60) if area.w > area.h else area.rows(3, 60)
    if area.w > area.h:
        return [(Box(c.x, c.y + 86, c.w, 260), Box(c.x, c.y + 430, c.w, 210)) for c in cells]
    return [(Box(c.x, c.y + 80, 460, 300), Box(c.x + 512, c.y + 80, 460, 300)) for c in cells]


class Trio(VGroup):
    """The picture at the largest d_k, ready to part into one panel for each of SIDE_BY_SIDE.

    First ``make_room`` takes the scores to one end of their row (in portrait: column) and the weights to the other end
    of theirs, then ``part`` spreads both: so no chart ever crosses one of the other kind.
    """

    def __init__(self, scores: Box, weights: Box) -> None:
        self.big, self.small = (scores, weights), small_boxes()
        n = len(SIDE_BY_SIDE)
        self.histograms = [Histogram(scores, lesson.BIN_EDGES, curves.TOP, ticks=()) for _ in range(n)]
        self.weights = [WeightBars(weights, lesson.N_KEYS, value_role="key") for _ in range(n)]
        self.labels = [formula(f"d_k = {d_k}", 56) for d_k in SIDE_BY_SIDE]
        # What will travel furthest is drawn first and hides behind what it leaves.
        super().__init__(*self.histograms[::-1], *self.weights, *self.labels)
        self.make_room(0.0)

    def make_room(self, t: float) -> None:
        """The charts a share ``t`` of the way to the ends of their rows, all three of a kind at one place."""
        for histogram, weights, label in zip(self.histograms, self.weights, self.labels, strict=True):
            self._draw_scores(histogram, self.big[0].toward(self.small[0][0], t), lesson.D_MAX)
            self._draw_weights(weights, self.big[1].toward(self.small[-1][1], t), lesson.D_MAX)
            weights.slots.set_fill(opacity=1 - t)
            label.set_fill(opacity=0)
        self._show_all(False)

    def part(self, t: float) -> None:
        """The charts a share ``t`` of the way to their panels, turning to their own d_k; the outer ones go first."""
        last = len(SIDE_BY_SIDE) - 1
        self._show_all(True)
        for i, d_k in enumerate(SIDE_BY_SIDE):
            scores_t, weights_t = _later(t, last - i), _later(t, i)
            at = self.small[0][0].toward(self.small[i][0], scores_t)
            self._draw_scores(self.histograms[i], at, TURN.between(lesson.D_MAX, d_k, scores_t))
            at = self.small[-1][1].toward(self.small[i][1], weights_t)
            self._draw_weights(self.weights[i], at, TURN.between(lesson.D_MAX, d_k, weights_t))
            arrived = min(max(4 * min(scores_t, weights_t) - 3, 0.0), 1.0)
            self.weights[i].slots.set_fill(opacity=arrived)
            self.weights[i].value.set_fill(opacity=1 if d_k == lesson.D_MAX else arrived)
            self._label(i)

    def _show_all(self, shown: bool) -> None:
        """While they stand at one place only those of the largest d_k are drawn: three would be bolder than one."""
        for histogram, weights in zip(self.histograms[:-1], self.weights[:-1], strict=True):
            histogram.axis.set_stroke(opacity=shown)
            histogram.bars.set_fill(opacity=shown)
            histogram.curve.set_stroke(opacity=shown)
            weights.base.set_stroke(opacity=shown)
            for part in (weights.bars, weights.value, *(() if shown else (weights.slots,))):
                part.set_fill(opacity=shown)

    def _label(self, i: int) -> None:
        box = self.histograms[i].box
        place(self.labels[i], either(box.cx, box.x), box.y - 58, either("center", "left"))
        self.labels[i].set_fill(opacity=self.weights[i].slots.get_fill_opacity())

    def but_the_first_weights(self) -> VGroup:
        """All that leaves when the weights of the first panel grow back."""
        return VGroup(*self.histograms, *self.weights[1:], *self.labels)

    def move_first(self, box: Box, t: float) -> None:
        """The first panel's weights a share ``t`` of the way to ``box``."""
        self._draw_weights(self.weights[0], self.small[0][1].toward(box, t), SIDE_BY_SIDE[0])

    def _draw_scores(self, histogram: Histogram, box: Box, d_k: float) -> None:
        histogram.within(box).set_heights(lesson.score_histogram(d_k)).set_curve(curves.X, curves.density(d_k))

    def _draw_weights(self, weights: WeightBars, box: Box, d_k: float) -> None:
        weights.within(box).set_weights(lesson.film_weights(d_k, scaled=False))


TURN = Dial(lesson.D_MAX, log=True)  # its scale: even in log2, as the slider's
LAG = 0.1  # of the way, between one chart and the next


def _later(t: float, place_in_turn: int) -> float:
    """The share of the way of the chart that starts ``place_in_turn`` lags after the first."""
    return min(max((t - LAG * place_in_turn) / (1 - LAG * (len(SIDE_BY_SIDE) - 1)), 0.0), 1.0)


class AnswersGrid(VGroup):
    """The Jacobian of the film's weights in ``box``, with frames for the leading weight's row and score's column."""

    def __init__(self, box: Box) -> None:
        side, bottom = either((420.0, box.bottom), (360.0, box.bottom - 36))
        room = Box(box.cx - side / 2, bottom - side, side, side)
        self.grid = MatrixGrid(room, (lesson.N_KEYS, lesson.N_KEYS), "gradient")
        self.foot = place(mixed("$partial p_i \\/ partial s_j$", 40, "gradient"), box.cx, bottom + 42)
        leader = int(lesson.film_weights(SIDE_BY_SIDE[0], scaled=False).argmax())
        at, cell = self.grid.box, self.grid.cell
        x, y = at.x + leader * cell, at.y + leader * cell
        self.row = VGroup(
            _frame(at.x, y, at.right, y + cell), place(formula("p_i", 44, "key"), at.x - 44, y + cell / 2)
        )
        self.column = VGroup(
            _frame(x, at.y, x + cell, at.bottom), place(formula("s_j", 44, "raw"), x + cell / 2, at.y - 34)
        )
        super().__init__(self.grid, self.foot, self.row, self.column)
        self.row.set_z_index(3)
        self.column.set_z_index(3)
        self.set_d_k(SIDE_BY_SIDE[0])

    def set_d_k(self, d_k: float) -> None:
        """Redraw the grid for raw scores at d_k."""
        self.grid.set_matrix(lesson.film_jacobian(d_k, scaled=False))


def _frame(x0: float, y0: float, x1: float, y1: float) -> Mobject:
    """A frame just outside a row or a column of cells."""
    frame = stroked("ink", 4)
    sides = (np.array([v]) for v in (x0 - 3, y0 - 3, x1 + 3, y1 + 3))
    frame.points = rectangles(*sides)
    return frame
