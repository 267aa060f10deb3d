"""Running one beat: exact lengths, the same bytes however plays are shared, single frames, nothing left behind."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from manim import LEFT, RIGHT, UP, Circle, FadeIn, Line, MovingCamera, Scene, Square, VMobject, config

from pipeline.camera import StudioCamera
from pipeline.encode import SegmentInfo, SegmentWriter, ToVideo
from pipeline.errors import FilmError
from pipeline.renderer import StudioRenderer
from pipeline.settings import Settings
from pipeline.stage import rehearse, render_plays, render_still, render_stills
from scenes.kit import script
from scenes.kit.beat import Beat
from scenes.kit.look import colour, get_look
from scenes.kit.motion import Dial

SMALL = Settings(256, 144, Fraction(15))


@pytest.fixture(autouse=True)
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts for the beats below, away from the film's own."""
    folder = tmp_path / "script"
    folder.mkdir()
    (folder / "lexicon.toml").write_text("")
    for beat in (Moving, Marching, Lengths, Failing, Cheating, Leaking):
        text = '[[line]]\nid = "one"\ntext = "Now [here]here it goes."\n' if beat is Moving else ""
        (folder / f"{beat.id}.toml").write_text(text)
    monkeypatch.setattr(script, "SCRIPT_DIR", folder)


class Moving(Beat):
    """A dial that drives a square, something that stands still, a line, holds."""

    id, title, claim = "moving", "Moving", "It moves."

    def stage(self) -> None:
        self.add(Circle(radius=1.3, color=colour("query"), fill_opacity=0.5).shift(4 * LEFT))
        self.square = Square(1.0, color=colour("raw"), fill_opacity=1.0)
        self.add(self.square)
        self.dial = Dial(0.0)
        self.dial.follow(lambda value: self.square.move_to(value * RIGHT + 0.3 * value * UP), self.square)

    def tell(self) -> None:
        self.wait(0.4)
        self.play(self.dial.to(3.0, run_time=1.0))
        with self.say("one"):
            self.play(FadeIn(Line(2 * LEFT, 2 * RIGHT, color=colour("ink")).shift(2 * UP), run_time=0.6))
        self.play(self.dial.to(-1.0, run_time=0.8), FadeIn(Circle(color=colour("key"))))
        self.play(self.camera.frame.animate.scale(0.5), run_time=0.5)
        self.wait(0.3)


class Marching(Beat):
    """Another beat, to run before or after."""

    id, title, claim = "marching", "Marching", "It marches."

    def tell(self) -> None:
        row = [Square(0.5, color=colour("scaled")).shift(i * RIGHT) for i in range(-3, 4)]
        self.play(*[FadeIn(square) for square in row], run_time=0.5)
        self.wait(0.5)


class Lengths(Beat):
    """Plays and waits of the lengths in `seconds`."""

    id, title, claim = "lengths", "Lengths", "They add up."
    seconds: tuple[float, ...] = ()

    def stage(self) -> None:
        self.dot = Square(0.5, color=colour("ink"))
        self.add(self.dot)

    def tell(self) -> None:
        for number, seconds in enumerate(self.seconds):
            if number % 2:
                self.wait(seconds)
            else:
                self.play(self.dot.animate.shift(0.01 * RIGHT), run_time=seconds)


class Failing(Beat):
    """Raises in its third play's stead."""

    id, title, claim = "failing", "Failing", "It fails."

    def tell(self) -> None:
        self.wait(0.4)
        self.play(FadeIn(Square()), run_time=0.4)
        raise ZeroDivisionError("in the beat")


class Cheating(Beat):
    """Plays past its own plan."""

    id, title, claim = "cheating", "Cheating", "It cheats."

    def tell(self) -> None:
        self.wait(0.4)
        Scene.play(self, FadeIn(Square()), run_time=0.4)


class Leaking(Beat):
    """Changes Manim's configuration for everybody."""

    id, title, claim = "leaking", "Leaking", "It leaks."

    def tell(self) -> None:
        config.background_color = "#FF0000"
        config.frame_rate = 7
        raise ZeroDivisionError("after leaking")


def rendered(beat: type[Beat], plays: list[int], folder: Path, settings: Settings = SMALL) -> dict[int, SegmentInfo]:
    made = render_plays(beat, settings, plays, folder, media=folder.parent / "media")
    return dict(zip(plays, made, strict=True))


def pictures(path: Path) -> list[np.ndarray]:
    with av.open(str(path)) as container:
        return [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]


