"""The shared space between two projections, as beats 1 and 2 show it: a room of its own, with its name."""

from __future__ import annotations

from manim import VGroup

from scenes.kit.layout import Box, either
from scenes.kit.parts.shapes import panel
from scenes.kit.type import TICK, place, words
from scenes.projections import Projections


class SharedSpace(VGroup):
    """The room that both sides are carried into, named; it stands around what comes out of the two funnels."""

    def __init__(self, picture: Projections) -> None:
        self.room = panel(Box(0, 0, 100, 100))
        self.label = words("shared space", TICK, "muted")
        super().__init__(self.room, self.label)
        self.set_z_index(-2)  # behind all of the picture, and behind a formula's light
        self.stand(picture)

    def stand(self, picture: Projections) -> SharedSpace:
        """Stand around the two shares as they are placed now."""
        one, other = picture.query.shared.box, picture.key.shared.box
        box = either(
            Box(one.x - 14, one.y - 72, other.right - one.x + 28, one.h + 152),
            Box(one.x - 214, one.y - 14, one.w + 428, other.bottom - one.y + 28),
        )
        self.room.points = panel(box).points
        place(self.label, *either((box.cx, box.y + 38), (one.x - 110, (one.y + other.bottom) / 2)))
        return self
