"""Beat 7: one switch, three dimensions, and where the boundary lies."""

from __future__ import annotations

from manim import AnimationGroup, FadeIn, FadeOut, ReplacementTransform, VGroup, smooth, squish_rate_func

from mathcore import lesson
from scenes.boundary import Boundary
from scenes.close_up import outline
from scenes.kit import Beat
from scenes.kit.layout import Box, either, extent
from scenes.kit.look import blend
from scenes.kit.motion import CUE, HOLD, MORPH, MOVE, Dial, Drive
from scenes.kit.parts.toggle import Toggle
from scenes.kit.type import mixed
from scenes.switch_column import SwitchColumn
from scenes.training_panels import TrainingPanel, curve_names, loss_name, panel_boxes, reading_help

STOPS = lesson.TOGGLE_STOPS
DIM = 0.65
LIT = 0.14  # how much of the raw colour the side that matters takes on


class FlipTheSwitch(Beat):
    """The same keys with and without the division; the boundary; training; real models."""

    id, title = "toggle", "When it matters"
    claim = "Up to about d_k = 16 the division is cosmetic; past 64 leaving it out is catastrophic."

    def stage(self) -> None:
        self.set_heading("One switch, three dimensions")
        area = either(Box(96, 160, 1728, 590), Box(54, 230, 972, 1260))
        boxes = either(area.columns(3, 72), area.rows(3, 48))
        self.columns = [SwitchColumn(box, d_k) for box, d_k in zip(boxes, STOPS, strict=True)]
        self.toggle = Toggle(
            mixed("divide by $sqrt(d_k)$", 52), *either((748.0, 832.0), (320.0, 1620.0)), width=168, height=90
        )
        self.switch = Dial(0.0)
        self.switch.follow(self.toggle.set_on, self.toggle)
        for column in self.columns:
            self.switch.follow(column.switch, column.bars.bars, column.bars.value, column.count)
        self.add(*self.columns)

    def tell(self) -> None:
        self._meet()
        self._look_at_each()
        self._flip()
        self._find_boundary()
        self._train()
        self._place_models()

    # -- the switch ------------------------------------------------------------------------------------------------

    def _meet(self) -> None:
        keys = [column.keys for column in self.columns]
        with self.say("switch") as line:
            self.hold_until(line.at("keys") - self.frames(CUE))
            self.play(*(FadeIn(k) for k in keys), run_time=CUE)
            self.hold_until(line.at("switch") - self.frames(CUE))
            self.play(FadeIn(self.toggle), run_time=CUE)
        for column in self.columns:
            self.remove(column.keys)
            column.add(column.keys)

    def _look_at_each(self) -> None:
        with self.say("off") as line:
            for i, mark in enumerate(("sixteen", "sixty-four", "two-fifty-six")):
                self.hold_until(line.at(mark) - self.frames(CUE))
                self.play(*self._focus(i), run_time=CUE)
            self.hold_until(line.end)
            self.play(*self._focus(None), run_time=CUE)

    def _focus(self, wanted: int | None) -> list[AnimationGroup]:
        """Dim all columns but one; None lights all."""
        moves = []
        for i, column in enumerate(self.columns):
            lit = wanted is None or i == wanted
            if lit and getattr(column, "dimmed", False):
                moves.append(column.animate.restore())
            elif not lit and not getattr(column, "dimmed", False):
                column.save_state()
                moves.append(column.animate.fade(DIM))
            column.dimmed = not lit
        return moves

    def _flip(self) -> None:
        with self.clip("one-switch"):
            with self.say("on") as line:
                self.play(self.switch.to(1.0), run_time=MORPH)
                self.hold_until(line.end + self.frames(HOLD))
            with self.say("again") as line:
                self.play(self.switch.to(0.0), run_time=MORPH)
                self.hold_until(line.at("on") - self.frames(CUE / 2))
                self.play(self.switch.to(1.0), run_time=MORPH)
                self.hold_until(line.at("division") - self.frames(CUE))
                frame = outline(extent(self.toggle.label).inset(-20, -14))
                self.play(FadeIn(frame), run_time=CUE)
                self.hold_until(line.end + self.frames(0.6))
            self.play(FadeOut(frame), self.switch.to(0.0), run_time=MOVE)

    # -- the boundary ----------------------------------------------------------------------------------------------

    def _find_boundary(self) -> None:
        found = self.boundary = Boundary(room=True)
        found.plot.reveal(1.0)
        reach = Dial(1.0, log=True)
        reach.follow(found.plot.reveal, found.plot)
        icons = [column.bars for column in self.columns]
        talk = VGroup(*(VGroup(c.title, c.count, c.keys, c.of, c.bars.value, c.bars.slots) for c in self.columns))

        def fly(t: float) -> None:
            for column in self.columns:
                column.shrink(t, found.icon_box(column.d_k))

        with self.clip("boundary-plot"):
            with self.say("when") as line:
                self.play(
                    FadeOut(talk), FadeOut(self.toggle), self.heading("Gradient left without scaling"), run_time=CUE
                )
                for column in self.columns:
                    self.remove(column)
                    self.add(column.bars.base, column.bars.bars)
                self.play(
                    Drive(fly, [part for bars in icons for part in (bars.base, bars.bars)]),
                    FadeIn(found.frame),
                )
                self.hold_until(line.at("gradient") - self.frames(CUE))
                self.add(found.plot)
                self.play(reach.to(lesson.D_MAX), run_time=3.2)
            self._name_bands()

    def _name_bands(self) -> None:
        found = self.boundary
        with self.say("bands") as line:
            for mark, d_k in (("sixteen", 16), ("cosmetic", None), ("sixty-four", 64), ("two-fifty-six", 256)):
                self.hold_until(line.at(mark) - self.frames(CUE))
                self.play(FadeIn(found.cosmetic if d_k is None else found.markers[d_k]), run_time=CUE)
            self.hold_until(line.at("catastrophic") - self.frames(CUE))
            self.play(FadeIn(found.catastrophic), run_time=CUE)
            self.hold_until(line.end + self.frames(HOLD))

    # -- training --------------------------------------------------------------------------------------------------

    def _train(self) -> None:
        found = self.boundary
        self.panels = [TrainingPanel(box, d_k) for box, d_k in zip(panel_boxes(), STOPS, strict=True)]
        points = [Box(*found.at(d_k), 1, 1) for d_k in STOPS]
        self.icons = VGroup(*(VGroup(c.bars.base, c.bars.bars) for c in self.columns))
        shares = [found.markers[d_k][1] for d_k in STOPS]
        dots = [found.markers[d_k][0] for d_k in STOPS]
        scene = [found.frame, found.plot, found.cosmetic, found.catastrophic, self.icons, *shares]

        def grow(t: float) -> None:
            for panel, start in zip(self.panels, points, strict=True):
                panel.grow(t, start)

        first = self.panels[0].box
        names = VGroup(loss_name(first), reading_help(first))
        with self.clip("training-curves"), self.say("training") as line:
            # Each marker opens into a panel of its own and becomes its title.
            for d_k, dot in zip(STOPS, dots, strict=True):
                self.remove(found.markers[d_k])
                self.add(dot)
            grow(0.0)
            self.play(
                *(FadeOut(part, run_time=CUE) for part in scene),
                self.heading("One small layer, trained twice"),
                Drive(grow, [panel.axes for panel in self.panels], run_time=MORPH),
                *(
                    ReplacementTransform(dot.copy(), panel.title, run_time=MORPH)
                    for dot, panel in zip(dots, self.panels, strict=True)
                ),
                *(FadeOut(dot, run_time=CUE / 2) for dot in dots),
            )
            self.hold_until(line.at("layer") - self.frames(CUE))
            self.play(*(FadeIn(panel.ticks) for panel in self.panels), FadeIn(names[0]), run_time=CUE)
            self.hold_until(line.at("rate") - self.frames(CUE))
            self.play(FadeIn(names[1]), run_time=CUE)
            for panel, mark, seconds in zip(
                self.panels, ("sixteen", "sixty-four", "two-fifty-six"), (1.2, 1.4, 2.0), strict=True
            ):
                self.hold_until(line.at(mark) - self.frames(CUE / 2))
                step = Dial(0.0)
                step.follow(panel.reveal, *panel.plots)
                self.play(step.to(lesson.TRAINING_STEPS), run_time=seconds)
                self.play(FadeIn(panel.accuracy), run_time=CUE)
            curves = curve_names(self.panels[-1])
            self.play(FadeIn(curves), run_time=CUE)
            self.hold_until(line.end + self.frames(2.0))
        everything = [part for p in self.panels for part in (p.ticks, p.accuracy, *p.plots)]
        self.play(*(FadeOut(part) for part in [*everything, names, curves]), run_time=CUE)
        late = squish_rate_func(smooth, 0.4, 1.0)
        self.play(
            Drive(lambda t: grow(1 - t), [panel.axes for panel in self.panels]),
            *(ReplacementTransform(panel.title, dot) for dot, panel in zip(dots, self.panels, strict=True)),
            *(FadeIn(part, rate_func=late) for part in scene),
            run_time=MORPH,
        )
        self.remove(*(panel.axes for panel in self.panels))

    # -- real models -----------------------------------------------------------------------------------------------

    def _place_models(self) -> None:
        found = self.boundary
        side = found.catastrophic[0]
        with self.clip("real-models"), self.say("models") as line:
            self.play(self.heading("Where real models live"), run_time=CUE)
            for mark, d_k in (("sixty-four", 64), ("one-twenty-eight", 128), ("two-fifty-six", 256)):
                self.hold_until(line.at(mark) - self.frames(CUE))
                self.play(FadeIn(found.models[d_k]), run_time=CUE)
            self.hold_until(line.at("this") - self.frames(CUE))
            self.play(side.animate.set_fill(blend("raw", LIT)), run_time=CUE)
            self.hold_until(line.end)
            self.wait(2.5)