def raw_frames(beat: type[Beat], plays: list[int], folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[np.ndarray]:
    """The pictures handed to the encoder, one a frame."""
    found: list[np.ndarray] = []
    write = SegmentWriter.write

    def keep(self: SegmentWriter, rgba: np.ndarray, repeat: int = 1) -> object:
        found.extend([rgba[..., :3].copy()] * repeat)
        return write(self, rgba, repeat)

    with monkeypatch.context() as patch:
        patch.setattr(SegmentWriter, "write", keep)
        rendered(beat, plays, folder)
    return found


def test_a_rehearsal_draws_nothing_and_knows_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("drawn")

    monkeypatch.setattr(StudioCamera, "capture_mobjects", never)
    seen: list[tuple[int, str]] = []
    told = rehearse(Moving, SMALL, [lambda beat, play, moment: seen.append((play.index, moment))], media=tmp_path)
    # 0.4 s, 1 s, 0.6 s at 15 frames/s; the line: four words of 0.4 s and a breath of 0.35 s, less the 0.6 s shown.
    assert [play.frames for play in told.plays] == [6, 15, 9, 24 + 5 - 9, 15, 8, 4]
    assert [play.start for play in told.plays] == [0, 6, 21, 30, 50, 65, 73]
    assert told.frames == 77
    assert told.moments() == {"one": 21, "here": 27}
    assert seen == [(play.index, moment) for play in told.plays for moment in ("begin", "end")]


@pytest.mark.parametrize("fps", [15, 24, 25, Fraction(2997, 100), Fraction(30000, 1001), 30, 60])
def test_random_lengths_take_exactly_the_planned_frames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fps: Fraction
) -> None:
    chance = random.Random(int(fps * 1001))
    monkeypatch.setattr(Lengths, "seconds", tuple(chance.uniform(0.02, 0.7) for _ in range(24)))
    settings = Settings(64, 64, Fraction(fps))
    told = rehearse(Lengths, settings)
    planned = [max(1, round(seconds * float(fps))) for seconds in Lengths.seconds]
    assert [play.frames for play in told.plays] == planned
    made = rendered(Lengths, list(range(24)), tmp_path / "cut", settings)
    assert [made[index].frames for index in range(24)] == planned
    assert [len(pictures(tmp_path / "cut" / f"{index:04}.mp4")) for index in range(24)] == planned


def test_the_same_bytes_however_plays_are_shared_out_and_in_any_order_of_beats(tmp_path: Path) -> None:
    whole = rendered(Moving, list(range(7)), tmp_path / "whole")
    other = rendered(Marching, [0, 1], tmp_path / "other")
    assert rendered(Marching, [1], tmp_path / "again") == {1: other[1]}
    for number, share in enumerate([[0], [1, 2], [3, 6], [5], [4]]):
        assert rendered(Moving, share, tmp_path / f"share{number}") == {index: whole[index] for index in share}
    assert rendered(Moving, list(range(7)), tmp_path / "after") == whole
    assert len({info.sha256 for info in whole.values()}) == 7


def test_the_same_bytes_in_a_fresh_process(tmp_path: Path) -> None:
    here = rendered(Moving, [1, 2], tmp_path / "here")
    code = (
        "import json, sys; from pathlib import Path; import test_stage as t; from scenes.kit import script\n"
        "script.SCRIPT_DIR = Path(sys.argv[1])\n"
        "made = t.rendered(t.Moving, [2], Path(sys.argv[2]))\n"
        "print(json.dumps([made[2].sha256, made[2].bytes]))"
    )
    roots = [str(Path(__file__).parent), str(Path(__file__).parents[2])]
    done = subprocess.run(
        [sys.executable, "-c", code, str(script.SCRIPT_DIR), str(tmp_path / "there")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(roots)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout.splitlines()[-1]) == [here[2].sha256, here[2].bytes]


def test_a_still_is_the_films_own_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = rehearse(Moving, SMALL, media=tmp_path / "media")
    raw = raw_frames(Moving, list(range(7)), tmp_path / "cut", monkeypatch)
    film = [p for index in range(7) for p in pictures(tmp_path / "cut" / f"{index:04}.mp4")]
    assert len(raw) == len(film) == told.frames
    for frame in [0, 5, 6, 13, 20, 21, 25, 29, 40, 49, 50, 57, 64, 65, 70, 73, told.frames - 1]:
        still = render_still(Moving, SMALL, frame, media=tmp_path / "media")
        assert np.array_equal(still, raw[frame]), frame
        assert np.abs(still.astype(int) - film[frame]).mean() < 2


def test_pictures_reach_the_encoder_whole_though_memory_is_used_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = raw_frames(Moving, [1], tmp_path / "cut", monkeypatch)
    # A slow converter: whoever drew into memory that is still read would be found out.
    convert = ToVideo.__call__
    monkeypatch.setattr(ToVideo, "__call__", lambda self, rgba: (time.sleep(0.02), convert(self, rgba))[1])
    slow = rendered(Moving, [1], tmp_path / "slow")[1]
    monkeypatch.undo()
    with SegmentWriter(tmp_path / "plain.mp4", SMALL, len(raw)) as writer:
        for picture in raw:
            writer.write(np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)]))
        assert writer.close() == slow


