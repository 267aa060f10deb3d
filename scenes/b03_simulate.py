"""Beat 3: drag d_k and watch scores spread and weights collapse."""

from __future__ import annotations

import numpy as np
from manim import (
    AnimationGroup,
    FadeIn,
    FadeOut,
    Mobject,
    VGroup,
    linear,
    smooth,
    squish_rate_func,
)

from mathcore import lesson
from scenes import curves
from scenes.answers_grid import AnswersGrid, stop_at
from scenes.cards_return import CardsReturn
from scenes.dimension_slider import dimension_slider
from scenes.kit import Beat
from scenes.kit.layout import either
from scenes.kit.motion import CUE, HOLD, MOVE, Dial, Drive
from scenes.kit.parts.histogram import SigmaBracket
from scenes.kit.parts.readout import Readout
from scenes.kit.type import TICK, mixed, place, words
from scenes.predictions import ASKED, SET_ASIDE, answer_cards, pins
from scenes.simulate_parts import SIDE_BY_SIDE, Traces, Trio, score_chart, score_title, weight_chart, weight_title

# Parts of one move, so that each has room: what goes, what travels, what comes to a free place, and the rest.
EARLY = squish_rate_func(smooth, 0.0, 0.35)
MIDDLE, LATE = squish_rate_func(smooth, 0.35, 0.52), squish_rate_func(smooth, 0.72, 1.0)
# While the grid fades: the seconds for which each stop but the last stands, the first once the frames have gone. It is
# half-way out with its word.
STAND = (0.3, 0.8, 1.2, 1.2)


