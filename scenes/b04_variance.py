"""Beat 4: a score is a sum of d_k terms, so its variance is d_k."""

from __future__ import annotations

import numpy as np
from manim import DOWN, RIGHT, Animation, FadeIn, FadeOut, LaggedStart, VGroup, linear, smooth, squish_rate_func

from mathcore import lesson
from scenes.kit import Beat
from scenes.kit.beat import Spoken
from scenes.kit.layout import Box, either, extent, point, units
from scenes.kit.look import colour
from scenes.kit.motion import CUE, MORPH, MOVE, Drive, phase
from scenes.kit.parts.axis import Scale
from scenes.kit.parts.shapes import line, path
from scenes.kit.type import TICK, formula, place, words
from scenes.predictions import ASKED, SET_ASIDE, answer_cards
from scenes.three_spreads import TITLE, ThreeSpreads
from scenes.variance_fan import DIMMED, STATIONS
from scenes.variance_terms import ENTRY_X, Bell, TermBars, fading, normal, stretched

FIRST = 16  # terms shown one by one
EARLY = squish_rate_func(smooth, 0.0, 0.5)  # for what makes room
LAST = squish_rate_func(smooth, 0.82, 1.0)  # for what comes where something has been leaving all the time
LATE = squish_rate_func(smooth, 0.4, 1.0)  # for what comes where something else has just gone


