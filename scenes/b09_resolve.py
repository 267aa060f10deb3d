"""Beat 9: the opening question, answered: the chain, the cut, the three predictions, and the two strips that meet."""

from __future__ import annotations

from functools import partial

from manim import AnimationGroup, FadeIn, FadeOut, LaggedStart, Restore, VGroup, smooth, squish_rate_func

from mathcore import lesson
from scenes import FILM_TITLE
from scenes.boundary import Boundary
from scenes.end_card import EndCard
from scenes.hint import QUESTION, attention
from scenes.kit import Beat
from scenes.kit.layout import either, heading_position, point, to_pixels
from scenes.kit.look import colour
from scenes.kit.motion import CUE, HOLD, MORPH, MOVE, Dial, Drive
from scenes.kit.parts.tick import Tick
from scenes.kit.type import FORMULA, place, words
from scenes.predictions import answer_cards
from scenes.projections import Projections, example, ordinary, places, vector_names
from scenes.resolve_chain import Chain, Cut
from scenes.resolve_flaw import AverageOrSum


class Resolve(Beat):
    """Answer the question of beat 1 and show why, in the film's own pictures."""

    id, title = "resolve", "The answer"
    claim = "Scores inflate with the dimension; dividing by sqrt(d_k) makes attention indifferent to it."

    def stage(self) -> None:
        asked = QUESTION.split()
        rows = either([asked], [asked[:3], asked[3:]])
        x, y = either((960, 460), (540, 760))
        self.question = VGroup(
            *(place(words(" ".join(row), FORMULA, "ink", 600), x, y + 96 * i) for i, row in enumerate(rows))
        )
        self.add(self.question)
        self.chain = Chain()
        self.cut = Cut(self.chain)
        self.cards = answer_cards()
        self.flaw = AverageOrSum()
        self.projections = Projections(*places(), ordinary())
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
        self.wait(MORPH)
        with self.say("question") as line:
            self.hold_until(line.at("changes") - self.frames(CUE))
            self.play(
                FadeOut(self.question, target_position=point(*heading_position())), self.heading(QUESTION), run_time=CUE
            )
            cards = [FadeIn(card, run_time=CUE) for card in self.chain.cards]
            self.play(LaggedStart(*cards, lag_ratio=0.3), run_time=MORPH)

    def _turn(self, i: int, start: float, stop: float, divided: float = 0.0) -> Drive:
        """Take picture i from one d_k to another, evenly in log2."""
        dial = Dial(start, log=True)
        return Drive(lambda t: self.chain.draw(i, dial.between(start, stop, t), divided), self.chain.pictures[i])

    def _chain(self) -> None:
        low, high = lesson.STOPS[0], lesson.STOPS[-1]
        with self.say("chain") as line:
            self.play(self._turn(0, low, high), until=line.at("variance") - self.frames(CUE), least=MOVE)
            self.hold_until(line.at("variance") - self.frames(CUE))
            self.play(FadeIn(self.chain.links[0], run_time=CUE), self._turn(1, low, high), run_time=MORPH)
            # Between its stops a single draw goes up and down: these two go straight to what their words name.
            for i, mark in ((2, "saturated"), (3, "none")):
                self.hold_until(line.at(mark) - self.frames(MORPH - CUE / 2))
                fall = Drive(partial(self.chain.between, i, low, high), self.chain.pictures[i])
                self.play(FadeIn(self.chain.links[i - 1], run_time=CUE), fall, run_time=MORPH)
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
            self.play(FadeIn(flaw.average), run_time=CUE)
            self.hold_until(line.at("adds") - 2 * self.frames(CUE))
            self.play(FadeIn(flaw.strike), run_time=CUE)
            self.play(
                FadeOut(VGroup(flaw.share, flaw.strike), run_time=CUE),
                FadeOut(flaw.average, run_time=CUE),
                FadeIn(flaw.sum, run_time=2 * CUE, rate_func=squish_rate_func(smooth, 0.5, 1)),
                Drive(flaw.set_added, [flaw.fan]),
                run_time=1.8,
            )
            flaw.formula.remove(*flaw.share)  # faded for good: what is left fades as one later
            self.wait(HOLD)

    # -- the two meet --------------------------------------------------------------------------------------------------

    def _meet(self) -> None:
        picture = self.projections
        query, key = picture.query, picture.key
        self.attention.empty()
        gone = VGroup(self.flaw.frame, self.flaw.fan, self.flaw.formula, self.flaw.sum, self.cards.by_letter["A"])

        def carry(t: float) -> None:
            query.carry(t)
            key.carry(t)

        funnels = query.funnel, key.funnel
        for funnel in funnels:
            funnel.save_state()
            funnel.fade(0.7)
        with self.say("speak") as line:
            self.play(FadeOut(gone), self.heading("Project, then scale"), run_time=CUE)
            self.play(*(FadeIn(funnel) for funnel in funnels), run_time=CUE)
            self.play(FadeIn(query.vector), FadeIn(self.names[0]), run_time=CUE)
            self.hold_until(line.at("key") - self.frames(CUE))
            self.play(FadeIn(key.vector), FadeIn(self.names[1]), run_time=CUE)
            self.hold_until(line.at("project") - self.frames(CUE))
            self.play(*(Restore(funnel) for funnel in funnels), FadeIn(self.attention), run_time=CUE)
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
            number.set_fill(colour("scaled" if t > 0.5 else "ink"))

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
        """The boundary of beat 7 once more: where the models that are in use have put their d_k."""
        picture, found = self.projections, Boundary()
        gone = VGroup(picture.query, picture.key, picture.links, picture.sizes, picture.score, self.names)
        gone.add(self.attention)
        plot = VGroup(found.frame, found.cosmetic, found.catastrophic, found.plot)
        models = list(found.models.values())
        with self.say("care") as line:
            self.hold_until(line.at("reason") - self.frames(CUE))
            self.play(FadeOut(gone, rate_func=squish_rate_func(smooth, 0, 0.6)), FadeIn(plot), run_time=MOVE)
            self.hold_until(line.at("modern") - self.frames(CUE))
            self.play(
                LaggedStart(*(FadeIn(each) for each in models), lag_ratio=0.3),
                self.heading("One reason for care"),
                run_time=MORPH,
            )
            self.hold_until(line.end)
            self.wait(HOLD)
        self.last = VGroup(plot, *models)

    # -- the end -------------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        end = self.end
        with self.clip("end-card"):
            early, late = squish_rate_func(smooth, 0, 0.6), squish_rate_func(smooth, 0.4, 1)
            self.play(
                FadeOut(self.last, rate_func=early),
                self.heading(FILM_TITLE.capitalize()),
                FadeIn(end.curves, rate_func=late),
                FadeIn(end.source, rate_func=late),
                run_time=MOVE,
            )
            self.play(FadeIn(end.rerun), run_time=CUE)
            self.play(Drive(end.curves.settle, [*end.curves.raw, *end.curves.scaled]), run_time=2.0)
            self.play(FadeIn(end.one), run_time=CUE)
            self.wait(5.0)
