"""A beat is planned in whole frames, speaks its script, and drives its parts from alpha alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from manim import FadeIn, LaggedStart, tempconfig
from manim.camera.moving_camera import MovingCamera
from manim.renderer.cairo_renderer import CairoRenderer

from scenes.kit import Beat, KitError
from scenes.kit import beat as beat_module
from scenes.kit.motion import Dial, Drive
from scenes.kit.parts.numeral import Numeral
from scenes.kit.parts.shapes import dot
from scenes.kit.script import parse_line
from scenes.kit.timeline import Timeline

SCRIPT = {"one": parse_line("one", "Now [see]see the picture.", "test"), "two": parse_line("two", "Well.", "test")}


class Small(Beat):
    id, title = "small", "Small"


@pytest.fixture(autouse=True)
def script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beat_module, "load_script", lambda beat: dict(SCRIPT))


@pytest.fixture(params=[15, 24, 29.97, 60])
def fps(request: pytest.FixtureRequest) -> Iterator[float]:
    with tempconfig(dict(frame_rate=request.param, dry_run=True, pixel_width=64, pixel_height=36, progress_bar="none")):
        yield request.param


class Counting(CairoRenderer):
    """Counts the frames that Manim's own loop draws."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(camera_class=MovingCamera, **kwargs)
        self.drawn = 0

    def add_frame(self, frame: Any, num_frames: int = 1) -> None:
        self.drawn += num_frames


def _run(tell: Any) -> tuple[Beat, Counting]:
    class Told(Small):
        def tell(self) -> None:
            tell(self)

    renderer = Counting()
    beat = Told(renderer=renderer)
    beat.setup()
    beat.construct()
    return beat, renderer


def test_plan_and_drawn_frames_agree_for_any_length(fps: float) -> None:
    lengths = np.random.default_rng(5).uniform(0.05, 1.3, 12)

    def tell(beat: Beat) -> None:
        with beat.say("one"), beat.say("two"):
            for i, seconds in enumerate(lengths):
                mark = dot(100 + i, 100)
                beat.play(FadeIn(mark), run_time=float(seconds)) if i % 2 else beat.wait(float(seconds))

    beat, renderer = _run(tell)
    timeline = beat.timeline
    assert renderer.drawn == timeline.frames
    assert [p.start for p in timeline.plays[1:]] == [p.end for p in timeline.plays[:-1]]
    assert [p.frames for p in timeline.plays[: len(lengths)]] == [max(1, round(s * fps)) for s in lengths]


def test_groups_of_animations_keep_their_whole_frames(fps: float) -> None:
    def tell(beat: Beat) -> None:
        with beat.say("one"), beat.say("two"):
            marks = [dot(100 + 20 * i, 100) for i in range(4)]
            beat.play(LaggedStart(*(FadeIn(m) for m in marks), lag_ratio=0.3), FadeIn(dot(5, 5)), run_time=1.1)

    beat, renderer = _run(tell)
    assert renderer.drawn == beat.timeline.frames


def test_a_line_lasts_until_its_end_and_a_breath(fps: float) -> None:
    def tell(beat: Beat) -> None:
        with beat.say("one") as line:
            beat.hold_until(line.at("see"))
            beat.play(FadeIn(dot(1, 1)), run_time=0.2)
        with beat.say("two"):
            pass

    beat, _ = _run(tell)
    one, two = beat.timeline.lines
    assert one.marks["see"] == beat.timeline.plays[1].start
    assert two.start == one.end + round(beat_module.BREATH * fps)
    assert beat.timeline.frames == two.end + round(beat_module.BREATH * fps)


def test_a_beat_says_all_its_lines_and_each_once(fps: float) -> None:
    with pytest.raises(KitError, match="never says its line 'two'"):
        _run(lambda beat: _say(beat, "one"))
    with pytest.raises(KitError, match="says its line 'one' twice"):
        _run(lambda beat: _say(beat, "one", "one"))
    with pytest.raises(KitError, match=r"no line 'oen' \(did you mean 'one'\?\)"):
        _run(lambda beat: _say(beat, "oen"))


def _say(beat: Beat, *lines: str) -> None:
    for line in lines:
        with beat.say(line):
            pass


def test_an_unknown_mark_and_an_impossible_length_are_named(fps: float) -> None:
    def wrong_mark(beat: Beat) -> None:
        with beat.say("one") as line:
            line.at("sea")

    with pytest.raises(KitError, match=r"no mark \[sea\] \(did you mean 'see'\?\)"):
        _run(wrong_mark)
    with pytest.raises(KitError, match="length of nan seconds"):
        _run(lambda beat: beat.wait(float("nan")))