def test_several_stills_of_one_run_are_those_of_a_run_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    last = rehearse(Moving, SMALL, media=tmp_path).frames - 1
    frames = [57, 0, 5, 13, 14, 40, last, 13, last - 1]  # in no order, some of one play, some of one hold
    alone = {frame: render_still(Moving, SMALL, frame, media=tmp_path) for frame in frames}
    runs: list[int] = []
    construct = Moving.construct
    monkeypatch.setattr(Moving, "construct", lambda self: (runs.append(1), construct(self))[1])
    together = render_stills(Moving, SMALL, frames, media=tmp_path)
    assert len(runs) == 1
    for frame, picture in zip(frames, together, strict=True):
        assert np.array_equal(picture, alone[frame]), frame
    with pytest.raises(FilmError, match=f"has no frame {last + 1}; it has {last + 1}, from 0"):
        render_stills(Moving, SMALL, [0, last + 1], media=tmp_path)


def test_a_still_draws_one_picture_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    draw = StudioRenderer._draw
    monkeypatch.setattr(StudioRenderer, "_draw", lambda self, what: (drawn.append(1), draw(self, what))[1])
    render_still(Moving, SMALL, 13, media=tmp_path)
    assert len(drawn) == 2  # what stands still, and the rest over it


def test_what_stands_still_looks_the_same_in_a_hold_and_in_a_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The first frame of a play shows its beginning, which is what the hold before it showed.
    raw = raw_frames(Moving, [0, 1], tmp_path / "cut", monkeypatch)
    assert np.array_equal(raw[5], raw[6])
    assert not np.array_equal(raw[6], raw[20])


def test_frames_and_segments_are_reported_as_they_come(tmp_path: Path) -> None:
    frames: list[int] = []
    segments: list[tuple[int, bool]] = []

    def closed(index: int, info: SegmentInfo) -> None:
        segments.append((index, (tmp_path / f"{index:04}.mp4").stat().st_size == info.bytes))

    render_plays(Moving, SMALL, [1, 3, 6], tmp_path, frames.append, closed, media=tmp_path / "media")
    assert frames == [1] * 15 + [20, 4]
    assert segments == [(1, True), (3, True), (6, True)]


@pytest.mark.parametrize("behind", [0, 1])
def test_so_many_segments_are_compressed_while_the_next_is_drawn(tmp_path: Path, behind: int) -> None:
    # A bench that took the time between two ends for a play's own once named the play before it.
    frames: list[int] = []
    drawn: list[int] = []
    render_plays(
        Moving,
        SMALL,
        [0, 1, 2, 3],
        tmp_path,
        frames.append,
        lambda _, __: drawn.append(sum(frames)),
        media=tmp_path / "media",
        behind=behind,
    )
    ends = [play.end for play in rehearse(Moving, SMALL, media=tmp_path / "media").plays[:4]]
    assert drawn == [*ends[behind:], *ends[-1:] * behind]


def test_theme_and_layout_are_the_settings_own(tmp_path: Path) -> None:
    upright = Settings(144, 256, Fraction(15), "light", portrait=True)
    still = render_still(Moving, upright, 0, media=tmp_path)
    assert still.shape == (256, 144, 3)
    assert "#{:02X}{:02X}{:02X}".format(*still[2, 2]) == "#FBF9F4"
    assert "#{:02X}{:02X}{:02X}".format(*render_still(Moving, SMALL, 0, media=tmp_path)[2, 2]) == "#0F141B"


def test_configuration_and_look_are_put_back_even_when_a_beat_leaks_and_raises(tmp_path: Path) -> None:
    before, look = dict(config), get_look()
    alone = rendered(Marching, [0], tmp_path / "alone")
    with pytest.raises(ZeroDivisionError):
        rehearse(Leaking, Settings(128, 72, Fraction(24), "light"))
    assert dict(config) == before
    assert get_look() == look
    assert rendered(Marching, [0], tmp_path / "after") == alone


