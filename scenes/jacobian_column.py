"""Weights over their softmax Jacobian over the scores: the column that beat 5 shows raw and scaled, side by side."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from scenes.kit.layout import Box, either
from scenes.kit.parts.cells import MatrixGrid
from scenes.kit.parts.dots import Dots, Pulses
from scenes.kit.parts.paths import segments
from scenes.kit.parts.shapes import line, stroked
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import TICK, place, words

CELL = (29.5, 28.0)
SINK = 15.0  # how far a score's dot moves, in pixels, for a gradient of full brightness
LATE = 0.1  # the share of a pass by which the last lane starts later than the first
FADE = 0.4  # a pulse has lost what it loses when it has come this share of the grid
DEAD = 0.06  # a brightness that nobody can see
ALIVE = 10.0  # the radius of the smallest pulse that gets through, in pixels


def column_x(scaled: bool) -> float:
    """The left edge of the scaled or the raw column, in design pixels."""
    return either(212.0, 66.0) if scaled else either(1236.0, 566.0)


class JacobianColumn(VGroup):
    """16 bars; under each its column of the 16 x 16 Jacobian; under that the dot of its score.

    ``row`` names the dots and marks where they stood; ``nudges`` are the ways that gradients have moved them.
    ``stand`` redraws all of it for weights (16,) and the Jacobian (16, 16) that belongs to them.
    """

    def __init__(self, role: str) -> None:
        """``role`` is the scores': weights have the one colour of weights, whatever scores they come from."""
        self.cell = either(*CELL)
        side = self.cell * lesson.N_KEYS
        top, high = either(362.0, 750.0), either(248.0, 410.0)
        self.bars = WeightBars(Box(0, high, side, top - 16 - high), lesson.N_KEYS, value=False)
        self.grid = MatrixGrid(Box(0, top, side, side), (lesson.N_KEYS, lesson.N_KEYS), "gradient")
        self.dots = Dots(role, 8)
        self._grid_x, self._grid_y = self.grid.x.copy(), self.grid.y.copy()
        self.dots_y = top + side + either(30.0, 40.0)
        self.pulses = Pulses("gradient", 11)
        self.nudges = stroked("gradient", 6)
        self.named = words("scores", TICK, "muted")
        self.row = VGroup(line(0, self.dots_y, side, self.dots_y), self.named)
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
        self.jacobian, self.moved = jacobian, np.zeros(lesson.N_KEYS)
        self._move_dots(self.moved)
        self.row[0].points = segments(*(np.array([v]) for v in (x, self.dots_y, x + box.w, self.dots_y)))
        # In portrait the columns stand so close that one name, between them, is for both.
        place(self.named, *either((x + box.w / 2, self.dots_y + 58), (540.0, self.dots_y + 70)))
        return self

    def _move_dots(self, moved: np.ndarray) -> None:
        y = self.dots_y + SINK * moved
        self.dots.set_dots(self.lanes, y)
        gone = moved > 0
        self.nudges.points = segments(
            self.lanes[gone], np.full(int(gone.sum()), self.dots_y), self.lanes[gone], y[gone]
        )

    def passed(self) -> np.ndarray:
        """Brightness (16,) left of a unit of gradient into each weight: the length of its Jacobian column."""
        length = np.linalg.norm(self.jacobian, axis=0)
        return np.asarray(np.minimum(length / self.grid.top, 1.0) ** self.grid.power)

    def send(self, t: float, lanes: np.ndarray) -> JacobianColumn:
        """A share t of a backward pass down some lanes (indices): pulses fall through the grid and move the dots.

        A pulse enters with full brightness and leaves the first cells with what its Jacobian column lets through.
        """
        late = np.linspace(0.0, LATE, len(lanes)) if len(lanes) > 1 else np.zeros(1)
        u = np.clip((t - late) / (1 - LATE), 0.0, 1.0)
        top, grid_top = self.bars.box.y - 20, self.grid.box.y
        y = top + (self.dots_y - top) * u
        inside = np.clip((y - grid_top) / (FADE * self.grid.box.h), 0.0, 1.0)
        left = self.passed()[lanes]
        strength = 1 + (left - 1) * inside
        gone = (u >= 1) | (strength < DEAD)
        self.pulses.set_pulses(self.lanes[lanes], y, np.where(gone, 0.0, strength), np.where(left < DEAD, 0.0, ALIVE))
        moved = self.moved.copy()
        moved[lanes] += np.clip((u - 0.9) / 0.1, 0.0, 1.0) * self._nudge()[lanes]
        self._move_dots(moved)
        return self

    def _nudge(self) -> np.ndarray:
        left = self.passed()
        return np.where(left < DEAD, 0.0, left)

    def arrive(self, lanes: np.ndarray) -> JacobianColumn:
        """A pass down some lanes is over: the next one starts from where it has left the dots."""
        self.moved[lanes] += self._nudge()[lanes]
        return self

    def rest(self) -> JacobianColumn:
        """Show the dots where the passes so far have left them, without pulses."""
        self._move_dots(self.moved)
        none = np.zeros(0)
        self.pulses.set_pulses(none, none, none)
        return self

    def hover(self) -> JacobianColumn:
        """One pulse over every bar, about to be sent."""
        self.pulses.set_pulses(self.lanes, np.full(lesson.N_KEYS, self.bars.box.y - 20), np.ones(lesson.N_KEYS))
        return self
