"""How beat 3 ends: the pins grow back into their cards, and what was seen becomes the picture of one of them."""

from __future__ import annotations

from manim import ManimColor, VGroup, interpolate_color

from scenes.kit.layout import Box, either, point
from scenes.kit.look import colour
from scenes.kit.motion import phase
from scenes.kit.parts.cards import ChoiceCard, ChoiceCards
from scenes.kit.parts.pins import QUIET, Pin, Pins
from scenes.kit.parts.shapes import panel
from scenes.kit.parts.weights import WeightBars

PIN_RADIUS, CARD_RADIUS = 12.0, 16.0
OVER = 4.0  # the card that holds what was seen hides what passes it


class CardsReturn(VGroup):
    """The cards on their way from ``pins`` to where ``cards`` has them.

    The card ``letter`` forms around the chart ``seen`` and takes it along. It goes first, and the others pass behind
    it: sinking as they go, below the heading. In portrait, where the pins are at the foot and it becomes the lowest
    card, the others go first: they rise past it as the pins they are, and grow where they then stand.
    """

    def __init__(self, pins: Pins, cards: ChoiceCards, seen: WeightBars, letter: str) -> None:
        self.growing = [
            PinnedCard(pins.by_letter[name], card) for name, card in cards.by_letter.items() if name != letter
        ]
        self.forming = _Forming(cards.by_letter[letter], seen)
        super().__init__(*self.growing, self.forming)
        self.stand(0.0)

    def stand(self, t: float) -> None:
        """The cards a share ``t`` of the time on their way."""
        self.forming.stand(phase(t, *either((0.0, 0.5), (0.15, 0.55))), t)
        for i, card in enumerate(self.growing):
            if either(True, False):
                card.stand(0.0, phase(t, 0.0, 0.7), phase(t, 0.1, 0.8))
            else:
                grown = phase(t, 0.33 + 0.1 * i, 0.72 + 0.1 * i)
                card.stand(phase(t, 0.1, 0.45), grown, grown)
        for text in (*(card.text for card in self.growing), self.forming.text):
            text.set_fill(opacity=phase(t, 0.75, 1.0))


class PinnedCard(VGroup):
    """A card and its pin, and all between them. Submobjects: ``panel``, ``letter``, ``bars``, ``text``."""

    def __init__(self, pin: Pin, card: ChoiceCard) -> None:
        self.pin, self.card = pin, card
        self.panel, self.letter, self.text = panel(pin.box), pin.letter.copy(), card.text.copy()
        self.bars = WeightBars(pin.sketch, card.bars.n, slots=False, value=False)
        super().__init__(self.panel, self.letter, self.bars, self.text)

    def stand(self, risen: float, across: float, down: float) -> None:
        """A share ``risen`` of the way up to the card's top as a pin, and from there to the card itself.

        Of that, x and width a share ``across``, y and height a share ``down``.
        """
        pin, card, size = self.pin, self.card, min(across, down)
        up = (card.box.y - pin.box.y) * risen
        start, sketch = (Box(b.x, b.y + up, b.w, b.h) for b in (pin.box, pin.sketch))
        box = start.along(card.box, across, down)
        self.panel.points = panel(box, radius=PIN_RADIUS + (CARD_RADIUS - PIN_RADIUS) * size).points
        small = pin.letter.points - point(pin.box.x, pin.box.y)
        large = card.letter.points - point(card.box.x, card.box.y)
        self.letter.points = point(box.x, box.y) + small + (large - small) * size
        self.text.points = card.text.points + point(box.x, box.y) - point(card.box.x, card.box.y)
        self.letter.set_fill(interpolate_color(ManimColor(colour("muted")), ManimColor(colour("ink")), size))
        self.bars.within(sketch.along(card.bars.box, across, down)).set_weights(card.bars.weights)
        self.bars.bars.set_fill(opacity=QUIET + (1 - QUIET) * size)
        self.bars.base.set_stroke(opacity=size)


class _Forming(VGroup):
    """A card that forms around a chart. Submobjects: ``panel``, ``letter``, ``bars``, ``text``."""

    def __init__(self, card: ChoiceCard, seen: WeightBars) -> None:
        self.card, self.start, self.weights = card, seen.box, seen.weights
        self.panel, self.letter, self.text = panel(card.box), card.letter.copy(), card.text.copy()
        self.bars = WeightBars(seen.box, seen.n, slots=False, value=False)
        super().__init__(self.panel, self.letter, self.bars, self.text)
        for z, part in enumerate((self.panel, self.letter, self.text, self.bars.bars, self.bars.base)):
            part.set_z_index(OVER + 0.1 * z)

    def stand(self, t: float, time: float) -> None:
        """The chart a share ``t`` of the way to its card, which forms at the share ``time`` of the time."""
        self.bars.within(self.start.toward(self.card.bars.box, t)).set_weights(self.weights)
        box = self.start.toward(self.card.box, t)
        self.panel.points = panel(box, radius=CARD_RADIUS).points
        moved = point(box.x, box.y) - point(self.card.box.x, self.card.box.y)
        self.letter.points, self.text.points = self.card.letter.points + moved, self.card.text.points + moved
        self.panel.set_fill(opacity=phase(time, 0.05, 0.3))
        # Once the words that stood there have gone.
        self.letter.set_fill(opacity=phase(time, 0.3, 0.5))
