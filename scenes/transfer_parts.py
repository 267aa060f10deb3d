"""Parts of beat 8: the caption's words with their vectors, and a chart of how wide scores are."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from scenes import curves
from scenes.kit.layout import Box, either, points
from scenes.kit.look import colour
from scenes.kit.parts.axis import HorizontalAxis, Scale
from scenes.kit.parts.cells import Cells, strength_of
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.paths import polyline
from scenes.kit.parts.shapes import circle, line, panel, stroke_width, stroked
from scenes.kit.type import HEADING, LABEL, beside, formula, place, words
from scenes.projections import Block, Place, mix

QUIET = 0.16  # brightness of a word that is not the one in focus


def row_y(i: int) -> float:
    """Middle line of the caption's word i."""
    return either(290.0 + 83 * i, 214.0 + 72 * i)


def beside_caption(row: int) -> tuple[Place, Place]:
    """Where the two sides stand beside the caption, whose word ``row`` is the query, and the image."""
    return either(
        (
            Place(Block(270, row_y(row), 4.5, 64), (580, 720), (260, 734), (377, 617), Block(738, 497, 15, 4)),
            Place(Block(1300, 497, 10, 8), (1230, 1098), (260, 734), (377, 617), Block(1022, 497, 15, 4)),
        ),
        (
            Place(Block(row_y(row) - 28, 584, 7, 8), (676, 770), (150, 930), (388, 692), Block(784, 540, 19, 4)),
            Place(Block(1268, 540, 11, 8), (1216, 1110), (150, 930), (388, 692), Block(1020, 540, 19, 4)),
        ),
    )


def image_box() -> Box:
    """Where the image stands."""
    return either(Box(1404, 287, 420, 420), Box(354, 1372, 372, 372))


class Caption(VGroup):
    """The caption's words in a column, each with its vector; the vector of word ``own`` is drawn elsewhere."""

    def __init__(self, example: lesson.CaptionAttention, own: int) -> None:
        self.own, self.vectors = own, example.query_vectors
        size, x = 44, either(246.0, 330.0)
        rows = range(len(example.words))
        self.quiet = [place(words(w, size, "muted"), x, row_y(i), "right") for i, w in enumerate(example.words)]
        self.loud = [place(words(w, size, "ink", 600), x, row_y(i), "right") for i, w in enumerate(example.words)]
        self.others = [i for i in rows if i != own]
        self.strips = Cells("query")
        blocks = [beside_caption(i)[0].block for i in self.others]
        self.cell = blocks[0].cell
        centres = [block.centres(self.vectors.shape[1]) for block in blocks]
        self.x, self.y = (np.concatenate(axis) for axis in zip(*centres, strict=True))
        self.texts = VGroup(*self.quiet, *self.loud)
        super().__init__(self.texts, self.strips)
        self.focus(own, own, 1.0)

    def focus(self, before: int, after: int, t: float) -> Caption:
        """Turn from one word to another: a share ``t`` of the way."""
        for i, (quiet, loud) in enumerate(zip(self.quiet, self.loud, strict=True)):
            now = self.attention(i, before, after, t)
            loud.set_fill(opacity=now)
            quiet.set_fill(opacity=1 - now)
        shown = [strength_of(self.vectors[i]) * mix(QUIET, 1, self.attention(i, before, after, t)) for i in self.others]
        self.strips.set_cells(self.x, self.y, self.cell * 0.88, np.concatenate(shown))
        return self

    @staticmethod
    def attention(i: int, before: int, after: int, t: float) -> float:
        """How much in focus word i is, 0..1."""
        return max(t if i == after else 0.0, 1 - t if i == before else 0.0)


class ScoreWidth(VGroup):
    """The density of scores at d_k, divided by ``divisor``, on the film's score axis, and the measured ``spread``.

    ``set_factor(f)`` shows the scores of a side whose entries are f times as wide; the first curve stays as a trace.
    """

    def __init__(
        self, box: Box, d_k: int, role: str, name: str, source: str, *, spread: float, divisor: float = 1.0
    ) -> None:
        self.axis = HorizontalAxis(
            box, -lesson.SCORE_LIMIT, lesson.SCORE_LIMIT, either((-60, -30, 0, 30, 60), (-60, 0, 60))
        )
        self.divisor, self.spread = divisor, spread
        self.density = curves.density(d_k) * divisor
        self.x, self.y = self.axis.x, Scale(0.0, float(self.density.max()), box.bottom, box.y)
        self.trace, self.curve = stroked(role, 3, 0.4), stroked(role, 5)
        self.curve.set_fill(colour(role), opacity=0.16)
        self.name = place(words(name, LABEL, role, 600), box.x, box.y + 12, "left")
        self.source = beside(formula(source, 44, "muted"), self.name, 24)
        self.sigma = place(formula("sigma =", 48), box.right - 128, box.y + 12, "right")
        self.number = Numeral("", box.right - 112, box.y + 12, size=48)
        super().__init__(self.axis, self.trace, self.curve, self.name, self.source, self.sigma, self.number)
        self.trace.set_z_index(1)
        self.curve.set_z_index(2)
        self.trace.points = self._points(1.0)
        self.set_factor(1.0)

    def _points(self, factor: float) -> np.ndarray:
        x = curves.X * factor / self.divisor
        on_axis = np.abs(x) <= lesson.SCORE_LIMIT
        x, y = x[on_axis], self.density[on_axis] / factor
        edge = float(lesson.SCORE_LIMIT)
        x, y = np.concatenate([[-edge], x, [edge]]), np.concatenate([[y[0]], y, [y[-1]]])
        return polyline(points(self.x(x), self.y(y)))

    def set_factor(self, factor: float) -> ScoreWidth:
        """Redraw for entries ``factor`` times as wide."""
        self.curve.points = self._points(factor)
        self.number.set_text(f"{self.spread * factor:.1f}")
        return self


def score_widths(example: lesson.CaptionAttention) -> VGroup:
    """The raw and the scaled scores of the example's image side, as two charts on the film's score axis."""
    d_k = example.query_projection.shape[1]
    divisor, spread = float(np.sqrt(d_k)), example.spread
    above, below = either(
        (Box(96, 284, 730, 160), Box(96, 556, 730, 160)), (Box(54, 250, 972, 150), Box(54, 510, 972, 150))
    )
    raw = ScoreWidth(above, d_k, "raw", "raw", "q dot k", spread=spread * divisor)
    scaled = ScoreWidth(below, d_k, "scaled", "scaled", "q dot k \\/ sqrt(d_k)", spread=spread, divisor=divisor)
    return VGroup(raw, scaled)


def norm_bar() -> VGroup:
    """The normalising layer, between the patch's numbers and the funnel."""
    box = either(Box(1252, 260, 26, 474), Box(150, 1226, 780, 30))
    slab = panel(box, radius=10).set_stroke(colour("ink"), width=stroke_width(3), opacity=1)
    return VGroup(slab, place(words("norm", HEADING, "ink", 600), *either((1265, 224), (982, 1241))))


def search_field(text: str) -> VGroup:
    """A search field with what is asked for."""
    box = either(Box(108, 326, 450, 84), Box(150, 222, 660, 84))
    field = panel(box, radius=42).set_stroke(colour("axis"), width=stroke_width(3), opacity=1)
    x, y = box.x + 44, box.cy - 4
    lens = VGroup(circle(x, y, 15, "muted", 5), line(x + 11, y + 11, x + 24, y + 24, "muted", 5))
    return VGroup(field, lens, place(words(text, 44, "ink", 600), x + 50, box.cy, "left"))
