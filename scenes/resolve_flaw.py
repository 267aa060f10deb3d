"""Beat 9's answer to A: the same terms averaged, which settles down, and added, which spreads out."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from mathcore import lesson
from mathcore.scores import score_std
from scenes.kit.layout import Box, either, extent
from scenes.kit.parts.cards import ChoiceCard
from scenes.kit.parts.lines import WalkFan
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.paths import segments
from scenes.kit.parts.shapes import line, stroked
from scenes.kit.type import FORMULA, LABEL, formula, place, words
from scenes.variance_fan import STATIONS, FanFrame


class AverageOrSum(VGroup):
    """The film's 16 walks over d_k, each divided by d_k or not, beside the card that takes one for the other.

    ``formula`` and ``average`` are what the card at ``card`` believes, ``strike`` goes through its 1/d_k, and ``sum``
    is what a dot product is. ``empty(t)`` takes the card's bars off for its formula. ``set_added(t)`` goes from
    averages (0) to sums (1): the division by d is undone by that share, and ``spread``, plus and minus one sigma at the
    largest d_k, follows.
    """

    def __init__(self, choice: ChoiceCard) -> None:
        self._choice, room = choice, choice.inner
        self.box = box = either(Box(800, 336, 770, 500), Box(164, 1010, 620, 600))
        self.frame = FanFrame(box)
        # All the way up: from the envelope, which is not drawn here, they would hang in the air.
        at = self.frame.x(np.array(STATIONS, float))
        self.frame.drops.points = segments(at, np.full(3, box.y), at, np.full(3, box.bottom + 12))
        self.fan = WalkFan(box, lesson.film_walks(), lesson.SCORE_LIMIT, width=3, opacity=0.7, every=2)
        d = np.maximum(self.fan.at, 1.0)
        self._kept, self._d = self.fan.walks / d, d
        x, y = room.cx - either(0, 110), room.cy - either(60, 0)
        self.formula = place(formula("{{ 1 / d_k : share }} sum_(i=1)^(d_k) q_i k_i", 64), x, y)
        over = extent(self.formula.select("share"))
        self.strike = line(over.x - 12, over.bottom + 6, over.right + 12, over.y - 6, "ink", 6)
        spot = either((x, y + 150, "center"), (x + 200, y, "left"))
        self.average = place(words("average", LABEL, "ink", 600), *spot)
        x, y = either((box.cx - 40, 208.0), (box.cx - 70, 812.0))
        added = place(formula("sum_(i=1)^(d_k) q_i k_i", FORMULA), x, y)
        self.sum = VGroup(added, place(words("sum", LABEL, "raw", 600), extent(added).right + 48, y, "left"))
        self.bar = stroked("ink", 9)
        x, y = box.right + 46, box.cy
        sigma = place(formula("sigma =", 48), x, y, "left")
        self.number = Numeral("22.6", extent(sigma).right + 14, y, size=48)
        self.spread = VGroup(self.bar, sigma, self.number)
        super().__init__(self.frame, self.fan, self.formula)
        self.fan.set_z_index(1)
        self.strike.set_z_index(3)
        self.strike.allow_overlap = (self.formula.text,)  # it strikes a part of it out
        self.set_added(0.0)

    def set_added(self, t: float) -> AverageOrSum:
        """Show the walks a share t of the way from their averages to their sums, over all d_k."""
        self.fan.walks = self._kept * (1 + (self._d - 1) * t)
        self.fan.reveal(float(self.fan.steps))
        sigma = score_std(lesson.D_MAX) / lesson.D_MAX * (1 + (lesson.D_MAX - 1) * t)
        x, (top, bottom) = self.box.right + 22, self.fan.y(np.array([sigma, -sigma]))
        self.bar.points = segments(*(np.array([v]) for v in (x, top, x, bottom)))
        self.number.set_text(f"{sigma:.2f}" if sigma < 1 else f"{sigma:.1f}")
        return self

    def empty(self, t: float) -> AverageOrSum:
        """The card a share t of the way to one without bars: they are of short keys, and make way for a formula.

        Were scores averages, all weights would be alike: what B says, and not what A shows.
        """
        bars = self._choice.bars
        bars.base.set_stroke(opacity=1 - t)
        for part in (bars.slots, bars.bars, bars.value):
            part.set_fill(opacity=1 - t)
        return self
