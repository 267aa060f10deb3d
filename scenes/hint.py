"""Beat 1's last picture, from which beat 2 starts and to which beat 9 returns: the projections over the formula."""

from __future__ import annotations

from manim import LineJointType, VGroup

from scenes.kit.layout import either, extent
from scenes.kit.look import colour
from scenes.kit.parts.attention import AttentionFormula
from scenes.kit.parts.shapes import line, stroke_width
from scenes.projections import Projections, ordinary, places, vector_names
from scenes.shared_space import SharedSpace

QUESTION = "What changes when the dimension changes?"  # asked in beat 1, read again in beats 2 and 9

HALO = (50.0, 43.0, 36.0, 30.0, 24.0, 18.0, 13.0, 8.0)


def attention(root_role: str = "scaled") -> AttentionFormula:
    """The attention formula where beat 1 shows it."""
    return AttentionFormula(*either((960, 800), (540, 1500)), root_role=root_role)


class Glow(VGroup):
    """What points at the root of a formula: a ``halo`` behind its strokes, and a ``rule`` below it.

    A frame would touch the fraction's bar and the bracket, which stand a few pixels away from the root.
    """

    def __init__(self, whole: AttentionFormula) -> None:
        self.halo = VGroup()
        for width in HALO:  # many faint strokes, one inside the other: light that has no edge
            blur = whole.root.copy().set_fill(opacity=0)
            blur.set_stroke(colour("scaled"), width=stroke_width(width), opacity=0.05)
            for glyph in blur:
                glyph.joint_type = LineJointType.ROUND  # a mitre would make spikes of the root's corners
            self.halo.add(blur)
        self.halo.set_z_index(-1)
        root = extent(whole.root)
        self.rule = line(root.x, root.bottom + 14, root.right, root.bottom + 14, "scaled", 5)
        super().__init__(self.halo, self.rule)


class Hint(VGroup):
    """All of it as beat 1 leaves it: the projections done and dimmed, the root of the formula in its light."""

    def __init__(self) -> None:
        self.projections = picture = Projections(*places(), ordinary())
        self.space = SharedSpace(picture)
        for side in (picture.query, picture.key):
            side.carry(1.0)
        picture.link(1.0)
        self.names = vector_names(picture.query.vector.n, picture.key.vector.n)
        VGroup(picture.query, picture.key, picture.links, picture.sizes, self.names, self.space).fade(0.6)
        picture.score.step_back()
        self.formula = attention()
        self.glow = Glow(self.formula)
        super().__init__(self.space, picture, self.names, self.formula, self.glow)