class Simulate(Beat):
    """Drag d_k and watch scores spread and weights collapse."""

    id, title = "simulate", "Turn up the dimension"
    claim = "Raw scores spread as sqrt(d_k), and softmax collapses."

    def stage(self) -> None:
        self.set_heading(ASKED)
        self.d_k = Dial(lesson.STOPS[0], log=True, name="d_k")
        self.shows(d_k=self.d_k.value, scaled=0)
        self._stage_left()
        self._stage_right()
        self._stage_slider()
        self.pins = pins()
        self.add(self.pins, self.slider, self.histogram.axis, self.weights, self.left_title, self.right_title)

    def _stage_left(self) -> None:
        self.histogram = score_chart()
        box = self.histogram.box
        self.traces = Traces(self.histogram)
        self.bracket = SigmaBracket(self.histogram)
        self.left_title = score_title()
        y = either(708.0, 704.0)
        self.variance = Readout("variance", box.x, y, widest="512.8", aside=mixed("$approx d_k$", 40, "muted"))
        self.spread = Readout("spread", 560.0, y, widest="22.65", aside=mixed("$approx sqrt(d_k)$", 40, "muted"))
        self.d_k.follow(self._draw_scores, self.histogram.bars, self.histogram.curve, self.bracket)
        self.d_k.follow(self.traces.set_d_k, self.traces)
        self.d_k.follow(self._read_scores, self.variance, self.spread)

    def _stage_right(self) -> None:
        self.weights = weight_chart()
        box = self.weights.box
        self.right_title = weight_title()
        foot = f"the same {lesson.number('n_keys').text} keys"
        self.right_foot = place(words(foot, TICK, "muted"), box.cx, box.bottom + 34)
        x, y = either((1104.0, 708.0), (54.0, 1340.0))
        self.keys = Readout("keys that still count", x, y, widest="10.8", role="key", aside=words("of 16", 36, "muted"))
        of = words("of that at spread 1", TICK, "muted")
        x = either(1430.0, 560.0)
        self.gradient = Readout("gradient, median row", x, y, widest="113%", role="gradient", aside=of)
        self.d_k.follow(self._draw_weights, self.weights.bars, self.weights.value)
        self.d_k.follow(self._read_keys, self.keys)

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
        """The bars glide; the number over them is, as every number here, that of the whole d_k."""
        largest = float(lesson.film_weights(round(d_k), scaled=False).max())
        self.weights.set_weights(lesson.film_weights(d_k, scaled=False), largest)

    def _read_keys(self, d_k: float) -> None:
        self.keys.set_text(f"{lesson.film_effective_keys(round(d_k), scaled=False):.1f}")

    def _read_gradient(self, d_k: float) -> None:
        share = lesson.gradient_share_at(d_k)
        self.gradient.set_text(f"{share:.0f}%" if share >= 1 else f"{share:.1f}%")

    # -- the story -------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        self._show_both_sides()
        self._drag()
        self._watch_variance()
        self._side_by_side()
        self._grid_fades_out()
        self._answer()

    def _show_both_sides(self) -> None:
        histogram, heights = self.histogram, lesson.score_histogram(lesson.STOPS[0])
        with self.say("left") as line:
            right = self.weights, self.right_title
            for part in right:
                part.save_state()
            self.hold_until(line.at("scores") - self.frames(CUE))
            self.play(
                Drive(lambda t: histogram.set_heights(heights * t), [histogram.bars]),
                *(part.animate.fade(0.7) for part in right),
                run_time=2.0,
            )
            self.play(FadeIn(histogram.curve), run_time=MOVE)
            self.add(self.traces)
            self.hold_until(line.at("right") - self.frames(CUE))
            self.play(*(part.animate.restore() for part in right), run_time=MOVE)
            self.hold_until(line.at("keys") - self.frames(CUE))
            self.play(FadeIn(self.right_foot), run_time=CUE)
        with self.say("small") as line:
            self.hold_until(line.at("close") - self.frames(CUE))
            self.play(FadeIn(self.bracket), FadeIn(self.variance), FadeIn(self.spread), run_time=MOVE)
            self.hold_until(line.at("many") - self.frames(CUE))
            self.play(FadeIn(self.keys), run_time=MOVE)

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
        scores: list[Mobject] = [self.left_title, *self.histogram, *self.traces]
        scores += [self.bracket, self.variance]
        weights: list[Mobject] = [self.keys, self.weights, self.right_title, self.right_foot]

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
            # What stays for the next picture comes back; the rest goes, for it has said what it had to.
            rest = [*self._left_words(), *self._right_words(), self.bracket, self.slider]
            self.play(self.weights.animate.restore(), *map(FadeOut, rest), run_time=CUE)

    def _left_words(self) -> list[Mobject]:
        return [self.left_title, self.variance, self.spread]

    def _right_words(self) -> list[Mobject]:
        return [self.right_title, self.right_foot, self.keys]

    def _side_by_side(self) -> None:
        self.trio = Trio(self.histogram.box, self.weights.box)
        kept = [path for stop, path in self.traces.by_stop.items() if stop in SIDE_BY_SIDE]
        gone = [path for path in self.traces if path not in kept]
        with self.say("side") as line, self.clip("side-by-side"):
            self.remove(self.histogram, *self.histogram, self.weights, *self.traces)
            self.add(self.histogram.axis, *gone, self.trio)
            self.play(
                Drive(self.trio.part, [self.trio], rate_func=linear),
                AnimationGroup(*(FadeOut(m, rate_func=EARLY) for m in (*gone, self.histogram.axis))),
                self.heading("Three dimensions, one pattern"),
                run_time=2.2,
            )
            self.hold_until(line.end)
            self.wait(2.4)

    def _grid_fades_out(self) -> None:
        """The first panel grows back, and out of its weights the grid grows, where the scores stood."""
        self.d_k.leave(self.histogram.bars, self.variance, self.traces)
        for part in self._right_words():
            part.restore()  # they left dimmed
        self.d_k.set(lesson.STOPS[0])
        self.shows(d_k=lesson.STOPS[0])
        self._read_gradient(lesson.STOPS[0])
        self.answers = answers = AnswersGrid(self.weights, lesson.STOPS[0])
        scores, weights = self.trio.first()
        with self.say("grid") as line, self.clip("gradient-fades-out"):
            self.play(
                FadeOut(self.trio.all_but_first(), rate_func=EARLY),
                FadeIn(self.slider, rate_func=LATE),
                Drive(self.trio.gather, [scores, weights], rate_func=linear),
                self.heading("The gradient of softmax"),
                run_time=0.9,
            )
            self.remove(self.trio, *self.trio, scores, *scores, weights, *weights)
            self.add(scores, self.weights)
            self.play(
                Drive(answers.carry, [answers.carried, self.weights.value], rate_func=linear),
                FadeOut(scores, rate_func=EARLY),
                FadeIn(answers.grid, rate_func=MIDDLE),
                run_time=1.0,
            )
            spread = Drive(answers.spread, [answers.grid, answers.carried])
            named = FadeIn(VGroup(answers.foot, *self._right_words()), rate_func=LATE)
            self.play(spread, named, run_time=MOVE)
            self.remove(answers.carried)
            self.hold_until(line.at("weight") - self.frames(CUE))
            self.play(FadeIn(answers.row), run_time=CUE)
            self.hold_until(line.at("score") - self.frames(CUE))
            self.play(FadeIn(answers.column), run_time=CUE)
            # The number comes first and the frames go after it: both can be read before anything changes.
            self.hold_until(line.at("hardens") - self.frames(CUE))
            self.play(FadeIn(self.gradient), run_time=CUE)
            self.play(FadeOut(answers.row), FadeOut(answers.column), run_time=CUE)
            self.d_k.follow(answers.harden, answers.grid)
            self.d_k.follow(self._read_gradient, self.gradient)
            parts = [answers.grid, self.weights.bars, self.weights.value, self.slider, self.keys, self.gradient]
            come = np.cumsum((0.0, *STAND))
            harden = Drive(
                lambda t: self.d_k.set(stop_at(t)),
                parts,
                rate_func=lambda t: float(np.interp(t * come[-1], come, np.linspace(0, 1, len(come)))),
                shows={"d_k": stop_at},
            )
            self.play(harden, run_time=float(come[-1]))
            self.d_k.set(lesson.D_MAX)
            self.hold_until(line.end)
            self.wait(HOLD)

    def _answer(self) -> None:
        """The pins grow back into the cards, and the weights that were seen are the picture of the one that is true."""
        cards = answer_cards()
        on_the_way = CardsReturn(self.pins, cards, self.weights, "C")
        gone = VGroup(self.answers.grid, self.answers.foot, *self._right_words(), self.slider)
        gone.add(self.gradient, self.weights.value, self.weights.slots, self.pins.by_letter["C"])
        others = [cards.by_letter[k] for k in ("A", "B")]
        self.remove(self.weights.bars, self.weights.base, *(self.pins.by_letter[k] for k in ("A", "B")))
        self.play(
            FadeOut(gone, rate_func=EARLY),
            Drive(on_the_way.stand, [on_the_way], rate_func=linear),
            self.heading(ASKED),
            run_time=1.5,
        )
        self.remove(self.weights, *self.weights, *self.pins, on_the_way, *on_the_way)
        self.add(cards)
        with self.say("answer") as line:
            self.hold_until(line.at("c") - self.frames(CUE))
            self.play(*(o.animate.fade(SET_ASIDE) for o in others), FadeIn(cards.by_letter["C"].ring()), run_time=MOVE)
            self.hold_until(line.end)
            self.wait(2.0)
