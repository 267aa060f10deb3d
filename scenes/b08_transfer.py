"""Beat 8: a caption attends over an image, towers meet in one space, and what goes wrong on the way there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from manim import FadeIn, FadeOut, Group, VGroup, linear, smooth, squish_rate_func

from mathcore import lesson
from scenes.kit import Beat
from scenes.kit.layout import either, extent, heading_position, point, safe
from scenes.kit.look import colour
from scenes.kit.motion import CUE, MORPH, MOVE, Drive
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.patches import PatchMap
from scenes.kit.parts.readout import Readout
from scenes.kit.parts.shapes import arrow, panel, stroke_width
from scenes.kit.type import TICK, formula, place, words
from scenes.mismatch import Mismatch
from scenes.projections import Projections, example, mix, places, vector_names
from scenes.seascape import GRID, Pages, Seascape
from scenes.transfer_parts import Caption, beside_caption, image_box, norm_bar, score_widths, search_field

SECOND_WORD = "sun"


class Transfer(Beat):
    """Two kinds of data meet in one space; the rule holds there, and a side that is too wide breaks it."""

    id, title = "transfer", "Different languages, one space"
    claim = "Project both sides into one space, normalised, then scale."

    def prepare(self) -> None:
        self.example, self.row, self.patch = example()
        self.second = self.example.words.index(SECOND_WORD)

    def stage(self) -> None:
        self.set_heading("Two languages")
        self.start, self.goal = places(), beside_caption(self.row)
        self.projections = Projections(*self.start)
        self.query, self.key = self.projections.query, self.projections.key
        self.caption = Caption(self.example, self.row)
        box = image_box()
        self.image = Seascape(box)
        self.map = PatchMap(box, GRID, GRID, "key")
        self.ring = self.map.ring(self.patch, "key")
        text, image = lesson.number("d_query").text, lesson.number("d_key").text
        right, y = safe().right, heading_position()[1]
        self.made_up = place(words("a constructed example", TICK, "muted"), right, y, "right")
        self.feet = VGroup(
            place(words(f"{text} numbers each", TICK, "muted"), *either((414, 780), (584, 642))),
            place(words(f"{image} numbers a patch", TICK, "muted"), *either((1614, 752), (888, 1558))),
        )
        x, y = either((910.0, 808.0), (890.0, 940.0))
        self.product = place(formula("{{ q dot k : top }} / {{ sqrt(d_k) : root }}", 60), x, y)
        self.product.select("root").set_fill(colour("scaled"))
        self.dot_product = self.product.select("top")
        self.divided = VGroup(*(glyph for glyph in self.product if glyph not in self.dot_product.submobjects))
        self.heads = self._labels("text head", "image head")
        self.towers = self._labels("query tower", "document tower")
        self.names = vector_names(self.query.vector.n, self.key.vector.n)
        self.add(self.names, self.query.funnel, self.query.vector, self.key.funnel, self.key.vector)

    def _labels(self, left: str, right: str) -> VGroup:
        spots = either(((650, 224, "center"), (1165, 224, "center")), ((290, 764, "right"), (290, 1122, "right")))
        return VGroup(*(place(words(t, TICK, "ink", 600), *at_) for t, at_ in zip((left, right), spots, strict=True)))

    def tell(self) -> None:
        self._meet()
        self._project()
        self._attend()
        self._search()
        self._loud()
        self._silent()
        self._normalise()

    # -- caption and image -----------------------------------------------------------------------------------------

    def _meet(self) -> None:
        def go(side_index: int) -> Drive:
            side = (self.query, self.key)[side_index]
            start, goal = self.start[side_index], self.goal[side_index]
            return Drive(lambda t: side.stand(start, goal, t), [side.funnel, side.vector])

        with self.say("caption") as line, self.clip("caption-and-image"):
            self.hold_until(line.at("caption") - self.frames(CUE))
            heading = self.heading("A caption attends over an image")
            self.play(FadeOut(self.names[0]), go(0), FadeIn(self.caption), heading, run_time=MOVE)
            self.hold_until(line.at("image") - self.frames(CUE))
            self.play(FadeOut(self.names[1]), go(1), FadeIn(self.image), run_time=MOVE)
            self.play(FadeIn(self.ring), FadeIn(self.made_up), run_time=CUE)
            self.hold_until(line.at("queries") - self.frames(CUE))
            self.play(FadeIn(self.feet[0]), run_time=CUE)
            self.hold_until(line.at("keys") - self.frames(CUE))
            self.play(FadeIn(self.feet[1]), run_time=CUE)
        self.projections.stand()

    def _project(self) -> None:
        picture, query, key = self.projections, self.query, self.key

        def carry(t: float) -> None:
            query.carry(t)
            key.carry(t)

        with self.say("heads") as line:
            self.hold_until(line.at("heads") - self.frames(CUE))
            moving = [query.moving, query.shared, key.moving, key.shared]
            self.play(FadeIn(self.heads), run_time=CUE)
            self.play(Drive(carry, moving), until=line.at("dk") - self.frames(CUE), least=1.6)
            self.play(FadeIn(picture.sizes), run_time=CUE)
            self.hold_until(line.at("product") - self.frames(MOVE))
            self.play(Drive(picture.link, [picture.links]), FadeIn(self.dot_product), run_time=MOVE)
            self.hold_until(line.at("root") - self.frames(CUE))
            self.play(FadeIn(self.divided), run_time=CUE)

    def _attend(self) -> None:
        """The attention map of the one word, then of another, and back."""
        weights = self.example.weights
        row, second = self.row, self.second
        other = self.example.query_vectors[second] @ self.example.query_projection
        own = self.query.projected

        def turn(t: float) -> None:
            self.caption.focus(row, second, t)
            self.query.projected = mix(own, other, t)
            self.query.set_factor(1.0)
            self.query.vector.draw(self.query.vector.strength * mix(1.0, 0.16, t))
            self.map.set_weights(mix(weights[row], weights[second], t))

        parts = [self.caption.texts, self.caption.strips, self.query.vector, self.query.shared, self.map]
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
                self.heading("Search: two towers, one space"),
                run_time=CUE,
            )
            self.remove(self.map)
            self.hold_until(line_.at("query") - self.frames(MOVE))
            self.play(
                FadeOut(caption), FadeIn(self.field), FadeOut(self.heads[0]), FadeIn(self.towers[0]), run_time=MOVE
            )
            self.hold_until(line_.at("document") - self.frames(MOVE))
            self.image.save_state()
            self.play(
                self.image.animate.resize(shrink, corner),
                FadeIn(self.pages),
                FadeOut(self.heads[1]),
                FadeIn(self.towers[1]),
                run_time=MOVE,
            )
            self.hold_until(line_.at("space") - self.frames(CUE))
            self.play(self.projections.links.animate.set_stroke(opacity=0.9), FadeIn(first), run_time=CUE)
            self.hold_until(line_.end)
            self.wait(1.2)

    # -- what fails ------------------------------------------------------------------------------------------------

    def _loud(self) -> None:
        query, key = self.query, self.key
        facing = self.mismatch = Mismatch(query.vector.n, key.vector.n)
        blocks = (facing.query, facing.key)
        goals = [replace(side.place, block=block) for side, block in zip((query, key), blocks, strict=True)]
        gone = Group(self.field, self.pages, self.image, self.found, self.towers, self.product)
        bridge = VGroup(query.funnel, key.funnel, query.shared, key.shared, self.projections.links)
        bridge.add(self.projections.sizes)
        with self.say("loud") as line, self.clip("shapes-do-not-match"):
            self.play(FadeOut(gone), self.heading("Without the projection"), run_time=CUE)
            self.hold_until(line.at("projection") - self.frames(CUE))
            self.play(FadeOut(bridge), run_time=CUE)
            for side in (query, key):
                side.carry(0.0)

            deal = Drive(lambda t: facing.deal(query.vector, self.goal[0].block, t), [query.vector], rate_func=linear)
            face = Drive(lambda t: key.stand(self.goal[1], goals[1], t), [key.vector])
            self.play(deal, face, FadeIn(facing.names[1], rate_func=squish_rate_func(smooth, 0.7, 1.0)), run_time=MORPH)
            self.play(FadeIn(facing.names[0]), run_time=CUE)
            self.hold_until(line.at("match") - self.frames(MOVE))
            self.play(FadeIn(facing.links), FadeIn(facing.loose), FadeIn(facing.count), run_time=CUE)
            self.hold_until(line.at("loud") - self.frames(CUE))
            self.play(FadeIn(facing.verdict), run_time=CUE)
            self.wait(1.5)
        self._key_from = goals[1]

    def _silent(self) -> None:
        key, query, held = self.key, self.query, self.example
        self._wide_parts()
        wide = held.weights_wide[self.row]
        soft = held.weights[self.row]
        with self.say("silent") as line_, self.clip("silent-failure"):
            self.image.restore()
            self.map.set_weights(soft, 1.0)
            back = Drive(lambda t: key.stand(self._key_from, self.goal[1], t), [key.vector])
            self.play(
                FadeOut(self.mismatch), FadeOut(query.vector), back, self.heading("The silent failure"), run_time=MOVE
            )
            query.stand(self.query_goal).carry(1.0)
            key.carry(1.0)
            self.projections.link(1.0)
            self.projections.links.set_stroke(opacity=0.4)
            self.play(FadeIn(Group(self.image, self.map, key.funnel)), run_time=CUE)
            self.play(FadeIn(VGroup(key.shared, query.shared, self.projections.links)), run_time=CUE)
            self.play(FadeIn(self.charts), FadeIn(self.top), run_time=CUE)
            self.hold_until(line_.at("three") - self.frames(MOVE))
            self.play(
                Drive(lambda t: self._stretch(1 + 2 * t, charts=False), [key.vector, key.shared, self.width.number]),
                FadeIn(self.width.label),
                run_time=MOVE,
            )
            self.hold_until(line_.at("wide") - self.frames(MOVE))
            self.play(Drive(lambda t: self._stretch(1 + 2 * t), list(self.charts)), run_time=MORPH)
            self.hold_until(line_.at("saturates") - self.frames(MOVE))
            self.play(Drive(lambda t: self._weigh(mix(soft, wide, t)), [self.map, self.top.number]), run_time=MOVE)
            self.wait(1.5)

    def _wide_parts(self) -> None:
        """The charts and readouts of the side that is too wide."""
        goal = self.goal[0]
        self.query_goal = either(replace(goal, shared=replace(goal.shared, along=896.0)), goal)
        self.charts = score_widths(self.example)
        self.width = Readout(
            "spread of image entries", *either((1120.0, 790.0), (136.0, 1278.0)), widest="3.0", role="key"
        )
        self.top = Readout("largest weight", *either((1560.0, 790.0), (54.0, 1450.0)), widest="0.49", role="key")
        number = extent(self.width.number)
        self.becomes = arrow(number.right + 20, number.cy, number.right + 84, number.cy, "key", 4)
        self.after = Numeral("3.0", number.right + 104, number.cy, role="key")
        self.top.set_text(f"{self.example.weights[self.row].max():.2f}")
        self.width.set_text("1.0")

    def _stretch(self, factor: float, *, charts: bool = True) -> None:
        """Show the image side ``factor`` times as wide: its entries, or the scores that follow from them."""
        if charts:
            for chart in self.charts:
                chart.set_factor(factor)
        else:
            self.key.set_factor(factor)
            self.width.set_text(f"{factor:.1f}")

    def _weigh(self, weights: np.ndarray) -> None:
        self.map.set_weights(weights)
        self.top.set_text(f"{weights.max():.2f}")

    def _normalise(self) -> None:
        held, key = self.example, self.key
        bar = norm_bar()
        before, after = held.weights_wide[self.row], held.weights_normalised[self.row]

        def narrow(t: float) -> None:
            key.factor = 3 - 2 * t
            self.after.set_text(f"{key.factor:.1f}")
            key.carry(1.0)
            for chart in self.charts:
                chart.set_factor(3 - 2 * t)

        with self.say("normalise") as line, self.clip("normalise"):
            self.hold_until(line.at("normalise") - self.frames(CUE))
            result = FadeIn(VGroup(self.becomes, self.after))
            self.play(FadeIn(bar), result, self.heading("Normalise, then project"), run_time=CUE)
            self.play(Drive(narrow, [key.shared, self.after, *self.charts]), run_time=MORPH)
            self.hold_until(line.at("compare") - self.frames(MOVE))
            weigh = Drive(lambda t: self._weigh(mix(before, after, t)), [self.map, self.top.number])
            self.play(weigh, run_time=MOVE)
            self.hold_until(line.end)
            self.wait(2.0)
