"""Beat 2's cards become the pins that beat 3 has in its corner."""

from __future__ import annotations

from manim import VGroup

from scenes.cards_return import PinnedCard
from scenes.kit.layout import either
from scenes.kit.motion import phase
from scenes.kit.parts.cards import ChoiceCards
from scenes.predictions import pins


class BecomePins(VGroup):
    """The cards on their way to their pins, all at once.

    In portrait, where a column becomes a row, each first goes to its column and then they fall, none in another's way.
    """

    def __init__(self, cards: ChoiceCards) -> None:
        corner = pins().by_letter
        self.moving = [PinnedCard(corner[letter], card) for letter, card in cards.by_letter.items()]
        super().__init__(*self.moving)
        self.stand(0.0)

    def stand(self, t: float) -> None:
        """The cards a share ``t`` of the time on their way."""
        across, down = phase(t, 0.05, either(0.7, 0.42)), phase(t, *either((0.05, 0.7), (0.2, 0.75)))
        for card in self.moving:
            card.stand(0.0, 1 - across, 1 - down)
            card.text.set_fill(opacity=1 - phase(t, 0.0, 0.2))
