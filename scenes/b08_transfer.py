"""Beat 8: a caption attends over an image, towers meet in one space, and what goes wrong on the way there."""

from __future__ import annotations

from collections.abc import Callable

from manim import (
    Animation,
    FadeIn,
    FadeOut,
    Restore,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)

from mathcore import lesson
from scenes.kit import Beat
from scenes.kit.beat import Spoken
from scenes.kit.layout import either, point
from scenes.kit.look import colour
from scenes.kit.motion import CUE, MORPH, MOVE, Drive, phase
from scenes.kit.parts.patches import PatchMap
from scenes.kit.parts.shapes import panel, stroke_width
from scenes.kit.type import FORMULA, READOUT, TICK, formula, place, words
from scenes.mismatch import Mismatch
from scenes.projections import Projections, example, mix
from scenes.real_models import HEADING_TEXT as PLOT_HEADING
from scenes.real_models import RealModels
from scenes.seascape import GRID, Pages, Seascape
from scenes.silent_failure import HEADING_TEXT, SilentFailure, made_up
from scenes.transfer_parts import Caption, beside_caption, image_box, search_field, sockets, taken_from

SECOND_WORD = "sun"
DIM = 0.65  # how much a part steps back while another is spoken of
COMES_BACK = 0.0, 0.25  # of a change: when what is read of it comes back


