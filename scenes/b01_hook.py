"""Beat 1: a query and a key of different sizes cannot meet, until two projections let them."""

from __future__ import annotations

from manim import FadeIn, FadeOut, VGroup, linear, smooth, squish_rate_func

from scenes.hint import BACK, QUESTION, Mark, asked, attention
from scenes.kit import Beat
from scenes.kit.layout import either, extent
from scenes.kit.look import colour
from scenes.kit.motion import CUE, MORPH, MOVE, Drive
from scenes.kit.parts.attention import dashed_frame
from scenes.kit.parts.cells import VectorStrip, strength_of
from scenes.kit.parts.shapes import stroked
from scenes.kit.type import formula, place
from scenes.pairing import Pairing
from scenes.projections import (
    Projections,
    mix,
    move_names,
    ordinary,
    places,
    vector_names,
    wide_places,
)
from scenes.regroup import Centres, at_corner, fold, slide, unfold
from scenes.shared_space import SharedSpace
from scenes.title_card import TitleCard

ASIDE = 0.3  # brightness of the key while the query is being shown


class Hook(Beat):
    """A query of 512 numbers and a key of 64 have no dot product; projections give them one."""

    id, title = "hook", "Two vectors that cannot meet"
    claim = "Vectors of different sizes have no dot product; two projections create one."

    def stage(self) -> None:
        self.projections = Projections(*wide_places(), ordinary())
        self.space = SharedSpace(self.projections)
        self.query, self.key = self.projections.query, self.projections.key
        self.pairing = Pairing(self.query.vector, self.key.vector)
        self.card = TitleCard(self.query.vector, self.key.vector)
        self.add(self.card, self.query.vector, self.key.vector)  # the film's first frame is a picture already
        whole = formula('q dot k = sum_(i=1)^{{ "?" : limit }} {{ q_i k_i : term }}', 84)
        self.sum = place(whole, *either((960, 812), (540, 1400)))
        self.limit = self.sum.select("limit")
        self.socket = stroked("axis", 3)
        self.socket.points = dashed_frame(extent(self.limit).inset(-14, -4))
        self.names = move_names(vector_names(self.query.vector.n, self.key.vector.n), 0.0)
        self.attention = attention("ink")
        self.question = asked()

    def tell(self) -> None:
        self._title()
        self._build_strips()
        self._pair()
        self._run_out()
        self._project()
        self._ask()
        self._hint()

    def _title(self) -> None:
        """The card is there from the first frame."""
        card = self.card
        with self.clip("title"):
            self.wait(0.4)
            self.play(Drive(card.listen, [card.loose, card.query, card.key], rate_func=linear), run_time=2.6)
            self.wait(1.0)

    def _build_strips(self) -> None:
        """The squares of the title become the two vectors: rows of entries, the query first."""
        pairing, card = self.pairing, self.card
        query, key = self.query.vector, self.key.vector
        scale, cells = pairing.cell / card.cell, (card.cell, pairing.cell)
        query_goal, key_goal = pairing.query_cells(), pairing.key_cells(pairing.waiting)
        query_start = at_corner(card.query_cells(), query_goal, scale)
        key_start = at_corner(card.key_cells(), key_goal, scale)

        def make_room(t: float) -> None:
            key.strength = strength_of(key.values) * mix(1.0, ASIDE, t)
            slide(query, card.query_cells(), query_start, cells, t)
            slide(key, card.key_cells(), key_start, cells, t)

        def lay_out(strip: VectorStrip, start: Centres, goal: Centres, t: float) -> None:
            unfold(strip, start, goal, (pairing.cell, pairing.cell), card.run, t)

        def lay_key_out(t: float) -> None:
            key.strength = strength_of(key.values) * mix(ASIDE, 1.0, min(3 * t, 1.0))
            lay_out(key, key_start, key_goal, t)

        with self.say("query") as line:
            gone = VGroup(card.links, card.loose, card.disc, card.mark, card.lines, card.about, card.root, card.sizes)
            self.play(FadeOut(gone), self.heading("A query and a key of different sizes"), run_time=CUE)
            self.remove(card)
            self.play(Drive(make_room, [query, key], rate_func=linear), run_time=MOVE)
            out = Drive(lambda t: lay_out(query, query_start, query_goal, t), [query], rate_func=linear)
            self.play(out, until=line.at("count"), least=MOVE)
            self.play(FadeIn(pairing.query_name), run_time=CUE)
        with self.say("key") as line:
            self.hold_until(line.at("key") - self.frames(CUE))
            self.play(Drive(lay_key_out, [key], rate_func=linear), run_time=MORPH)
            self.hold_until(line.at("count") - self.frames(CUE))
            self.play(FadeIn(pairing.key_name), run_time=CUE)

    def _pair(self) -> None:
        pairing = self.pairing
        with self.clip("multiply-in-pairs"), self.say("dot") as line:
            self.hold_until(line.at("dot") - self.frames(CUE))
            self.play(Drive(pairing.place_key, [self.key.vector, pairing.key_name]), run_time=MOVE)
            self.hold_until(line.at("multiply") - self.frames(CUE))
            self.play(FadeIn(pairing.paired), FadeIn(pairing.paired_name), run_time=CUE / 2)
            sweep = Drive(pairing.multiply, [pairing.links, pairing.terms, pairing.paired], rate_func=linear)
            self.play(sweep, until=line.at("add"), least=MORPH)
            self._add_up()

    def _add_up(self) -> None:
        """The pairs rise to make room, and their products become the term of the sum; where it ends is left open."""
        pairing, key, term = self.pairing, self.key.vector, self.sum.select("term")
        goal = extent(term)
        self.limit.set_fill(opacity=0)

        def add_up(t: float) -> None:
            pairing.rise(min(2 * t, 1.0))
            pairing.add_up(t, goal.cx, goal.cy)

        vectors = [self.query.vector, key, pairing.query_name, pairing.key_name]
        pairs = [pairing.links, pairing.paired, pairing.paired_name, pairing.terms]
        rest = VGroup(*(glyph for glyph in self.sum if glyph not in term.submobjects))
        self.play(
            Drive(add_up, [*vectors, *pairs]),
            FadeIn(rest, rate_func=squish_rate_func(smooth, 0.1, 0.5)),
            FadeIn(term, rate_func=squish_rate_func(smooth, 0.5, 1.0)),
            run_time=MOVE,
        )
        self.play(FadeIn(self.socket), run_time=CUE)

    def _run_out(self) -> None:
        pairing = self.pairing
        with self.clip("key-runs-out"), self.say("runs-out") as line:
            self.hold_until(line.at("out") - self.frames(CUE))
            self.play(Drive(pairing.fade_unpaired, [self.query.vector]), run_time=MOVE)
            self.hold_until(line.at("unpaired") - self.frames(CUE))
            self.play(
                FadeIn(pairing.brace, run_time=CUE),
                FadeIn(pairing.unpaired_name, run_time=CUE),
                Drive(pairing.count, [pairing.unpaired]),
                run_time=MORPH,
            )
            self.hold_until(line.at("none") - self.frames(CUE))
            self.play(self.limit.animate.set_fill(opacity=1), FadeOut(self.socket), run_time=CUE)
            self.hold_until(line.end)
            self.wait(0.5)

    def _project(self) -> None:
        picture, query, key, pairing = self.projections, self.query, self.key, self.pairing
        gone = VGroup(pairing.links, pairing.brace, pairing.unpaired, pairing.unpaired_name)
        gone.add(pairing.paired, pairing.paired_name, pairing.query_name, pairing.key_name, self.sum)
        with self.clip("two-projections"), self.say("project") as line:
            self.play(FadeOut(gone), self.heading("Two projections, one shared space"), run_time=CUE)
            blocks = Drive(self._regroup, [query.vector, key.vector], rate_func=linear)
            named = FadeIn(self.names, rate_func=squish_rate_func(smooth, 0.75, 1.0))
            self.play(blocks, named, until=line.at("projections") - self.frames(CUE), least=MORPH)
            self.play(FadeIn(query.funnel), FadeIn(key.funnel), run_time=CUE)
            self.hold_until(line.at("carry") - self.frames(CUE))
            moving = [query.moving, query.shared, key.moving, key.shared]
            seconds = max((line.at("shared") - self.frame_now) / self.fps + CUE, 1.6)
            late = squish_rate_func(smooth, 0.5, 0.8)
            carried = Drive(picture.carry, moving, run_time=seconds)
            self.play(FadeIn(self.space, run_time=seconds, rate_func=late), carried)
            self.hold_until(line.at("dk") - self.frames(CUE))
            self.play(FadeIn(picture.sizes), run_time=CUE)
            self.hold_until(line.at("score") - self.frames(MOVE + CUE / 2))
            self.play(Drive(picture.link, [picture.links]), run_time=MOVE)
            self.play(FadeIn(picture.score, scale=0.6), run_time=CUE)

    def _regroup(self, t: float) -> None:
        """Both strips become blocks, as rigid parts; entries without a partner are seen again.

        The key goes first and alone: the query's parts come down across its way.
        """
        pairing = self.pairing
        pairing.fade_unpaired(max(1 - 2 * t, 0.0))
        starts = pairing.query_cells(), pairing.key_cells(pairing.meeting)
        for side, start, begin in zip((self.query, self.key), starts, (0.5, 0.0), strict=True):
            block, own = side.place.block, min(max((t - begin) / 0.5, 0.0), 1.0)
            fold(side.vector, start, block.centres(side.vector.n), (pairing.cell, block.cell), own)

    def _ask(self) -> None:
        """The score alone, and then the question of the film, where the formula that hints at it will stand."""
        picture = self.projections
        self.rest = VGroup(self.query, self.key, picture.links, picture.sizes, self.names, self.space)
        with self.say("behave") as line:
            self.hold_until(line.at("score") - self.frames(CUE))
            self.play(self.rest.animate.fade(BACK), run_time=MOVE)
            self.hold_until(line.at("behaves") - self.frames(MOVE + CUE / 2))
            self.play(Drive(self._make_room, [self.rest, picture.score]), run_time=MOVE)
            self.play(FadeIn(self.question), run_time=CUE)
            self.hold_until(line.end)
            self.wait(0.6)

    def _make_room(self, t: float) -> None:
        """The picture a share ``t`` of the way from its large stand to the one above a formula."""
        picture = self.projections
        for side, start, stop in zip((self.query, self.key), wide_places(), places(), strict=True):
            side.stand(start, stop, t)
        picture.stand().link(1.0)
        self.space.stand(picture)
        # In portrait the block rises to where its name stood: the name goes, and comes back beside it.
        move_names(self.names, either(t, float(t >= 0.5)))
        self.names.set_fill(opacity=(1 - BACK) * either(1.0, abs(2 * t - 1)))

    def _hint(self) -> None:
        whole = self.attention
        mark = Mark(whole)
        with self.say("hint") as line, self.clip("the-hint"):
            self.hold_until(line.at("divides") - self.frames(MOVE + CUE))
            self.play(FadeOut(self.question), self.heading(QUESTION), run_time=CUE)
            self.play(self.projections.score.animate.step_back(), FadeIn(whole), run_time=MOVE)
            self.hold_until(line.at("root") - self.frames(CUE))
            self.play(whole.root.animate.set_fill(colour("scaled")), run_time=CUE)
            self.hold_until(line.at("that") - self.frames(CUE))
            self.play(Drive(mark.underline, [mark.rule]), run_time=CUE)
            self.hold_until(line.at("there") - self.frames(CUE))
            self.play(Drive(mark.stress, [mark.rule]), run_time=CUE)
            self.hold_until(line.end)
            self.wait(1.8)
