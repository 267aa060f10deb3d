"""Beat 6: one division by sqrt(d_k), and every dimension has the same spread."""

from __future__ import annotations

import numpy as np
from manim import LEFT, RIGHT, FadeIn, FadeOut, Transform, VGroup

from mathcore import lesson
from scenes.kit import Beat
from scenes.kit.layout import Box, either, point
from scenes.kit.look import colour
from scenes.kit.motion import CUE, HOLD, MORPH, MOVE, Drive
from scenes.kit.parts.attention import AttentionFormula
from scenes.kit.parts.paths import dashes
from scenes.kit.parts.readout import Readout
from scenes.kit.parts.shapes import stroked
from scenes.kit.parts.squeeze import SqueezeHistogram
from scenes.kit.type import HEADING, LABEL, TICK, beside, formula, place, words
from scenes.scale_parts import Attention, CloserLook, ScoreChart, squeezable

FULL = float(np.sqrt(lesson.D_MAX))


def eased(full: float, t: float) -> float:
    """The factor a share t of the way from 1 to ``full``, even in its logarithm."""
    return float(full**t)


class Scale(Beat):
    """Divide every score by sqrt(d_k): the variance is one at every dimension."""

    id, title = "scale", "One division"
    claim = "Dividing by sqrt(d_k) gives scores the same spread at every dimension."

    def stage(self) -> None:
        self.set_heading("One division")
        self.chart = ScoreChart(either(Box(96, 230, 1100, 610), Box(54, 590, 972, 460)))
        self.wide = squeezable(self.chart.x, self.chart.y, 512, width=3).lift(3)
        at, size = either((1547, 195), (540, 290)), either(62, 68)
        self.attention = AttentionFormula(*at, size=size, root_role="scaled").empty()
        self.softmax = Attention(
            *either(
                (Box(1270, 464, 554, 140), Box(1270, 650, 230, 230), (1552, 700), (1270, 912)),
                (Box(54, 1200, 972, 150), Box(54, 1410, 300, 300), (450, 1500), (54, 1744)),
            )
        )
        self.labels = {512: self.chart.label(512, 34, 39, 58)}
        x, y = either((96.0, 164.0), (54.0, 520.0))
        self.title_ = place(words(f"{lesson.number('n_scores').text} scores", LABEL, "ink", 600), x, y, "left")
        self.softmax.save_state()
        self.softmax.fade(0.5)
        self.add(self.chart, self.wide, self.attention, self.softmax, self.labels[512], self.title_)
        self._stage_left()
        self._stage_closer()
        self._stage_names()

    def _stage_left(self) -> None:
        """What is done to the scores and to their variance: left of the middle, where no curve stands."""
        x, y = either((96.0, 300.0), (54.0, 640.0))
        self.division = place(formula("(q dot k) / {{ sqrt(d_k) : root }}", either(70, 58)), x, y, "left")
        self.root = self.division.select("root").set_fill(colour("scaled"))
        self.rest = VGroup(*(glyph for glyph in self.division if glyph not in self.root))
        chain = "d_k / (sqrt(d_k))^2 {{ = d_k / d_k : over }} {{ = 1 : one }}"
        y += either(250, 204)
        self.variance_name = place(words("variance", TICK, "muted"), x, y - either(112, 88), "left")
        self.chain = place(formula(chain, either(56, 46)), x, y, "left")
        self.spread = Readout("spread", x, y + either(136, 86), widest="22.6")
        self.spread.set_text(lesson.number("sigma_512").text)
        self.division.set_z_index(6)
        self.variance_digit = point(x, y - either(54, 30))

    def _stage_closer(self) -> None:
        cards = either(
            (Box(766, 196, 430, 440), Box(804, 290, 354, 280)), (Box(636, 560, 390, 370), Box(668, 640, 326, 220))
        )
        self.closer = CloserLook(*cards, self.chart)
        sigma = f"sigma = {lesson.number('sigma_scaled').text}"
        card = cards[0]
        self.sigma = place(formula(sigma, 44, "scaled"), card.right - 24, card.y + either(90, 78), "right")
        self.all = place(words("all three", HEADING, "scaled", 600), card.right - 24, card.y + 36, "right")
        self.sigma.set_z_index(4)
        self.all.set_z_index(4)
        self.at_closer = card.right - 24, card.y + either(198, 170)
        self.sides = stroked("ink", 3)
        x, y = self.closer.x, self.closer.y
        self.sides.points = np.concatenate(
            [dashes(float(x(v)), y.start, float(x(v)), float(y(0.36))) for v in (-1.0, 1.0)]
        )
        self.sides.set_z_index(4)

    def _stage_names(self) -> None:
        x, y = either((1547.0, 330.0), (540.0, 420.0))
        self.scaled = words("scaled", HEADING, "scaled", 600)
        self.rest_of_name = words("dot-product attention", HEADING, "ink")
        place(self.scaled, x, y)
        beside(self.rest_of_name, self.scaled, 10)
        name = VGroup(self.scaled, self.rest_of_name)
        name.set_x(float(point(x, y)[0]))
        year = lesson.number("paper_year").text
        self.paper = place(words(f"Vaswani and colleagues, {year}", TICK, "muted"), x, y + 46)

    # -- the story -------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        self._divide()
        self._squeeze()
        self._one_curve()
        self._alive()
        self._name()

    def _divide(self) -> None:
        with self.say("repair") as said:
            self.hold_until(said.at("division") - self.frames(CUE))
            self.play(FadeIn(self.rest), run_time=CUE)
            self.play(FadeIn(self.spread), run_time=CUE)
            self.hold_until(said.at("root") - self.frames(CUE))
            self.play(FadeIn(self.root), run_time=CUE)

    def _squeeze(self) -> None:
        """The wide histogram is squeezed along its axis; its outline stays where it was."""
        ghost = self.chart.outline(512).set_stroke(opacity=0.6)
        sigma = float(lesson.number("sigma_512").value)

        def narrow(t: float) -> None:
            factor = eased(FULL, t)
            self.wide.squeeze(factor)
            self.spread.set_text(f"{sigma / factor:.1f}")

        self.ghosts = {512: ghost}
        with self.say("square", breath=0) as said, self.clip("squeezed-into-a-spike"):
            self.add(ghost)
            squeeze = Drive(narrow, [self.wide, self.spread.number])
            self.play(squeeze, until=said.at("square") - self.frames(CUE / 2), least=2.0)
            over, one = self.chain.select("over"), self.chain.select("one")
            start = VGroup(*(glyph for glyph in self.chain if glyph not in (*over, *one)))
            self.play(FadeIn(self.variance_name), FadeIn(start), run_time=CUE)
            self.hold_until(said.at("over") - self.frames(CUE / 2))
            self.play(FadeIn(over), run_time=CUE)
            self.hold_until(said.at("one") - self.frames(CUE / 2))
            self.play(FadeIn(one), run_time=CUE)
            self.hold_until(said.end)
            self.wait(CUE)
            self.near = {512: self.closer.histogram(512, 0.6)}
            self.near[512].squeeze(FULL)
            # What has been shown makes room: of the variance its value stays, and the fraction names the closer look.
            digit = one[-1]
            gone = (self.title_, start, over, *(glyph for glyph in one if glyph is not digit))
            one_px = self.spread.number
            shrink = digit.animate.match_height(one_px).move_to(self.variance_digit, LEFT)
            self.play(*map(FadeOut, (*gone, self.division)), run_time=CUE)
            self.division.scale(0.7).move_to(point(*self.at_closer), RIGHT)
            self.play(*map(FadeIn, (self.closer, self.near[512], self.division)), shrink, run_time=MOVE)
            self.play(FadeIn(self.sides), FadeIn(self.sigma), run_time=CUE)
            self.wait(HOLD)

    def _one_curve(self) -> None:
        both = (16, 64)
        bars: dict[int, SqueezeHistogram] = {}
        for d_k in both:
            bars[d_k] = squeezable(self.chart.x, self.chart.y, d_k, width=3).lift(4 if d_k == 16 else 3.5)
            self.near[d_k] = self.closer.histogram(d_k, 0.0, 2.5)
            self.ghosts[d_k] = self.chart.outline(d_k).set_stroke(opacity=0.6)
        self.labels |= {16: self.chart.label(16, -2.6, -9, 150), 64: self.chart.label(64, -9.5, -15, 92)}

        def merge(t: float) -> None:
            for d_k in both:
                factor = eased(float(np.sqrt(d_k)), t)
                bars[d_k].squeeze(factor)
                self.near[d_k].squeeze(factor)
            self.wide.squeeze(eased(FULL, t))

        # While the three stand side by side the spike is only an outline, in which all of them will end.
        shell = self.wide.curve.copy().set_stroke(colour("scaled"), opacity=0.7)
        with self.say("three", breath=0) as said, self.clip("three-become-one"):
            self.add(shell)
            self.play(FadeOut(self.wide), FadeIn(bars[16]), FadeIn(self.labels[16]), run_time=CUE)
            self.wide.squeeze(1.0)
            self.hold_until(said.at("sixty-four") - self.frames(CUE / 2))
            self.play(FadeIn(bars[64]), FadeIn(self.labels[64]), run_time=CUE)
            self.hold_until(said.at("five-twelve") - self.frames(CUE / 2))
            self.play(FadeIn(self.wide), run_time=CUE)
            self.hold_until(said.at("merge") - self.frames(CUE))
            self.add(*(self.ghosts[d_k] for d_k in both))
            moving = [self.wide, *bars.values(), *(self.near[d_k] for d_k in both)]
            self.play(Drive(merge, moving), run_time=2.4)
            self.remove(shell)
            self.play(FadeIn(self.all), run_time=CUE)
            self.wait(HOLD)
        self.both = bars

    def _alive(self) -> None:
        flying = self.root.copy().set_z_index(6)
        target = self.attention.root.copy().set_fill(colour("scaled"), opacity=1)
        with self.say("flow", breath=0) as said, self.clip("attention-comes-back"):
            fly = Transform(flying, target, path_arc=either(0.9, -0.4))
            self.play(fly, self.softmax.animate.restore(), until=said.at("same"), least=MORPH)
            self.attention.filled()
            self.remove(flying)
            self.hold_until(said.at("flow") - self.frames(MOVE))
            revive = Drive(lambda t: self.softmax.divide(eased(FULL, t)), [self.softmax])
            self.play(revive, run_time=3.0)
            self.wait(HOLD)

    def _name(self) -> None:
        with self.say("name") as said:
            self.hold_until(said.at("scaled") - self.frames(CUE / 2))
            self.play(FadeIn(self.scaled), run_time=CUE)
            self.play(FadeIn(self.rest_of_name), run_time=MOVE)
            self.hold_until(said.at("paper") - self.frames(CUE / 2))
            self.play(FadeIn(self.paper), run_time=CUE)
        self.wait(2.0)
