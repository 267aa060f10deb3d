"""Beat 5: softmax sees exponentials, one key takes everything, and the gradient dies."""

from __future__ import annotations

import numpy as np
from manim import FadeIn, FadeOut, VGroup, linear, smooth, squish_rate_func

from mathcore import lesson
from scenes import curves, three_spreads
from scenes.kit.beat import Spoken
from scenes.kit.layout import Box, either
from scenes.kit.look import colour
from scenes.kit.motion import CUE, HOLD, MORPH, MOVE, Dial, Drive
from scenes.kit.parts.dots import Dots
from scenes.kit.parts.histogram import Histogram
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.paths import segments
from scenes.kit.parts.shapes import stroke_width, stroked
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import FORMULA, HEADING, LABEL, TICK, beside, formula, place, words
from scenes.laid_down import LaidDown
from scenes.measurement import Measurement
from scenes.saturate_gradient import EARLY, LATE, GradientStory
from scenes.towers import TOGETHER, Towers
from scenes.two_columns import D_K

FAINT = 0.35  # how much is seen of the many scores once it is the 16 that are spoken of


class Saturate(GradientStory):
    """From scores to exponentials to weights to a gradient that is nowhere alive."""

    id, title = "saturate", "One key takes everything"
    claim = "Softmax turns gaps into ratios: one key takes everything, and the gradient vanishes everywhere."

    def prepare(self) -> None:
        self.scores = lesson.film_scores(D_K)
        self.raw, self.j_raw = lesson.film_weights(D_K, scaled=False), lesson.film_jacobian(D_K, scaled=False)
        self.winner = int(self.raw.argmax())

    def stage(self) -> None:
        self.set_heading(three_spreads.TITLE)
        self.shows(d_k=D_K, scaled=0)
        self.spreads = three_spreads.closing()
        self.add(*self.spreads.picture)
        box = either(Box(96, 200, 1728, 540), Box(54, 640, 972, 820))
        self.density = curves.density(D_K)
        self.histogram = Histogram(box, lesson.BIN_EDGES, 1.1 * float(self.density.max()))
        self.histogram.set_heights(lesson.score_histogram(D_K)).set_curve(curves.X, self.density)
        self.dots = Dots("raw", either(11, 8), rim=2)
        self.dots.set_z_index(2)
        self.dots_y = box.bottom - either(24, 20)
        # Scores too close to stand side by side are stacked, or they would cut each other into crescents.
        self.stacked_y = self.dots.stacked(self.histogram.x(self.scores), self.dots_y)
        self.towers = Towers(self.scores, self.histogram.x, self.dots_y, box.bottom - 132, either(400.0, 800.0))
        left = either(96.0, 54.0)
        count = place(
            words(f"{lesson.number('n_scores').text} scores", LABEL, "ink", 600), left, either(190, 290), "left"
        )
        given = beside(formula(f"d_k = {D_K} quad sigma = {lesson.number('sigma_512').text}", 48, "muted"), count, 40)
        self.many = VGroup(count, given)
        n_keys = lesson.number("n_keys").text
        self.name = place(words(f"{n_keys} scores", HEADING, "raw", 600), left, box.bottom - either(68, 98), "left")
        self.name.set_stroke(colour("background"), stroke_width(8), 1, background=True)  # bars pass behind it
        self.name.set_z_index(2)
        self.power = place(formula("e^(s_i)", 64, "key"), left, box.bottom - 188, "left")

    # -- scores, exponentials, weights -----------------------------------------------------------------------------

    def tell(self) -> None:
        self._lift()
        self._measure()
        self._normalise()
        self.tell_gradient()

    def _lift(self) -> None:
        histogram, heights = self.histogram, lesson.score_histogram(D_K)

        def sink(t: float) -> None:
            histogram.set_heights((1 - t) * heights).set_curve(curves.X, (1 - t) * self.density)
            histogram.curve.set_stroke(opacity=1 - t)  # at the end it would lie on the axis

        with self.clip("scores-lift-into-towers"), self.say("why") as line:
            self._lie_down(line)
            self.play(FadeIn(histogram.curve), FadeIn(self.many), run_time=CUE)
            self.hold_until(line.at("scores") - self.frames(CUE / 2))
            self.play(FadeIn(self.name), run_time=CUE)
            self.hold_until(line.at("exponentials") - self.frames(CUE))
            shown = [self.towers.base, self.power]
            self.play(*map(FadeIn, shown), self.heading("Softmax sees exponentials"), run_time=CUE)
            growing = [self.towers.stems, self.towers.bars]
            self.play(
                Drive(self.towers.lift, growing, rate_func=linear, run_time=2.0),
                Drive(sink, [histogram.bars, histogram.curve], run_time=1.2),
                FadeOut(self.many, run_time=CUE),
            )
            self.remove(self.towers.stems, histogram.bars, histogram.curve)

    def _lie_down(self, line: Spoken) -> None:
        """Of the picture before, the last station stays and lies down; the ends of the 16 walks are its 16 scores."""
        spreads, fan = self.spreads, self.spreads.fan
        station, others = spreads.stations[-1], spreads.stations[:-1]
        start = float(fan.plane.x(D_K)), fan.plane.y(self.scores)
        laid = LaidDown(station, self.histogram, self.dots, self.scores, start, self.stacked_y, FAINT)

        def arise(t: float) -> None:
            fan.shine(1 - t)
            laid.arise(t)

        gone = [fan.plane, fan.envelope, fan.envelope.label, *others, *spreads.words, spreads.gate]
        gone += [station.ground, station.curve, station.sigma, station.bar]
        self.hold_until(line.at("hurt") - self.frames(MOVE))
        self.play(
            Drive(arise, [fan.veil, self.dots]),
            *(FadeOut(part, rate_func=EARLY) for part in gone),
            self.heading("From scores to weights"),
            run_time=0.6,
        )
        self.remove(*spreads.picture, *station)
        # The axis is there before anything leaves for it.
        axis = FadeIn(self.histogram.axis, rate_func=squish_rate_func(smooth, 0.0, 0.2))
        self.play(Drive(laid.lay, laid.submobjects, rate_func=linear), axis, run_time=1.8)
        self.remove(station.base, station.bars, laid.flying)

    def _measure(self) -> None:
        found = self.measurement = Measurement(self.histogram, self.scores, self.dots_y)
        self.pointer = Dial(0.0)
        self.pointer.follow(found.point, found.ruler.pointer, found.ruler.tip, found.distance, found.ratio)
        with self.clip("log-ruler"), self.say("point") as line:
            self.play(FadeIn(found), run_time=MOVE)
            self.hold_until(line.at("odds") - self.frames(MOVE + CUE))  # it is read before it is exceeded
            # What is read is shown once the pointer has arrived: at its zero a point would seem to change nothing.
            self.play(Drive(found.point, [found.ruler.pointer, found.ruler.tip]), run_time=MOVE)
            self.pointer.set(1.0)
            self.play(FadeIn(found.reading), run_time=CUE)
            self.hold_until(line.at("ten"))
            ten = lesson.number("gap_points").value
            far = FadeIn(found.far, rate_func=squish_rate_func(smooth, 0.7, 1.0))
            self.play(self.pointer.to(ten), far, until=line.at("factor") + self.frames(CUE))
            found.ruler.add(found.far)
            self.hold_until(line.end + self.frames(0.8))
        with self.clip("gap-between-the-best"), self.say("gaps") as line:
            self.hold_until(line.at("sigma") - self.frames(CUE))
            self.play(FadeIn(found.bracket), run_time=MOVE)
            self.hold_until(line.at("gap") - self.frames(MOVE))
            self.play(self.pointer.to(found.gap), FadeIn(found.apart), run_time=MOVE)
            self.pointer.set(found.gap)
            # What the ruler reads is what the tower is: both say so until it is the tower that is talked about.
            self.play(FadeIn(found.times), run_time=CUE)

    def _normalise(self) -> None:
        found = self.measurement
        self.big = WeightBars(either(Box(560, 296, 1264, 420), Box(54, 760, 972, 780)), lesson.N_KEYS, value=False)
        x, y = either((96.0, self.big.box.cy), (54.0, 470.0))
        self.softmax = place(formula("p_i = e^(s_i) / (sum_j e^(s_j))", FORMULA, "key"), x, y, "left")
        self.top = Numeral(
            lesson.number("film_top_512").text,
            self.big.centre(self.winner),
            self.big.box.y - 36,
            role="key",
            anchor="center",
        )
        foot = place(words("one query, the same 16 keys", TICK, "muted"), self.big.box.cx, self.big.box.bottom + 40)
        median = f"median over many queries: {lesson.number('top_512_median').text}"
        typical = place(words(median, HEADING, "ink"), self.big.box.cx, self.big.box.bottom + 110)
        gone = [found.ruler, found.apart, found.times]
        gone += [self.name, self.dots, self.histogram.axis, self.power]
        with self.clip("towers-become-weights"), self.say("winner") as line:
            self._dominate(line)
            gone.append(self.others)
            self.hold_until(line.at("typical") - self.frames(CUE))
            self.play(
                *(FadeOut(m, rate_func=EARLY) for m in gone),
                Drive(lambda t: self.towers.settle(t, self.big, self.raw), [self.towers.base, self.towers.bars]),
                FadeIn(self.big.slots, rate_func=LATE),
                FadeIn(self.softmax, rate_func=LATE),
                run_time=MORPH,
            )
            self.hold_until(line.at("winner") - self.frames(CUE / 2))
            self.play(FadeIn(self.top), FadeIn(foot), run_time=CUE)
            self.play(FadeIn(typical), run_time=CUE)
            self.dust = self._dust()
            self.hold_until(line.at("rest") - self.frames(CUE))
            self.play(FadeIn(self.dust[0]), run_time=CUE)
            self.hold_until(line.at("dust") - self.frames(CUE))
            self.play(FadeIn(self.dust[1]), run_time=CUE)
            self.hold_until(line.end + self.frames(HOLD))
        self.remove(self.towers.base, self.towers.bars)
        self.big.set_weights(self.raw)
        self.add(self.big.base, self.big.bars)  # the slots stay behind the words that stand on them
        self._weights_talk = VGroup(foot, typical, self.top, self.dust)

    def _dominate(self, line: Spoken) -> None:
        """What is talked about now is the one tower; all the others are swept together beside it."""
        found, towers = self.measurement, self.towers
        quiet = VGroup(found.ruler, found.apart, self.name, self.dots, self.histogram.axis)
        self.hold_until(line.at("one") - self.frames(CUE))
        # They slide before they are named, or the name would stand over what has not come yet.
        x = float(towers.x.max()) - TOGETHER
        self.others = place(words("all others together", HEADING, "muted"), x - 26, towers.base_y - 34, "right")
        self.play(
            Drive(towers.gather, [towers.bars]),
            FadeOut(found.bracket, found.reading, run_time=CUE),
            quiet.animate(run_time=CUE).fade(0.65),
            FadeIn(self.others, rate_func=LATE),
            run_time=MOVE,
        )

    def _dust(self) -> VGroup:
        """Two lines over the losers, left and right of the winner, and the word for what they hold."""
        b, y = self.big, self.big.box.bottom - 34
        strokes = stroked("muted", 3)
        ends = [(b.left[0], b.right[self.winner - 1]), (b.left[self.winner + 1], b.right[-1])]
        strokes.points = np.concatenate([segments(*(np.array([v]) for v in (a, y, z, y))) for a, z in ends])
        names = [place(words("dust", LABEL, "muted"), (a + z) / 2, y - 36) for a, z in ends]
        return VGroup(strokes, VGroup(*names))
