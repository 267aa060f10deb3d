"""Beat 5: softmax sees exponentials, one key takes everything, and the gradient dies."""

from __future__ import annotations

import numpy as np
from manim import FadeIn, FadeOut, VGroup, linear, smooth, squish_rate_func

from mathcore import lesson
from mathcore.gradients import softmax_jacobian
from mathcore.softmax import softmax
from scenes import curves, three_spreads
from scenes.close_up import CloseUp
from scenes.detour import detour
from scenes.jacobian_column import column_x
from scenes.kit import Beat
from scenes.kit.beat import Spoken
from scenes.kit.layout import Box, either, point
from scenes.kit.look import colour
from scenes.kit.motion import CUE, HOLD, MORPH, MOVE, Dial, Drive
from scenes.kit.parts.dots import Dots
from scenes.kit.parts.histogram import Histogram
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.paths import segments
from scenes.kit.parts.shapes import stroke_width, stroked
from scenes.kit.parts.weights import WeightBars
from scenes.kit.type import FORMULA, HEADING, LABEL, TICK, beside, formula, place, words
from scenes.laid_down import SPREAD, LaidDown
from scenes.measurement import Measurement
from scenes.push_in import PushIn
from scenes.towers import Towers
from scenes.two_columns import D_K, KEYS, TITLE, UNSEEN, TwoColumns

FAINT = 0.35  # how much is seen of the many scores once it is the 16 that are spoken of
LATE = squish_rate_func(smooth, 0.5, 1.0)  # for what follows into a place that is being left


