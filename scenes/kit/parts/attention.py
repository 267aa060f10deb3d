"""The attention formula with a socket where the square root belongs, empty until it is earned."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from manim import VGroup, VMobject

from ..layout import Box, extent
from ..look import colour
from ..type import FORMULA, Formula, formula, place
from .paths import dashes
from .shapes import stroked


class AttentionFormula(VGroup):
    """softmax(Q K^T / socket) V at design pixel (x, y).

    ``whole`` is the formula; ``root`` (the square root of d_k) is a part of it; ``socket`` is the dashed frame that
    holds the root's place. ``empty()`` hides the root and shows the socket; ``filled()`` the other way round.
    """

    def __init__(self, x: float, y: float, *, size: float = FORMULA + 12, root_role: str = "ink") -> None:
        source = '"softmax"((Q K^top) / {{ sqrt(d_k) : root }}) V'
        self.whole: Formula = place(formula(source, size), x, y)
        self.root = self.whole.select("root")
        self.set_root_role(root_role)
        box = extent(self.root).inset(-10, -3)
        self.socket: VMobject = stroked("axis", 3)
        self.socket.points = dashed_frame(box)
        super().__init__(self.whole, self.socket)
        self.filled()

    def set_root_role(self, role: str) -> None:
        """Colour the root."""
        self.root.set_fill(colour(role))

    def empty(self) -> AttentionFormula:
        """Hide the root, show its socket."""
        self.root.set_fill(opacity=0)
        self.socket.set_stroke(opacity=1)
        return self

    def filled(self) -> AttentionFormula:
        """Show the root, hide the socket."""
        self.root.set_fill(opacity=1)
        self.socket.set_stroke(opacity=0)
        return self


def dashed_frame(box: Box) -> np.ndarray:
    """Curve points of a box in dashes: a place that is still empty."""
    corners = [
        (box.x, box.y),
        (box.right, box.y),
        (box.right, box.bottom),
        (box.x, box.bottom),
        (box.x, box.y),
    ]
    return np.concatenate([dashes(*a, *b, dash=9, gap=7) for a, b in pairwise(corners)])
