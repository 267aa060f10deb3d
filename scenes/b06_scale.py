"""Beat 6: one division by sqrt(d_k), and every dimension has the same spread."""

from __future__ import annotations

from functools import partial

import numpy as np
from manim import FadeIn, FadeOut, Mobject, ReplacementTransform, Transform, VGroup, smooth, squish_rate_func

from mathcore import lesson
from scenes import repaired, two_columns
from scenes.kit import Beat
from scenes.kit.beat import Spoken
from scenes.kit.layout import Box, either
from scenes.kit.look import colour
from scenes.kit.motion import CUE, HOLD, MORPH, MOVE, Drive
from scenes.kit.parts.dots import Dots
from scenes.kit.parts.shapes import stroke_width
from scenes.kit.type import LABEL, beside, formula, place, words
from scenes.repaired import Attended, Repaired
from scenes.scale_parts import CLOSE, FULL, ScoreChart, ScoreRow, Spread, eased, heights, squeezable

DIM = 0.55  # how much of the dead column's light is left while it waits in its corner
DIMENSIONS = (16, 64, 512)


def middle() -> tuple[float, float]:
    """How far from its last place the closer look opens, in design pixels: in the middle of the picture."""
    return either((454.0, -150.0), (0.0, 200.0))


def _open(row: ScoreRow, t: float) -> None:
    row.squeeze(1 - t)


