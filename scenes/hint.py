"""Beat 1's last picture, from which beat 2 starts and to which beat 9 returns: the projections over the formula."""

from __future__ import annotations

from manim import VGroup

from scenes.kit.layout import either, extent
from scenes.kit.parts.attention import AttentionFormula
from scenes.kit.parts.shapes import line, stroke_width, stroked
from scenes.kit.type import FORMULA, place, words
from scenes.projections import Projections, ordinary, places, vector_names
from scenes.shared_space import SharedSpace

QUESTION = "What changes when the dimension changes?"  # asked in beat 1, read again in beats 2 and 9

AIR = 14.0  # pixels between a root and what marks it
BACK = 0.5  # how much the projections fade behind the question and the formula


def asked(lower: float = 0.0) -> VGroup:
    """The film's question, large, in the rows and at the place in which beat 1 asks it, or ``lower`` by some pixels."""
    x, y = either((960.0, 812.0 + lower), (540.0, 1440.0 + lower))
    split = QUESTION.split()
    rows = either([QUESTION], [" ".join(split[:3]), " ".join(split[3:])])
    return VGroup(*(place(words(row, FORMULA, "ink", 600), x, y + 96 * i) for i, row in enumerate(rows)))


def attention(root_role: str = "scaled") -> AttentionFormula:
    """The attention formula where beat 1 shows it."""
    return AttentionFormula(*either((960, 800), (540, 1500)), root_role=root_role)


class Mark(VGroup):
    """What points at the root of a formula: a ``rule`` below it, which grows heavy.

    A frame would have to squeeze its top between the root and the bar of the fraction.
    """

    def __init__(self, whole: AttentionFormula) -> None:
        self.rule = stroked("scaled", 3)
        root = extent(whole.root)
        self._left, self._right, self._y = root.x - AIR, root.right + AIR, root.bottom + AIR
        super().__init__(self.rule)
        self.underline(1.0).stress(1.0)

    def underline(self, t: float) -> Mark:
        """Draw a share ``t`` of the rule, from the left."""
        self.rule.points = line(self._left, self._y, self._left + (self._right - self._left) * t, self._y).points
        self.rule.set_stroke(width=stroke_width(3))
        return self

    def stress(self, t: float) -> Mark:
        """Make the whole rule heavier, to a share ``t``."""
        self.rule.set_stroke(width=stroke_width(3 + 5 * t))
        return self


class Hint(VGroup):
    """All of it as beat 1 leaves it: the projections done and dimmed, the root of the formula marked."""

    def __init__(self) -> None:
        self.projections = picture = Projections(*places(), ordinary())
        self.space = SharedSpace(picture)
        picture.carry(1.0).link(1.0)
        self.names = vector_names(picture.query.vector.n, picture.key.vector.n)
        VGroup(picture.query, picture.key, picture.links, picture.sizes, self.names, self.space).fade(BACK)
        picture.score.step_back()
        self.formula = attention()
        self.mark = Mark(self.formula)
        super().__init__(self.space, picture, self.names, self.formula, self.mark)
