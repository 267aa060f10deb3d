"""The second half of beat 5: the gradient seen close up, then sent back through raw and gentler scores."""

from __future__ import annotations

import numpy as np
from manim import DOWN, FadeIn, FadeOut, Mobject, VGroup, linear, rate_functions, smooth, squish_rate_func

from mathcore.gradients import softmax_jacobian
from mathcore.softmax import softmax
from scenes.close_up import CloseUp
from scenes.detour import detour, dip
from scenes.jacobian_column import column_x
from scenes.kit import Beat
from scenes.kit.beat import BREATH, Spoken
from scenes.kit.layout import Box, either, point, units
from scenes.kit.look import colour
from scenes.kit.motion import CUE, MORPH, MOVE, Dial, Drive, phase
from scenes.kit.parts.paths import rectangles
from scenes.kit.parts.shapes import filled
from scenes.kit.parts.weights import WeightBars
from scenes.push_in import PushIn
from scenes.two_columns import D_K, KEYS, TITLE, TwoColumns

EARLY = squish_rate_func(smooth, 0.0, 0.6)  # for what makes room
LATE = squish_rate_func(smooth, 0.5, 1.0)  # for what follows into a place that is being left
UNSEEN = 0.25  # how much is left of the slots of keys that are not looked at
WHOLE_PASS = 2.7  # seconds
BEHIND = -10.0  # the height of what comes out from behind a column


def _lift(mobject: Mobject, height: float) -> None:
    """Draw all parts of a mobject so much later than they were (earlier if below 0), in their own order."""
    for part in mobject.get_family():
        part.set_z_index(part.z_index + height, family=False)


