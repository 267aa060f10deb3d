"""The picture on which beat 5 closes and beat 6 opens: a gradient sent back through gentler and raw scores."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from scenes.close_up import outline
from scenes.jacobian_column import JacobianColumn, column_x
from scenes.kit.layout import Box, either, extent, points
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.paths import polyline
from scenes.kit.parts.shapes import arrow, arrow_points, stroked
from scenes.kit.type import HEADING, LABEL, TICK, formula, place, words

D_K = lesson.D_MAX
KEYS = np.arange(lesson.N_KEYS)
TITLE = "The gradient of softmax"  # the heading over it


class TwoColumns(VGroup):
    """Two columns of weights, Jacobian and scores, in their places, with what stands between them.

    ``raw`` and ``gentle`` (scores divided by sqrt(d_k)) are JacobianColumns, ``names`` their two names (raw's first),
    ``rows_named`` the names of their rows of dots,
    ``derivative`` the formula of an entry, ``backward`` the way of a pass, ``left`` what it leaves on the raw side.
    ``asked`` is the gradient that is sent back, over the weights of either (raw's first). ``picked`` frames the one
    weight on the raw side and ``shut`` its dark grid.
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
                place(words(text, LABEL, role, 600), column.bars.box.cx, either(166.0, 262.0))
                for text, role, column in (
                    ("raw scores", "raw", self.raw),
                    ("gentler scores", "scaled", self.gentle),
                )
            )
        )
        self.rows_named = VGroup(*(column.row[1:] for column in (self.raw, self.gentle)))
        self.asked = VGroup(self.raw.asked, self.gentle.asked)
        self.derivative = place(formula("p_i (delta_(i j) - p_j)", 60, "gradient"), *either((960, 490), (540, 1412)))
        self.backward = self._backward()
        middle, y = either((960.0, 660.0), (540.0, 1530.0))
        self.left = VGroup(
            place(words("raw gradient, median row", TICK, "muted"), middle, y),
            place(words("as share of gentler", TICK, "muted"), middle, y + 42),
            Numeral(lesson.number(f"share_{D_K}").label, middle, y + 104, role="gradient", anchor="center"),
        )
        box, cell = self.raw.bars.box, self.raw.cell
        self.picked = outline(
            Box(box.x + cell * self.winner - 3, box.y - 3, cell + 6, box.h + 3)
        )  # down to the line it stands on
        self.shut = outline(self.raw.grid.box.inset(-4))
        for frame in (self.picked, self.shut):
            frame.set_z_index(2.5)  # over the line that the bars stand on
        super().__init__(self.raw, self.gentle, self.names, self.derivative, self.backward, self.left)

    def _backward(self) -> VGroup:
        """The way of a pass, from over the weights to the scores: one for either column, or one between them."""
        raw, gentle = self.raw, self.gentle
        stop = raw.dots_y
        if either(False, True):
            # In two lines, or it would make one with the names of the rows to its sides.
            two = (place(words(text, HEADING, "muted"), 540, y) for text, y in (("backward", 310), ("pass", 350)))
            return VGroup(*two, arrow(540, 380, 540, stop, "gradient", 5))
        named = place(words("backward pass", HEADING, "muted"), 960, raw.asked_y)
        box, ways = extent(named).inset(-18, 0), VGroup()
        for start, x in ((box.x, gentle.bars.box.right + 40), (box.right, raw.bars.box.x - 40)):
            way = stroked("gradient", 5)
            corners = points(np.array([start, x, x]), np.array([raw.asked_y, raw.asked_y, stop]))
            tip = arrow_points(x, raw.asked_y, x, stop)[4:]  # without its shaft
            way.points = np.concatenate([polyline(corners), tip])
            ways.add(way)
        return VGroup(named, *ways)


def closing() -> TwoColumns:
    """The closing picture: the gradient sent through every lane, one weight picked, the raw grid shut."""
    columns = TwoColumns()
    columns.add(columns.asked, columns.picked, columns.shut)
    for column in (columns.raw, columns.gentle):
        column.arrive(KEYS).rest()
    return columns
