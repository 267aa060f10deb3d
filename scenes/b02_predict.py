"""Beat 2: before any evidence, the viewer commits to one of three answers."""

from __future__ import annotations

import numpy as np
from manim import (
    Animation,
    AnimationGroup,
    FadeIn,
    FadeOut,
    ReplacementTransform,
    VGroup,
    linear,
    smooth,
    squish_rate_func,
)

from mathcore import lesson
from scenes.become_pins import BecomePins
from scenes.dimension_slider import dimension_slider
from scenes.hint import QUESTION, Hint
from scenes.kit import Beat
from scenes.kit.layout import Box, either, extent, point, safe, to_pixels
from scenes.kit.motion import CUE, HOLD, MORPH, MOVE, Drive
from scenes.kit.parts.cards import ChoiceCard, ChoiceCards
from scenes.kit.parts.ring import CountdownRing
from scenes.kit.parts.shapes import arrow, arrow_points, circle, line, panel
from scenes.kit.type import READOUT, beside, formula, place, words
from scenes.predict_parts import LONG, SHORT, Setting
from scenes.predictions import ASKED, choices, pins
from scenes.simulate_parts import score_chart, score_title, weight_chart, weight_title

AWAY = 1.7  # seconds in which the cards leave and the stage of the next beat comes
FLIGHT = 1.3  # seconds of these until the cards have landed, with what goes and comes clear of them
EARLY = squish_rate_func(smooth, 0.0, 0.2)


