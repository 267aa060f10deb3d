"""Beat 3: drag d_k and watch scores spread and weights collapse."""

from __future__ import annotations

import numpy as np
from manim import (
    Animation,
    AnimationGroup,
    FadeIn,
    FadeOut,
    Mobject,
    ReplacementTransform,
    VGroup,
    linear,
    smooth,
    squish_rate_func,
)

from mathcore import lesson
from scenes import curves
from scenes.answers_grid import AnswersGrid
from scenes.dimension_slider import dimension_slider
from scenes.kit import Beat
from scenes.kit.layout import either
from scenes.kit.motion import CUE, MORPH, MOVE, Dial, Drive
from scenes.kit.parts.cards import ChoiceCard
from scenes.kit.parts.histogram import SigmaBracket
from scenes.kit.parts.pins import QUIET
from scenes.kit.parts.readout import Readout
from scenes.kit.type import LABEL, TICK, beside, formula, mixed, place, words
from scenes.predictions import SET_ASIDE, answer_cards, pins
from scenes.simulate_parts import SIDE_BY_SIDE, Traces, Trio, score_chart, weight_chart

# Parts of one move, so that each has room: what goes, what travels, what comes to a free place, and the rest.
EARLY, FIRST = squish_rate_func(smooth, 0.0, 0.35), squish_rate_func(smooth, 0.18, 0.6)
SECOND = squish_rate_func(smooth, 0.1, 0.8)
MIDDLE, LATE = squish_rate_func(smooth, 0.5, 0.85), squish_rate_func(smooth, 0.72, 1.0)


