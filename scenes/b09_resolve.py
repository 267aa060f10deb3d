"""Beat 9: the opening question, answered: the chain, the cut, the three predictions, and the two strips that meet."""

from __future__ import annotations

from functools import partial

from manim import FadeIn, FadeOut, LaggedStart, Restore, VGroup, smooth, squish_rate_func

from mathcore import lesson
from scenes.end_card import EndCard
from scenes.hint import QUESTION, asked
from scenes.kit import Beat
from scenes.kit.layout import either
from scenes.kit.look import colour
from scenes.kit.motion import CUE, HOLD, MORPH, MOVE, Dial, Drive
from scenes.kit.parts.shapes import panel
from scenes.kit.parts.tick import Tick
from scenes.predictions import answer_cards
from scenes.real_models import RealModels
from scenes.resolve_chain import Chain, weights_between
from scenes.resolve_cut import Cut
from scenes.resolve_flaw import AverageOrSum
from scenes.resolve_meeting import Meeting
from scenes.silent_failure import HEADING_TEXT as LAST_HEADING
from scenes.silent_failure import SilentFailure, made_up

RAW_HELD = 0.9  # seconds for which the raw score stands before it is divided


class Resolve(Beat):
    """Answer the question of beat 1 and show why, in the film's own pictures."""

    id, title = "resolve", "The answer"
    claim = "Scores inflate with the dimension; dividing by sqrt(d_k) makes attention indifferent to it."
    face = "the-cut"

    def stage(self) -> None:
        self.opening = VGroup(SilentFailure().normalised(), made_up())
        self.set_heading(LAST_HEADING)
        self.shows(d_k=lesson.STOPS[0], scaled=0)
        self.add(*self.opening)
        self.question = asked(either(56.0, 20.0))
        self.chain = Chain()
        self.cut = Cut(self.chain)
        self.cards = answer_cards()
        self.flaw = AverageOrSum(self.cards.by_letter["A"])
        self.meeting = Meeting()
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
        """Beat 1's question alone, where it was asked; over it come the four pictures that answer it."""
        early, late = squish_rate_func(smooth, 0, 0.45), squish_rate_func(smooth, 0.45, 1)
        # Part by part, for a group would be added and drawn over its own parts a second time.
        last, made = self.opening
        cards = self.chain.cards
        self.play(
            *(FadeOut(part, rate_func=early) for part in (*last, made, self._heading)),
            FadeIn(self.question, rate_func=late),
            run_time=MOVE,
        )
        self._heading = None
        with self.say("question") as line:
            self.hold_until(line.at("changes") - self.frames(CUE))
            self.play(LaggedStart(*(FadeIn(card, run_time=CUE) for card in cards[:3]), lag_ratio=0.4), run_time=MOVE)
            self.hold_until(line.end)
            self.play(FadeOut(self.question), run_time=CUE / 2)
            self.play(FadeIn(cards[3]), self.heading(QUESTION), run_time=CUE)

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
            growth = Drive(grow, moved, shows={"d_k": lambda t: dial.between(low, high, t)})
            self.play(growth, link, until=line.at("variance") + self.frames(MOVE), least=MORPH)
            # Between its stops a single draw's weights go up and down: they go straight to what their word names.
            for i, mark in ((2, "saturated"), (3, "none")):
                self.hold_until(line.at(mark) - self.frames(MORPH - CUE / 2))
                fall = Drive(partial(chain.collapse, i), [*chain.pictures[i], chain.veils[i]])
                self.play(FadeIn(chain.links[i - 1], run_time=CUE), fall, run_time=MORPH)
            self.hold_until(line.end)
            self.wait(1.0)

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
            self.remove(chain.links[0])
            chain.remove(chain.links[0])
            self.play(
                Drive(cut.part, [*cut.halves]),
                cut.symbol.animate.set_fill(colour("scaled")),
                cut.blade.animate.set_stroke(colour("scaled")),
                run_time=CUE,
            )
            self.play(Drive(relax, parts, shows={"scaled": float}), run_time=2.4)
            self.hold_until(line.at("indifferent") - self.frames(MORPH))
            self._turn_all(high, 16)
            self._turn_all(16, high)
            self.hold_until(line.end)
            self.wait(HOLD)

    def _turn_all(self, start: float, stop: float) -> None:
        """The dimension goes down and up again, and the scaled pictures hardly change."""
        chain, dial = self.chain, Dial(start, log=True)
        parts = [part for picture in chain.pictures for part in picture]

        def at(t: float) -> float:
            return dial.between(start, stop, t)

        self.play(Drive(lambda t: chain.draw_all(at(t)), parts, shows={"d_k": at}), run_time=1.6)

    # -- the predictions -----------------------------------------------------------------------------------------------

    def _cards_return(self) -> None:
        """The chain leaves as the division has made it; the card of its weights becomes C, where the raw ones pile up.

        Not the chain's own weights: they would seem to be undone again.
        """
        chain, cut, c = self.chain, self.cut, self.cards.by_letter["C"]
        self.right = VGroup(c.ring(), Tick(c.box.right - 96, c.box.y + either(210, 200), 44))
        ring, tick = self.right
        low, high, piled = lesson.STOPS[0], lesson.STOPS[-1], c.bars.weights
        c.bars.set_weights(weights_between(low, high, 0.0))
        before = chain.boxes[2]

        def move(t: float) -> None:
            c.panel.points = panel(before.toward(c.box, t)).points

        move(0.0)
        gone = [*(card for i, card in enumerate(chain.cards) if i != 2), chain.bars, chain.keys, *chain.links[1:]]
        gone += [*cut.halves, cut.blade, cut.symbol]
        early, late = squish_rate_func(smooth, 0, 0.35), squish_rate_func(smooth, 0.55, 1)  # once C is where it belongs
        on_the_way = squish_rate_func(smooth, 0.1, 0.65)
        self.remove(chain.cards[2], *chain.veils)
        self.add(c.panel, chain.bars, chain.keys)
        others = [card for card in self.cards if card is not c]
        self.play(
            *(FadeOut(part, rate_func=early) for part in gone),
            Drive(move, [c.panel], rate_func=on_the_way),
            *(FadeIn(part, rate_func=late) for part in (*others, c.letter, c.bars)),
            self.heading("What happens to the attention weights?"),
            run_time=MORPH,
        )
        self.shows(scaled=0)
        # What C says comes as it comes true.
        grown = Drive(lambda t: c.bars.set_weights(piled if t >= 1 else weights_between(low, high, t)), [c.bars])
        self.play(grown, FadeIn(c.text), run_time=MORPH)
        self.play(FadeIn(ring), FadeIn(tick.circle), Drive(tick.draw, [tick.stroke]), run_time=MOVE)
        self.wait(CUE)

    def _flaw(self) -> None:
        flaw, a = self.flaw, self.cards.by_letter["A"]
        others = [self.cards.by_letter["B"], self.cards.by_letter["C"], self.right]
        early, late = squish_rate_func(smooth, 0, 0.55), squish_rate_func(smooth, 0.45, 1)
        with self.say("flaw") as line:
            self.hold_until(line.at("a") - self.frames(CUE))
            self.play(*(part.animate.fade(0.6) for part in others), run_time=CUE)
            self.hold_until(line.at("flaw") - self.frames(CUE))
            self.play(
                *(FadeOut(part, rate_func=early) for part in others),
                Drive(flaw.empty, [a.bars], rate_func=early),
                FadeIn(flaw.frame, rate_func=late),
                FadeIn(flaw.formula, rate_func=late),
                self.heading("Average, or sum?"),
                run_time=MOVE,
            )
            reveal = Drive(lambda t: flaw.fan.reveal(lesson.D_MAX * t), [flaw.fan])
            self.play(reveal, until=line.at("average") - self.frames(CUE), least=MORPH)
            self.play(FadeIn(flaw.average), FadeIn(flaw.spread), run_time=CUE)
            self.hold_until(line.at("adds") - 2 * self.frames(CUE))
            self.play(FadeIn(flaw.strike), run_time=CUE)
            self.play(
                flaw.average.animate.fade(0.6),
                FadeIn(flaw.sum, run_time=CUE),
                Drive(flaw.set_added, [flaw.fan, flaw.bar, flaw.number]),
                run_time=1.8,
            )
            self.wait(HOLD)

    # -- the two meet --------------------------------------------------------------------------------------------------

    def _meet(self) -> None:
        """The last picture goes whole, and the space where the two will meet comes, still dim."""
        meeting, flaw, picture = self.meeting.dim(), self.flaw, self.meeting.picture
        query, key, names = meeting.query, meeting.key, meeting.names
        gone = [self.cards.by_letter["A"], flaw.frame, flaw.fan]
        gone += [flaw.formula, flaw.average, flaw.strike, flaw.sum, flaw.spread]
        early, late = squish_rate_func(smooth, 0, 0.35), squish_rate_func(smooth, 0.3, 0.8)
        self.play(
            *(FadeOut(part, rate_func=early) for part in gone),
            *(FadeIn(part, rate_func=late) for part in (meeting.space, *meeting.parts)),
            self.heading("Project, then scale"),
            run_time=MORPH,
        )
        with self.say("speak") as line:
            self.hold_until(line.at("query") - self.frames(CUE))
            self.play(Restore(query.vector), Restore(names[0]), run_time=CUE)
            self.hold_until(line.at("key") - self.frames(CUE))
            self.play(Restore(key.vector), Restore(names[1]), run_time=CUE)
            self.hold_until(line.at("speak") - self.frames(CUE))
            self.play(*(Restore(part) for part in (query.funnel, key.funnel, meeting.formula)), run_time=CUE)
            self.hold_until(line.at("project") - self.frames(CUE))
            self.play(Drive(meeting.carry, meeting.moving), run_time=MORPH)
            early, late = squish_rate_func(smooth, 0, 0.6), squish_rate_func(smooth, 0.4, 1)
            self.play(
                Drive(picture.link, [picture.links], rate_func=early),
                FadeIn(picture.sizes, rate_func=early),
                FadeIn(picture.score, scale=0.6, rate_func=late),
                run_time=CUE,
            )
            # The raw score can be read before the root comes into its socket and the score shrinks by it.
            raw_read = self.frame_now + self.frames(RAW_HELD)
            self.hold_until(max(line.at("scale") - self.frames(CUE), raw_read))
            self.play(
                meeting.root.animate.set_fill(opacity=1),
                meeting.formula.socket.animate.set_stroke(opacity=0),
                Drive(meeting.divide, [picture.score.number], shows={"scaled": float}),
                run_time=MOVE,
            )
            meeting.formula.filled()
            self.wait(HOLD)

    def _care(self) -> None:
        """The boundary of beat 7 takes the picture's place, and on its axis come the models."""
        found = RealModels()
        models = list(found.plot.models.values())
        found.remove(*models, found.plot.weight)
        early, late = squish_rate_func(smooth, 0, 0.5), squish_rate_func(smooth, 0.35, 1)
        self.play(
            *(FadeOut(part, rate_func=early) for part in self.meeting.everything()),
            FadeIn(found, rate_func=late),
            self.heading("One reason for care"),
            run_time=MOVE,
        )
        with self.say("care") as line:
            self.hold_until(line.at("modern") - self.frames(CUE))
            self.play(
                FadeIn(found.plot.weight, rate_func=squish_rate_func(smooth, 0, 0.4)),
                LaggedStart(*(FadeIn(each) for each in models), lag_ratio=0.3),
                run_time=MORPH,
            )
            self.hold_until(line.end)
            self.wait(HOLD)
        self.last = [found, found.plot.weight, *models]

    # -- the end -------------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        """The plot goes, and the scores of three of its d_k come, as they are and then divided."""
        end = self.end
        # The heading goes first: the title comes where it stood.
        early, soon = squish_rate_func(smooth, 0, 0.4), squish_rate_func(smooth, 0.2, 0.65)
        with self.clip("end-card"):
            self.play(
                FadeOut(self._heading, rate_func=squish_rate_func(smooth, 0, 0.25)),
                *(FadeOut(part, rate_func=early) for part in self.last),
                *(FadeIn(part, rate_func=soon) for part in (end.film, end.curves, *end.curves.names)),
                run_time=MORPH,
            )
            for part in (end.source, end.rerun, end.licence):
                self.play(FadeIn(part), run_time=CUE)
            self.play(
                FadeIn(end.formula, rate_func=squish_rate_func(smooth, 0, 0.3)),
                Drive(end.curves.settle, [*end.curves.raw, *end.curves.scaled]),
                run_time=2.4,
            )
            self.play(FadeIn(end.one), run_time=CUE)
            self.wait(5.0)