class Predict(Beat):
    """Ask what the weights will do, and leave five seconds to choose."""

    id, title = "predict", "Make a prediction"
    claim = "A prediction made before the evidence: nothing much, evened out, or piled up."
    face = "three-answers"

    def prepare(self) -> None:
        self.start = lesson.film_weights(lesson.STOPS[0], scaled=False)
        self.choices = choices()

    def stage(self) -> None:
        self.set_heading(QUESTION)
        self.shows(d_k=lesson.STOPS[0], scaled=0)
        self.hint = Hint()
        self.formula = self.hint.formula
        self.setting = s = Setting()
        self.known = s.weights.bars, s.weights.value
        # The bars alone, and then on a card of their own, before there are others beside it.
        self.large = either(Box(300, 330, 1320, 410), Box(84, 560, 912, 700))
        self.stage_card = either(Box(256, 270, 1408, 510), Box(54, 430, 972, 870))
        boxes = either(Box(96, 300, 1728, 450).columns(3, 60), Box(54, 430, 972, 1050).rows(3, 30))
        self.cards = ChoiceCards(boxes, self.choices)
        split = ASKED.split()
        asked = either([ASKED], [" ".join(split[:3]), " ".join(split[3:])])
        x, y = either((960.0, 206.0), (540.0, 262.0))
        self.question = VGroup(*(place(words(t, READOUT, "ink", 600), x, y + 76 * i) for i, t in enumerate(asked)))
        x, y = either((1590.0, 206.0), (960.0, 300.0))
        self.ring = CountdownRing(x, y, 46, lesson.number("prediction_seconds").value)
        self._stage_range()
        self.add(self.hint)

    def _stage_range(self) -> None:
        """The way of d_k in one line, from the smallest to the largest: where the slider will be."""
        self.slider = slider = dimension_slider()
        y = slider.box.y
        self.d_k = place(formula("d_k", 72), safe().x, y, "left")
        self.low = beside(words(lesson.number("d_small").text, READOUT, "ink", 600), self.d_k, 44)
        self.high = place(words(lesson.number("d_large").text, READOUT, "ink", 600), safe().right, y, "right")
        self.way = (extent(self.low).right + 26, y, extent(self.high).x - 26, y)
        self.arrow = arrow(*self.way, width=5)
        self.runner = circle(self.way[0], y, 14, "ink", 5, "background")
        self.range = VGroup(self.d_k, self.low, self.arrow, self.high)

    # -- the story -------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        self._take_the_root_out()
        with self.clip("the-setting"):
            self._setting()
            self._question()
        with self.clip("three-answers"):
            self._first_answer()
            self._other_answers()
        with self.clip("time-to-choose"):
            self._choose()
        self._pin()

    def _take_the_root_out(self) -> None:
        """The root leaves its socket: why it belongs there is what the film has to show."""
        self.root = self.formula.root.copy()
        self.formula.root.set_fill(opacity=0)
        self.add(self.root)
        hint, kept = self.hint, self.formula.root.submobjects
        shown = [glyph for glyph in self.formula.whole if glyph not in kept]
        with self.say("commit") as line:
            self.play(
                FadeOut(VGroup(hint.projections, hint.names, hint.space, hint.mark), run_time=CUE),
                self._lift(),
                run_time=MORPH,
            )
            self.hold_until(line.at("commit") - self.frames(CUE))
            self.play(self.heading("Make a prediction"), run_time=CUE)
            self.hold_until(line.end - self.frames(CUE))
            # The root's d_k becomes the dimension, and lands before anything stands in its way.
            sign, bar, *d_k = self.root
            self.play(
                FadeOut(VGroup(*shown)),
                FadeOut(VGroup(self.formula.socket, sign, bar)),
                ReplacementTransform(VGroup(*d_k), self.setting.d_k),
                FadeIn(self.setting.arrow, rate_func=squish_rate_func(smooth, 0.6, 1.0)),
                run_time=MOVE,
            )
        self.remove(self.hint, self.formula, self.root)

    def _lift(self) -> Drive:
        """The formula rises and grows to fill the frame, and its root is left below its socket."""
        size, x, y, root_y = either((1.7, 960.0, 410.0, 800.0), (1.3, 540.0, 760.0, 1150.0))
        goal = self.formula.copy().scale(size).move_to(point(x, y))
        root = self.root.copy().scale(size).move_to(point(to_pixels(goal[1].get_center())[0], root_y))
        parts = [*self.formula.get_family(), *self.root.get_family()]
        ways = [
            (part, part.points.copy(), end.points.copy())
            for part, end in zip(parts, [*goal.get_family(), *root.get_family()], strict=True)
        ]

        def lift(t: float) -> None:
            for part, start, end in ways:
                part.points = start + (end - start) * t
            self.formula.socket.set_stroke(opacity=t)

        return Drive(lift, [self.formula, self.root])

    def _setting(self) -> None:
        s = self.setting
        with self.say("setting") as line:
            self.play(FadeIn(s.keys), run_time=CUE)
            self.hold_until(line.at("query") - self.frames(CUE))
            furniture = FadeIn(s.weights.slots), FadeIn(s.weights.base), FadeIn(s.weights_label)
            self.play(FadeIn(s.query), *furniture, run_time=CUE)
            self.play(self._rise(), run_time=MOVE)
            self.play(FadeIn(s.weights.value), run_time=CUE)
            self.hold_until(line.at("mean") - self.frames(CUE))
            self.play(FadeIn(s.bell), run_time=MOVE)
            # What longer vectors do to the weights is the question: while they grow the weights are not known.
            self.hold_until(line.at("long") - 2 * self.frames(CUE))
            self.play(*map(FadeOut, self.known), FadeIn(s.unknown), run_time=CUE)
            self.play(self._grow(SHORT, LONG), run_time=2 * MOVE)
            self.hold_until(line.end)
            # Back to the smallest before the voice lets them grow.
            late = squish_rate_func(smooth, 0.6, 1.0)
            known = [FadeIn(part, rate_func=late) for part in self.known]
            self.play(self._grow(LONG, SHORT), FadeOut(s.unknown, rate_func=EARLY), *known, run_time=MOVE)

    def _grow(self, start: float, stop: float) -> Drive:
        s = self.setting
        return Drive(lambda t: s.set_length(start + (stop - start) * t), [s.key_cells, s.query_cells, s.arrow, s.d_k])

    def _question(self) -> None:
        s = self.setting
        here = s.weights.box
        late = squish_rate_func(smooth, 0.5, 1.0)  # once the chart is past their place
        with self.say("question") as line:
            self.hold_until(line.at("grow") - self.frames(MOVE))
            self.play(
                FadeOut(VGroup(s.query, s.keys, s.arrow, s.d_k, s.bell, s.weights_label), run_time=CUE),
                Drive(lambda t: s.weights.within(here.toward(self.large, t)).set_weights(self.start), s.weights),
                FadeIn(VGroup(self.d_k, self.low), rate_func=late),
                run_time=MORPH,
            )
            self.play(self._draw_the_way(), until=line.at("large"), least=CUE)
            self.play(FadeIn(self.high), run_time=CUE)
            self.hold_until(line.at("happens") - self.frames(CUE))
            self.play(FadeIn(self.question), run_time=MOVE)
            self.hold_until(line.end)
            self.wait(MOVE)

    def _draw_the_way(self) -> Drive:
        """The arrow grows from the smallest d_k to the largest."""
        x0, y, x1, _ = self.way

        def draw(t: float) -> None:
            self.arrow.points = arrow_points(x0, y, x0 + 40 + (x1 - x0 - 40) * t, y, 16)

        return Drive(draw, [self.arrow])

    def _rise(self) -> Drive:
        """The bars grow to their weights; the number over them waits until it is true."""
        w = self.setting.weights
        return Drive(lambda t: w.set_weights(self.start * t), [w.bars])

    def _first_answer(self) -> None:
        """The bars that stand there become card A as they are: it says that they stay."""
        s, card = self.setting, self.cards.by_letter["A"]
        self._place_first(0.0)
        with self.say("a") as line:
            shown = FadeIn(card.panel), FadeIn(VGroup(card.letter, card.text))
            self.play(*shown, FadeOut(s.weights.slots), FadeOut(s.weights.value), run_time=CUE)
            self.remove(s.weights, *s.weights)
            self.add(card.bars)
            self.hold_until(line.at("longer") - self.frames(CUE))
            self.play(self._run_along(), until=line.at("average") + self.frames(CUE), least=MORPH)
            # It makes room for the others just before they are named.
            parts = [card.panel, card.letter, card.text, card.bars]
            self.play(Drive(self._place_first, parts), run_time=MOVE)

    def _place_first(self, t: float) -> None:
        """Card A a share ``t`` of the way from where it is alone to its place among the three."""
        card = self.cards.by_letter["A"]
        here = self.stage_card.toward(card.box, t)
        card.panel.points = panel(here).points
        for part, x, y in ((card.letter, 30, 58), (card.text, 92, 60)):
            place(part, here.x + x, here.y + y, "left")
        card.bars.within(self.large.toward(card.inner, t)).set_weights(self.start)

    def _run_along(self) -> Drive:
        """A mark runs along the way of d_k, to longer vectors, and is gone."""
        x0, y, x1, _ = self.way

        def run(t: float) -> None:
            place(self.runner, x0 + 14 + (x1 - x0 - 28) * smooth(t), y)
            seen = min(8 * t, 8 * (1 - t), 1.0)
            self.runner.set_stroke(opacity=seen).set_fill(opacity=seen)

        return Drive(run, [self.runner], rate_func=linear)

    def _other_answers(self) -> None:
        with self.say("b-c") as line:
            self._show(self.cards.by_letter["B"], self.choices[1][2])
            self.hold_until(line.at("c") - self.frames(CUE))
            self._show(self.cards.by_letter["C"], self.choices[2][2])

    def _show(self, card: ChoiceCard, claimed: np.ndarray) -> None:
        """A card comes with the bars of the start, and then they do what it claims."""
        card.bars.set_weights(self.start)

        def change(t: float) -> None:
            card.bars.set_weights(self.start + (claimed - self.start) * t)

        self.play(FadeIn(card), run_time=CUE)
        self.play(Drive(change, [card.bars.bars]), run_time=MOVE)

    def _choose(self) -> None:
        others = [self.cards.by_letter[k] for k in ("B", "C")]
        with self.say("choose", breath=0) as line:
            for card in others:
                card.save_state()
            self.hold_until(line.at("tempting") - self.frames(CUE))
            self.play(*(card.animate.fade(0.6) for card in others), run_time=CUE)
            self.hold_until(line.at("choose") - self.frames(CUE))
            self.play(*(card.animate.restore() for card in others), FadeIn(self.ring), run_time=CUE)
        seconds = self.ring.seconds
        parts = [self.ring.arc, self.ring.number]
        self.play(Drive(lambda t: self.ring.set_elapsed(seconds * t), parts, rate_func=linear), run_time=seconds)

    def _pin(self) -> None:
        """The cards shrink into the corner pins, the way of d_k becomes the slider, and the first weights grow again.

        What the viewer has chosen from is held first: it is what this beat is for.
        """
        last = weight_chart()
        # Each comes as soon as the cards have left its place.
        furniture = (
            (score_title(), (0.27, 0.42), (0.15, 0.31)),
            (score_chart().axis, (0.27, 0.42), (0.28, 0.43)),
            (VGroup(last.slots, last.base), (0.5, 0.68), (0.41, 0.58)),
            (weight_title(), (0.54, 0.72), (0.41, 0.58)),
        )

        def grow(t: float) -> None:
            last.set_weights(self.start * t)
            # A weight of nothing has a bar too, which is not to be seen yet.
            last.bars.set_fill(opacity=min(8 * t, 1.0))

        with self.clip("pinned"):
            self.play(FadeOut(self.ring), run_time=CUE)
            self.wait(HOLD)
            moving = BecomePins(self.cards)
            self.remove(self.cards, *self.cards, *(part for card in self.cards for part in card))
            self.add(moving)
            heading = self.heading(ASKED)
            heading.rate_func = squish_rate_func(linear, 0.65, 1.0)
            grow(0.0)
            flying = [
                FadeOut(self.question, rate_func=EARLY),
                Drive(moving.stand, [moving], rate_func=linear),
                *self._become_a_slider(),
            ]
            coming = [
                *(FadeIn(part, rate_func=squish_rate_func(smooth, *either(*when))) for part, *when in furniture),
                self._number_the_slider(),
                Drive(grow, [last.bars], rate_func=squish_rate_func(smooth, 0.72, 1.0)),
                heading,
            ]
            for animations, seconds in ((flying, FLIGHT), (coming, AWAY)):
                for animation in animations:
                    animation.run_time = seconds
            self.play(*flying, *coming, run_time=AWAY)
            self.remove(moving, *moving, self.track)
            self.add(pins())
            self.play(FadeIn(last.value), run_time=CUE / 2)
            self.wait(HOLD)

    def _become_a_slider(self) -> list[Animation]:
        """In portrait the cards fall across the far end of the way of d_k, which therefore goes before they come."""
        slider, stop = self.slider, lesson.STOPS[0]
        # The arrow draws back before the 4, which goes below the track: they do not cross.
        self.track = line(float(slider.x(stop)), slider.box.y, slider.box.right, slider.box.y, "axis", 5)
        middle = squish_rate_func(smooth, 0.2, 0.7)
        become = [
            ReplacementTransform(self.d_k, slider.symbol, rate_func=middle),
            ReplacementTransform(self.low, slider.lit[stop], rate_func=middle),
        ]
        far = (self.high, slider.labels[lesson.D_MAX]), (self.arrow, self.track)
        if either(False, True):
            return [AnimationGroup(*become), FadeOut(VGroup(self.high, self.arrow), rate_func=EARLY)]
        become += [ReplacementTransform(*pair, rate_func=middle) for pair in far]
        return [AnimationGroup(*become)]

    def _number_the_slider(self) -> FadeIn:
        """The rest of the slider comes: in portrait once the cards have landed, for they fall across it."""
        slider = self.slider
        taken = {slider.symbol, slider.lit[lesson.STOPS[0]], either(slider.labels[lesson.D_MAX], None)}
        rest = VGroup(*(part for part in slider if part not in taken))
        return FadeIn(rest, rate_func=squish_rate_func(smooth, *either((0.46, 0.7), (0.57, 0.75))))
