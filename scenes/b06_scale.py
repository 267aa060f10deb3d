"""Beat 6: one division by sqrt(d_k), and every dimension has the same spread."""

from __future__ import annotations

from manim import FadeIn, FadeOut, ReplacementTransform, Transform, VGroup, linear, smooth, squish_rate_func

from mathcore import lesson
from scenes import repaired, two_columns
from scenes.kit import Beat
from scenes.kit.beat import Spoken
from scenes.kit.layout import Box, either, extent, point
from scenes.kit.look import colour
from scenes.kit.motion import CUE, HOLD, MORPH, MOVE, Drive, phase
from scenes.kit.parts.axis import HorizontalAxis
from scenes.kit.parts.dots import Dots
from scenes.kit.parts.shapes import stroke_width
from scenes.kit.parts.squeeze import WASH
from scenes.kit.type import LABEL, formula, place, words
from scenes.repaired import Attended, Repaired
from scenes.scale_parts import CLOSE, FULL, ScoreChart, ScoreRow, Spread, eased, heights, magnify, squeezable

DIMENSIONS = (16, 64, 512)
LANDING = {512: (0.0, 0.36), 64: (0.32, 0.68), 16: (0.64, 1.0)}  # when each goes into the closer look


class Scale(Beat):
    """Divide every score by sqrt(d_k): the variance is one at every dimension."""

    id, title = "scale", "One division"
    claim = "Dividing by sqrt(d_k) gives scores the same spread at every dimension."

    def stage(self) -> None:
        self.set_heading(two_columns.TITLE)
        self.shows(d_k=lesson.D_MAX, scaled=0)
        self.columns = two_columns.closing()
        self.add(self.columns)
        self.chart = ScoreChart(either(Box(96, 520, 1728, 350), Box(54, 790, 972, 630)))
        self.wide = squeezable(self.chart.x, self.chart.y, 512)
        self.spread = Spread(self.chart)
        self._stage_rows()
        low = self.chart.box
        near, far = (float(self.chart.x(v)) for v in (-CLOSE, CLOSE))
        self.end = Repaired(Box(near, low.y, far - near, low.h))
        self.end.closer.shown = {512}
        self.patient: Attended = self.end.attended
        self.patient.bars.remove(self.patient.bars.value)
        raw = self.columns.raw
        self.dots = Dots("raw", 11, rim=3)
        self.dots_y = self.dots.stacked(self.chart.x(self.patient.scores), self.chart.box.bottom - 26)
        self.lanes = raw.lanes, raw.dots_y
        self._stage_formulas()

    def _stage_rows(self) -> None:
        """A row for each dimension on an axis of their own, beside the closer look."""
        area = either(Box(1004, 150, 820, 700), Box(54, 990, 972, 690))
        boxes = dict(zip(DIMENSIONS, area.rows(3, either(56, 60)), strict=True))
        limit = float(lesson.SCORE_LIMIT)
        self.axis = HorizontalAxis(boxes[512], -limit, limit, (-60, -40, -20, 0, 20, 40, 60))
        self.rows = {d_k: ScoreRow(box, self.axis.x, d_k) for d_k, box in boxes.items()}

    def _stage_formulas(self) -> None:
        """The division, and the same for the variance: its parts become the other's parts."""
        x, y = either((960.0, 244.0), (540.0, 480.0))
        size = either(84, 80)
        self.division = place(formula("{{ q dot k : top }} / {{ sqrt(d_k) : root }}", size), x, y)
        self.division.select("root").set_fill(colour("scaled"))
        source = "{{ d_k : top }} / ( {{ sqrt(d_k) : root }} )^2 {{ = d_k / d_k : over }} {{ = 1 : one }}"
        self.chain = place(formula(source, either(72, 66)), x + either(120, 0), y)
        self.chain.select("root").set_fill(colour("scaled"))
        self.variance = words("variance", LABEL, "muted")
        if either(True, False):
            # Level with the line of the fraction, and with the equals signs.
            line = max(self.chain, key=lambda glyph: glyph.width)
            place(self.variance, extent(self.chain).x - 44, extent(line).cy, "right")
        else:
            place(self.variance, x, y - 130)

    # -- the story -------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        self._back_to_scores()
        self._divide()
        self._variance()
        self._look_closer()
        self._one_curve()
        self._alive()
        self._name()

    def _back_to_scores(self) -> None:
        """The dead column's scores go to their places on the score axis, where all the others rise around them."""
        columns, raw = self.columns, self.columns.raw
        lanes, y = self.lanes
        places = self.chart.x(self.patient.scores)

        def part(t: float) -> None:
            # Over the axis first, in landscape: along it they would run over its numbers.
            down = y + (self.dots_y - y) * either(phase(t, 0.0, 0.25), t)
            self.dots.set_dots(lanes + (places - lanes) * t, down, 8 + 3 * t).set_stroke(width=stroke_width(3 * t))

        box = self.chart.box

        def rise(t: float) -> None:
            self.wide.on(self.chart.x, heights(Box(box.x, box.bottom - box.h * t, box.w, box.h * t)))

        gone = [
            columns.gentle, columns.names, columns.derivative, columns.backward, columns.left,
            columns.asked, columns.picked, columns.shut, raw.row, raw.nudges, raw.bars, raw.grid,
        ]  # fmt: skip
        self.remove(columns)
        self.dots.set_z_index(4)
        part(0.0)
        rise(0.0)
        self.add(self.wide, self.dots, *gone)
        early = squish_rate_func(smooth, 0.0, 0.4)
        self.play(
            *(FadeOut(each, rate_func=early) for each in gone),
            Drive(part, [self.dots], rate_func=squish_rate_func(smooth, 0.1, 0.9)),
            FadeIn(self.chart, rate_func=squish_rate_func(smooth, 0.3, 0.55)),
            Drive(rise, [self.wide], rate_func=squish_rate_func(smooth, 0.3, 1.0)),
            self.heading(repaired.TITLE),
            run_time=1.6,
        )

    def _divide(self) -> None:
        top = self.division.select("top")
        root = self.division.select("root")
        over = VGroup(*(glyph for glyph in self.division if glyph not in (*top, *root)))
        with self.say("repair") as said:
            self.play(FadeIn(top), run_time=CUE)
            self.hold_until(said.at("division") - self.frames(CUE / 2))
            self.play(FadeIn(over), run_time=CUE)
            self.play(FadeIn(self.spread), run_time=CUE)
            self.hold_until(said.at("root") - self.frames(CUE))
            self.play(FadeIn(root), run_time=CUE)

    def _variance(self) -> None:
        """All scores are squeezed along their axis; what this does to their variance is worked out above them."""
        sigma = float(lesson.number("sigma_512").value)

        def narrow(t: float) -> None:
            factor = eased(FULL, t)
            self.wide.squeeze(factor)
            self.spread.set_spread(sigma / factor)
            self.dots.set_dots(self.chart.x(self.patient.scores / factor), self.dots_y, 11 - 6 * t)
            # They change colour with the bars they stand in, and are gone before they would cut up the needle.
            seen = min(max(3 - 4 * t, 0.0), 1.0)
            self.dots.set_fill(colour("raw" if factor < FULL**WASH else "scaled"), opacity=seen)
            self.dots.set_stroke(width=stroke_width(3 * (1 - t)), opacity=seen)

        ghost = self.wide.curve.copy().set_stroke(colour("raw"), opacity=0.5)
        ghost.set_z_index(0)
        self.ghost = ghost
        with self.say("square", breath=0) as said, self.clip("squeezed-into-a-needle"):
            self.add(ghost)
            squeeze = Drive(narrow, [self.wide, self.spread, self.dots], shows={"scaled": float})
            self.play(squeeze, until=said.at("square") - self.frames(0.6), least=2.0)
            self.remove(self.dots)
            self._work_out(said)
            self.hold_until(said.end)
            self.wait(0.8)

    def _work_out(self, said: Spoken) -> None:
        chain, division = self.chain, self.division
        named = {name: list(chain.select(name)) for name in ("top", "root", "over", "one")}
        rest = [glyph for glyph in chain if not any(glyph in part for part in named.values())]
        bar = max(rest, key=lambda glyph: glyph.width)
        old = {name: division.select(name) for name in ("top", "root")}
        line = next(g for g in division if g not in (*old["top"], *old["root"]))
        top, root = (VGroup(*named[name]) for name in ("top", "root"))
        self.play(
            ReplacementTransform(VGroup(old["top"], line, old["root"]), VGroup(top, bar, root)),
            *(FadeIn(glyph, rate_func=squish_rate_func(smooth, 0.5, 1)) for glyph in rest if glyph is not bar),
            FadeIn(self.variance, rate_func=squish_rate_func(smooth, 0.5, 1)),
            run_time=MOVE,
        )
        for name in ("over", "one"):
            self.hold_until(said.at(name) - self.frames(CUE / 2))
            self.play(*(FadeIn(glyph) for glyph in named[name]), run_time=CUE)

    def _look_closer(self) -> None:
        """The stretch of axis in which the needle stands opens into a card; what was worked out stays over it."""
        closer = self.end.closer
        known = VGroup(*self.chain, self.variance)
        still, stop = known.get_center(), point(*either((506.0, 262.0), (540.0, 298.0)))
        start = known.copy()

        def up(t: float) -> None:
            for glyph, was in zip(known, start, strict=True):
                glyph.points = was.points + (stop - still) * t

        closer.open(0.0)
        self.remove(self.wide)
        self.add(closer)
        early = squish_rate_func(smooth, 0, 0.35)
        self.play(
            *(FadeOut(part, rate_func=early) for part in (self.spread, self.ghost, self.chart)),
            Drive(closer.open, [closer]),
            Drive(up, [known]),
            run_time=MORPH,
        )
        self.play(FadeIn(closer.axis), FadeIn(closer.notes), FadeIn(self.axis), run_time=CUE)

    def _one_curve(self) -> None:
        """Three raw histograms, each divided by its own sqrt(d_k): what is left of each lands on the curve."""
        rows, closer = self.rows, self.end.closer
        with self.clip("three-become-one"):
            with self.say("three", breath=0) as said:
                for d_k, mark in zip(DIMENSIONS, ("sixteen", "sixty-four", "five-twelve"), strict=True):
                    row = rows[d_k]
                    self.hold_until(said.at(mark) - self.frames(CUE / 2))
                    row.rise(0.0)
                    self.add(row.bell)
                    still = [row.known_as, row.sigma, row.number] + ([] if d_k == 512 else [row.base])
                    self.play(Drive(row.rise, [row.bell]), *map(FadeIn, still), run_time=0.6)
                self.hold_until(said.at("merge") - self.frames(MOVE))
                self.add(*(row.ghost for row in rows.values()))
                moving = [part for row in rows.values() for part in (row.bell, row.number)]
                divide = Drive(lambda t: [row.squeeze(t) for row in rows.values()], moving)
                self.play(divide, run_time=1.6)
            self._land()
            self.play(FadeIn(closer.shared), run_time=CUE)
            self.wait(HOLD)

    def _land(self) -> None:
        """A copy of each needle goes into the closer look, as the one before has done, and lies on the curve.

        One after the other, and but for the last, which stays filled there, as outlines: bars behind bars are a pile.
        """
        closer, last = self.end.closer, min(LANDING)
        shares = LANDING
        copies = {d: squeezable(closer.x, closer.y, d, solid=float(d == last), width=either(2, 3)) for d in shares}

        def land(t: float) -> None:
            for d_k, (first, last) in shares.items():
                gone = phase(t, first, last)
                magnify(copies[d_k], self.rows[d_k].needle.toward(closer.inner, gone))
            # In portrait they come from below, where the numbers of the axis are in their way.
            away = either(0.0, min(max(8 * t, 0.0), 8 * (1 - t), 1.0))
            for label in closer.axis.labels.values():
                label.set_fill(opacity=1 - away)

        for d_k, bell in copies.items():
            bell.lift(4 - d_k / 512).squeeze(bell.full)
        land(0.0)
        self.add(*copies.values())
        self.play(Drive(land, [closer.axis, *copies.values()], rate_func=linear), run_time=1.8)
        self.remove(*copies.values())
        closer.shown = set(copies)
        closer.open(1.0)

    def _alive(self) -> None:
        """The rows give way to the dead column; the root leaves the sum for its place in the formula, and it lives."""
        end, patient = self.end, self.patient
        patient.divide(1.0)
        self.shows(scaled=0)
        end.keys.set_text(lesson.number("film_effective_512").text)
        end.attention.empty()
        flying = VGroup(*self.chain.select("root")).copy().set_z_index(6)
        target = end.attention.root.copy().set_fill(colour("scaled"), opacity=1)
        rest = [*self.chain, self.variance]
        waiting = target.copy().move_to(point(*either((506.0, 384.0), (540.0, 428.0))))
        early, late = squish_rate_func(smooth, 0, 0.5), squish_rate_func(smooth, 0.3, 1)
        with self.clip("attention-comes-back"):
            leaving = [glyph for glyph in rest if glyph not in self.chain.select("root")]
            self.remove(*rest)
            self.add(flying, *leaving)
            self.play(
                *(FadeOut(part, rate_func=early) for part in (*leaving, *self.rows.values(), self.axis)),
                Transform(flying, waiting),
                FadeIn(patient.grid, rate_func=late),
                FadeIn(patient.bars, rate_func=late),
                FadeIn(end.size, rate_func=late),
                run_time=MORPH,
            )
            with self.say("flow", breath=0) as said:
                value = patient.bars.value
                end.stand_dots(0.0)
                self.play(*map(FadeIn, (end.attention, value, end.keys, end.foot, end.dots)), run_time=CUE)
                self.hold_until(said.at("same") - self.frames(CUE))
                fly = Transform(flying, target)
                self.play(fly, Drive(end.stand_dots, [end.dots]), run_time=MORPH)
                end.attention.filled()
                self.remove(flying)
                # What softmax is given and what it makes of it change together.
                parts = [patient.bars.bars, value, patient.grid, end.keys]
                self.play(
                    Drive(lambda t: end.divide(eased(FULL, t)), parts, shows={"scaled": float}),
                    FadeIn(end.scored, rate_func=squish_rate_func(smooth, 0, 0.15)),
                    until=said.at("flow") + self.frames(1.0),
                    least=2.4,
                )
                self.wait(HOLD)

    def _name(self) -> None:
        scaled, rest = self.end.known_as
        with self.say("name") as said:
            self.hold_until(said.at("scaled") - self.frames(CUE / 2))
            self.play(FadeIn(scaled), run_time=CUE)
            self.play(FadeIn(rest), run_time=MOVE)
            self.hold_until(said.at("paper") - self.frames(CUE / 2))
            self.play(FadeIn(self.end.paper), run_time=CUE)
        self.wait(2.0)
