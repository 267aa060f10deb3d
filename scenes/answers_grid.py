"""The gradient of softmax in beat 3: a grid that grows out of the weights, and what its rows and columns stand for."""

from __future__ import annotations

import numpy as np
from manim import Mobject, VGroup

from mathcore import lesson
from scenes.kit.layout import Box, either
from scenes.kit.motion import phase
from scenes.kit.parts.cells import MatrixGrid
from scenes.kit.parts.paths import rectangles
from scenes.kit.parts.shapes import filled, stroked
from scenes.kit.parts.weights import DUST, WeightBars
from scenes.kit.type import formula, mixed, place

N = lesson.N_KEYS
LAG = 0.03  # of the way, between one weight and the next
LIFT = 0.35  # of a weight's time on its way, until its copy is clear above all bars


class AnswersGrid(VGroup):
    """The Jacobian of the film's weights at d_k, with frames for the leading weight's row and score's column.

    Submobjects: ``grid``, ``carried`` (the weights on their way to the diagonal), ``foot``, ``row``, ``column``.
    """

    def __init__(self, weights: WeightBars, d_k: float) -> None:
        self.weights, self.d_k = weights, d_k
        room = either(Box(268, 206, 520, 520), Box(290, 236, 500, 500))
        self.grid = MatrixGrid(room, (N, N), "gradient")
        self.carried = filled("key")
        self.carried.set_z_index(3)
        self.foot = place(mixed("$partial p_i \\/ partial s_j$", 44, "gradient"), room.cx, room.bottom + 46)
        leader = int(weights.weights.argmax())
        at, cell = self.grid.box, self.grid.cell
        x, y = at.x + leader * cell, at.y + leader * cell
        self.row = VGroup(
            _frame(at.x, y, at.right, y + cell),
            place(formula("p_i", 44, "key"), at.x - 48, y + cell / 2),
            place(formula("p_i", 44, "key"), weights.centre(leader), float(weights.y(weights.weights[leader])) - 82),
        )
        self.column = VGroup(
            _frame(x, at.y, x + cell, at.bottom), place(formula("s_j", 44, "raw"), x + cell / 2, at.y - 34)
        )
        super().__init__(self.grid, self.carried, self.foot, self.row, self.column)
        self.row.set_z_index(3)
        self.column.set_z_index(3)
        self.spread(-1.0)

    def carry(self, t: float) -> None:
        """Copies of the weights a share ``t`` of the way to the diagonal, one after the other."""
        w, cell, i = self.weights, self.grid.cell, np.arange(N)
        x, y = self.grid.box.x + (i + 0.5) * cell, self.grid.box.y + (i + 0.5) * cell
        half = cell * (1 - self.grid.gap) / 2
        own = np.clip((t - LAG * i) / (1 - LAG * (N - 1)), 0.0, 1.0)
        up, share = (np.array([phase(v, *span) for v in own]) for span in ((0.0, LIFT), (0.7 * LIFT, 1.0)))
        tops = np.minimum(w.y(w.weights), w.box.bottom - DUST)
        # First up, clear of the bars that stay and of the number, then to the side, and down only beside the chart.
        above = w.box.y + 0.4 * w.box.h
        down = share ** either(4, 1)
        lifted = (tops + (above - half - tops) * up, w.box.bottom + (above + half - w.box.bottom) * up)
        top, bottom = (a + (b - a) * down for a, b in zip(lifted, (y - half, y + half), strict=True))
        left, right = (a + (b - a) * share for a, b in zip((w.left, w.right), (x - half, x + half), strict=True))
        self.carried.points = rectangles(left, top, right, bottom)
        # The copy of the largest weight goes through where its number is, which makes way for it.
        leader = float(own[int(w.weights.argmax())])
        w.value.set_fill(opacity=min(max(1 - 8 * leader, 4 * leader - 2, 0.0), 1.0))

    def spread(self, t: float) -> None:
        """The entries light up from the diagonal outwards; below 0 none does. The carried weights fade into theirs."""
        away = np.abs(np.subtract.outer(np.arange(N), np.arange(N)))
        lit = np.clip((N + 2) * t + 1 - away, 0.0, 1.0) if t >= 0 else np.zeros((N, N))
        self.grid.set_matrix(lit * lesson.film_jacobian(self.d_k, scaled=False))
        self.carried.set_fill(opacity=1 - min(max(3 * t, 0.0), 1.0))

    def harden(self, d_k: float) -> None:
        """Show the gradient at d_k."""
        self.grid.set_matrix(lesson.film_jacobian(d_k, scaled=False))


def stop_at(t: float) -> float:
    """The film's stop at which the slider stands a share ``t`` of the time on its way to the dark.

    It steps from stop to stop, and all that it drives with it: between two stops there are near ties, at which the
    grid lights up again, and the way to the dark would not be seen; and a blend of two stops belongs to no d_k.
    """
    return lesson.STOPS[min(int(t * (len(lesson.STOPS) - 1)), len(lesson.STOPS) - 1)]


def _frame(x0: float, y0: float, x1: float, y1: float) -> Mobject:
    """A frame just outside a row or a column of cells."""
    frame = stroked("ink", 4)
    sides = (np.array([v]) for v in (x0 - 3, y0 - 3, x1 + 3, y1 + 3))
    frame.points = rectangles(*sides)
    return frame