class Transfer(Beat):
    """Two kinds of data meet in one space; the rule holds there, and a side that is too wide breaks it."""

    id, title = "transfer", "Different languages, one space"
    claim = "Project both sides into one space, normalised, then scale."

    def prepare(self) -> None:
        self.example, self.row, self.patch = example()
        self.second = self.example.words.index(SECOND_WORD)

    def stage(self) -> None:
        self.opening = RealModels()
        self.set_heading(PLOT_HEADING)
        self.shows(d_k=self.example.query_projection.shape[1], scaled=1)
        self.add(self.opening)
        self.places = beside_caption(self.row)
        self.projections = Projections(*self.places)
        self.query, self.key = self.projections.query, self.projections.key
        self._sizes_above()
        self.sockets = sockets(self.places, self.query.shared.n)
        self.caption = Caption(self.example, self.row)
        box = image_box()
        self.image = Seascape(box)
        self.map = PatchMap(box, GRID, GRID, "key")
        self.ring = self.map.ring(self.patch, "key")
        self.taken = VGroup(*either([taken_from(self.key.vector.box, self.map, self.patch)], []))
        self.made_up = made_up()
        text, image = lesson.number("d_query").text, lesson.number("d_key").text
        self.feet = VGroup(
            place(words(f"{text} numbers each", TICK, "muted"), *either((376, 812, "center"), (764, 369, "left"))),
            place(
                words(f"{image} numbers a patch", TICK, "muted"), *either((box.cx, 812, "center"), (604, 1204, "left"))
            ),
        )
        x, y = either((833.0, 744.0), (842.0, 844.0))
        size = either(FORMULA, READOUT)
        self.product = place(formula("{{ q dot k : top }} / {{ sqrt(d_k) : root }}", size), x, y)
        self.product.select("root").set_fill(colour("scaled"))
        self.dot_product = self.product.select("top")
        self.divided = VGroup(*(glyph for glyph in self.product if glyph not in self.dot_product.submobjects))
        self.heads = self._labels("text head", "image head")
        self.towers = self._labels("query tower", "document tower")

    def _sizes_above(self) -> None:
        """In landscape the score stands below the two shares of the space: their sizes make room for it."""
        for label, side in zip(self.projections.sizes, (self.query, self.key), strict=True):
            box = side.shared.box
            place(label, *either((box.cx, box.y - 44), (box.right + 52, box.cy)))

    def _labels(self, left: str, right: str) -> VGroup:
        spots = either(((606, 146, "center"), (1059, 146, "center")), ((290, 664, "right"), (290, 1024, "right")))
        return VGroup(*(place(words(t, TICK, "ink", 600), *at_) for t, at_ in zip((left, right), spots, strict=True)))

    def tell(self) -> None:
        with self.clip("caption-and-image"), self.say("caption") as line:
            self._meet(line)
        self._project()
        self._attend()
        self._search()
        self._loud()
        self._silent()
        self._normalise()

    # -- caption and image -----------------------------------------------------------------------------------------

    def _meet(self, line: Spoken) -> None:
        """Two projections, and the two spaces behind them that are still empty, take the last plot's place."""
        picture = self.projections
        for label in picture.sizes:
            label.set_fill(colour("muted"))
        early, late = squish_rate_func(smooth, 0, 0.55), squish_rate_func(smooth, 0.15, 0.7)
        sides = VGroup(self.query.funnel, self.key.funnel, self.query.vector, self.key.vector, self.sockets)
        self.play(
            FadeOut(self.opening, rate_func=early),
            FadeIn(sides, rate_func=late),
            FadeIn(picture.sizes, rate_func=squish_rate_func(smooth, 0.6, 1)),
            self.heading("Two languages"),
            run_time=MORPH,
        )
        self.hold_until(line.at("caption") - self.frames(CUE))
        self.play(FadeIn(self.caption), self.heading("A caption attends over an image"), run_time=CUE)
        self.hold_until(line.at("image") - self.frames(CUE))
        self.play(FadeIn(self.image), run_time=CUE)
        self.play(*(FadeIn(part) for part in (self.ring, *self.taken, self.made_up)), run_time=CUE)
        self.hold_until(line.at("queries") - self.frames(CUE))
        self.play(FadeIn(self.feet[0]), run_time=CUE)
        self.hold_until(line.at("keys") - self.frames(CUE))
        self.play(FadeIn(self.feet[1]), run_time=CUE)

    def _project(self) -> None:
        picture, query, key = self.projections, self.query, self.key

        def carry(t: float) -> None:
            query.carry(t)
            key.carry(t)

        with self.say("heads") as line:
            self.hold_until(line.at("heads") - self.frames(CUE))
            moving = [query.moving, query.shared, key.moving, key.shared]
            self.play(FadeIn(self.heads), *self._make_way(0.0, 1.0, smooth), run_time=CUE)
            late = squish_rate_func(smooth, 0.7, 1.0)
            filled = [FadeOut(self.sockets, rate_func=late), *self._make_way(1.0, 0.0, late)]
            self.play(Drive(carry, moving), *filled, until=line.at("dk") - self.frames(CUE), least=1.6)
            self.play(picture.sizes.animate.set_fill(colour("ink")), run_time=CUE)
            self.hold_until(line.at("product") - self.frames(MOVE))
            self.play(Drive(picture.link, [picture.links]), FadeIn(self.dot_product), run_time=MOVE)
            self.hold_until(line.at("root") - self.frames(CUE))
            self.play(FadeIn(self.divided), run_time=CUE)

    def _make_way(self, start: float, stop: float, rate_func: Callable[[float], float]) -> list[Animation]:
        """In portrait the way to the funnel leads over other words' numbers, which would seem to go in as well."""
        caption = self.caption
        below: list[VMobject] = [caption.below, *caption.quiet[caption.own + 1 :]]

        def clear(t: float) -> None:
            for part in below:
                part.set_fill(opacity=1 - float(mix(start, stop, t)))

        return either([], [Drive(clear, below, rate_func=rate_func)])

    def _attend(self) -> None:
        """The attention map of the one word, then of another, and back."""
        weights = self.example.weights
        row, second = self.row, self.second
        other = self.example.query_vectors[second] @ self.example.query_projection
        own = self.query.projected
        # What is drawn is the product of the word with the patch that it attends to: the key changes with the word.
        attended = int(weights[second].argmax())
        keys = self.key.values, self.example.patch_vectors[attended]
        leads = [
            [taken_from(self.key.vector.box, self.map, patch).points for patch in (self.patch, attended)]
            for _ in self.taken
        ]

        def turn(t: float) -> None:
            self.caption.focus(row, second, t)
            self.query.projected = mix(own, other, t)
            self.query.set_factor(1.0)
            self.query.vector.draw(self.query.vector.strength * mix(1.0, 0.16, t))
            self.key.values = mix(*keys, t)
            self.key.projected = self.key.values @ self.example.key_projection
            self.key.set_factor(1.0)
            for leader, (here, there) in zip(self.taken, leads, strict=True):
                leader.points = mix(here, there, t)
            self.map.set_weights(mix(weights[row], weights[second], t))

        parts = [self.caption.texts, self.caption.strips, self.query.vector, self.query.shared, self.map]
        parts += [self.key.vector, self.key.shared, *self.taken]
        with self.clip("attention-map"):
            unveil = Drive(lambda t: self.map.set_weights(weights[row], t), [self.map])
            self.play(unveil, FadeOut(self.ring), run_time=MOVE)
            self.wait(1.5)
            self.play(Drive(turn, parts), run_time=MOVE)
            self.wait(1.5)
            self.play(Drive(lambda t: turn(1 - t), parts), run_time=MOVE)
            self.wait(0.5)

    # -- search ----------------------------------------------------------------------------------------------------

    def _search(self) -> None:
        self.pages = Pages(image_box())
        self.pages.set_z_index(-1)
        picture = self.pages.picture
        caption, weights = self.caption, self.example.weights[self.row]
        asked = " ".join(self.example.words[self.row - 1 : self.row + 1])
        self.field = search_field(asked)
        first = panel(self.pages.sheets[0]).set_fill(opacity=0)
        first.set_stroke(colour("key"), width=stroke_width(5), opacity=1).set_z_index(3)
        self.found = first
        shrink = picture.w / self.image.box.w
        corner = point(picture.cx, picture.cy) - point(self.image.box.cx, self.image.box.cy)
        with self.say("search") as line_, self.clip("query-and-document-tower"):
            self.play(
                Drive(lambda t: self.map.set_weights(weights, 1 - t), [self.map]),
                FadeOut(self.feet),
                *(FadeOut(leader) for leader in self.taken),
                self.heading("Search: two towers, one space"),
                run_time=CUE,
            )
            self.remove(self.map)
            self.hold_until(line_.at("query") - self.frames(MOVE))
            # One after the other: words on words would be read as neither.
            early, late = squish_rate_func(smooth, 0, 0.5), squish_rate_func(smooth, 0.5, 1)
            self.play(
                *(FadeOut(part, rate_func=early) for part in (caption, self.heads[0])),
                *(FadeIn(part, rate_func=late) for part in (self.field, self.towers[0])),
                run_time=MOVE,
            )
            self.hold_until(line_.at("document") - self.frames(MOVE))
            self.play(
                self.image.animate.resize(shrink, corner),
                FadeIn(self.pages),
                FadeOut(self.heads[1], rate_func=early),
                FadeIn(self.towers[1], rate_func=late),
                run_time=MOVE,
            )
            self.hold_until(line_.at("space") - self.frames(CUE))
            self.play(self.projections.links.animate.set_stroke(opacity=0.9), FadeIn(first), run_time=CUE)
            self.hold_until(line_.end)
            self.wait(1.2)

    # -- what fails ------------------------------------------------------------------------------------------------

    def _loud(self) -> None:
        """Without the projections the two meet as in beat 1, and the key runs out again."""
        query, key, picture = self.query, self.key, self.projections
        gone = VGroup(self.field, self.pages, self.image, self.found, self.towers, self.product, self.made_up)
        gone.add(query.funnel, key.funnel, query.shared, key.shared, picture.links, picture.sizes)
        facing = self.mismatch = Mismatch(query.vector, key.vector)
        early, late = squish_rate_func(smooth, 0, 0.45), squish_rate_func(smooth, 0.1, 1)
        with self.say("loud") as line, self.clip("shapes-do-not-match"):
            self.hold_until(line.at("projection") - self.frames(MOVE))
            names = [FadeIn(name, rate_func=squish_rate_func(smooth, 0.3, 0.7)) for name in facing.both_names]
            self.play(
                *(FadeOut(part, rate_func=early) for part in gone),
                Drive(facing.gather, [query.vector, key.vector], rate_func=late),
                *names,
                self.heading("Without the projection"),
                run_time=MORPH,
            )
            sweep = Drive(facing.multiply, [facing.links, facing.terms, facing.paired], rate_func=linear)
            self.play(sweep, FadeIn(facing.paired_name), until=line.at("match"), least=MOVE)
            self.play(
                Drive(facing.fade_unpaired, [query.vector]),
                FadeIn(facing.brace),
                FadeIn(facing.unpaired_name),
                Drive(facing.count, [facing.unpaired]),
                run_time=MOVE,
            )
            self.hold_until(line.at("loud") - self.frames(CUE))
            self.play(FadeIn(facing.verdict), run_time=CUE)
            self.wait(1.5)

    def _silent(self) -> None:
        """The image's side and the shared space come again, with both shares in it."""
        silent, query, key, facing = SilentFailure(), self.query, self.key, self.mismatch
        self.silent = silent
        wide, soft = self.example.weights_wide[self.row], self.example.weights[self.row]
        silent.arrive(1.0)
        # All at once: a strip that folds up again on its way would be watched for a meaning that it has not.
        early, late = squish_rate_func(smooth, 0, 0.4), squish_rate_func(smooth, 0.35, 0.85)
        there = [silent.image, silent.map, *silent.bridge, silent.key.vector, self.made_up]
        sigmas, std = [part for chart in silent.charts for part in (chart.sigma, chart.number)], lesson.IMAGE_STD

        def widen(t: float) -> None:
            silent.widen(1 + (std - 1) * t)
            for part in sigmas:
                part.set_fill(opacity=phase(t, *COMES_BACK))

        def weigh(t: float) -> None:
            silent.weigh(mix(soft, wide, t))
            for frame in silent.map.frames:  # those that were empty until now are still dimmed
                frame.set_stroke(opacity=1)
            self._show_weight(phase(t, *COMES_BACK))

        with self.say("silent") as line, self.clip("silent-failure"):
            self.play(
                *(FadeOut(part, rate_func=early) for part in (*facing, query.vector, key.vector)),
                *(FadeIn(part, rate_func=late) for part in there),
                self.heading("The silent failure"),
                run_time=MORPH,
            )
            self.play(FadeIn(silent.charts), FadeIn(silent.weighed), run_time=CUE)
            self.hold_until(line.at("three") - self.frames(MOVE + CUE))
            image = self._image_side()
            charts = [part for chart in silent.charts for part in chart if part not in sigmas]
            # Sigma and the weight follow from the entries: they go before those change, and come back counting.
            hidden = [*(part.animate.set_fill(opacity=0) for part in sigmas), self._hide_weight()]
            self.play(*hidden, *self._step_back(*charts, *image), FadeIn(silent.measured), run_time=CUE)
            entries = [silent.key.vector, silent.key.shared, silent.entries.number]
            self.play(Drive(lambda t: silent.arrive(1 + (std - 1) * t), entries), run_time=MOVE)
            self.hold_until(line.at("wide") - self.frames(MOVE + CUE))
            self.play(*map(Restore, charts), run_time=CUE)
            self.play(Drive(widen, list(silent.charts)), run_time=MORPH)
            self.hold_until(line.at("saturates") - self.frames(MOVE + CUE))
            self.play(*map(Restore, image), *self._step_back(silent.charts), run_time=CUE)
            self.play(Drive(weigh, [silent.map, *silent.weighed]), run_time=MOVE)
            self.hold_until(line.end)
            self.wait(0.6)

    def _image_side(self) -> list[VMobject]:
        """The image and the frames of its weights; not the veil, which would let in light."""
        return [self.silent.image, *self.silent.map.frames]

    def _show_weight(self, opacity: float) -> None:
        """What is read of the largest weight, with the line to its patch."""
        top, to_patch = self.silent.weighed
        top.set_fill(opacity=opacity)
        to_patch.set_stroke(opacity=opacity)

    def _hide_weight(self) -> Animation:
        return Drive(lambda t: self._show_weight(1 - t), list(self.silent.weighed))

    @staticmethod
    def _step_back(*parts: VMobject) -> list[Animation]:
        """Dim parts that are not spoken of; ``Restore`` brings each back."""
        return [part.save_state().animate.fade(DIM) for part in parts]

    def _normalise(self) -> None:
        held, silent = self.example, self.silent
        before, after = held.weights_wide[self.row], held.weights_normalised[self.row]

        def weigh(t: float) -> None:
            silent.weigh(mix(before, after, t))
            self._show_weight(phase(t, *COMES_BACK))
            for frame in silent.map.frames:  # redrawn while they come back
                frame.set_stroke(opacity=1 - DIM * (1 - min(2 * t, 1.0)))

        with self.say("normalise") as line, self.clip("normalise"):
            self.hold_until(line.at("normalise") - self.frames(CUE))
            self.play(
                Drive(silent.make_room, [silent.entries.number], rate_func=squish_rate_func(smooth, 0, 0.6)),
                FadeIn(silent.repair, rate_func=squish_rate_func(smooth, 0.4, 1)),
                Restore(silent.charts),
                # The weights still belong to the wide scores: they step back until their own turn, what is read goes.
                *self._step_back(silent.image),
                *(part.animate.fade(DIM) for part in silent.map.frames),
                self._hide_weight(),
                self.heading(HEADING_TEXT),
                run_time=CUE,
            )
            narrow = Drive(silent.narrow, [silent.key.shared, silent.after, *silent.charts])
            self.play(narrow, run_time=MORPH)
            self.hold_until(line.at("compare") - self.frames(MOVE))
            self.play(Drive(weigh, [silent.map, *silent.weighed]), Restore(silent.image), run_time=MOVE)
            self.hold_until(line.end)
            self.wait(2.0)
