"""Weights over their softmax Jacobian over the scores: the column that beat 5 shows raw and scaled, side by side."""

from __future__ import annotations

import numpy as np
from manim import VGroup, VMobject

from mathcore import lesson
from mathcore.gradients import softmax_backward
from scenes.kit.layout import Box, either
from scenes.kit.motion import phase
from scenes.kit.parts.cells import MatrixGrid
from scenes.kit.parts.dots import Dots, Pulses
from scenes.kit.parts.paths import segments
from scenes.kit.parts.shapes import line, stroked
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import TICK, place, words

CELL = (25.0, 26.0)
ASKED = 12.0  # pixels for one of the gradient that goes in, which has standard deviation 1
MAGNIFIED = 10  # how many times larger what comes out is drawn than what goes in, on both sides; the row's name says so
STEP = MAGNIFIED * ASKED  # pixels that a score's dot is moved for one of the gradient that reaches it
MIXED = 0.4  # when a pass has come this share of the grid, each pulse is what reaches its score
PUSHED = 0.9  # from when in a pass on it moves the dots
EBBED = 0.3  # until when in a pass the dots go back from where an earlier one had moved them
DEAD = 0.06  # a brightness that nobody can see
BESIDE = 22.0  # from a row to its name
LEADING = 36.0  # from line to line of a row's name, in pixels
ALIVE = 8.0  # the radius of the smallest pulse that gets through, in pixels


def column_x(scaled: bool) -> float:
    """The left edge of the scaled or the raw column, in design pixels."""
    return either(256.0, 66.0) if scaled else either(1264.0, 598.0)


