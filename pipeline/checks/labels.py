"""Sin 11: a label that stands far from its mark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pipeline.checks.moment import Fault, Moment, Rule
from pipeline.checks.outlines import distance
from pipeline.checks.picture import FAINTEST, Text, name_of
from pipeline.checks.space import seen_texts, touch
from scenes.kit.layout import Box

FARTHEST_LABEL = 120.0
LARGEST_LABEL = 46.0


class FarLabel(Rule):
    """Sin 11: a label that names its mark (`kit.type.label_for`) stands within 120 px of it.

    Of the others, those that stand alone are found: small text with nothing at all within 120 px.
    """

    def __init__(self) -> None:
        self.named: set[int] = set()
        self.labels: set[int] = set()

    @property
    def counted(self) -> dict[str, int]:
        """Labels seen, and those of them that say what they name."""
        return {"seen": len(self.labels), "with a mark": len(self.named)}

    def see(self, moment: Moment) -> Iterator[Fault]:
        if not moment.still:
            return
        picture = moment.picture
        shown = {id(shape.mobject): shape for shape in picture.shapes if shape.alpha > FAINTEST}
        heading = getattr(moment.beat, "_heading", None)
        for text in seen_texts(picture):
            if "allow_far" in text.flags or text.mobject is heading or not _is_label(text):
                continue
            self.labels.add(id(text.mobject))
            mark = _mark_of(text)
            if mark is not None:
                self.named.add(id(text.mobject))
                parts = [shown[id(part)] for part in mark.get_family() if id(part) in shown]
                if not parts:
                    continue  # not there yet, or gone already: a label may outlive it by a moment
                gap = min(distance(part.lines, text.box) for part in parts)
                what = name_of(mark) or type(mark).__name__
            else:
                around = text.box.inset(-FARTHEST_LABEL)
                others = [s for s in shown.values() if s.text is not text and touch(s.box, around)]
                gap = min((_apart(s.box, text.box) for s in others), default=float("inf"))
                what = "anything"
            if gap > FARTHEST_LABEL:
                away = f"{gap:.0f} px" if np.isfinite(gap) else f"over {FARTHEST_LABEL:.0f} px"
                sentence = f"{text.name!r} stands {away} from {what}; {FARTHEST_LABEL:.0f} px is far"
                yield Fault(moment.frame, sentence, (text.name, what), min(gap, 9999.0))


def _is_label(text: Text) -> bool:
    """Of a label's size and of six words at most: what is longer says something by itself."""
    return text.em <= LARGEST_LABEL and len(text.name.split()) <= 6


def _apart(a: Box, b: Box) -> float:
    across = max(a.x - b.right, b.x - a.right, 0.0)
    return float(np.hypot(across, max(a.y - b.bottom, b.y - a.bottom, 0.0)))


def _mark_of(text: Text) -> Any:
    """The mark that a label names, if it says so."""
    for owner in text.owners:
        found = getattr(owner, "label_for", None)
        if found is not None:
            return found()
    return None
