"""Beat 7's last picture, from which beat 8 starts: the boundary plot with the models that are in use."""

from __future__ import annotations

from manim import VGroup

from scenes.boundary import COSMETIC, Boundary

HEADING_TEXT = "Where real models live"
DIM = 0.45  # how much is taken from what lies on the other side


def other_side(found: Boundary) -> VGroup:
    """What is dimmed when the side that matters is named: the cosmetic band's name, and its column's point and stem."""
    return VGroup(found.cosmetic[1], found.stems[COSMETIC], *found.markers[COSMETIC])


class RealModels(VGroup):
    """The plot as beat 7 leaves it: bands, markers and models in place, the stretch of axis that matters in bold."""

    def __init__(self) -> None:
        self.plot = found = Boundary()
        found.rise(COSMETIC, 1.0)
        for part in other_side(found):
            part.fade(DIM).allow_faint = True
        super().__init__(found.cosmetic, found.catastrophic, found.frame, found.plot, found.stems[COSMETIC])
        self.add(*found.markers.values(), *found.models.values(), found.weight)
