"""Beat 1's last picture, from which beat 2 starts and to which beat 9 returns: the projections over the formula."""

from __future__ import annotations

from manim import VGroup

from scenes.kit.layout import Box, either, extent
from scenes.kit.look import blend, colour
from scenes.kit.parts.attention import AttentionFormula
from scenes.kit.parts.shapes import panel, stroke_width
from scenes.projections import Projections, places, vector_names


def attention(root_role: str = "scaled") -> AttentionFormula:
    """The attention formula where beat 1 shows it."""
    return AttentionFormula(*either((960, 800), (540, 1500)), root_role=root_role)


class Hint(VGroup):
    """All of it as beat 1 leaves it: the projections done and dimmed, the root of the formula in its light."""

    def __init__(self) -> None:
        self.projections = picture = Projections(*places())
        for side in (picture.query, picture.key):
            side.carry(1.0)
        picture.link(1.0)
        self.names = vector_names(picture.query.vector.n, picture.key.vector.n)
        VGroup(picture.query, picture.key, picture.links, picture.sizes, self.names).fade(0.6)
        picture.score.step_back()
        self.formula = attention()
        root = extent(self.formula.root)
        box = Box(root.x - 11, root.y - 5, root.w + 22, root.h + 12)
        self.glow = VGroup(panel(box, radius=12), panel(box, radius=12))
        ground, frame = self.glow
        ground.set_fill(blend("scaled", 0.18), opacity=1).set_z_index(-1)
        frame.set_fill(opacity=0).set_stroke(colour("scaled"), width=stroke_width(3), opacity=1)
        super().__init__(picture, self.names, self.formula, self.glow)
