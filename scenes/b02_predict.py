"""Beat 2: before any evidence, the viewer commits to one of three answers."""

from __future__ import annotations

import numpy as np
from manim import UP, Animation, FadeIn, FadeOut, ReplacementTransform, VGroup, linear, smooth, squish_rate_func

from mathcore import lesson
from scenes.dimension_slider import dimension_slider
from scenes.hint import QUESTION, Hint
from scenes.kit import Beat
from scenes.kit.layout import Box, either, units
from scenes.kit.motion import CUE, HOLD, MORPH, MOVE, Drive
from scenes.kit.parts.cards import ChoiceCard, ChoiceCards
from scenes.kit.parts.pins import Pins
from scenes.kit.parts.ring import CountdownRing
from scenes.kit.parts.shapes import arrow, arrow_points
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import READOUT, beside, formula, place, words
from scenes.predict_parts import LONG, SHORT, Setting
from scenes.predictions import choices
from scenes.simulate_parts import score_chart, weight_chart


class Predict(Beat):
    """Ask what the weights will do, and leave five seconds to choose."""

    id, title = "predict", "Make a prediction"
    claim = "A prediction made before the evidence: nothing much, evened out, or piled up."

    def prepare(self) -> None:
        self.start = lesson.film_weights(lesson.STOPS[0], scaled=False)
        self.choices = choices()

    def stage(self) -> None:
        self.set_heading(QUESTION)
        self.hint = Hint()
        self.formula = self.hint.formula
        self.setting = s = Setting()
        self.chart = (s.weights.slots, s.weights.base, s.weights.bars, s.weights.value, s.weights_label)
        boxes = either(Box(156, 380, 1608, 440).columns(3, 60), Box(54, 490, 972, 1110).rows(3, 30))
        self.cards = ChoiceCards(boxes, self.choices)
        self.ring = CountdownRing(*either((960, 888), (540, 1694)), 38, lesson.number("prediction_seconds").value)
        self._stage_range()
        self.add(self.hint)

    def _stage_range(self) -> None:
        """The way of d_k in one line: from the smallest to the largest."""
        y, x = either(190.0, 250.0), either(990.0, 570.0)
        self.low = place(words(lesson.number("d_small").text, READOUT, "ink", 600), x - 110, y, "right")
        self.high = place(words(lesson.number("d_large").text, READOUT, "ink", 600), x + 110, y, "left")
        self.way = (x - 72, y, x + 72, y)
        self.arrow = arrow(*self.way, width=5)
        self.d_k = beside(formula("d_k", 72), self.low, 60, on="left")
        asked = either(["What happens to the attention weights?"], ["What happens to", "the attention weights?"])
        x, y = either((960.0, 290.0), (540.0, 350.0))
        self.question = VGroup(*(place(words(t, READOUT, "ink", 600), x, y + 76 * i) for i, t in enumerate(asked)))

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
                FadeOut(hint.projections, run_time=CUE),
                FadeOut(VGroup(hint.names, hint.space), run_time=CUE),
                FadeOut(hint.glow, run_time=CUE),
                self.root.animate.shift(UP * units(350)),
                self.formula.socket.animate.set_stroke(opacity=1),
                run_time=MOVE,
            )
            self.hold_until(line.at("commit") - self.frames(CUE))
            self.play(self.heading("Make a prediction"), run_time=CUE)
            self.hold_until(line.end - self.frames(CUE))
            # The root's d_k becomes the dimension, and lands before anything stands in its way.
            sign, bar, *d_k = self.root
            self.play(
                FadeOut(VGroup(*shown), run_time=CUE),
                FadeOut(VGroup(self.formula.socket, sign, bar), run_time=CUE),
                ReplacementTransform(VGroup(*d_k), self.setting.d_k, run_time=MOVE),
            )
        self.remove(self.hint, self.formula, self.root)

    def _setting(self) -> None:
        s = self.setting
        with self.say("setting") as line:
            self.play(FadeIn(s.keys), run_time=CUE)
            self.hold_until(line.at("query") - self.frames(CUE))
            furniture = FadeIn(s.weights.slots), FadeIn(s.weights.base), FadeIn(s.weights_label)
            self.play(FadeIn(s.query), FadeIn(s.arrow), *furniture, run_time=CUE)
            self.play(self._rise(), run_time=MOVE)
            self.play(FadeIn(s.weights.value), run_time=CUE)
            self.hold_until(line.at("mean") - self.frames(CUE))
            self.play(FadeIn(s.bell), run_time=MOVE)
            # What longer vectors do to the weights is the question: the chart goes before the vectors grow.
            self.hold_until(line.at("long") - 2 * self.frames(CUE))
            self.play(*map(FadeOut, self.chart), run_time=CUE)
            self.play(self._grow(SHORT, LONG), run_time=2 * MOVE)
            self.hold_until(line.end)
            self.wait(MOVE)

    def _grow(self, start: float, stop: float) -> Drive:
        s = self.setting
        return Drive(lambda t: s.set_length(start + (stop - start) * t), [s.key_cells, s.query_cells, s.arrow])

    def _question(self) -> None:
        s = self.setting
        with self.say("question") as line:
            self.hold_until(line.at("small") - self.frames(MOVE))
            self.play(self._grow(LONG, SHORT), run_time=MOVE)
            self.play(*map(FadeIn, self.chart), run_time=CUE)
            self.hold_until(line.at("large") - self.frames(MOVE))
            self.play(
                FadeOut(VGroup(s.query, s.keys, s.arrow, s.bell)),
                ReplacementTransform(s.d_k, self.d_k),
                FadeIn(self.low),
                FadeIn(self.arrow),
                FadeIn(self.high),
                run_time=MOVE,
            )
            self.hold_until(line.at("happens") - self.frames(CUE))
            self.play(FadeIn(self.question), run_time=MOVE)
            self.hold_until(line.end)
            self.wait(MOVE)

    def _rise(self) -> Drive:
        """The bars grow to their weights; the number over them waits until it is true."""
        w = self.setting.weights
        return Drive(lambda t: w.set_weights(self.start * t), [w.bars])

    def _first_answer(self) -> None:
        """The bars that stand there move into card A as they are: it says that they stay."""
        s, card = self.setting, self.cards.by_letter["A"]
        here, there = s.weights.box, card.bars.box

        def fly(t: float) -> None:
            s.weights.within(here.toward(there, t)).set_weights(self.start)
            s.weights.slots.set_fill(opacity=1 - t)

        with self.say("a") as line:
            # The card rises from behind the bars that are to enter it: added before them, and driven, for a FadeIn
            # would add it anew, over them.
            card.panel.set_fill(opacity=0)
            self.add(card.panel)
            self.bring_to_front(s.weights.slots, s.weights.base, s.weights.bars)
            self.play(
                Drive(lambda t: card.panel.set_fill(opacity=t), [card.panel]),
                FadeIn(VGroup(card.letter, card.text)),
                FadeOut(s.weights.value),
                FadeOut(s.weights_label),
                run_time=CUE,
            )
            self.play(Drive(fly, [s.weights.slots, s.weights.base, s.weights.bars]), run_time=MORPH)
            self.remove(s.weights, *s.weights)
            self.add(card.bars)
            self.hold_until(line.at("longer") - self.frames(CUE))
            self.play(self._redraw_way(), run_time=MORPH)

    def _redraw_way(self) -> Drive:
        x0, y, x1, _ = self.way

        def draw(t: float) -> None:
            self.arrow.points = arrow_points(x0, y, x0 + (x1 - x0) * t, y, 16.0)

        return Drive(draw, [self.arrow])

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
        """The cards shrink into the corner pins, and the way of d_k becomes the slider.

        The bars of card A stay behind when it leaves, and go where beat 3 has them.
        """
        pins, self.last = Pins(), weight_chart()
        self.start_box = self.cards.by_letter["A"].bars.box
        self.last.within(self.start_box).set_weights(self.start)
        self.last.slots.set_fill(opacity=0)
        with self.clip("pinned"):
            gone = (self.ring, self.question, *(card.text for card in self.cards))
            self.play(*map(FadeOut, gone), run_time=CUE)
            self.remove(self.cards.by_letter["A"].bars)
            for part in (self.d_k, self.low, self.high):
                part.set_z_index(4)  # the cards pass behind it on their way up
            self.add(self.last.slots, self.last.base, self.last.bars)
            self.play(*self._shrink(pins), run_time=MORPH)
            self.remove(*self.cards)
            self._become_a_slider()
            self._fly_home()
            self.wait(HOLD)

    def _shrink(self, pins: Pins) -> list[Animation]:
        moves: list[Animation] = []
        for letter, card in self.cards.by_letter.items():
            box, pin = card.bars.box, pins.boxes[letter]

            def follow(t: float, bars: WeightBars = card.bars, box: Box = box, pin: Box = pin) -> None:
                bars.within(box.toward(pin.inset(8), t)).set_weights(bars.weights)
                left = 1 - max(2 * t - 1, 0.0)
                bars.bars.set_fill(opacity=left)
                bars.base.set_stroke(opacity=left)

            panel, text = pins.by_letter[letter]
            moves += [ReplacementTransform(card.panel, panel), ReplacementTransform(card.letter, text)]
            if letter != "A":
                moves.append(Drive(follow, [card.bars.base, card.bars.bars]))
        for move in moves:
            move.run_time = MORPH  # all alike, so that the bars stay inside their card
        return moves

    def _become_a_slider(self) -> None:
        slider = dimension_slider()
        taken = {slider.symbol, slider.lit[lesson.STOPS[0]], slider.labels[lesson.D_MAX]}
        self.play(
            # To the left first and then down, around the bars.
            ReplacementTransform(self.d_k, slider.symbol, path_arc=either(np.pi / 2, 0.0)),
            ReplacementTransform(self.low, slider.lit[lesson.STOPS[0]]),
            ReplacementTransform(self.high, slider.labels[lesson.D_MAX]),
            FadeOut(self.arrow, run_time=CUE),
            FadeIn(VGroup(*(part for part in slider if part not in taken))),
            self.heading("What happens to the scores as the key dimension grows?"),
            run_time=MORPH,
        )

    def _fly_home(self) -> None:
        chart, home = self.last, weight_chart().box

        def fly(t: float) -> None:
            chart.within(self.start_box.toward(home, t)).set_weights(self.start)
            chart.slots.set_fill(opacity=t)

        move = Drive(fly, [chart.slots, chart.base, chart.bars], run_time=MORPH)
        late = squish_rate_func(smooth, 0.6, 1.0)  # once the bars are past its place
        self.play(move, FadeIn(score_chart().axis, run_time=MORPH, rate_func=late))
        self.play(FadeIn(chart.value), run_time=CUE)