class Scale(Beat):
    """Divide every score by sqrt(d_k): the variance is one at every dimension."""

    id, title = "scale", "One division"
    claim = "Dividing by sqrt(d_k) gives scores the same spread at every dimension."

    def stage(self) -> None:
        self.set_heading(two_columns.TITLE)
        self.columns = two_columns.closing()
        self.add(self.columns)
        self.chart = ScoreChart(either(Box(96, 520, 1728, 350), Box(54, 790, 972, 630)))
        self.wide = squeezable(self.chart.x, self.chart.y, 512)
        self.spread = Spread(self.chart)
        self.rows = self._rows()
        low = self.rows[512].box
        near, far = (float(self.chart.x(v)) for v in (-CLOSE, CLOSE))
        self.end = Repaired(Box(near, low.y, far - near, low.h))
        self.end.closer.aside(*middle())
        self._stage_formulas()
        self._stage_patient()

    def _rows(self) -> dict[int, ScoreRow]:
        """A row for each dimension; the lowest one stands on the chart's axis and is the chart's own histogram."""
        area = either(Box(96, 170, 1728, 700), Box(54, 230, 972, 1190))
        boxes = dict(zip(DIMENSIONS, area.rows(3, either(56, 90)), strict=True))
        made = {d_k: ScoreRow(box, self.chart.x, d_k) for d_k, box in boxes.items() if d_k != 512}
        made[512] = ScoreRow(boxes[512], self.chart.x, 512, self.wide)
        self.wide.squeeze(1.0)
        return made

    def _stage_formulas(self) -> None:
        """The division, and the same for the variance: its parts become the other's parts."""
        x, y = either((960.0, 268.0), (540.0, 480.0))
        size = either(84, 80)
        self.division = place(formula("{{ q dot k : top }} / {{ sqrt(d_k) : root }}", size), x, y)
        self.division.select("root").set_fill(colour("scaled"))
        source = "{{ d_k : top }} / ( {{ sqrt(d_k) : root }} )^2 {{ = d_k / d_k : over }} {{ = 1 : one }}"
        self.chain = place(formula(source, either(72, 66)), x + either(120, 0), y)
        self.chain.select("root").set_fill(colour("scaled"))
        self.variance = words("variance", LABEL, "muted")
        if either(True, False):
            beside(self.variance, self.chain, 44, on="left")
        else:
            place(self.variance, x, y - 130)

    def _stage_patient(self) -> None:
        """The dead column of the beat before, which will wait in the corner; its scores become dots on the axis."""
        raw = self.columns.raw
        self.was = raw.bars.box, raw.grid.box
        self.corner = either(
            (Box(1696, 60, 128, 40), Box(1696, 106, 128, 128)), (Box(54, 1530, 180, 50), Box(54, 1588, 180, 180))
        )
        self.patient: Attended = self.end.attended
        self.patient.divide(1.0).within(*self.was)
        self.patient.bars.remove(self.patient.bars.value)
        self.end.keys.set_text(lesson.number("film_effective_512").text)
        self.dots = Dots("raw", 11, rim=3)
        self.dots_y = self.chart.box.bottom - 26
        self.lanes = raw.lanes, raw.dots_y

    # -- the story -------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        self._back_to_scores()
        self._divide()
        self._variance()
        self._one_curve()
        self._look_closer()
        self._alive()
        self._name()

    def _back_to_scores(self) -> None:
        """The dead column goes to its corner; its sixteen scores go to their places on the score axis."""
        columns, raw, patient = self.columns, self.columns.raw, self.patient
        (bars, grid), (to_bars, to_grid) = self.was, self.corner
        lanes, y = self.lanes
        places = self.chart.x(patient.scores)

        def part(t: float) -> None:
            patient.within(bars.toward(to_bars, t), grid.toward(to_grid, t)).light(1 + (DIM - 1) * t)
            patient.bars.slots.set_fill(opacity=two_columns.UNSEEN + (DIM - two_columns.UNSEEN) * t)
            down = np.full(lesson.N_KEYS, y + (self.dots_y - y) * t)
            self.dots.set_dots(lanes + (places - lanes) * t, down, 8 + 3 * t).set_stroke(width=stroke_width(3 * t))

        gone = [
            columns.gentle, columns.names, columns.derivative, columns.backward, columns.left,
            columns.picked, columns.shut, raw.row, raw.nudges,
        ]  # fmt: skip
        self.remove(columns)
        self.add(patient, self.dots, *gone)
        part(0.0)
        early, late = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.5, 1.0)
        self.play(
            *(FadeOut(each, rate_func=early) for each in gone),
            Drive(part, [patient.grid, patient.bars, self.dots], rate_func=squish_rate_func(smooth, 0.2, 1.0)),
            FadeIn(self.chart, rate_func=late),
            self.heading(repaired.TITLE),
            run_time=1.6,
        )

    def _divide(self) -> None:
        top, box = self.division.select("top"), self.chart.box
        root = self.division.select("root")
        over = VGroup(*(glyph for glyph in self.division if glyph not in (*top, *root)))

        def rise(t: float) -> None:
            self.wide.on(self.chart.x, heights(Box(box.x, box.bottom - box.h * t, box.w, box.h * t)))

        self.dots.set_z_index(4)
        with self.say("repair") as said:
            self.add(self.wide)
            self.play(Drive(rise, [self.wide]), FadeIn(top), until=said.at("division") - self.frames(CUE / 2))
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
            down = np.full(lesson.N_KEYS, self.dots_y)
            self.dots.set_dots(self.chart.x(self.patient.scores / factor), down, 11 - 6 * t)
            self.dots.set_stroke(width=stroke_width(3 * (1 - t)))  # or their rims would cut the needle

        ghost = self.wide.curve.copy().set_stroke(colour("raw"), opacity=0.5)
        ghost.set_z_index(0)
        self.ghost = ghost
        with self.say("square", breath=0) as said, self.clip("squeezed-into-a-needle"):
            self.add(ghost)
            squeeze = Drive(narrow, [self.wide, self.spread, self.dots])
            self.play(squeeze, until=said.at("square") - self.frames(0.6), least=2.0)
            self.dots.set_fill(colour("scaled"))
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

    def _one_curve(self) -> None:
        rows, low = self.rows, self.rows[512]
        start = self.chart.box

        def lower(t: float) -> None:
            self.wide.on(self.chart.x, heights(start.toward(low.box, t)))

        with self.clip("three-become-one"):
            gone = [self.chain, self.variance, self.spread, self.dots, self.ghost]
            self.play(*map(FadeOut, gone), Drive(lower, [self.wide]), run_time=MOVE)
            with self.say("three", breath=0) as said:
                for d_k, mark in zip(DIMENSIONS, ("sixteen", "sixty-four", "five-twelve"), strict=True):
                    row = rows[d_k]
                    row.bell.result = "raw"  # what opens is raw at once: between two colours lies a third one's
                    self.hold_until(said.at(mark) - self.frames(CUE / 2))
                    still = [row.known_as, row.sigma] if d_k == 512 else [row.base, row.known_as, row.sigma]
                    opens = Drive(partial(_open, row), [row.bell, row.number])
                    self.play(opens, *map(FadeIn, still), run_time=0.6)
                self.hold_until(said.at("merge") - self.frames(CUE))
                for row in rows.values():
                    row.bell.result = "scaled"
                divide = Drive(lambda t: [row.squeeze(t) for row in rows.values()], self._moving())
                self.play(divide, run_time=2.0)

    def _moving(self) -> list[Mobject]:
        return [part for row in self.rows.values() for part in (row.bell, row.number)]

    def _look_closer(self) -> None:
        """The three needles fall into one, and the stretch of axis in which they stand opens into a card."""
        rows, low, closer = self.rows, self.rows[512], self.end.closer

        def fall(t: float) -> None:
            for d_k in (16, 64):
                rows[d_k].bell.on(self.chart.x, heights(rows[d_k].box.toward(low.box, t)))

        with self.clip("seen-closer"):
            words_ = [part for row in rows.values() for part in (row.known_as, row.sigma, row.number)]
            bases = [rows[16].base, rows[64].base]
            gone = [FadeOut(part, rate_func=squish_rate_func(smooth, 0, 0.5)) for part in (*words_, *bases)]
            self.play(Drive(fall, [rows[16].bell, rows[64].bell]), *gone, run_time=MOVE)
            self.remove(*(row.bell for row in rows.values()))
            closer.open(0.0)
            self.add(closer)
            self.play(
                Drive(closer.open, [closer]),
                FadeOut(self.chart, rate_func=squish_rate_func(smooth, 0, 0.4)),
                run_time=MORPH,
            )
            self.play(FadeIn(closer.axis), FadeIn(closer.notes), run_time=CUE)
            self.play(FadeIn(closer.division), run_time=CUE)
            self.wait(HOLD)

    def _alive(self) -> None:
        end, patient = self.end, self.patient
        big = end.bars_box, end.grid_box

        def back(t: float) -> None:
            bars, grid = (a.toward(b, t) for a, b in zip(self.corner, big, strict=True))
            patient.within(bars, grid).light(DIM + (1 - DIM) * t)
            end.closer.aside(*(v * (1 - t) for v in middle()))

        end.attention.empty()
        flying = end.closer.root.copy().set_z_index(6)
        target = end.attention.root.copy().set_fill(colour("scaled"), opacity=1)
        with self.clip("attention-comes-back"):
            moving = [patient.grid, patient.bars, end.closer, end.closer.axis, end.closer.notes, end.closer.division]
            self.play(Drive(back, moving), run_time=MORPH)
            with self.say("flow", breath=0) as said:
                value = patient.bars.value
                end.stand_dots(0.0)
                self.play(*map(FadeIn, (end.attention, value, end.keys, end.foot, end.dots)), run_time=CUE)
                self.hold_until(said.at("same") - self.frames(CUE))
                fly = Transform(flying, target, path_arc=either(0.0, 0.5))
                self.play(fly, Drive(end.stand_dots, [end.dots]), run_time=MORPH)
                end.attention.filled()
                self.remove(flying)
                self.play(FadeIn(end.scored), run_time=CUE)
                self.hold_until(said.at("flow") - self.frames(MOVE))
                parts = [patient.bars.bars, value, patient.grid, end.keys]
                self.play(Drive(lambda t: end.divide(eased(FULL, t)), parts), run_time=3.0)
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
