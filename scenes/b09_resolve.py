"""Beat 9: the opening question, answered: the chain, the cut, the three predictions, and the two strips that meet."""

from __future__ import annotations

from functools import partial

from manim import (
    AnimationGroup,
    FadeIn,
    FadeOut,
    LaggedStart,
    ReplacementTransform,
    Restore,
    Transform,
    VGroup,
    smooth,
    squish_rate_func,
)

from mathcore import lesson
from scenes.end_card import EndCard
from scenes.hint import QUESTION, attention
from scenes.kit import Beat
from scenes.kit.layout import either, heading_position, to_pixels
from scenes.kit.look import colour
from scenes.kit.motion import CUE, HOLD, MORPH, MOVE, Dial, Drive
from scenes.kit.parts.tick import Tick
from scenes.kit.type import HEADING, place, words
from scenes.predictions import answer_cards
from scenes.projections import Projections, example, ordinary, places, vector_names
from scenes.real_models import RealModels
from scenes.resolve_chain import Chain, Cut
from scenes.resolve_flaw import AverageOrSum
from scenes.shared_space import SharedSpace
from scenes.silent_failure import HEADING_TEXT as LAST_HEADING
from scenes.silent_failure import SilentFailure, made_up


class Resolve(Beat):
    """Answer the question of beat 1 and show why, in the film's own pictures."""

    id, title = "resolve", "The answer"
    claim = "Scores inflate with the dimension; dividing by sqrt(d_k) makes attention indifferent to it."
    face = "the-cut"

    def stage(self) -> None:
        self.opening = VGroup(SilentFailure().normalised(), made_up())
        self.set_heading(LAST_HEADING)
        self.add(*self.opening)
        # The question is the heading to come, written large.
        self.question = place(words(QUESTION, HEADING, "ink"), *either((960, 460), (540, 860)))
        self.question.scale(either(2.2, 1.4))
        self.chain = Chain()
        self.cut = Cut(self.chain)
        self.cards = answer_cards()
        self.flaw = AverageOrSum()
        self.projections = Projections(*places(), ordinary())
        self.space = SharedSpace(self.projections)
        self.names = vector_names(self.projections.query.vector.n, self.projections.key.vector.n)
        self.attention = attention()
        self.end = EndCard()

    def tell(self) -> None:
        self._question()
        with self.clip("the-chain"):
            self._chain()
        with self.clip("the-cut"):
            self._cut()
        with self.clip("the-predictions"):
            self._cards_return()
            self._flaw()
        with self.clip("the-two-meet"):
            self._meet()
            self._care()
        self._end()

    # -- the chain -----------------------------------------------------------------------------------------------------

    def _question(self) -> None:
        """The question stands alone, then makes room for the four pictures that answer it."""
        early, late = squish_rate_func(smooth, 0, 0.6), squish_rate_func(smooth, 0.35, 0.9)
        # Part by part, for a group would be added and drawn over its own parts a second time.
        gone = [FadeOut(part, rate_func=early) for part in (*self.opening, self._heading)]
        self.play(*gone, FadeIn(self.question, rate_func=late), run_time=MORPH)
        with self.say("question") as line:
            heading = place(words(QUESTION, HEADING, "muted"), *heading_position(), anchor="left")
            self.hold_until(line.at("changes") - self.frames(CUE))
            self.play(Transform(self.question, heading), run_time=MOVE)
            self.remove(self.question)
            self.set_heading(QUESTION)
            cards = [FadeIn(card, run_time=CUE) for card in self.chain.cards]
            self.play(LaggedStart(*cards, lag_ratio=0.3), run_time=MORPH)

    def _chain(self) -> None:
        low, high = lesson.STOPS[0], lesson.STOPS[-1]
        chain, dial = self.chain, Dial(lesson.STOPS[0], log=True)

        def grow(t: float) -> None:
            for i in (0, 1):  # one dial for both: no number stands beside another's d_k
                chain.draw(i, dial.between(low, high, t))
                chain.quiet(i + 2, min(4 * t, 1.0))

        asides = [chain.bars.value, *(part for i in (2, 3) for part in (chain.veils[i], chain.readouts[i]))]
        with self.say("chain") as line:
            self.hold_until(line.at("dimensions") - self.frames(CUE))
            moved = [*chain.pictures[0], *chain.pictures[1], *asides]
            link = FadeIn(chain.links[0], rate_func=squish_rate_func(smooth, 0.2, 0.5))
            self.play(Drive(grow, moved), link, until=line.at("variance") + self.frames(MOVE), least=MORPH)
            # Between its stops a single draw goes up and down: these two go straight to what their words name.
            for i, mark in ((2, "saturated"), (3, "none")):
                self.hold_until(line.at(mark) - self.frames(MORPH - CUE / 2))
                fall = Drive(partial(self._collapse, i), [*chain.pictures[i], chain.veils[i]])
                self.play(FadeIn(chain.links[i - 1], run_time=CUE), fall, run_time=MORPH)
            self.hold_until(line.end)
            self.wait(1.0)

    def _collapse(self, i: int, t: float) -> None:
        """Card i comes back and goes where the cause before it has already gone."""
        self.chain.quiet(i, max(1 - 5 * t, 0.0)).between(i, lesson.STOPS[0], lesson.STOPS[-1], t)

    def _cut(self) -> None:
        chain, cut, high = self.chain, self.cut, lesson.STOPS[-1]

        def relax(t: float) -> None:
            for i in (1, 2, 3):  # one after the other: each is the cause of the next
                chain.draw(i, high, min(max(2 * t - 0.5 * (i - 1), 0.0), 1.0))

        parts = [part for picture in chain.pictures[1:] for part in picture]
        with self.say("cut") as line:
            self.hold_until(line.at("root") - self.frames(CUE))
            self.play(FadeIn(cut.symbol), run_time=CUE)
            self.hold_until(line.at("cuts") - self.frames(CUE))
            self.play(Drive(cut.strike, [cut.blade]), run_time=CUE)
            self.play(
                Drive(relax, parts),
                chain.links[0].animate.fade(0.75),
                cut.symbol.animate.set_fill(colour("scaled")),
                cut.blade.animate.set_stroke(colour("scaled")),
                run_time=2.4,
            )
            self.hold_until(line.at("indifferent") - self.frames(MORPH))
            self._turn_all(high, 16)
            self._turn_all(16, high)
            self.hold_until(line.end)
            self.wait(1.0)

    def _turn_all(self, start: float, stop: float) -> None:
        """The dimension goes down and up again, and the scaled pictures hardly change."""
        dial = Dial(start, log=True)

        def draw(t: float) -> None:
            now = dial.between(start, stop, t)
            for i in range(4):
                self.chain.draw(i, now, 1.0)

        self.play(Drive(draw, [part for picture in self.chain.pictures for part in picture]), run_time=1.6)

    # -- the predictions -----------------------------------------------------------------------------------------------

    def _cards_return(self) -> None:
        c = self.cards.by_letter["C"]
        self.right = VGroup(c.ring(), Tick(c.box.right - 96, c.box.y + either(210, 200), 44))
        ring, tick = self.right
        self.play(
            FadeOut(self.chain), FadeOut(self.cut), self.heading("What happens to the attention weights?"), run_time=CUE
        )
        self.play(FadeIn(self.cards), run_time=MOVE)
        self.play(FadeIn(ring), FadeIn(tick.circle), Drive(tick.draw, [tick.stroke]), run_time=MOVE)
        self.wait(MOVE)

    def _flaw(self) -> None:
        flaw, by_letter = self.flaw, self.cards.by_letter
        others = VGroup(by_letter["B"], by_letter["C"], self.right)
        with self.say("flaw") as line:
            self.hold_until(line.at("a") - self.frames(CUE))
            self.play(others.animate.fade(0.6), run_time=CUE)
            self.hold_until(line.at("flaw") - self.frames(CUE))
            self.play(FadeOut(others), self.heading("Average, or sum?"), run_time=CUE)
            reveal = Drive(lambda t: flaw.fan.reveal(lesson.D_MAX * t), [flaw.fan])
            shown = FadeIn(flaw.frame, run_time=CUE), FadeIn(flaw.formula, run_time=CUE)
            self.play(*shown, reveal, until=line.at("average") - self.frames(CUE), least=MORPH)
            self.play(FadeIn(flaw.average), FadeIn(flaw.spread), run_time=CUE)
            self.hold_until(line.at("adds") - 2 * self.frames(CUE))
            self.play(FadeIn(flaw.strike), run_time=CUE)
            self.play(
                FadeOut(VGroup(flaw.share, flaw.strike), run_time=CUE),
                FadeOut(flaw.average, run_time=CUE),
                FadeIn(flaw.sum, run_time=2 * CUE, rate_func=squish_rate_func(smooth, 0.5, 1)),
                Drive(flaw.set_added, [flaw.fan, flaw.bar, flaw.number]),
                run_time=1.8,
            )
            flaw.formula.remove(*flaw.share)  # faded for good: what is left fades as one later
            self.wait(HOLD)

    # -- the two meet --------------------------------------------------------------------------------------------------

    def _meet(self) -> None:
        picture = self.projections
        query, key = picture.query, picture.key
        self.attention.empty()
        flaw = self.flaw
        gone = [flaw.frame, flaw.fan, flaw.formula, flaw.sum, flaw.spread, self.cards.by_letter["A"]]
        early, late = squish_rate_func(smooth, 0, 0.6), squish_rate_func(smooth, 0.4, 1)

        def carry(t: float) -> None:
            query.carry(t)
            key.carry(t)

        # All of beat 1's picture is there, dim, and each part lights up when it is spoken of.
        parts = [query.funnel, key.funnel, query.vector, key.vector, *self.names, self.attention]
        for part in parts:
            part.save_state()
            part.fade(0.75)
        self.play(
            *(FadeOut(part, rate_func=early) for part in gone),
            *(FadeIn(part, rate_func=late) for part in (self.space, *parts)),
            self.heading("Project, then scale"),
            run_time=MOVE,
        )
        with self.say("speak") as line:
            self.hold_until(line.at("query") - self.frames(CUE))
            self.play(Restore(query.vector), Restore(self.names[0]), run_time=CUE)
            self.hold_until(line.at("key") - self.frames(CUE))
            self.play(Restore(key.vector), Restore(self.names[1]), run_time=CUE)
            self.hold_until(line.at("project") - self.frames(CUE))
            self.play(*(Restore(part) for part in (query.funnel, key.funnel, self.attention)), run_time=CUE)
            moving = [query.moving, query.shared, key.moving, key.shared]
            self.play(Drive(carry, moving), run_time=1.6)
            self.play(Drive(picture.link, [picture.links]), FadeIn(picture.sizes), run_time=CUE)
            self.play(FadeIn(picture.score, scale=0.6), run_time=CUE)
            self.hold_until(line.at("scale") - self.frames(CUE))
            self._scale()

    def _scale(self) -> None:
        """The root falls into its socket, and the score shrinks by it."""
        picture = self.projections
        (held, *_), (row, patch) = example(), ordinary()
        score, d_k = float(held.scores[row, patch]), picture.query.shared.n
        node, number = picture.score, picture.score.number
        x, y = to_pixels(node.disc.get_center())

        def divide(t: float) -> None:
            number.show_at(f"{score / d_k ** (t / 2):.1f}", x, y - 14)
            number.set_fill(colour("scaled" if t >= 1 else "ink"))

        root = self.attention.root.copy().set_fill(opacity=1)
        landing = root.copy()
        root.move_to(node)
        self.play(
            AnimationGroup(root.animate.become(landing), self.attention.socket.animate.set_stroke(opacity=0)),
            Drive(divide, [number]),
            run_time=MORPH,
        )
        self.remove(root)
        self.attention.filled()

    def _care(self) -> None:
        """The boundary of beat 7 once more: the two d_k become its axis, where the models in use have put theirs."""
        picture, found = self.projections, RealModels()
        gone = [picture.query, picture.key, picture.links, picture.score, self.names, self.attention, self.space]
        models, symbol = list(found.plot.models.values()), found.symbol
        found.remove(*models)
        found.plot.frame.remove(symbol)
        early, late = squish_rate_func(smooth, 0, 0.6), squish_rate_func(smooth, 0.4, 1)
        with self.say("care") as line:
            self.hold_until(line.at("reason") - self.frames(MOVE))
            self.play(
                *(FadeOut(part, rate_func=early) for part in gone),
                FadeIn(found, rate_func=late),
                ReplacementTransform(picture.sizes[0], symbol),
                Transform(picture.sizes[1], symbol),
                self.heading("One reason for care"),
                run_time=MOVE,
            )
            self.remove(picture.sizes[1])
            self.hold_until(line.at("modern") - self.frames(CUE))
            self.play(LaggedStart(*(FadeIn(each) for each in models), lag_ratio=0.3), run_time=MORPH)
            self.hold_until(line.end)
            self.wait(HOLD)
        self.last = [found, symbol, *models]

    # -- the end -------------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        end = self.end
        with self.clip("end-card"):
            early, late = squish_rate_func(smooth, 0, 0.7), squish_rate_func(smooth, 0.35, 1)
            gone = [FadeOut(part, rate_func=early) for part in (*self.last, self._heading)]
            self.play(*gone, FadeIn(end.curves, rate_func=late), FadeIn(end.film, rate_func=late), run_time=MORPH)
            for part in (end.source, end.rerun, end.licence):
                self.play(FadeIn(part), run_time=CUE)
            self.play(Drive(end.curves.settle, [*end.curves.raw, *end.curves.scaled]), run_time=2.4)
            self.play(FadeIn(end.one), run_time=CUE)
            self.wait(5.0)