@pytest.mark.parametrize("slip", [1e9, 1e308, 3601])
def test_a_slip_in_a_length_is_told_before_anything_is_drawn(fps: float, slip: float) -> None:
    for tell in (lambda beat: beat.wait(slip), lambda beat: beat.play(FadeIn(dot(0, 0, 9, "ink")), run_time=slip)):
        with pytest.raises(
            KitError, match=r"seconds cannot be played in the beat 'small'; give one above 0 and up to 3600"
        ):
            _run(tell)


def test_a_beat_of_many_lengths_that_is_too_long_is_told(fps: float) -> None:
    def tell(beat: Beat) -> None:
        for line in SCRIPT:
            with beat.say(line):
                pass
        beat.hold_until(int(3600 * beat.fps))  # the most that a beat may last
        assert beat.frame_now / beat.fps <= 3600
        beat.hold_until(int(3600 * beat.fps) + 2)

    with pytest.raises(
        KitError, match="'small' would last longer than 3600 seconds, the most that a beat may; shorten"
    ):
        _run(tell)


def test_a_dial_moves_all_that_follow_it_and_ends_exactly() -> None:
    number, seen = Numeral("4", 100, 100), []
    dial = Dial(4, log=True)
    dial.follow(lambda v: number.set_text(f"{v:.0f}"), number)
    dial.follow(seen.append)
    sweep = dial.to(512)
    sweep.begin()
    for alpha in (0.0, 0.25, 0.5, 0.75, 1.0):
        sweep.interpolate(alpha)
    assert (dial.value, number.text) == (512.0, "512")
    assert seen == sorted(seen)


def test_a_frame_of_a_sweep_does_not_depend_on_the_frames_before() -> None:
    def at(alphas: list[float]) -> list[float]:
        values: list[float] = []
        dial = Dial(4, log=True)
        dial.follow(values.append)
        sweep = dial.to(512)
        sweep.begin()
        for alpha in alphas:
            sweep.interpolate(alpha)
        return values

    assert at([0.1, 0.2, 0.3, 0.7])[-1] == at([0.7])[-1]


def test_a_drive_leaves_the_drawing_order_alone(fps: float) -> None:
    below, above = dot(10, 10), dot(10, 10)

    def tell(beat: Beat) -> None:
        beat.add(below, above)
        with beat.say("one"), beat.say("two"):
            beat.play(Drive(lambda t: None, [below]), run_time=0.2)
        assert beat.mobjects.index(below) < beat.mobjects.index(above)

    _run(tell)


def test_what_the_picture_is_of_is_told_frame_by_frame(fps: float) -> None:
    """A dial with a name says where it is drawn in each frame, a drive what it shows, and a beat what it says."""
    drawn: list[float] = []

    def tell(beat: Beat) -> None:
        dial = Dial(4, log=True, name="d_k")
        beat.shows(d_k=dial.value, scaled=0)
        dial.follow(drawn.append)
        with beat.say("one"):
            beat.wait(0.2)
            drawn.clear()
            beat.play(dial.to(512), run_time=0.8)
        beat.shows(d_k=4.0)
        with beat.say("two"):
            beat.play(Drive(lambda t: None, [], shows={"scaled": float}), run_time=0.3)

    beat, _ = _run(tell)
    timeline = beat.timeline
    sweep = timeline.plays[1]
    d_k = {each.frame: each.value for each in timeline.shown if each.name == "d_k"}
    assert d_k[0] == 4
    assert d_k[sweep.end] == 512
    during = [value for frame, value in d_k.items() if sweep.start < frame < sweep.end]
    assert len(during) > 0.7 * sweep.frames
    assert during == sorted(during)
    assert {round(value, 3) for value in drawn} >= set(during)  # each is a picture that was drawn
    assert [(each.value, each.frame) for each in timeline.shown if each.name == "d_k"][-1] == (
        4,
        timeline.lines[1].start,
    )
    scaled = [each for each in timeline.shown if each.name == "scaled"]
    assert (scaled[0].frame, scaled[0].value, scaled[-1].value) == (0, 0, 1)
    assert scaled[-1].frame <= timeline.plays[-2].end
    assert Timeline.from_json(json.loads(json.dumps(timeline.to_json()))) == timeline
