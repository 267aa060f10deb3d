"""The three predictions, in one place: their letters, words and sketches, as beats 2, 3 and 9 show them."""

from __future__ import annotations

import numpy as np

from mathcore import lesson
from scenes.kit.layout import Box, either
from scenes.kit.parts.cards import ChoiceCards
from scenes.kit.parts.pins import Pins

ASKED = "What happens to the attention weights?"  # asked in beat 2, over its answers wherever they come back
SET_ASIDE = 0.5  # how much an answer that was not the one fades: it can still be compared

Choice = tuple[str, str, np.ndarray]


def choices() -> list[Choice]:
    """A, B and C, each with weights (16,) that show what it claims would stand at the largest d_k.

    A keeps the weights of the smallest d_k, B spreads them evenly, C puts all on one key: the one that will have them,
    so that the card and what is seen later do not seem to speak of two keys.
    """
    start = lesson.film_weights(lesson.STOPS[0], scaled=False)
    piled = np.zeros(lesson.N_KEYS)
    piled[int(lesson.film_weights(lesson.D_MAX, scaled=False).argmax())] = 1.0
    return [
        ("A", "nothing much", start),
        ("B", "they even out", np.full(lesson.N_KEYS, 1 / lesson.N_KEYS)),
        ("C", "they pile up on one key", piled),
    ]


def answer_cards() -> ChoiceCards:
    """The three cards where they stand beside an answer: beats 3, 4 and 9 show them in these boxes."""
    boxes = either(Box(156, 260, 1608, 540).columns(3, 60), Box(54, 270, 972, 1290).rows(3, 36))
    return ChoiceCards(boxes, choices())


def pins() -> Pins:
    """The three predictions as beats 2 and 3 pin them up."""
    return Pins({letter: weights for letter, _, weights in choices()})
