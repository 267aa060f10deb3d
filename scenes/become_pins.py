"""Beat 2's cards become the pins that beat 3 has in its corner."""

from __future__ import annotations

from typing import Any

from manim import Animation, ReplacementTransform, smooth, squish_rate_func

from scenes.kit.layout import Box, either
from scenes.kit.motion import Drive
from scenes.kit.parts.cards import ChoiceCards
from scenes.kit.parts.pins import QUIET, Pin
from scenes.kit.parts.weights import WeightBars
from scenes.predictions import pins


def become_pins(cards: ChoiceCards, seconds: float) -> list[Animation]:
    """Each card becomes its pin; in portrait, where a column becomes a row, the lowest one goes first."""
    moves: list[Animation] = []
    for i, (letter, pin) in enumerate(pins().by_letter.items()):
        card = cards.by_letter[letter]
        begin, end = either((0.05, 0.7), (0.26 - 0.08 * i, 0.66 - 0.08 * i))
        timing: dict[str, Any] = {"run_time": seconds, "rate_func": squish_rate_func(smooth, begin, end)}
        moves += [
            ReplacementTransform(card.panel, pin.panel, **timing),
            ReplacementTransform(card.letter, pin.letter, **timing),
        ]

        def follow(t: float, bars: WeightBars = card.bars, box: Box = card.bars.box, pin: Pin = pin) -> None:
            bars.within(box.toward(pin.sketch, t)).set_weights(bars.weights)
            bars.bars.set_fill(opacity=1 + (QUIET - 1) * t)
            bars.base.set_stroke(opacity=1 - t)

        moves.append(Drive(follow, [card.bars.base, card.bars.bars], **timing))
    return moves
