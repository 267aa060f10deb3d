"""Beat 1: a query and a key of different sizes cannot meet, until two projections let them."""

from __future__ import annotations

from manim import FadeIn, FadeOut, VGroup, linear

from scenes.hint import QUESTION, Glow, attention
from scenes.kit import Beat
from scenes.kit.layout import either, extent, units
from scenes.kit.look import colour
from scenes.kit.motion import CUE, MORPH, MOVE, Drive, ease_out
from scenes.kit.type import formula, place
from scenes.pairing import Pairing
from scenes.projections import Projections, mix, places, vector_names
from scenes.title_card import STOPS, TitleCard


class Hook(Beat):
    """A query of 512 numbers and a key of 64 have no dot product; projections give them one."""

    id, title = "hook", "Two vectors that cannot meet"
    claim = "Vectors of different sizes have no dot product; two projections create one."

    def stage(self) -> None:
        self.card = TitleCard()
        self.projections = Projections(*places())
        self.query, self.key = self.projections.query, self.projections.key
        self.pairing = Pairing(self.query.vector, self.key.vector)
        self.pairing.place_query()
        self.pairing.place_key(0)
        self.sum = place(formula('q dot k = sum_(i=1)^{{ "?" : limit }} q_i k_i', 84), *either((960, 764), (540, 1400)))
        self.limit = self.sum.select("limit")
        self.names = vector_names(self.query.vector.n, self.key.vector.n)
        self.attention = attention("ink")

    def tell(self) -> None:
        self._title()
        self._build_strips()
        self._pair()
        self._run_out()
        self._project()
        self._ask()
        self._hint()

    def _title(self) -> None:
        card, chart = self.card, self.card.curves
        chart.draw(STOPS[0], 0.0)
        with self.clip("title"):
            self.play(FadeIn(card.lines), FadeIn(chart), run_time=MOVE)
            self.play(Drive(lambda t: chart.draw(STOPS[0], t), [chart], rate_func=ease_out), run_time=CUE)
            sweep = Drive(lambda t: chart.draw(STOPS[0] * (STOPS[-1] / STOPS[0]) ** t), [chart])
            self.play(sweep, FadeIn(VGroup(card.about, card.root), run_time=MOVE), run_time=2.4)
            self.wait(1.5)
        sink = Drive(lambda t: chart.draw(STOPS[-1], 1 - t), [chart])
        self.play(sink, FadeOut(VGroup(card.lines, card.about, card.root)), run_time=MOVE)

    def _build_strips(self) -> None:
        pairing = self.pairing
        with self.say("query") as line:
            self.play(FadeOut(self.card.curves), self.heading("A query and a key of different sizes"), run_time=CUE)
            self.hold_until(line.at("query") - self.frames(CUE))
            strip = self.query.vector
            build = Drive(lambda t: pairing.build(strip, t), [strip], rate_func=linear)
            self.play(build, until=line.at("count"), least=MORPH)
            self.play(FadeIn(pairing.query_name), run_time=CUE)
        with self.say("key") as line:
            self.hold_until(line.at("key") - self.frames(CUE))
            strip = self.key.vector
            self.play(Drive(lambda t: pairing.build(strip, t), [strip], rate_func=linear), run_time=MORPH)
            self.hold_until(line.at("count") - self.frames(CUE))
            self.play(FadeIn(pairing.key_name), run_time=CUE)

    def _pair(self) -> None:
        pairing = self.pairing
        with self.say("dot") as line, self.clip("key-runs-out"):
            self.hold_until(line.at("dot") - self.frames(CUE))
            slide = Drive(pairing.place_key, [self.key.vector])
            rise = units(pairing.waiting - pairing.meeting)
            self.play(slide, pairing.key_name.animate.shift([0, rise, 0]), run_time=MOVE)
            self.hold_until(line.at("multiply") - self.frames(CUE))
            sweep = Drive(pairing.multiply, [pairing.links, pairing.terms], rate_func=linear)
            self.play(sweep, until=line.at("add"), least=MORPH)
            limit = extent(self.limit)
            target = limit.cx, limit.bottom + 70
            self.limit.set_fill(opacity=0)
            fall = Drive(lambda t: pairing.add_up(t, *target), [pairing.terms])
            self.play(fall, FadeIn(self.sum), run_time=MOVE)

    def _run_out(self) -> None:
        pairing = self.pairing
        with self.say("runs-out") as line:
            self.hold_until(line.at("out") - self.frames(CUE))
            self.play(Drive(pairing.fade_unpaired, [self.query.vector]), run_time=MOVE)
            self.hold_until(line.at("unpaired") - self.frames(CUE))
            self.play(
                FadeIn(pairing.brace, run_time=CUE),
                FadeIn(pairing.unpaired_name, run_time=CUE),
                Drive(pairing.count, [pairing.unpaired]),
                run_time=MORPH,
            )
            self.hold_until(line.at("none") - self.frames(CUE))
            self.play(self.limit.animate.set_fill(opacity=1), run_time=CUE)
            self.hold_until(line.end)
            self.wait(0.5)

    def _project(self) -> None:
        picture, query, key, pairing = self.projections, self.query, self.key, self.pairing
        strips = pairing.query_cells(), pairing.key_cells(pairing.meeting)
        goals = [side.place.block.centres(side.vector.n) for side in (query, key)]

        def regroup(t: float) -> None:
            pairing.fade_unpaired(1 - t)
            for side, start, goal in zip((query, key), strips, goals, strict=True):
                cell = float(mix(pairing.cell, side.place.block.cell, t))
                side.vector.move_cells(mix(start[0], goal[0], t), mix(start[1], goal[1], t), cell)

        def carry(t: float) -> None:
            query.carry(t)
            key.carry(t)

        gone = VGroup(pairing.links, pairing.brace, pairing.unpaired, pairing.unpaired_name)
        gone.add(pairing.query_name, pairing.key_name, self.sum)
        with self.say("project") as line, self.clip("two-projections"):
            self.play(FadeOut(gone), self.heading("Two projections, one shared space"), run_time=CUE)
            self.play(Drive(regroup, [query.vector, key.vector]), run_time=MORPH)
            self.play(FadeIn(self.names), run_time=CUE)
            self.hold_until(line.at("projections") - self.frames(CUE))
            self.play(FadeIn(query.funnel), FadeIn(key.funnel), run_time=CUE)
            self.hold_until(line.at("carry") - self.frames(CUE))
            moving = [query.moving, query.shared, key.moving, key.shared]
            self.play(Drive(carry, moving), until=line.at("shared") + self.frames(CUE), least=1.6)
            self.hold_until(line.at("dk") - self.frames(CUE))
            self.play(FadeIn(picture.sizes), run_time=CUE)
            self.hold_until(line.at("score") - self.frames(MOVE + CUE / 2))
            self.play(Drive(picture.link, [picture.links]), run_time=MOVE)
            self.play(FadeIn(picture.score, scale=0.6), run_time=CUE)

    def _ask(self) -> None:
        picture = self.projections
        self.rest = VGroup(self.query, self.key, picture.links, picture.sizes, self.names)
        with self.say("behave") as line:
            self.hold_until(line.at("score") - self.frames(CUE))
            self.play(self.rest.animate.fade(0.6), run_time=MOVE)
            self.hold_until(line.at("behaves") - self.frames(CUE))
            self.play(self.heading(QUESTION), run_time=CUE)
            self.hold_until(line.end)
            self.wait(0.6)

    def _hint(self) -> None:
        whole = self.attention
        glow = Glow(whole)
        with self.say("hint") as line, self.clip("the-hint"):
            self.hold_until(line.at("divides") - self.frames(MOVE))
            self.play(self.projections.score.animate.step_back(), FadeIn(whole), run_time=MOVE)
            self.hold_until(line.at("root") - self.frames(CUE))
            self.play(whole.root.animate.set_fill(colour("scaled")), run_time=CUE)
            self.hold_until(line.at("that") - self.frames(CUE))
            self.play(FadeIn(glow.halo), run_time=CUE)
            self.hold_until(line.at("there") - self.frames(CUE))
            self.play(FadeIn(glow.rule), run_time=CUE)
            self.hold_until(line.end)
            self.wait(1.8)