class Variance(Beat):
    """A score is a sum of d_k independent terms; their variances add."""

    id, title = "variance", "Why the spread grows"
    claim = "Variances of independent terms add, so the variance of a score is d_k."

    def prepare(self) -> None:
        self.terms = np.diff(lesson.film_walks())
        self.hero = int(lesson.film_weights(lesson.D_MAX, scaled=False).argmax())  # the key that wins in the end

    def stage(self) -> None:
        self.set_heading(ASKED)
        self.shows(d_k=lesson.D_MAX, scaled=0)
        self.cards = answer_cards()
        for letter in ("A", "B"):
            self.cards.by_letter[letter].fade(SET_ASIDE)
        self.ring = self.cards.by_letter["C"].ring()
        self.add(self.cards, self.ring)
        self._stage_term()
        self._stage_fan()

    def _stage_term(self) -> None:
        total = "q dot k = sum_(i=1)^(d_k) {{ q_i k_i : term }}"
        self.sum = place(formula(total, 60), *either((960, 205), (540, 300)))
        self.boxes = either(
            [Box(190, 340, 400, 280), Box(760, 340, 400, 280), Box(1330, 340, 400, 280)],
            [Box(84, 440, 400, 260), Box(596, 440, 400, 260), Box(340, 1060, 400, 300)],
        )
        a, b, c = self.boxes
        self.q = Bell(a, "q_i", "query", (130, 170))
        self.k = Bell(b, "k_i", "key", (130, 170))
        self.product = Bell(c, "q_i k_i", "raw", (130, 220))
        for bell in (self.q, self.k):
            bell.redraw(bell.curve.box, normal(ENTRY_X))
        self.product.redraw(c, stretched(1.0))
        self.top = fading(c)
        self.times = place(formula("times", 60), (a.right + b.x) / 2, a.bottom - 80)
        at = either(((b.right + c.x) / 2, c.bottom - 80), (c.x - 90, c.bottom - 80))
        self.equals = place(formula("=", 60), *at)
        y = a.bottom + 190
        self.aside = either(units(c.cx - b.cx) / 2 * RIGHT, units(230) * DOWN)
        self.tie = VGroup(
            path(np.array([a.cx, a.cx, b.cx, b.cx]), np.array([y, y + 16, y + 16, y]), "muted", 3),
            place(words("independent"), (a.cx + b.cx) / 2, y + 52),
            place(words("a model of initialisation", TICK, "muted"), (a.cx + b.cx) / 2, y + 98),
        )

    def _stage_fan(self) -> None:
        self.spreads = ThreeSpreads()
        self.fan = self.spreads.fan

    # -- the story -------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        self._one_term()
        self._terms_add()
        self._fan_out()
        for i, line_id in enumerate(("sixteen", "sixty-four", "five-twelve")):
            self._station(i, line_id)
        self._more()

    def _one_term(self) -> None:
        pair = (self.q, self.k)
        with self.say("term", breath=1.5) as said, self.clip("one-term"):
            gone = (FadeOut(part, run_time=CUE) for part in (self.cards, self.ring))
            self.play(*gone, self.heading("One term of the sum"), FadeIn(self.sum, rate_func=LATE), run_time=MOVE)
            self.hold_until(said.at("product") - self.frames(CUE))
            term = self.sum.select("term")
            self.pair = VGroup(*pair, self.times, self.tie)
            self.pair.add(*(part for bell in pair for part in (bell.mean, bell.variance, bell.sides)))
            self.pair.shift(self.aside)
            self.play(term.animate.set_fill(colour("raw")), *map(FadeIn, (*pair, self.times)), run_time=CUE)
            self.hold_until(said.at("zero") - self.frames(CUE / 2))
            self.play(*(FadeIn(bell.mean) for bell in pair), run_time=CUE)
            self.hold_until(said.at("one") - self.frames(CUE / 2))
            self.play(*(FadeIn(VGroup(bell.variance, bell.sides)) for bell in pair), run_time=CUE)
            self.hold_until(said.at("independent") - self.frames(CUE / 2))
            self.play(FadeIn(self.tie), run_time=CUE)
            self.hold_until(said.at("so") - self.frames(MOVE))
            self._multiply()
            self.wait(1.5)

    def _multiply(self) -> None:
        """Both bells travel to the product's place, apart, take its colour on the way and become its density there.

        On the way they are outlines: one area over another would have a colour that means nothing.
        """
        target = self.boxes[-1]
        copies = [Bell(box, "q", role, (0, 0)) for box, role in zip(self.boxes, ("query", "key"), strict=False)]
        parts = [part for copy in copies for part in (copy.curve.area, copy.curve.curve)]
        said = [
            text for bell in (self.q, self.k) for text in (*bell.furniture.labels.values(), bell.mean, bell.variance)
        ]
        in_the_way = either([], [*said, *self.tie[1:]])  # of bells that fall through them

        def fuse(t: float) -> None:
            become = phase(t, 0.62, 1.0)
            for copy, box, start in zip(copies, self.boxes, (0.1, 0.16), strict=False):
                copy.redraw(box.toward(target, phase(t, start, start + 0.5)), stretched(become))
                copy.tint("raw", phase(t, start + 0.05, start + 0.4), become / 2)
            for text in in_the_way:
                text.set_fill(opacity=1 - 0.75 * phase(t, 0.06, 0.18) * (1 - phase(t, 0.46, 0.6)))

        fuse(0.0)
        # The two have stood in the middle; now they make room for what they make.
        self.play(self.pair.animate.shift(-self.aside), FadeIn(self.product.furniture), run_time=MOVE)
        self.play(Drive(fuse, [*parts, self.top, *in_the_way], rate_func=linear), run_time=1.7)
        self.remove(*parts)
        self.add(self.product.curve)
        facts = VGroup(self.product.symbol, self.product.mean, self.product.variance, self.product.sides)
        self.play(FadeIn(self.equals), FadeIn(facts), run_time=CUE)

    def _terms_add(self) -> None:
        row, unit = either(Box(230, 480, 1500, 0), Box(74, 640, 900, 0)), either(30.0, 52.0)
        bars = TermBars(self.terms[self.hero, :FIRST], self.product.curve, row, unit).draw(0, 0)
        zero, names = line(row.x, row.y, row.right, row.y), self._term_names(bars, row.y)
        total = '"Var"(q dot k) = {{ underbrace(1 + 1 + dots.c + 1, d_k "terms") : ones }} {{ = d_k : result }}'
        variance = place(formula(total, either(64, 66)), *either((1150, 852), (540, 1110)))
        ones, result = variance.select("ones"), variance.select("result")
        head = VGroup(*(glyph for glyph in variance if glyph not in (*ones, *result)))
        gone = [self.product.furniture, self.product.curve, self.product.symbol, self.product.sides]
        gone += [self.product.mean, self.product.variance, self.times, self.equals, self.tie, self.top]
        with self.clip("terms-add"), self.say("add", breath=1.5) as said:
            self.play(
                *(FadeOut(part, run_time=CUE) for part in gone),
                Drive(lambda t: bars.draw(t, 0), [bars]),
                *self._pin_bells(),
                self.heading("A score adds up its terms"),
                run_time=MORPH,
            )
            self.play(FadeIn(zero), FadeIn(names), run_time=CUE)
            chain = Drive(lambda t: bars.draw(1, FIRST * t), [bars], rate_func=linear)
            self.play(chain, until=said.at("add") - self.frames(CUE))
            self.play(FadeIn(head), FadeIn(ones), run_time=CUE)
            self.hold_until(said.at("dk") - self.frames(CUE / 2))
            self.play(FadeIn(result), run_time=CUE)
        self.bars, self.closeup, self.variance = bars, VGroup(zero, names), variance

    def _term_names(self, bars: TermBars, zero: float) -> VGroup:
        """The first terms' names and the last one's over the line of zero, from which the walk goes down."""
        names = []
        for i in either((1, 2, 3, FIRST), (1, FIRST)):
            top = min(float(bars.y(bars.terms[i - 1])), zero)
            names.append(place(formula(f"q_({i}) k_({i})", 40, "muted"), float(bars.x(i - 0.5)), top - 34))
        said = extent(names[-2])
        on = place(formula("dots.c", 40, "muted"), said.right + 24, said.cy, "left")
        return VGroup(*names, on)

    def _pin_bells(self) -> list[Animation]:
        """The two bells shrink into a corner, where they stay as the reminder of what an entry is."""
        pins = either(
            [Box(96, 756, 190, 110), Box(330, 756, 190, 110)], [Box(210, 1280, 280, 160), Box(590, 1280, 280, 160)]
        )
        self.pins = VGroup(self.q, self.k)
        text = place(words("mean 0, variance 1", TICK, "muted"), *either((308, 906), (540, 1500)))
        symbols = [bell.symbol.copy() for bell in self.pins]
        small, (dx, dy) = either((40 / 60, (72, 66)), (1.0, (100, 100)))

        def shrink(t: float) -> None:
            for bell, symbol, box, pin in zip(self.pins[:2], symbols, self.boxes, pins, strict=False):
                bell.redraw(box.toward(pin, t), normal(ENTRY_X))
                at = symbol.get_center() * (1 - t) + point(pin.cx + dx, pin.bottom - dy) * t
                bell.symbol.become(symbol.copy().scale(1 + (small - 1) * t).move_to(at))

        gone = [part for bell in (self.q, self.k) for part in (bell.furniture, bell.mean, bell.variance, bell.sides)]
        for bell in (self.q, self.k):
            bell.remove(bell.furniture)
        moved = [part for bell in (self.q, self.k) for part in (bell.curve, bell.symbol)]
        self.pins.add(text)
        return [Drive(shrink, moved), *(FadeOut(part, run_time=CUE) for part in gone), FadeIn(text)]

    def _fan_out(self) -> None:
        fan, steps = self.fan, lesson.D_MAX
        fan.stride(FIRST)
        with self.clip("walks-fan-out"), self.say("walk", breath=1.5) as said:
            self.variance.save_state()
            gone = (self.closeup, self.sum, self.bars.bars)  # the line alone goes on
            dim = self.pins.animate.fade(0.6), self._dim_variance()
            self.play(*map(FadeOut, gone), *dim, self.heading("A score is a walk"), run_time=CUE)
            self.add(*fan.many, fan.cover)  # hidden as yet
            carry = Drive(lambda t: self.bars.carry(fan.plane.x, fan.plane.y, t), [self.bars])
            # The axis appears when the walk has arrived: on the way there it would be read wrongly.
            appear = FadeIn(fan.plane, rate_func=squish_rate_func(smooth, 0.7, 1.0))
            self.play(carry, appear, until=said.at("walk"), least=MORPH)
            self.remove(self.bars)
            self.add(fan.lead)
            self.play(FadeIn(fan.walker), run_time=CUE)
            run = Drive(lambda t: fan.stride(FIRST + (steps - FIRST) * t), [fan.lead, fan.walker])
            self.play(run, until=said.at("out") - self.frames(MOVE), least=MORPH)
            root = said.at("root") - self.frames(CUE)
            few = Drive(lambda t: fan.sixteen.reveal(steps * t), [fan.sixteen])
            self.play(FadeOut(fan.walker, run_time=CUE), few, until=(2 * root + 3 * self.frame_now) // 5)
            self.play(Drive(fan.crowd, [fan.cover, fan.sixteen, fan.lead]), until=root - self.frames(CUE))
            # What has been found for the variance is now said of the width: its root.
            self.play(self.variance.animate.restore(), run_time=CUE)
            self.remove(fan.cover)
            self.add(fan.veil)
            grow = Drive(lambda t: fan.envelope.reveal(steps * t), [fan.envelope])
            self.play(grow, FadeIn(fan.envelope.label), run_time=MORPH)

    def _dim_variance(self) -> Animation:
        """The sum's variance steps back in colour: its brace is made of pieces that would show through each other."""
        return self.variance.animate.set_fill(colour("muted"))

    def _station(self, i: int, line_id: str) -> None:
        """Where the fan's width at one d_k has been carried, the scores that it measures rise from it."""
        d, spreads = STATIONS[i], self.spreads
        slice_ = spreads.stations[i]
        rising = [part for part in slice_.submobjects if part not in (slice_.base, slice_.bar)]
        shown = [spreads.table.cells[i][0], *(spreads.table.heads[:1] if i == 0 else ())]

        rise = Drive(lambda t: slice_.stand(slice_.x, slice_.y, t), [*rising, slice_.bar])
        with self.clip(f"station-{d}"):
            if i == 0:
                self._dim_fan()
            else:  # its line is short: the gate is at its width when it begins
                past = STATIONS[i - 1]
                to = Drive(lambda t: spreads.slide(past + (d - past) * t), [spreads.gate])
                self.play(to, run_time=CUE + MOVE)
            with self.say(line_id, breath=1.8) as said:
                if i == 0:
                    self._make_room(said)
                    self._carry_widths(said)
                named = said.at(f"sigma-{d}")
                self.hold_until(named - self.frames(MOVE))
                self.shows(d_k=d)
                self.add(*rising)
                self.play(rise, until=named + self.frames(CUE / 2), least=MOVE)
                over = [FadeOut(spreads.gate)] if d == STATIONS[-1] else []
                self.play(*map(FadeIn, shown), FadeIn(spreads.sigmas[i]), *over, run_time=CUE)

    def _make_room(self, said: Spoken) -> None:
        """The fan is drawn in, and the three places that its widths will be carried to stand beside it, empty."""
        fan, spreads = self.fan, self.spreads
        places = VGroup(*(slice_.base for slice_ in spreads.stations), spreads.tags)
        self.hold_until(said.at("three") - self.frames(CUE))
        self.play(
            Drive(fan.draw_in, fan.redrawn),
            FadeOut(self.pins, rate_func=EARLY),
            FadeOut(self.variance, rate_func=EARLY),
            FadeIn(places, rate_func=LAST),
            run_time=MORPH,
        )
        fan.follow()
        self.play(Drive(fan.rise, [fan.cover, *fan.few]), run_time=CUE)
        self.remove(fan.cover)

    def _carry_widths(self, said: Spoken) -> None:
        """The fan's width at each d_k is carried to its own place, all while the places are bare.

        The first is left marked in the fan too, by the gate, which then goes on to each that is spoken of.
        """
        spreads, plane = self.spreads, self.fan.plane
        bars = [slice_.bar for slice_ in spreads.stations]

        def carry(t: float) -> None:
            # Across, then down where the places are below the fan: so they pass no number of its axis.
            across, down = either((t, t), (phase(t, 0, 0.5), phase(t, 0.5, 1)))
            here, there = spreads.here, spreads.there
            low, high = (a + (b - a) * down for a, b in ((here.start, there.start), (here.stop, there.stop)))
            for d, slice_ in zip(STATIONS, spreads.stations, strict=True):
                x = float(plane.x(d))
                slice_.bring(x + (slice_.x - x) * across, Scale(here.low, here.high, low, high))

        carry(0.0)
        self.hold_until(said.at("at-16") - self.frames(CUE))
        spreads.slide(STATIONS[0])
        self.play(*map(FadeIn, [*bars, spreads.gate]), run_time=CUE)
        self.play(Drive(carry, bars, rate_func=either(smooth, linear)), run_time=MOVE)

    def _dim_fan(self) -> None:
        fan = self.fan
        fan.spare()
        self.add(fan.cover)
        sink = Drive(fan.sink, [fan.cover, fan.veil, *fan.few])
        self.play(sink, self._dim_variance(), self.heading(TITLE), run_time=CUE)

    def _more(self) -> None:
        spreads, fan, first = self.spreads, self.fan, STATIONS[0]

        def slide(t: float) -> None:
            spreads.slide(first + (lesson.D_MAX - first) * t)
            fan.shine(DIMMED + (1 - DIMMED) * t)

        root = spreads.table.heads[1]
        self.play(FadeIn(root, target_position=fan.envelope.label), run_time=MOVE)
        self.play(LaggedStart(*(FadeIn(cells[1]) for cells in spreads.table.cells), lag_ratio=0.3), run_time=MOVE)
        self.wait(1.5)
        slide(0.0)
        with self.say("more") as said:
            self.hold_until(said.at("entries") - self.frames(CUE))
            self.play(FadeIn(spreads.entries), run_time=CUE)
            self.hold_until(said.at("more") - self.frames(MOVE))
            self.play(Drive(slide, [spreads.gate, fan.veil]), run_time=2.4)
        self.wait(2.0)
