"""A log ruler under the film's 16 scores at d_k = 512, with what it reads: how gaps between scores become ratios."""

from __future__ import annotations

import math

import numpy as np
from manim import VGroup, VMobject

from mathcore import lesson
from mathcore.softmax import weight_ratio
from scenes.kit.layout import Box, either, extent
from scenes.kit.parts.histogram import Histogram, SigmaBracket
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.ruler import LogRuler
from scenes.kit.parts.shapes import arrow
from scenes.kit.type import DISPLAY, LABEL, READOUT, mixed, place, words


def ratio_text(distance: float) -> str:
    """How many times larger a weight is whose score lies ``distance`` points higher, to two digits: exp(distance)."""
    ratio = weight_ratio(distance)
    digits = 1 - math.floor(math.log10(ratio))
    return f"{round(ratio, digits):,.{max(digits, 0)}f}".replace(",", "\u2009")


class Measurement(VGroup):
    """The ruler's zero lies on the second-best score. Submobject: ``ruler``.

    ``reading`` is what it reads, beside it: ``distance``, in points more, and ``ratio``. ``bracket`` (plus and minus
    sigma), ``apart`` (the gap between the two best) and ``times`` (what that makes of the best one's tower, beside the
    tower) come when they are named.
    """

    def __init__(self, histogram: Histogram, scores: np.ndarray, reach: float) -> None:
        second, best = (float(score) for score in np.sort(scores)[-2:])
        self.gap = best - second
        x, base = histogram.x, histogram.box.bottom
        right, top = float(x(best)) - 38, either(290.0, 800.0)  # beside the best one's tower
        points = int(lesson.number("gap_points").value)
        ratios = {0: "×1", points: f"×{lesson.number('odds_ten').text}"}
        margin = either(66.0, 112.0)
        self.ruler = LogRuler(x, second, base + 66, reach, ratios=ratios, start=base - 8, margin=margin)
        near, self.far = self.ruler.labels
        if either(False, True):  # centred under their marks, which are near each other there, they would run into one
            place(near, float(x(second)) + 4, extent(near).cy, "right")
            place(self.far, float(x(second + points)) - 4, extent(self.far).cy, "left")
        self.ruler.remove(self.far)  # it comes with its word
        self.reading = self._reading(extent(self.ruler.body))
        self.times = VGroup(
            Numeral(ratio_text(self.gap), right, top + 90, size=DISPLAY, anchor="right"),
            place(words("times the runner-up", LABEL, "muted"), right, top + 172, "right"),
        )
        self.bracket = self._bracket(histogram)
        y, start, stop = base + 168, float(x(second)), float(x(best))
        self.apart = VGroup(arrow(start, y, stop, y, "ink", 3, 12, both=True), *self._apart(start - 20, stop + 20, y))
        super().__init__(self.ruler)
        self.point(0.0)

    def point(self, distance: float) -> Measurement:
        """Stand ``distance`` points to the right of the second-best score and read the ratio."""
        self.ruler.set_pointer(distance)
        self.distance.set_text(f"{distance:.1f}")
        self.ratio.set_text("×" + ratio_text(distance))
        return self

    def _reading(self, strip: Box) -> VGroup:
        """Two lines beside the ruler's strip: right of it, or left where the picture ends there."""
        anchor = either("left", "right")
        edge, y = either(strip.right, strip.x) + either(24, -24), strip.y + either(12, 32)
        self.more = words("points more", LABEL, "muted")
        place(self.more, edge + either(90, 0), y, anchor)  # as wide is the widest distance before it
        self.distance = Numeral("", extent(self.more).x - 14, y, size=LABEL, anchor="right")
        self.ratio = Numeral("", edge, y + 62, size=READOUT, anchor=anchor)
        return VGroup(self.distance, self.more, self.ratio)

    def _apart(self, left: float, right: float, y: float) -> tuple[Numeral, VMobject]:
        """The gap between the two best, up to ``left`` of its arrow, or from ``right`` of it where the reading is left.

        It is so exact that e to it is what the ruler reads.
        """
        text, said = f"{lesson.number('gap_512').value:.2f}", words("apart", LABEL, "ink", 600)
        if either(True, False):
            place(said, left, y, "right")
            return Numeral(text, extent(said).x - 11, y, size=LABEL, anchor="right"), said
        gap = Numeral(text, right, y, size=LABEL, anchor="left")
        return gap, place(said, extent(gap).right + 11, y, "left")

    def _bracket(self, histogram: Histogram) -> SigmaBracket:
        number = lesson.number("sigma_512")
        bracket = SigmaBracket(histogram, label=False)
        bracket.set_sigma(number.value, float(histogram.y.high) * 32 / histogram.box.h)
        text = mixed(f"$plus.minus sigma = plus.minus {number.text}$", LABEL)
        bracket.add(place(text, float(histogram.x(0)), histogram.box.bottom - 99))
        return bracket
