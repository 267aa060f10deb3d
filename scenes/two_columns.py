"""The picture on which beat 5 closes and beat 6 opens: a gradient sent back through gentler and raw scores."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from scenes.close_up import outline
from scenes.jacobian_column import JacobianColumn, column_x
from scenes.kit.layout import Box, either, extent
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.shapes import arrow
from scenes.kit.type import HEADING, LABEL, TICK, formula, place, words

D_K = lesson.D_MAX
KEYS = np.arange(lesson.N_KEYS)
TITLE = "The gradient of softmax"  # the heading over it
CLOSE = 30.0  # how near, in pixels, a column may come to the formula while it is seen
UNSEEN = 0.25  # how much is left of the slots of keys that are not looked at


class TwoColumns(VGroup):
    """Two columns of weights, Jacobian and scores, in their places, with what stands between them.

    ``raw`` and ``gentle`` (scores divided by sqrt(d_k)) are JacobianColumns, ``names`` their two names (raw's first),
    ``rows_named`` the names of their rows of scores,
    ``derivative`` the formula of an entry, ``backward`` the way of a pass, ``left`` what it leaves on the raw side.
    ``picked`` frames the one weight on the raw side and ``shut`` its dark grid.
    """

    def __init__(self) -> None:
        self.raw, self.gentle = JacobianColumn("raw"), JacobianColumn("scaled")
        for column, scaled in ((self.raw, False), (self.gentle, True)):
            column.stand(
                column_x(scaled), lesson.film_weights(D_K, scaled=scaled), lesson.film_jacobian(D_K, scaled=scaled)
            )
        self.winner = int(self.raw.bars.weights.argmax())
        self.names = VGroup(
            *(
                place(words(text, LABEL, role, 600), column.bars.box.cx, either(176.0, 286.0))
                for text, role, column in (
                    ("raw scores", "raw", self.raw),
                    ("gentler scores", "scaled", self.gentle),
                )
            )
        )
        if either(False, True):
            self.gentle.row.remove(self.gentle.named)  # the raw row's name stands between the two
        self.rows_named = VGroup(*(column.row[1:] for column in (self.raw, self.gentle)))
        self.derivative = place(formula("p_i (delta_(i j) - p_j)", 60, "gradient"), *either((960, 566), (540, 1450)))
        # Between the columns, beside what the gradients fall through.
        start, stop, named = either((264.0, 490.0, 222.0), (386.0, 1256.0, 350.0))
        middle = either(960.0, 540.0)
        self.backward = VGroup(
            arrow(middle, start, middle, stop, "gradient", 5),
            place(words("backward pass", HEADING, "muted"), middle, named),
        )
        y = either(720.0, 1570.0)
        self.left = VGroup(
            place(words("raw gradient, median row", TICK, "muted"), middle, y),
            place(words("as share of gentler", TICK, "muted"), middle, y + 42),
            Numeral(lesson.number(f"share_{D_K}").label, middle, y + 104, role="gradient", anchor="center"),
        )
        box, cell = self.raw.bars.box, self.raw.cell
        self.picked = outline(
            Box(box.x + cell * self.winner - 3, box.y - 8, cell + 6, box.h + 8)
        )  # down to the line it stands on
        self.shut = outline(self.raw.grid.box.inset(-4))
        for frame in (self.picked, self.shut):
            frame.set_z_index(2.5)  # over the line that the bars stand on
        super().__init__(self.raw, self.gentle, self.names, self.derivative, self.backward, self.left)

    def make_way(self) -> TwoColumns:
        """Show the formula between the columns only as far as neither of them, on its way, is near it."""
        formula_, near = extent(self.derivative), np.inf
        for column in (self.raw, self.gentle):
            box = column.bars.box
            if box.y < formula_.cy < column.dots_y:  # in portrait it stands under both
                near = min(near, max(box.x - formula_.right, formula_.x - box.right))
        self.derivative.set_fill(opacity=float(np.clip((near - CLOSE) / CLOSE, 0.0, 1.0)))
        return self

    def ignore(self) -> TwoColumns:
        """Leave the raw side's slots nearly unseen: only the one weight counts there."""
        self.raw.bars.slots.set_fill(opacity=UNSEEN)
        return self


def closing() -> TwoColumns:
    """The closing picture: the gradient sent through every lane twice, one weight picked, the raw grid shut."""
    columns = TwoColumns().ignore()
    columns.add(columns.picked, columns.shut)
    for _ in range(2):
        for column in (columns.raw, columns.gentle):
            column.arrive(KEYS)
    for column in (columns.raw, columns.gentle):
        column.rest()
    return columns