class Saturate(Beat):
    """From scores to exponentials to weights to a gradient that is nowhere alive."""

    id, title = "saturate", "One key takes everything"
    claim = "Softmax turns gaps into ratios: one key takes everything, and the gradient vanishes everywhere."

    def prepare(self) -> None:
        self.scores = lesson.film_scores(D_K)
        self.raw, self.scaled = (lesson.film_weights(D_K, scaled=scaled) for scaled in (False, True))
        self.j_raw, self.j_scaled = (lesson.film_jacobian(D_K, scaled=scaled) for scaled in (False, True))
        self.winner = int(self.raw.argmax())

    def stage(self) -> None:
        self.set_heading(three_spreads.TITLE)
        self.spreads = three_spreads.closing()
        self.add(*self.spreads.picture)
        box = either(Box(96, 200, 1728, 540), Box(54, 640, 972, 820))
        self.density = curves.density(D_K)
        self.histogram = Histogram(box, lesson.BIN_EDGES, 1.1 * float(self.density.max()))
        self.histogram.set_heights(lesson.score_histogram(D_K)).set_curve(curves.X, self.density)
        self.dots = Dots("raw", 12, rim=3)
        self.dots.set_z_index(2)
        self.dots_y = box.bottom - 28
        self.towers = Towers(self.scores, self.histogram.x, self.dots_y, box.bottom - 132, either(400.0, 800.0))
        left = either(96.0, 54.0)
        count = place(
            words(f"{lesson.number('n_scores').text} scores", LABEL, "ink", 600), left, either(190, 290), "left"
        )
        given = beside(formula(f"d_k = {D_K} quad sigma = {lesson.number('sigma_512').text}", 48, "muted"), count, 40)
        self.many = VGroup(count, given)
        n_keys = lesson.number("n_keys").text
        self.name = place(words(f"{n_keys} scores", HEADING, "raw", 600), left, box.bottom - either(32, 98), "left")
        self.name.set_stroke(colour("background"), stroke_width(8), 1, background=True)  # bars pass behind it
        self.name.set_z_index(2)
        self.power = place(formula("e^(s_i)", 64, "key"), left, box.bottom - 188, "left")

    # -- scores, exponentials, weights -----------------------------------------------------------------------------

    def tell(self) -> None:
        self._lift()
        self._measure()
        self._normalise()
        self._differentiate()
        self._backward()
        self._become()

    def _lift(self) -> None:
        histogram, heights = self.histogram, lesson.score_histogram(D_K)

        def sink(t: float) -> None:
            histogram.set_heights((1 - t) * heights).set_curve(curves.X, (1 - t) * self.density)
            histogram.curve.set_stroke(opacity=1 - t)  # at the end it would lie on the axis

        with self.clip("scores-lift-into-towers"), self.say("why") as line:
            self._lie_down(line)
            shown = [histogram.axis.submobjects[1], *histogram.axis.labels.values(), histogram.curve, self.many]
            self.play(*map(FadeIn, shown), run_time=CUE)
            self.hold_until(line.at("scores") - self.frames(CUE / 2))
            self.play(FadeIn(self.name), run_time=CUE)
            self.hold_until(line.at("exponentials") - self.frames(CUE))
            shown = [self.towers.base, self.power]
            self.play(*map(FadeIn, shown), self.heading("Softmax sees exponentials"), run_time=CUE)
            growing = [self.towers.stems, self.towers.bars]
            self.play(
                Drive(self.towers.lift, growing, rate_func=linear, run_time=2.4),
                Drive(sink, [histogram.bars, histogram.curve], run_time=1.2),
                FadeOut(self.many, run_time=CUE),
            )
            self.remove(self.towers.stems, histogram.bars, histogram.curve)

    def _lie_down(self, line: Spoken) -> None:
        """Of the picture before, the last station stays and lies down; the ends of the 16 walks are its 16 scores."""
        spreads, fan = self.spreads, self.spreads.fan
        station, others = spreads.stations[-1], spreads.stations[:-1]
        x = np.full(lesson.N_KEYS, float(fan.plane.x(D_K)))
        y, to = fan.plane.y(self.scores), self.histogram.x(self.scores)
        laid = LaidDown(station, self.histogram)
        late = SPREAD * np.argsort(np.argsort(self.scores)) / (lesson.N_KEYS - 1)

        def arise(t: float) -> None:
            fan.shine(1 - t)
            self.dots.set_dots(x, y, self.dots.radius * t)

        def lay(t: float) -> None:
            u = laid.shares(t, late)
            laid.lay(t)
            laid.bars.set_fill(opacity=1 - (1 - FAINT) * float(smooth(max(2 * t - 1, 0.0))))
            self.dots.set_dots(x + (to - x) * u, y + (self.dots_y - y) * u)

        gone = [fan.plane, fan.envelope, fan.envelope.label, *others, *spreads.words, spreads.gate]
        gone += [station.ground, station.curve, station.sigma, station.bar]
        self.hold_until(line.at("hurt") - self.frames(MOVE))
        self.play(Drive(arise, [fan.veil, self.dots]), *map(FadeOut, gone), self.heading("From scores to weights"))
        self.remove(*spreads.picture, *station)
        self.play(Drive(lay, [laid.base, laid.bars, self.dots], rate_func=linear), run_time=1.5)
        self.remove(laid.base, laid.bars)
        self.histogram.bars.set_fill(opacity=FAINT)
        self.add(self.histogram.axis.submobjects[0], self.histogram.bars, self.dots)

    def _measure(self) -> None:
        found = self.measurement = Measurement(self.histogram, self.scores, self.dots_y)
        self.pointer = Dial(0.0)
        self.pointer.follow(found.point, found.ruler.pointer, found.ruler.tip, found.distance, found.ratio)
        with self.clip("log-ruler"), self.say("point") as line:
            self.play(FadeIn(found), run_time=MOVE)
            self.hold_until(line.at("odds") - self.frames(MOVE))
            # What is read is shown once the pointer has arrived: at its zero a point would seem to change nothing.
            self.play(Drive(found.point, [found.ruler.pointer, found.ruler.tip]), run_time=MOVE)
            self.pointer.set(1.0)
            self.play(FadeIn(found.reading), run_time=CUE)
            self.hold_until(line.at("ten") - self.frames(CUE / 2))
            self.play(self.pointer.to(lesson.number("gap_points").value), until=line.at("factor") + self.frames(CUE))
            self.hold_until(line.end + self.frames(0.8))
        with self.clip("gap-between-the-best"), self.say("gaps") as line:
            self.hold_until(line.at("sigma") - self.frames(CUE))
            self.play(FadeIn(found.bracket), run_time=MOVE)
            self.hold_until(line.at("gap") - self.frames(CUE))
            self.play(self.pointer.to(found.gap), FadeIn(found.apart), run_time=MOVE)
            found.sign = ""
            self.pointer.set(found.gap)
            self.play(FadeOut(found.distance), FadeOut(found.more), FadeIn(found.times), run_time=CUE)

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
        gone = [found.ruler, found.ratio, found.times, found.apart]
        gone += [self.name, self.dots, self.histogram.axis, self.power]
        with self.clip("towers-become-weights"), self.say("winner") as line:
            self.hold_until(line.at("one") - self.frames(CUE / 2))
            self.play(FadeOut(found.bracket), run_time=CUE)  # what is talked about now is the one tower
            self.hold_until(line.at("typical") - self.frames(CUE))
            self.play(*(FadeOut(m) for m in gone), run_time=CUE)
            self.play(
                Drive(lambda t: self.towers.settle(t, self.big, self.raw), [self.towers.base, self.towers.bars]),
                FadeIn(self.big.slots),
                FadeIn(self.softmax),
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

    def _dust(self) -> VGroup:
        """Two lines over the losers, left and right of the winner, and the word for what they hold."""
        b, y = self.big, self.big.box.bottom - 34
        strokes = stroked("muted", 3)
        ends = [(b.left[0], b.right[self.winner - 1]), (b.left[self.winner + 1], b.right[-1])]
        strokes.points = np.concatenate([segments(*(np.array([v]) for v in (a, y, z, y))) for a, z in ends])
        names = [place(words("dust", LABEL, "muted"), (a + z) / 2, y - 36) for a, z in ends]
        return VGroup(strokes, VGroup(*names))

    # -- the gradient ----------------------------------------------------------------------------------------------

    def _differentiate(self) -> None:
        columns = self.columns = TwoColumns()
        column = self.column = columns.raw
        column.stand(column_x(False), self.raw, self.j_raw, unfolded=0.0)
        large, small = self.big.box, column.bars.box
        self.home = columns.derivative.get_center()
        columns.derivative.move_to(point(*either((793, 470), (945, 1264))))
        go = detour(self.softmax, point(*either((793, 336), (604, 1264))), either(0.6, 0.52))

        def shrink(t: float) -> None:
            self.big.within(large.toward(small, t)).set_weights(self.raw)

        def unfold(t: float) -> None:
            column.stand(column_x(False), self.raw, self.j_raw, unfolded=t)

        with self.clip("jacobian-close-up"), self.say("learn") as line:
            self.hold_until(line.at("learn") - self.frames(CUE))
            self.play(FadeOut(self._weights_talk), self.heading(TITLE), run_time=CUE)
            self.play(Drive(shrink, [self.big]), Drive(go, [self.softmax], rate_func=linear))
            self.remove(self.big)
            self.add(column.bars)
            self.play(Drive(unfold, [column.grid]), self._push_in(), until=line.at("formula") - self.frames(CUE / 2))
            self.play(FadeIn(columns.derivative), run_time=CUE)
            self._walk_diagonal(line)
            self.hold_until(line.end + self.frames(0.8))

    def _push_in(self, *, back: bool = False) -> PushIn:
        assert self._heading is not None
        zoom, centre = either(1.24, 1.45), point(*either((1083.0, 530.0), (790.0, 924.0)))
        return PushIn(self.camera.frame, self._heading, zoom, centre, back=back, run_time=1.6)

    def _walk_diagonal(self, line: Spoken) -> None:
        """Every loser's entry, then the winner's, then the whole grid."""
        close = self.close_up = CloseUp(self.column.grid, self.raw, self.j_raw, *either((793, 600), (790, 1342)))
        walker = Dial(0.0)
        walker.follow(close.read, close.ring, close.product, close.loser, close.best)
        self.play(FadeIn(close), run_time=CUE)
        self.hold_until(line.at("when"))
        self.play(walker.to(self.winner - 1), until=line.at("near-zero") + self.frames(0.2))
        self.play(walker.to(self.winner), until=line.at("near-one") + self.frames(0.2))
        self.hold_until(line.at("entry") - self.frames(CUE))
        self.play(Drive(close.widen, [close.ring]), FadeIn(close.nothing), run_time=MOVE)

    def _backward(self) -> None:
        columns, raw, gentle = self.columns, self.columns.raw, self.columns.gentle
        names = columns.names

        def revive(t: float) -> None:
            x = column_x(False) + (column_x(True) - column_x(False)) * t
            weights = softmax(self.scores / D_K ** (t / 2))
            gentle.stand(x, weights, softmax_jacobian(weights))
            gentle.dots.set_fill(colour("scaled" if t >= 0.5 else "raw"), opacity=1)

        with self.say("compare") as line:
            gone = [self.close_up, self.close_up.nothing, self.softmax]
            self.play(*(FadeOut(m) for m in gone), run_time=CUE)
            aside = point(*either((960.0, 150.0), (540.0, 1450.0)))  # out of the way of the column that comes
            self.play(self._push_in(back=True), columns.derivative.animate(rate_func=LATE).move_to(aside))
            self.play(FadeIn(raw.row[0]), FadeIn(raw.dots), FadeIn(names[0]), run_time=CUE)
            self.add(raw.nudges, raw.dots)
            revive(0.0)
            for each in (raw, gentle):
                each.row[1].set_opacity(0)  # a name that travels crosses what it does not name
            self.add(gentle)
            self.play(Drive(revive, [gentle]), until=line.at("gentler") + self.frames(MOVE), least=MORPH)
            self.add(raw.row)
            home = columns.derivative.animate(run_time=MOVE).move_to(
                self.home
            )  # between the columns, where it holds for both
            named = (c.row[1].animate(run_time=CUE).set_opacity(1) for c in (raw, gentle))
            self.play(home, FadeIn(names[1], run_time=CUE), *named)
            self.hold_until(line.at("back") - self.frames(CUE))
            raw.hover(), gentle.hover()
            self.add(raw.pulses)
            self.play(FadeIn(raw.pulses), FadeIn(gentle.pulses), FadeIn(columns.backward), run_time=CUE)
        losers = KEYS[self.winner != KEYS]
        with self.clip("two-backward-passes"), self.say("both") as line:
            self.hold_until(line.at("losers") - self.frames(0.2))
            self._send(losers, 1.7)
            self._send(KEYS[[self.winner]], 1.4)
            self.play(FadeIn(columns.left), run_time=CUE)
            self._send(KEYS, 3.0)
            self.wait(HOLD)

    def _send(self, lanes: np.ndarray, seconds: float) -> None:
        """The same gradient down the same lanes of both columns."""
        columns = (self.columns.raw, self.columns.gentle)

        def both(t: float) -> None:
            for column in columns:
                column.send(t, lanes)

        parts = [part for column in columns for part in (column.pulses, column.nudges, column.dots)]
        self.play(Drive(both, parts, rate_func=linear), run_time=seconds)
        for column in columns:
            column.arrive(lanes)

    def _become(self) -> None:
        columns = self.columns
        dimmed = VGroup(columns.gentle, columns.names[1], columns.derivative, columns.backward, columns.left)
        dimmed.save_state()
        with self.clip("pick-one"), self.say("become") as line:
            self.hold_until(line.at("pick") - self.frames(CUE))
            self.play(FadeIn(columns.picked), dimmed.animate.fade(0.6), run_time=CUE)
            self.hold_until(line.at("ignore") - self.frames(CUE))
            self.play(columns.raw.bars.slots.animate.set_fill(opacity=UNSEEN), run_time=CUE)
            self.hold_until(line.at("reconsider") - self.frames(CUE))
            self.play(FadeIn(columns.shut), run_time=CUE)
            self.hold_until(line.end + self.frames(0.4))
            self.play(dimmed.animate.restore(), run_time=MOVE)
            self.wait(2.0)