def test_a_beat_that_raises_keeps_what_was_finished_and_leaves_nothing_half_made(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError, match="in the beat"):
        rendered(Failing, [0, 1, 2], tmp_path / "cut")
    assert sorted(path.name for path in (tmp_path / "cut").iterdir()) == ["0000.mp4", "0001.mp4"]
    assert [len(pictures(tmp_path / "cut" / name)) for name in ("0000.mp4", "0001.mp4")] == [6, 6]


def test_a_beat_that_raises_inside_a_play_leaves_nothing_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(self: Dial, value: float) -> None:
        raise ZeroDivisionError("in a follower")

    monkeypatch.setattr(Dial, "set", burst)
    with pytest.raises(ZeroDivisionError, match="in a follower"):
        rendered(Moving, [0, 1], tmp_path / "cut")
    assert [path.name for path in (tmp_path / "cut").iterdir()] == ["0000.mp4"]


def test_a_play_behind_the_plans_back_is_caught_in_rehearsal() -> None:
    with pytest.raises(ValueError, match="use the beat's own play and wait"):
        rehearse(Cheating, SMALL)


def test_numbers_that_the_beat_does_not_have(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match="The beat marching has no play 2; it has 2"):
        rendered(Marching, [0, 2], tmp_path / "cut")
    with pytest.raises(FilmError, match="The beat marching has no frame 16; it has 16"):
        render_still(Marching, SMALL, 16)
    assert rendered(Marching, [], tmp_path / "none") == {}


def word_like(colour: str, opacity: float) -> VMobject:
    """A filled shape of many curves without a stroke, as a word is."""
    shape = VMobject(fill_color=colour, fill_opacity=opacity, stroke_width=0)
    for at in range(6):
        shape.append_points(Circle(0.31).shift(0.503 * at * RIGHT + 0.1 * at * UP).points)
    return shape


def test_the_quick_camera_draws_what_manims_own_draws() -> None:
    shapes = [
        word_like("#F6EF49", 1.0).scale(20),  # larger than is worth a surface of its own
        Circle(1.5, color="#EE7350", fill_opacity=0.7),
        Square(1.0, color="#4285F5").rotate(0.3).shift(2 * LEFT),
        Line(3 * LEFT, 3 * RIGHT + UP),
        word_like("#7FF0C2", 0.6),
        word_like("#FBB4FE", 1.0).shift(9 * LEFT),  # half out of the frame
        word_like("#FFFFFF", 0.0),
    ]
    quick, plain = StudioCamera(), MovingCamera()
    for camera in (quick, plain):
        camera.capture_mobjects(shapes)
    # Equal but for rounding, and a few pixels where straight edges meet: Cairo joins lines a little differently.
    difference = np.abs(quick.pixel_array.astype(int) - plain.pixel_array).max(axis=-1)
    assert difference.max() <= 16
    assert (difference > 2).sum() < 100
    assert len(np.unique(quick.pixel_array.reshape(-1, 4), axis=0)) > 100


def test_remembered_outlines_follow_the_shape_and_the_view() -> None:
    square, circle, word = Square(1.0, fill_opacity=1), Circle(), word_like("#7FF0C2", 0.6)
    used = StudioCamera()

    def agrees() -> bool:
        fresh = StudioCamera()
        fresh.frame = used.frame.copy()
        for camera in (used, fresh):
            camera.reset()
            camera.capture_mobjects([square, circle, word])
        return np.array_equal(used.pixel_array, fresh.pixel_array)

    assert agrees()
    assert agrees()
    square.shift(0.37 * RIGHT)
    assert agrees()
    square.points[:, 0] *= 1.5  # in place: the array is the same object
    assert agrees()
    word.shift(0.003 * RIGHT)
    assert agrees()
    word.set_fill("#FF0000")
    assert agrees()
    word.set_fill(opacity=0.3)
    assert agrees()
    word.set_fill(opacity=0.0)
    assert agrees()
    used.frame.scale(0.6).shift(0.21 * UP)
    assert agrees()
    word.set_fill(opacity=0.8)
    assert agrees()
    word.set_stroke("#FFFFFF", 4, opacity=1)
    assert agrees()
    word.shift(20 * LEFT)
    assert agrees()
    circle.set_points(square.points[:0])
    assert agrees()