class JacobianColumn(VGroup):
    """16 bars; under each its column of the 16 x 16 Jacobian; under that the dot of its score.

    ``row`` marks where the dots stood and names what moves them off it, the change in their scores; ``nudges`` are the
    ways that gradients have moved them.
    ``asked``, over the bars and not a part of the column, is the gradient that is sent back: up where it asks for more
    weight, down where for less. ``stand`` redraws all of it for weights (16,) and the Jacobian (16, 16) that belongs
    to them.
    """

    def __init__(self, role: str) -> None:
        """``role`` is the scores': weights have the one colour of weights, whatever scores they come from."""
        self.cell = either(*CELL)
        side = self.cell * lesson.N_KEYS
        top, high = either(450.0, 768.0), either(276.0, 452.0)
        self.bars = WeightBars(Box(0, high, side, top - either(14, 16) - high), lesson.N_KEYS, value=False)
        self.grid = MatrixGrid(Box(0, top, side, side), (lesson.N_KEYS, lesson.N_KEYS), "gradient")
        self.dots = Dots(role, 8)
        self._grid_x, self._grid_y = self.grid.x.copy(), self.grid.y.copy()
        self.dots_y, self.asked_y = top + side + either(46.0, 50.0), high - either(44.0, 48.0)
        self.pulses = Pulses("gradient", 9)
        self.nudges = stroked("gradient", 6)
        drawn = f"drawn ×{MAGNIFIED}"  # or gentle softmax would seem to enlarge the gradient, which it never does
        # Lines where it stands beside its row.
        said = either(("change", "in scores,", drawn), (f"change in scores, {drawn}",))
        self.named = VGroup(*(words(text, TICK, "muted") for text in said))
        self.named[-1].allow_digits = True  # a scale of the drawing, and no value of mathcore
        self.row = VGroup(line(0, self.dots_y, side, self.dots_y), self.named)
        self.upstream = lesson.film_upstream()
        self.asked = VGroup(line(0, 0, side, 0), stroked("gradient", 6), Dots("gradient", self.pulses.radius))
        self.asked.add(VGroup(words("gradient", TICK, "muted")))
        super().__init__(self.bars, self.grid, self.row, self.nudges, self.dots, self.pulses)
        self.nudges.set_z_index(1)
        self.dots.set_z_index(2)  # the line of their row runs behind them
        self.pulses.set_z_index(3)

    @property
    def lanes(self) -> np.ndarray:
        """The middle x of every key's lane, (16,)."""
        return np.asarray(self.bars.box.x + self.cell * (np.arange(lesson.N_KEYS) + 0.5))

    def stand(self, x: float, weights: np.ndarray, jacobian: np.ndarray, *, unfolded: float = 1.0) -> JacobianColumn:
        """Stand with the left edge at x. ``unfolded`` in 0..1: how far the grid has come down from the bars."""
        box = self.bars.box
        self.bars.within(Box(x, box.y, box.w, box.h)).set_weights(weights)
        top = self._grid_y.min() - self.cell / 2
        self.grid.x = self._grid_x + x
        self.grid.y = top + (self._grid_y - top) * unfolded
        self.grid.box = Box(x, top, box.w, box.w)
        self.grid.set_matrix(jacobian)
        self.jacobian, self.moved, self.ebbing = jacobian, np.zeros(lesson.N_KEYS), np.zeros(lesson.N_KEYS)
        self._move_dots(self.moved)
        ends = np.array([x]), np.array([x + box.w])
        for row, y in ((self.row, self.dots_y), (self.asked, self.asked_y)):
            row[0].points = segments(ends[0], np.array([y]), ends[1], np.array([y]))
        self._stand_off(self.asked[2], self.asked[1], self.asked_y, ASKED * self.upstream)
        self._name_row(self.named, self.dots_y, 76)
        self._name_row(self.asked[3], self.asked_y, -64)
        return self

    def _name_row(self, name: VGroup, y: float, beyond: float) -> None:
        """Put the lines of a row's name on its outer side; in portrait, where no room is there, so far under it."""
        box = self.bars.box
        for i, text in enumerate(name):
            # Beside the row its second line is the last that may stand under it: there the captions begin.
            middle = y + LEADING * (i - len(name) + 1 + min(len(name) - 1, 1) / 2)
            if either(False, True):
                place(text, box.cx, middle + beyond)
            elif self.dots.role == "raw":
                place(text, box.right + BESIDE, middle, "left")
            else:
                place(text, box.x - BESIDE, middle, "right")

    def _stand_off(self, dots: Dots, stems: VMobject, line_y: float, up: np.ndarray) -> None:
        """Put dots so many pixels (16,) over a line, each on a stem that ends where the dot begins."""
        dots.set_dots(self.lanes, line_y - up)
        out = np.abs(up) > dots.radius
        x, end = self.lanes[out], (line_y - up + np.sign(up) * dots.radius)[out]
        stems.points = segments(x, np.full_like(x, line_y), x, end)

    def _move_dots(self, moved: np.ndarray) -> None:
        self._stand_off(self.dots, self.nudges, self.dots_y, STEP * moved)

    def arriving(self, lanes: np.ndarray) -> np.ndarray:
        """What the gradient at some weights (indices) is at the scores, (16,): its product with the Jacobian."""
        sent = np.zeros(lesson.N_KEYS)
        sent[lanes] = self.upstream[lanes]
        return softmax_backward(self.bars.weights, sent)

    def brightness(self, gradient: np.ndarray) -> np.ndarray:
        """Of pulses, (16,), on the scale of the grid's cells."""
        return np.asarray(np.minimum(np.abs(gradient) / self.grid.top, 1.0) ** self.grid.power)

    def send(self, t: float, lanes: np.ndarray) -> JacobianColumn:
        """A share t of a backward pass from some weights (indices): pulses fall through the grid and move the dots.

        A pulse enters with full brightness and as high or low as what is asked of its weight. In the grid all mix, so
        that what leaves it, under every weight, is as bright, and as high or low, as what reaches the score there.
        """
        way = self.asked_y + (self.dots_y - self.asked_y) * t
        mixed = min(max((way - self.grid.box.y) / (MIXED * self.grid.box.h), 0.0), 1.0)
        arriving = self.arriving(lanes)
        start, left = np.zeros(lesson.N_KEYS), self.brightness(arriving)
        start[lanes] = 1.0
        strength = start + (left - start) * mixed
        gone = (t >= 1) | (strength < DEAD)
        high, stop = ASKED * self.upstream * start, STEP * (self.moved + arriving)
        y = way - (high + (stop - high) * mixed)
        self.pulses.set_pulses(self.lanes, y, np.where(gone, 0.0, strength), np.where(left < DEAD, 0.0, ALIVE))
        ebbing = self.ebbing * (1 - phase(t, 0.0, EBBED))
        self._move_dots(self.moved + ebbing + max((t - PUSHED) / (1 - PUSHED), 0.0) * arriving)
        return self

    def arrive(self, lanes: np.ndarray) -> JacobianColumn:
        """A pass from some weights is over: the next one starts from where it has left the dots."""
        self.moved, self.ebbing = self.moved + self.arriving(lanes), np.zeros(lesson.N_KEYS)
        return self

    def afresh(self) -> JacobianColumn:
        """The next pass moves the dots off their row: while it begins they go back to it."""
        self.moved, self.ebbing = np.zeros(lesson.N_KEYS), self.moved
        return self

    def rest(self) -> JacobianColumn:
        """Show the dots where the passes so far have left them, without pulses."""
        self._move_dots(self.moved)
        none = np.zeros(0)
        self.pulses.set_pulses(none, none, none)
        return self