class GradientStory(Beat):
    """What beat 5 tells once the weights ``raw`` (16,) of the raw ``scores`` (16,) stand as the bars ``big``.

    ``j_raw`` (16, 16) is their Jacobian, ``winner`` the index of the largest, ``softmax`` the formula beside the bars
    and ``_weights_talk`` what else is said of them.
    """

    scores: np.ndarray
    raw: np.ndarray
    j_raw: np.ndarray
    winner: int
    big: WeightBars
    softmax: Mobject
    _weights_talk: Mobject

    def tell_gradient(self) -> None:
        """The close-up, the two backward passes, and what attention has become."""
        self._differentiate()
        with self.clip("two-backward-passes"):
            self._backward()
        self._become()

    def _differentiate(self) -> None:
        columns = self.columns = TwoColumns()
        column = self.column = columns.raw
        alone = either(column_x(False), 540.0 - column.grid.box.w / 2)  # where it stands until there are two
        column.stand(alone, self.raw, self.j_raw, unfolded=0.0)
        large, small = self.big.box, column.bars.box
        self.home = columns.derivative.get_center()
        columns.derivative.move_to(point(*either((760, 460), (540, 1449))))
        lower = point(*either((760, 326), (540, 1303)))
        # In portrait the bars stand in its way, so that there it goes out above them and comes in below.
        go = either(detour, dip)(self.softmax, lower, either(0.8, 0.75))

        def reduce(t: float) -> None:
            """The bars shrink to the head of the column, and from under them the grid comes down."""
            shrunk, down = phase(t, 0.0, 0.6), phase(t, 0.4, 1.0)
            column.stand(alone, self.raw, self.j_raw, unfolded=down)
            self.big.within(large.toward(small, shrunk)).set_weights(self.raw)

        with self.clip("jacobian-close-up"), self.say("learn") as line:
            self.hold_until(line.at("learn") - self.frames(CUE))
            self.play(FadeOut(self._weights_talk), self.heading(TITLE), run_time=CUE)
            moved = [self.big, column.grid]
            self.play(Drive(reduce, moved, rate_func=linear), Drive(go, [self.softmax], rate_func=linear), run_time=1.8)
            self.remove(self.big)
            self.add(column.bars)
            self.hold_until(line.at("formula") - self.frames(CUE / 2))
            self.play(FadeIn(columns.derivative), run_time=CUE)
            self._walk_diagonal(line)
            self.hold_until(line.end + self.frames(0.8))

    def _push_in(self, seconds: float, *, back: bool = False) -> PushIn:
        assert self._heading is not None
        zoom, centre = either(1.24, 1.12), point(*either((1040.0, 540.0), (540.0, 1080.0)))
        return PushIn(self.camera.frame, self._heading, zoom, centre, back=back, run_time=seconds)

    def _walk_diagonal(self, line: Spoken) -> None:
        """Every loser's entry, then the winner's, then the whole grid."""
        close = self.close_up = CloseUp(
            self.column.grid, self.raw, self.j_raw, *either((760, 566, 84), (540, 1549, 78))
        )
        walker = Dial(0.0)
        walker.follow(close.read, close.ring, *close.texts.values())
        self.play(FadeIn(close), run_time=CUE)
        self.hold_until(line.at("when") - self.frames(CUE / 2))
        # The camera comes nearer while the losers are read.
        near = self._push_in(1.6)
        self.play(walker.to(self.winner - 1), near, until=line.at("near-zero") + self.frames(0.2))
        self.play(walker.to(self.winner), until=line.at("near-one") + self.frames(0.2))
        self.hold_until(line.at("entry") - self.frames(CUE))
        self.play(Drive(close.widen, [close.ring]), FadeIn(close.nothing), run_time=MOVE)

    def _backward(self) -> None:
        columns, raw, gentle = self.columns, self.columns.raw, self.columns.gentle
        start, ground = raw.grid.box.x, filled("background")
        ground.set_z_index(BEHIND / 2)

        def part(t: float) -> None:
            """The column and a copy of it move apart; the copy comes out from behind, or one chart had two winners."""
            for column, scaled in ((raw, False), (gentle, True)):
                column.stand(start + (column_x(scaled) - start) * t, self.raw, self.j_raw)
            box = Box(raw.bars.box.x, raw.bars.box.y, raw.bars.box.w, raw.dots_y - raw.bars.box.y).inset(-8)
            ground.points = rectangles(*(np.array([v]) for v in (box.x, box.y, box.right, box.bottom)))

        def revive(t: float) -> None:
            weights = softmax(self.scores / D_K ** (t / 2))
            gentle.stand(column_x(True), weights, softmax_jacobian(weights))
            gentle.dots.set_fill(colour("scaled" if t >= 0.5 else "raw"), opacity=1)

        with self.say("compare") as line:
            gone, formula_ = [self.close_up, self.close_up.nothing, self.softmax], columns.derivative
            # It will hold for both. Where it is to stand between them, it comes when the copy has passed there.
            between = either(True, False)
            if between:
                gone.append(formula_)
            self.play(
                self._push_in(MORPH, back=True),
                *(FadeOut(m, rate_func=EARLY) for m in gone),
                *([] if between else [formula_.animate(rate_func=LATE).move_to(self.home)]),
                FadeIn(VGroup(raw.row[0], raw.dots), rate_func=LATE),
                run_time=MORPH,
            )
            lower = units(either(0, 78)) * DOWN  # nearer to the bars while nothing stands between
            columns.names.shift(lower)
            columns.rows_named.set_opacity(0)  # a name that travels crosses what it does not name
            gentle.dots.set_fill(colour("raw"))
            part(0.0)
            _lift(gentle, BEHIND)
            self.add(gentle, ground, raw.row, raw.nudges, raw.dots)
            moved = [*raw.submobjects[:-1], gentle, ground]
            self.play(Drive(part, moved), until=line.at("gentler") + self.frames(CUE), least=MOVE)
            _lift(gentle, -BEHIND)
            self.remove(ground)
            self.play(
                Drive(revive, [gentle]),
                FadeIn(columns.names),
                *([FadeIn(formula_.move_to(self.home))] if between else []),
                columns.rows_named.animate(run_time=CUE).set_opacity(1),
                run_time=MORPH,
            )
            self.hold_until(line.at("back") - self.frames(0.6))
            risen = columns.names.animate.shift(-lower)
            self.play(
                FadeIn(columns.asked, rate_func=LATE), FadeIn(columns.backward, rate_func=LATE), risen, run_time=0.6
            )
            self.add(raw.pulses)
            # It sets out with its word and dies, on the raw side, with the next line's: it falls ever faster.
            begun = self._send(KEYS, WHOLE_PASS, until=line.end + self.frames(BREATH))
        losers = KEYS[self.winner != KEYS]
        with self.say("both") as line:
            self._send(KEYS, WHOLE_PASS, begun)
            self.hold_until(line.at("losers") - self.frames(0.3))
            for column in (raw, gentle):
                column.afresh()
            self._send(losers, 1.1)
            self.hold_until(line.at("winner") - self.frames(0.2))
            self._send(KEYS[[self.winner]], 1.2)
            self.hold_until(line.at("nothing") - self.frames(CUE / 2))
            self.play(FadeIn(columns.left), run_time=CUE)
            self.hold_until(line.end + self.frames(0.8))

    def _send(self, lanes: np.ndarray, seconds: float, begun: float = 0.0, *, until: int | None = None) -> float:
        """The same gradient from the same weights of both columns; ``seconds`` is how long the whole pass takes.

        What has ``begun`` of those seconds goes on from there; ``until`` a frame, only so far. Returns how far.
        """
        if begun >= 1:
            return begun
        columns = (self.columns.raw, self.columns.gentle)
        stop = 1.0 if until is None else min(begun + (until - self.frame_now) / self.fps / seconds, 1.0)

        def both(t: float) -> None:
            for column in columns:
                column.send(rate_functions.ease_in_quad(begun + (stop - begun) * t), lanes)

        parts = [part for column in columns for part in (column.pulses, column.nudges, column.dots)]
        self.play(Drive(both, parts, rate_func=linear), run_time=(stop - begun) * seconds)
        if stop == 1.0:
            for column in columns:
                column.arrive(lanes).rest()
        return stop

    def _become(self) -> None:
        columns = self.columns
        dimmed = VGroup(
            columns.gentle, columns.gentle.asked, columns.names[1], columns.derivative, columns.backward, columns.left
        )
        dimmed.save_state()
        with self.clip("pick-one"), self.say("become") as line:
            self.hold_until(line.at("pick") - self.frames(CUE))
            self.play(FadeIn(columns.picked), dimmed.animate.fade(0.6), run_time=CUE)
            self.hold_until(line.at("ignore") - self.frames(CUE))
            self.play(columns.raw.bars.slots.animate.set_fill(opacity=UNSEEN), run_time=CUE)
            self.hold_until(line.at("reconsider") - self.frames(CUE))
            self.play(FadeIn(columns.shut), run_time=CUE)
            self.hold_until(line.end + self.frames(0.4))
            lit = columns.raw.bars.slots.animate.set_fill(opacity=1)
            self.play(dimmed.animate.restore(), lit, run_time=MOVE)
            self.wait(2.0)
