"""Parts of beat 8: the caption's words with their vectors, where they stand, and a search field."""

from __future__ import annotations

import numpy as np
from manim import VGroup, VMobject

from mathcore import lesson
from scenes.kit.layout import Box, either
from scenes.kit.look import colour
from scenes.kit.parts.attention import dashed_frame
from scenes.kit.parts.cells import Cells, strength_of
from scenes.kit.parts.patches import PatchMap
from scenes.kit.parts.paths import segments
from scenes.kit.parts.shapes import circle, line, panel, stroke_width, stroked
from scenes.kit.type import place, words
from scenes.projections import Block, Place, mix
from scenes.strip import Strip

QUIET = 0.16  # brightness of a word that is not the one in focus


def row_y(i: int) -> float:
    """Middle line of the caption's word i."""
    return either(228.0 + 100 * i, 214.0 + 62 * i)


def beside_caption(row: int) -> tuple[Place, Place]:
    """Where the two sides stand beside the caption, whose word ``row`` is the query, and the image."""
    return either(
        (
            Place(Strip(232, row_y(row), 4.5, 8), (536, 676), (208, 748), (318, 638), Block(688, 478, 19, 4)),
            Place(Strip(1184, 478, 9.5, 8), (1128, 990), (208, 748), (318, 638), Block(902, 478, 19, 4)),
        ),
        (
            Place(Strip(324, row_y(row), 6.5, 8), (574, 676), (150, 930), (388, 692), Block(690, 540, 19, 4)),
            # Standing, so that its lines need not turn when they come to face a query that stands.
            Place(Strip(500, 1204, 10, 8, standing=True), (1110, 1012), (150, 930), (388, 692), Block(922, 540, 19, 4)),
        ),
    )


def image_box() -> Box:
    """Where the image stands."""
    return either(Box(1276, 204, 548, 548), Box(292, 1280, 496, 496))


def sockets(places: tuple[Place, Place], n: int) -> VGroup:
    """Dashed frames where the n numbers of either side's share of the space will be, as in the formula's socket."""
    frames = VGroup()
    for side in places:
        x, y = side.shared.centres(n)
        half = side.shared.cell / 2
        frame = stroked("axis", 3)
        frame.points = dashed_frame(Box(x.min() - half, y.min() - half, np.ptp(x) + 2 * half, np.ptp(y) + 2 * half))
        frames.add(frame)
    return frames


def taken_from(strip: Box, patches: PatchMap, patch: int) -> VMobject:
    """Thin lines from a patch of the image to the strip of its numbers beside it."""
    x, y = patches.centre(patch)
    start, end, half = strip.right + 3, x - patches.w / 2, patches.h / 2
    made = stroked("key", 2, 0.6)
    sides = np.array([strip.y, strip.bottom]), np.array([y - half, y + half])
    made.points = segments(np.full(2, start), sides[0], np.full(2, end), sides[1])
    return made.set_z_index(3)


class Caption(VGroup):
    """The caption's words in a column, each with its vector; the vector of word ``own`` is drawn elsewhere.

    ``below`` are the vectors of the words after it, over which its numbers would go on their way down in portrait.
    """

    def __init__(self, example: lesson.CaptionAttention, own: int) -> None:
        self.own, self.vectors = own, example.query_vectors
        size, x = 46, either(216.0, 300.0)
        rows = range(len(example.words))
        self.quiet = [place(words(w, size, "muted"), x, row_y(i), "right") for i, w in enumerate(example.words)]
        self.loud = [place(words(w, size, "ink", 600), x, row_y(i), "right") for i, w in enumerate(example.words)]
        self.above, self.below = Cells("query"), Cells("query")
        self.strips = VGroup(self.above, self.below)
        self._lines = [self._line([i for i in rows if i < own]), self._line([i for i in rows if i > own])]
        self.texts = VGroup(*self.quiet, *self.loud)
        super().__init__(self.texts, self.strips)
        self.focus(own, own, 1.0)

    def focus(self, before: int, after: int, t: float) -> Caption:
        """Turn from one word to another: a share ``t`` of the way."""
        for i, (quiet, loud) in enumerate(zip(self.quiet, self.loud, strict=True)):
            now = self.attention(i, before, after, t)
            loud.set_fill(opacity=now)
            quiet.set_fill(opacity=1 - now)
        for strips, (rows, cell, x, y) in zip(self.strips, self._lines, strict=True):
            lit = [strength_of(self.vectors[i]) * mix(QUIET, 1, self.attention(i, before, after, t)) for i in rows]
            strips.set_cells(x, y, cell * 0.88, np.concatenate(lit))
        return self

    def _line(self, rows: list[int]) -> tuple[list[int], float, np.ndarray, np.ndarray]:
        """Rows of the column with the size of their cells and the centres of these, x and y (n,)."""
        blocks = [beside_caption(i)[0].block for i in rows]
        x, y = np.concatenate([block.centres(self.vectors.shape[1]) for block in blocks], axis=1)
        return rows, blocks[0].cell, x, y

    @staticmethod
    def attention(i: int, before: int, after: int, t: float) -> float:
        """How much in focus word i is, 0..1."""
        return max(t if i == after else 0.0, 1 - t if i == before else 0.0)


def search_field(text: str) -> VGroup:
    """A search field with what is asked for."""
    box = either(Box(96, 292, 424, 84), Box(150, 206, 660, 84))
    field = panel(box, radius=42).set_stroke(colour("axis"), width=stroke_width(3), opacity=1)
    x, y = box.x + 44, box.cy - 4
    lens = VGroup(circle(x, y, 15, "muted", 5), line(x + 11, y + 11, x + 24, y + 24, "muted", 5))
    return VGroup(field, lens, place(words(text, 44, "ink", 600), x + 50, box.cy, "left"))
