"""Sin 5: a readout that drifts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pipeline.checks.moment import Fault, Moment, Rule
from pipeline.checks.outlines import Floats
from pipeline.checks.picture import FAINTEST
from scenes.kit.layout import PX_PER_UNIT
from scenes.kit.parts.numeral import Numeral

DRIFT = 1.0


class Drift(Rule):
    """Sin 5: a number that changes keeps its anchor to a pixel.

    The anchor is the end of the number that its part has declared (left, middle, right), found from the glyphs that are
    drawn. A number that is carried by what it reads declares it (`allow_drift`); one that does not change is moved
    freely.
    """

    def __init__(self) -> None:
        self.play = -1
        self.seen: dict[int, list[tuple[str, Floats]]] = {}
        self.reported: set[int] = set()

    def see(self, moment: Moment) -> Iterator[Fault]:
        if moment.play.index != self.play:
            self.play, self.seen, self.reported = moment.play.index, {}, set()
        for text in moment.picture.texts:
            number = text.mobject
            if not isinstance(number, Numeral) or text.alpha <= FAINTEST or "allow_drift" in text.flags or text.turning:
                continue
            here = number.anchor_now() * PX_PER_UNIT
            before = self.seen.setdefault(id(number), [])
            before.append((number.text, here))
            if len({shown for shown, _ in before}) < 2:
                continue
            moved = np.ptp(np.array([at for _, at in before]), axis=0)
            if moved.max() > DRIFT:
                name = _called(text)
                sentence = f"the number {name!r} drifts by {moved.max():.1f} px while it changes"
                yield Fault(moment.frame, sentence, (name,), float(moved.max()), id(number))


def _called(text: Any) -> str:
    for held, holder in zip(text.owners, text.owners[1:], strict=False):
        attribute = next((key for key, value in vars(holder).items() if value is held and key[0] != "_"), "")
        if attribute:
            return f"{type(holder).__name__}.{attribute}"
    return "a number"
