"""A picture cut into patches: a veil over what has little weight, a frame around what has much."""

from __future__ import annotations

import numpy as np
from manim import VGroup, VMobject

from ..layout import Box
from ..look import colour
from .paths import rectangles
from .shapes import filled, stroked

LEVELS = 12
VEIL = 0.64  # what has no weight still shows a little of itself
FRAMED = 0.07  # patches of less weight than this have no frame
THICKEST = 9.0


class PatchMap(VGroup):
    """Weights (rows * columns,) over the patches of a picture that fills ``box``, on a scale from 0 to ``top``.

    Brightness and frame come in a few even levels, each level one path.
    """

    allow_faint = True  # brightness is the number

    def __init__(self, box: Box, rows: int, columns: int, role: str, *, top: float = 0.5, gap: float = 4.0) -> None:
        row, column = np.divmod(np.arange(rows * columns), columns)
        self.w, self.h = box.w / columns, box.h / rows
        self.x, self.y = box.x + (column + 0.5) * self.w, box.y + (row + 0.5) * self.h
        self.top, self.gap = top, gap
        self.veil: list[VMobject] = [filled("background", VEIL * (1 - i / (LEVELS - 1))) for i in range(LEVELS)]
        self.frames: list[VMobject] = [stroked(role, THICKEST * (i + 1) / LEVELS) for i in range(LEVELS)]
        super().__init__(*self.veil, *self.frames)
        for part in self.veil:
            part.set_z_index(1)
        for part in self.frames:
            part.set_z_index(2)
            part.allow_faint = True  # also when it is dimmed without the rest
        self.weights = np.full(rows * columns, top)

    def set_weights(self, weights: np.ndarray, share: float = 1.0) -> PatchMap:
        """Redraw for weights (rows * columns,); ``share`` 0..1 says how much of the veil and frames is there."""
        self.weights = np.asarray(weights, float)
        bright = np.clip(self.weights / self.top, 0, 1) ** 0.6
        level = np.rint((1 - share * (1 - bright)) * (LEVELS - 1)).astype(int)
        framed = np.rint(share * np.clip(self.weights / self.top, 0, 1) * (LEVELS - 1)).astype(int)
        framed[self.weights < FRAMED] = -1
        for i in range(LEVELS):
            self.veil[i].points = self._rectangles(level == i, 0.0)
            self.frames[i].points = self._rectangles((framed == i) & (share > 0), self.gap)
        return self

    def _rectangles(self, chosen: np.ndarray, inset: float) -> np.ndarray:
        half_w, half_h = self.w / 2 - inset, self.h / 2 - inset
        x, y = self.x[chosen], self.y[chosen]
        return rectangles(x - half_w, y - half_h, x + half_w, y + half_h)

    def centre(self, i: int) -> tuple[float, float]:
        """The middle of patch i in design pixels."""
        return float(self.x[i]), float(self.y[i])

    def ring(self, i: int, role: str) -> VMobject:
        """A frame around patch i."""
        made = stroked(role, 5)
        made.points = self._rectangles(np.arange(len(self.x)) == i, self.gap / 2)
        return made.set_stroke(colour(role)).set_z_index(3)