class Simulate(Beat):
    """Drag d_k and watch scores spread and weights collapse."""

    id, title = "simulate", "Turn up the dimension"
    claim = "Raw scores spread as sqrt(d_k), and softmax collapses."

    def stage(self) -> None:
        self.set_heading("What happens to the scores as the key dimension grows?")
        self.d_k = Dial(lesson.STOPS[0], log=True)
        self._stage_left()
        self._stage_right()
        self._stage_slider()
        self.pins = pins()
        self.add(self.pins, self.slider, self.histogram.axis, self.weights)

    def _stage_left(self) -> None:
        self.histogram = score_chart()
        box = self.histogram.box
        self.traces = Traces(self.histogram)
        self.bracket = SigmaBracket(self.histogram)
        y = either(172.0, 236.0)
        self.left_title = place(words(f"{lesson.number('n_scores').text} scores", LABEL, "ink", 600), box.x, y, "left")
        self.left_formula = beside(formula("q dot k", 48, "muted"), self.left_title, 40)
        y = either(722.0, 704.0)
        self.variance = Readout("variance", box.x, y, widest="512.8", aside=mixed("$approx d_k$", 40, "muted"))
        x = either(560.0, 560.0)
        self.spread = Readout("spread", x, y, widest="22.65", aside=mixed("$approx sqrt(d_k)$", 40, "muted"))
        self.d_k.follow(self._draw_scores, self.histogram.bars, self.histogram.curve, self.bracket)
        self.d_k.follow(self.traces.set_d_k, self.traces)
        self.d_k.follow(self._read_scores, self.variance, self.spread)

    def _stage_right(self) -> None:
        self.weights = weight_chart()
        box = self.weights.box
        y = either(172.0, 864.0)
        self.right_title = place(words("One query’s attention", LABEL, "ink", 600), box.x, y, "left")
        foot = f"the same {lesson.number('n_keys').text} keys"
        self.right_foot = place(words(foot, TICK, "muted"), box.cx, box.bottom + 34)
        x, y = either((1104.0, 722.0), (54.0, 1340.0))
        self.keys = Readout("keys that still count", x, y, widest="10.8", role="key", aside=words("of 16", 36, "muted"))
        self.gradient = Readout("gradient, median", either(1500.0, 560.0), y, widest="113%", role="gradient")
        self.d_k.follow(self._draw_weights, self.weights.bars, self.weights.value)
        self.d_k.follow(self._read_weights, self.keys, self.gradient)

    def _stage_slider(self) -> None:
        self.slider = dimension_slider()
        self.d_k.follow(self.slider.set_value, self.slider)

    # -- what follows the slider -----------------------------------------------------------------------------------

    def _draw_scores(self, d_k: float) -> None:
        density = curves.density(d_k)
        self.histogram.set_heights(lesson.score_histogram(d_k)).set_curve(curves.X, density)
        self.bracket.set_sigma(float(np.sqrt(d_k)), float(density.max()))

    def _read_scores(self, d_k: float) -> None:
        whole = round(d_k)
        self.variance.set_text(f"{lesson.score_sample_variance(whole):.1f}")
        self.spread.set_text(f"{lesson.score_sample_std(whole):.2f}")

    def _draw_weights(self, d_k: float) -> None:
        self.weights.set_weights(lesson.film_weights(d_k, scaled=False))

    def _read_weights(self, d_k: float) -> None:
        self.keys.set_text(f"{lesson.film_effective_keys(d_k, scaled=False):.1f}")
        share = lesson.gradient_share_at(d_k)
        self.gradient.set_text(f"{share:.0f}%" if share >= 1 else f"{share:.1f}%")

    # -- the story -------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        self._show_both_sides()
        self._drag()
        self._watch_variance()
        self._side_by_side()
        self._grid_goes_dark()
        self._answer()

    def _show_both_sides(self) -> None:
        histogram, heights = self.histogram, lesson.score_histogram(lesson.STOPS[0])
        with self.say("left") as line:
            self.weights.save_state()
            self.hold_until(line.at("scores") - self.frames(CUE))
            self.play(
                Drive(lambda t: histogram.set_heights(heights * t), [histogram.bars]),
                FadeIn(VGroup(self.left_title, self.left_formula)),
                self.weights.animate.fade(0.7),
                run_time=2.0,
            )
            self.play(FadeIn(histogram.curve), run_time=MOVE)
            self.add(self.traces)
            self.hold_until(line.at("right") - self.frames(CUE))
            self.play(self.weights.animate.restore(), FadeIn(self.right_title), run_time=MOVE)
            self.hold_until(line.at("keys") - self.frames(CUE))
            self.play(FadeIn(self.right_foot), run_time=CUE)
        with self.say("small") as line:
            self.hold_until(line.at("close") - self.frames(CUE))
            self.play(FadeIn(self.bracket), FadeIn(self.variance), FadeIn(self.spread), run_time=MOVE)
            self.hold_until(line.at("many") - self.frames(CUE))
            self.play(FadeIn(self.keys), FadeIn(self.gradient), run_time=MOVE)

    def _drag(self) -> None:
        with self.clip("histogram-widens"):
            with self.say("drag", breath=0):
                self.sweep(16, 2.6)
            self._arrive("d16")
            self.sweep(64, 3.4)
            self._arrive("d64")
            self.sweep(256, 3.6)
            self._arrive("d256")
            # Past 256 the lead changes hands for a while; that there is one leader is the point, not which: be brief.
            self.sweep(512, 1.0)
            self._arrive("d512")

    def sweep(self, d_k: float, seconds: float) -> None:
        """Drag the slider, and all that follows it, to d_k."""
        self.play(self.d_k.to(d_k), run_time=seconds)

    def _arrive(self, line_id: str) -> None:
        with self.say(line_id):
            self.wait(1.5)

    def _watch_variance(self) -> None:
        """Light runs over the traces on "spread", the bars alone stay lit on "collapse", then the variance alone."""
        # Part by part, for a group of them would be added and drawn over them a second time.
        scores: list[Mobject] = [self.left_title, self.left_formula, *self.histogram, *self.traces]
        scores += [self.bracket, self.variance]
        weights: list[Mobject] = [self.keys, self.gradient, self.weights, self.right_title, self.right_foot]

        with self.say("spread") as line:
            for part in (*scores, self.spread, *weights):
                part.save_state()
            self.hold_until(line.at("spread") - self.frames(CUE))
            self.play(Drive(self.traces.sweep, [self.traces], rate_func=linear), run_time=MOVE)
            self.hold_until(line.at("collapse") - self.frames(CUE))
            self.play(*(part.animate.fade(0.65) for part in (*scores, self.spread)), run_time=CUE)
            self.hold_until(line.at("variance") - self.frames(CUE))
            fading = [part.animate.fade(0.65) for part in weights]
            self.play(*(part.animate.restore() for part in scores), *fading, run_time=MOVE)
            self.hold_until(line.end)
            self.wait(0.6)
            self.play(*(part.animate.restore() for part in (*weights, self.spread)), run_time=CUE)

    def _side_by_side(self) -> None:
        self.trio = Trio(self.histogram.box, self.weights.box)
        furniture = [self.left_title, self.left_formula, self.right_title, self.right_foot, self.bracket]
        furniture += [self.variance, self.spread, self.keys, self.gradient, self.slider, self.histogram.axis]
        furniture += [path for stop, path in self.traces.by_stop.items() if stop not in SIDE_BY_SIDE]
        with self.say("side") as line, self.clip("side-by-side"):
            kept = [self.traces.by_stop[d_k] for d_k in SIDE_BY_SIDE[:-1]]
            self.remove(self.histogram, *self.histogram, self.weights, *kept)
            self.add(self.histogram.axis, self.trio)
            self.play(*(FadeOut(m) for m in furniture), run_time=CUE)
            self.play(Drive(self.trio.make_room, [self.trio]), run_time=MOVE)
            part = Drive(self.trio.part, [self.trio], run_time=1.6)
            self.play(part, self.heading("Three dimensions, one pattern"))
            self.hold_until(line.end)
            self.wait(2.2)

    def _grid_goes_dark(self) -> None:
        """The first panel's weights grow back, and out of them the grid grows where the scores stood."""
        self.d_k.leave(self.histogram.bars, self.variance)
        self.d_k.leave(self.traces)
        self.d_k.set(lesson.STOPS[0])
        self.answers = answers = AnswersGrid(self.weights, lesson.STOPS[0])
        first, gone = self.trio.weights[0], self.trio.but_the_first_weights()
        back = Drive(lambda t: self.trio.move_first(self.weights.box, t), [first], rate_func=SECOND)
        with self.say("grid") as line, self.clip("gradient-goes-dark"):
            self.play(
                FadeOut(gone, rate_func=EARLY),
                FadeIn(VGroup(answers.grid, self.slider), rate_func=MIDDLE),
                FadeIn(VGroup(self.right_title, self.right_foot, self.keys, self.gradient), rate_func=LATE),
                back,
                self.heading("The gradient of softmax"),
                run_time=MORPH,
            )
            self.remove(self.trio, first, *first)
            self.add(self.weights)
            self.hold_until(line.at("grid") - self.frames(CUE))
            self.play(Drive(answers.carry, [answers.carried]), run_time=MORPH)
            spread = Drive(answers.spread, [answers.grid, answers.carried])
            self.play(spread, FadeIn(answers.foot), run_time=MOVE)
            self.remove(answers.carried)
            self.d_k.follow(answers.set_d_k, answers.grid)
            self.hold_until(line.at("weight") - self.frames(CUE))
            self.play(FadeIn(answers.row), run_time=CUE)
            self.hold_until(line.at("score") - self.frames(CUE))
            self.play(FadeIn(answers.column), run_time=CUE)
            self.hold_until(line.at("hardens") - self.frames(CUE))
            self.play(FadeOut(answers.row), FadeOut(answers.column), run_time=CUE)
            self.sweep(512, 4.6)
            self.wait(1.5)

    def _answer(self) -> None:
        """The pins grow back into the cards, and the weights that were seen go into the card that foretold them."""
        cards = answer_cards()
        gone = VGroup(self.answers.grid, self.answers.foot, self.right_title, self.right_foot, self.slider)
        gone.add(self.keys, self.gradient, self.weights.value, self.weights.slots)
        grow = [move for letter, card in cards.by_letter.items() for move in self._grow(letter, card)]
        self.play(
            FadeOut(gone, rate_func=EARLY),
            AnimationGroup(*grow),  # one motion: everything goes to its place on a card
            self.heading("What happens to the attention weights?"),
            run_time=MORPH,
        )
        self.remove(self.weights, *self.weights, *self.pins, *(part for card in cards for part in card))
        self.add(cards)
        others = [cards.by_letter[k] for k in ("A", "B")]
        with self.say("answer") as line:
            self.hold_until(line.at("c") - self.frames(CUE))
            self.play(*(o.animate.fade(SET_ASIDE) for o in others), FadeIn(cards.by_letter["C"].ring()), run_time=MOVE)
            self.hold_until(line.end)
            self.wait(2.0)

    def _grow(self, letter: str, card: ChoiceCard) -> list[Animation]:
        """The pin of ``letter`` becomes its card; the bars of C come from the chart, and the others' from the pin."""
        pin, box = self.pins.by_letter[letter], card.bars.box
        seen = letter == "C"
        bars, start = (self.weights, self.weights.box) if seen else (pin.bars, pin.sketch)

        def follow(t: float) -> None:
            bars.within(start.toward(box, t)).set_weights(bars.weights)
            if not seen:
                bars.bars.set_fill(opacity=QUIET + (1 - QUIET) * t)
                bars.base.set_stroke(opacity=t)

        return [
            *([FadeOut(pin.bars, rate_func=EARLY, run_time=MORPH)] if seen else []),
            ReplacementTransform(pin.panel, card.panel, run_time=MORPH),
            ReplacementTransform(pin.letter, card.letter, run_time=MORPH),
            Drive(follow, [bars.base, bars.bars], rate_func=FIRST if seen else smooth),
            FadeIn(card.text, rate_func=LATE, run_time=MORPH),
        ]
