"""Beat 3: drag d_k and watch scores spread and weights collapse."""

from __future__ import annotations

import numpy as np
from manim import AnimationGroup, FadeIn, FadeOut, LaggedStart, VGroup

from mathcore import lesson
from scenes import curves
from scenes.dimension_slider import dimension_slider
from scenes.kit import Beat
from scenes.kit.layout import Box, either
from scenes.kit.motion import CUE, MOVE, Dial, Drive
from scenes.kit.parts.cells import MatrixGrid
from scenes.kit.parts.histogram import Histogram, SigmaBracket
from scenes.kit.parts.pins import Pins
from scenes.kit.parts.readout import Readout
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import LABEL, beside, formula, mixed, place, words
from scenes.predictions import answer_cards

SIDE_BY_SIDE = (4, 64, 512)


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
        self.pins = Pins()
        self.add(self.pins, self.slider)

    def _stage_left(self) -> None:
        box = either(Box(96, 222, 864, 398), Box(54, 340, 972, 330))
        self.histogram = Histogram(box, lesson.BIN_EDGES, curves.TOP)
        self.bracket = SigmaBracket(self.histogram)
        y = either(172.0, 250.0)
        self.left_title = place(words(f"{lesson.number('n_scores').text} scores", LABEL, "ink", 600), box.x, y, "left")
        self.left_formula = beside(formula("q dot k", 48, "muted"), self.left_title, 40)
        y = either(722.0, 1250.0)
        self.variance = Readout("variance", box.x, y, widest="512.8", aside=mixed("$approx d_k$", 40, "muted"))
        x = either(560.0, 560.0)
        self.spread = Readout("spread", x, y, widest="22.65", aside=mixed("$approx sqrt(d_k)$", 40, "muted"))
        self.d_k.follow(self._draw_scores, self.histogram.bars, self.histogram.curve, self.bracket)
        self.d_k.follow(self._read_scores, self.variance.number, self.spread.number)

    def _stage_right(self) -> None:
        box = either(Box(1104, 250, 720, 370), Box(54, 840, 972, 290))
        self.weights = WeightBars(box, lesson.N_KEYS, value_role="key")
        y = either(172.0, 770.0)
        title = f"Attention over {lesson.number('n_keys').text} keys"
        self.right_title = place(words(title, LABEL, "ink", 600), box.x, y, "left")
        self.right_foot = place(words("one query, the same 16 keys", 32, "muted"), box.cx, box.bottom + 34)
        x, y = either((1104.0, 722.0), (54.0, 1400.0))
        self.keys = Readout("keys that still count", x, y, widest="10.8", role="key", aside=words("of 16", 36, "muted"))
        self.gradient = Readout("gradient", either(1500.0, 560.0), y, widest="128%", role="gradient")
        self.d_k.follow(self._draw_weights, self.weights.bars, self.weights.value)
        self.d_k.follow(self._read_weights, self.keys.number, self.gradient.number)

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
        share = lesson.film_gradient_share(d_k)
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
        left = VGroup(self.left_title, self.left_formula, self.histogram)
        with self.say("left") as line:
            self.hold_until(line.at("scores") - self.frames(CUE))
            self.play(FadeIn(left), run_time=MOVE)
            self.hold_until(line.at("right") - self.frames(CUE))
            self.play(FadeIn(VGroup(self.right_title, self.right_foot, self.weights)), run_time=MOVE)
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
            self.sweep(512, 2.6)
            self._arrive("d512")

    def sweep(self, d_k: float, seconds: float) -> None:
        """Drag the slider, and all that follows it, to d_k."""
        self.play(self.d_k.to(d_k), run_time=seconds)

    def _arrive(self, line_id: str) -> None:
        with self.say(line_id):
            self.wait(1.5)

    def _watch_variance(self) -> None:
        with self.say("spread") as line:
            self.hold_until(line.at("variance") - self.frames(CUE))
            dimmed = VGroup(self.spread, self.keys, self.gradient, self.weights, self.right_title, self.right_foot)
            dimmed.save_state()
            self.play(dimmed.animate.fade(0.65), run_time=MOVE)
            self.hold_until(line.end)
            self.wait(0.6)
            self.play(dimmed.animate.restore(), run_time=CUE)

    def _mini_boxes(self) -> list[tuple[Box, Box]]:
        """For each of the three panels: the box of its histogram and of its weights."""
        area = either(Box(96, 200, 1728, 640), Box(54, 250, 972, 1350))
        cells = area.columns(3, 60) if area.w > area.h else area.rows(3, 60)
        found = []
        for cell in cells:
            if area.w > area.h:
                found.append((Box(cell.x, cell.y + 86, cell.w, 260), Box(cell.x, cell.y + 430, cell.w, 210)))
            else:
                found.append((Box(cell.x, cell.y + 80, 460, 300), Box(cell.x + 512, cell.y + 80, 460, 300)))
        return found

    def _side_by_side(self) -> None:
        big = self.histogram.box, self.weights.box
        minis = []
        for (hist_box, weight_box), d_k in zip(self._mini_boxes(), SIDE_BY_SIDE, strict=True):
            histogram = Histogram(big[0], lesson.BIN_EDGES, curves.TOP, ticks=())
            weights = WeightBars(big[1], lesson.N_KEYS, value_role="key")
            label = place(
                formula(f"d_k = {d_k}", 56),
                hist_box.cx if either(True, False) else hist_box.x,
                hist_box.y - 58,
                either("center", "left"),
            )
            minis.append((d_k, histogram, weights, hist_box, weight_box, label))

        def fly(t: float) -> None:
            for d_k, histogram, weights, hist_box, weight_box, _ in minis:
                now = self.d_k.between(512, d_k, t)
                histogram.within(big[0].toward(hist_box, t)).set_heights(lesson.score_histogram(now))
                histogram.set_curve(curves.X, curves.density(now))
                weights.within(big[1].toward(weight_box, t)).set_weights(lesson.film_weights(now, scaled=False))

        fly(0.0)
        furniture = [self.left_title, self.left_formula, self.right_title, self.right_foot, self.bracket]
        furniture += [self.variance, self.spread, self.keys, self.gradient, self.slider, self.histogram.axis]
        with self.say("side") as line, self.clip("side-by-side"):
            self.remove(self.histogram, self.weights)
            self.add(self.histogram.axis)
            parts = [part for _, h, w, *_ in minis for part in (h, w)]
            self.add(*parts)
            self.play(*(FadeOut(m) for m in furniture), run_time=CUE)
            self.play(Drive(fly, parts), self.heading("Three dimensions, one pattern"), run_time=2.0)
            self.play(LaggedStart(*(FadeIn(label) for *_, label in minis), lag_ratio=0.2), run_time=MOVE)
            self.hold_until(line.end)
            self.wait(2.2)
        self._minis = VGroup(*parts, *(label for *_, label in minis))

    def _grid_goes_dark(self) -> None:
        box = self.histogram.box
        side = either(404.0, 340.0)
        self.grid = MatrixGrid(Box(box.cx - side / 2, box.bottom - side, side, side), (16, 16), "gradient")
        title = place(words("The gradient of softmax", LABEL, "ink", 600), *either((96, 172), (54, 250)), "left")
        foot = place(mixed("$partial p_i \\/ partial s_j$", 40, "gradient"), box.cx, box.bottom + 42)
        self.d_k.leave(self.histogram.bars, self.variance.number)
        self.d_k.set(lesson.STOPS[0])
        self.d_k.follow(self._draw_grid, self.grid)
        with self.say("grid") as line, self.clip("gradient-goes-dark"):
            self.play(FadeOut(self._minis), self.heading("How weights answer to scores"), run_time=CUE)
            self.play(
                FadeIn(VGroup(self.right_title, self.right_foot, self.weights)),
                FadeIn(VGroup(title, self.grid, foot)),
                FadeIn(VGroup(self.slider, self.keys, self.gradient)),
                run_time=MOVE,
            )
            self.hold_until(line.at("hardens") - self.frames(CUE))
            self.sweep(512, 5.0)
            self.wait(1.5)
        self._grid_parts = VGroup(title, self.grid, foot)

    def _draw_grid(self, d_k: float) -> None:
        self.grid.set_matrix(lesson.film_jacobian(d_k, scaled=False))

    def _answer(self) -> None:
        cards = answer_cards()
        gone = VGroup(
            self._grid_parts, self.right_title, self.right_foot, self.weights, self.slider, self.keys, self.gradient
        )
        with self.say("answer") as line:
            self.play(FadeOut(gone), self.heading("What happens to the attention weights?"), run_time=CUE)
            grow = [FadeIn(card, target_position=self.pins.by_letter[k]) for k, card in cards.by_letter.items()]
            self.play(AnimationGroup(*grow), FadeOut(self.pins), until=line.at("c") + self.frames(CUE))
            others = [cards.by_letter[k] for k in ("A", "B")]
            self.play(
                *(o.animate.fade(0.7) for o in others),
                FadeIn(cards.by_letter["C"].ring()),
                run_time=MOVE,
            )
            self.hold_until(line.end)
            self.wait(2.0)
