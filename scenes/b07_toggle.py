"""Beat 7: one switch, three dimensions, and where the boundary lies."""

from __future__ import annotations

from functools import partial

from manim import (
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    VGroup,
    smooth,
    squish_rate_func,
)

from mathcore import lesson
from scenes import real_models, repaired
from scenes.boundary import Boundary
from scenes.close_up import outline
from scenes.kit import Beat
from scenes.kit.layout import Box, either, extent
from scenes.kit.motion import CUE, HOLD, MORPH, MOVE, Dial, Drive
from scenes.kit.parts.toggle import Toggle
from scenes.kit.type import mixed
from scenes.real_models import other_side
from scenes.repaired import Repaired
from scenes.switch_column import SwitchColumn
from scenes.training_panels import TrainingPanel, curve_names, loss_name, panel_boxes, reading_help, same_for_both

STOPS = lesson.TOGGLE_STOPS
DIM = 0.65
EARLY, LATE = (squish_rate_func(smooth, *part) for part in ((0.0, 0.3), (0.3, 0.7)))  # one plot goes, the next comes
MEETS = squish_rate_func(smooth, 0.5, 1.0)


class FlipTheSwitch(Beat):
    """The same keys with and without the division; the boundary; training; real models."""

    id, title = "toggle", "When it matters"
    claim = "Up to about d_k = 16 the division is cosmetic; past 64 leaving it out is catastrophic."

    def stage(self) -> None:
        self.set_heading(repaired.TITLE)
        self.before = Repaired()
        self.add(self.before)
        area = either(Box(96, 160, 1728, 590), Box(54, 230, 972, 1260))
        boxes = either(area.columns(3, 72), area.rows(3, 48))
        self.columns = [SwitchColumn(box, d_k) for box, d_k in zip(boxes, STOPS, strict=True)]
        self.toggle = Toggle(
            mixed("divide by $sqrt(d_k)$", 52), *either((748.0, 832.0), (320.0, 1620.0)), width=168, height=90
        )
        self.knob, self.switch = Dial(1.0), Dial(1.0, name="scaled")
        self.shows(d_k=STOPS[-1], scaled=1)
        self.knob.follow(self.toggle.set_on, self.toggle)
        for column in self.columns:
            self.switch.follow(column.switch, column.bars.bars, column.bars.value, column.count)

    def tell(self) -> None:
        self._three_columns()
        self._meet()
        self._look_at_each()
        self._flip()
        self._find_boundary()
        self._train()
        self._place_models()

    # -- the switch ------------------------------------------------------------------------------------------------

    def _three_columns(self) -> None:
        """Three empty places, each with its d_k; then the bars that the division gives there grow in them."""
        before, columns = self.before, self.columns
        places = [part for c in columns for part in (c.title, c.bars.slots, c.bars.base)]
        bars = [c.bars.bars for c in columns]
        for column in columns:
            column.grow(0.0)
        self.play(
            FadeOut(before, rate_func=squish_rate_func(smooth, 0.0, 0.45)),
            self.heading("One switch, three dimensions"),
            *(FadeIn(part, rate_func=squish_rate_func(smooth, 0.25, 0.6)) for part in places),
            Drive(lambda t: [column.grow(t) for column in columns], bars, rate_func=squish_rate_func(smooth, 0.45, 1)),
            run_time=2.0,
        )
        found = [part for c in columns for part in (c.bars.value, c.count, c.of)]
        self.play(*map(FadeIn, found), run_time=CUE)
        self.remove(*places, *bars, *found)
        self.add(*columns)

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
            self.hold_until(line.at("off") - self.frames(CUE / 2))
            self._turn_knob(0.0)
            self.play(self.switch.to(0.0), until=line.at("sixteen") - self.frames(CUE), least=CUE)
            for i, mark in enumerate(("sixteen", "sixty-four", "two-fifty-six")):
                self.hold_until(line.at(mark) - self.frames(CUE))
                self.shows(d_k=STOPS[i])
                self.play(*self._focus(i), run_time=CUE)
            self.hold_until(line.end)
            self.play(*self._focus(None), run_time=CUE)

    def _turn_knob(self, on: float, *others: Animation) -> None:
        """The switch turns before anything that it changes does."""
        self.play(self.knob.to(on), *others, run_time=CUE / 2)

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
        ghosts = [column.ghost for column in self.columns]  # what is on is seen against what is off
        with self.clip("switch-off-and-on"):
            with self.say("on") as line:
                self._turn_knob(1.0)
                self.play(self.switch.to(1.0), run_time=MORPH)
                self.play(*map(FadeIn, ghosts), run_time=CUE)
                self.hold_until(line.end + self.frames(HOLD))
            with self.say("again") as line:
                self._turn_knob(0.0, *map(FadeOut, ghosts))
                self.play(self.switch.to(0.0), run_time=MORPH)
                self.hold_until(line.at("on") - self.frames(CUE / 2))
                self._turn_knob(1.0)
                self.play(self.switch.to(1.0), run_time=MORPH)
                self.play(*map(FadeIn, ghosts), run_time=CUE)
                self.hold_until(line.at("division") - self.frames(CUE))
                frame = outline(extent(self.toggle.label).inset(-20, -14))
                self.play(FadeIn(frame), run_time=CUE)
                self.hold_until(line.end + self.frames(0.8))
            self.play(FadeOut(frame), run_time=CUE)

    # -- the boundary ----------------------------------------------------------------------------------------------

    def _find_boundary(self) -> None:
        found = self.boundary = Boundary()
        found.plot.reveal(1.0)
        reach = Dial(1.0, log=True)
        reach.follow(found.plot.reveal, found.plot)
        icons = [part for column in self.columns for part in (column.bars.base, column.bars.bars)]
        talk = VGroup(
            *(VGroup(c.title, c.count, c.keys, c.of, c.bars.value, c.bars.slots, c.ghost) for c in self.columns)
        )

        def fall(t: float) -> None:
            for column in self.columns:
                column.shrink(t, found.on_axis(column.d_k))

        with self.clip("boundary-plot"):
            with self.say("when") as line:
                self.play(
                    FadeOut(talk), FadeOut(self.toggle), self.heading("Gradient left without scaling"), run_time=CUE
                )
                for column in self.columns:
                    self.remove(column)
                self.add(*icons)
                # Each column becomes a mark under the axis, at its d_k.
                self.play(Drive(fall, icons), FadeIn(found.frame), run_time=MORPH)
                self.play(*map(FadeOut, icons), *(FadeIn(found.feet[d_k]) for d_k in STOPS), run_time=CUE / 2)
                self.hold_until(line.at("gradient") - self.frames(CUE))
                self.add(found.plot)
                self.play(reach.to(lesson.D_MAX), run_time=3.2)
            self._name_bands()

    def _name_bands(self) -> None:
        found = self.boundary
        with self.say("bands") as line:
            for mark, d_k in (("sixteen", 16), ("cosmetic", None), ("sixty-four", 64), ("two-fifty-six", 256)):
                self.hold_until(line.at(mark) - self.frames(CUE))
                if d_k is None:
                    self.play(FadeIn(found.cosmetic), run_time=CUE)
                    continue
                self.shows(d_k=d_k)
                dot, share = found.markers[d_k]
                found.rise(d_k, 0.0)
                self.add(found.stems[d_k])
                # The reading is taken where the line meets the curve: no dot is ever anywhere else.
                rises = Drive(partial(found.rise, d_k), [found.stems[d_k]])
                read = (FadeIn(part, rate_func=MEETS) for part in (dot, share))
                self.play(rises, FadeOut(found.feet[d_k]), *read, run_time=0.6)
            self.hold_until(line.at("catastrophic") - self.frames(CUE))
            self.play(FadeIn(found.catastrophic), run_time=CUE)
            self.hold_until(line.end + self.frames(HOLD))

    # -- training --------------------------------------------------------------------------------------------------

    def _train(self) -> None:
        found = self.boundary
        self.panels = [TrainingPanel(box, d_k) for box, d_k in zip(panel_boxes(), STOPS, strict=True)]
        panels = self.panels
        curve = [found.plot, *found.stems.values()]
        scene = [found.frame, found.cosmetic, found.catastrophic]
        scene += [part for marker in found.markers.values() for part in marker]
        help_, chance = reading_help(panels[0].box, panels[-1].box)
        same_layer, same_rate = same_for_both()
        axes, starts = [panel.axes for panel in panels], [panel.starts for panel in panels]
        said = [part for panel in panels for part in (panel.ticks, panel.title)]
        said += [loss_name(panels[0].box), curve_names()]
        with self.clip("training-curves"), self.say("training") as line:
            # First one, then the other: through each other they would be read as one plot.
            self.hold_until(line.at("training") - self.frames(CUE / 2))
            self.play(
                *(FadeOut(part, rate_func=EARLY) for part in (*scene, *curve)),
                self.heading("One small layer, trained twice"),
                *(FadeIn(part, rate_func=LATE) for part in (*axes, *said)),
                run_time=MORPH,
            )
            self.play(LaggedStart(*map(FadeIn, starts), lag_ratio=0.5), run_time=MOVE)
            self.hold_until(line.at("layer") - self.frames(CUE))
            self.play(FadeIn(same_layer), run_time=CUE)
            self.hold_until(line.at("rate") - self.frames(CUE))
            self.play(FadeIn(same_rate), run_time=CUE)
            for panel, mark, seconds in zip(
                self.panels, ("sixteen", "sixty-four", "two-fifty-six"), (1.2, 1.4, 2.0), strict=True
            ):
                self.hold_until(line.at(mark) - self.frames(CUE / 2))
                step = Dial(0.0)
                step.follow(panel.reveal, *panel.plots)
                known = [FadeIn(help_, rate_func=squish_rate_func(smooth, 0, 0.4))] if panel is panels[0] else []
                self.play(step.to(lesson.TRAINING_STEPS), *known, run_time=seconds)
                last = [FadeIn(chance)] if panel is panels[-1] else []
                self.play(FadeIn(panel.accuracy), FadeIn(panel.verdict), *last, run_time=CUE)
            self.hold_until(line.end + self.frames(2.0))
        read = [part for p in panels for part in (p.accuracy, p.verdict, *p.plots)]
        self.play(
            *(FadeOut(part, rate_func=EARLY) for part in (*axes, *starts, *read, *said)),
            *(FadeOut(part, rate_func=EARLY) for part in (same_layer, same_rate, help_, chance)),
            self.heading(real_models.HEADING_TEXT),
            *(FadeIn(part, rate_func=LATE) for part in (*scene, *curve)),
            run_time=MORPH,
        )

    # -- real models -----------------------------------------------------------------------------------------------

    def _place_models(self) -> None:
        found = self.boundary
        other = other_side(found)
        with self.clip("real-models"), self.say("models") as line:
            for mark, d_k in (("sixty-four", 64), ("one-twenty-eight", 128), ("two-fifty-six", 256)):
                self.hold_until(line.at(mark) - self.frames(CUE))
                self.shows(d_k=d_k)
                leaving = [FadeOut(found.stems[d_k])] if d_k in found.stems else []
                self.play(FadeIn(found.models[d_k]), *leaving, run_time=CUE)
            self.hold_until(line.at("this") - self.frames(CUE))
            self.play(Create(found.weight), other.animate.fade(real_models.DIM), run_time=MOVE)
            self.hold_until(line.end)
            self.wait(2.5)
