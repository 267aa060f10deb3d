"""Beat 9's meeting: beat 1's picture of the two projections and the formula, which becomes complete."""

from __future__ import annotations

from manim import Mobject, VGroup

from scenes.hint import attention
from scenes.kit.layout import to_pixels
from scenes.kit.look import colour
from scenes.projections import Projections, example, ordinary, places, vector_names
from scenes.shared_space import SharedSpace


class Meeting:
    """``picture`` (the projections), its ``names``, the ``space`` between them, and the ``formula`` without its root.

    ``parts`` are dim, each with its bright state saved, to light up when it is spoken of. ``carry(t)`` takes both
    vectors through their funnels; ``divide(t)`` divides the score by d_k to the power t / 2; at ``centre``, in design
    pixels, it stands.
    """

    def __init__(self) -> None:
        self.picture = picture = Projections(*places(), ordinary())
        self.query, self.key = picture.query, picture.key
        self.space = SharedSpace(picture)
        self.names = vector_names(self.query.vector.n, self.key.vector.n)
        self.formula = attention().empty()
        self.root = self.formula.root
        self.parts: list[Mobject] = [self.query.funnel, self.key.funnel, self.query.vector, self.key.vector]
        self.parts += [*self.names, self.formula]
        self.moving = [self.query.moving, self.query.shared, self.key.moving, self.key.shared]
        (held, *_), (row, patch) = example(), ordinary()
        self._score, self._d_k = float(held.scores[row, patch]), self.query.shared.n
        self.centre = to_pixels(picture.score.disc.get_center())

    def dim(self) -> Meeting:
        """Dim the parts; ``Restore`` brings each back."""
        for part in self.parts:
            part.save_state()
            part.fade(0.75)
        return self

    def carry(self, t: float) -> None:
        """Both vectors a share t of the way through."""
        self.query.carry(t)
        self.key.carry(t)

    def divide(self, t: float) -> None:
        """The score divided by a share t of the division, and scaled when it is done."""
        x, y = self.centre
        number = self.picture.score.number
        number.show_at(f"{self._score / self._d_k ** (t / 2):.1f}", x, y - 14)
        number.set_fill(colour("scaled" if t >= 1 else "ink"))

    def everything(self) -> VGroup:
        """All of it."""
        picture = self.picture
        return VGroup(
            *(self.query, self.key, picture.links, picture.score, *picture.sizes, *self.names),
            *(self.formula, self.space),
        )
