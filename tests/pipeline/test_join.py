"""A joined film against its design: exact times, copied pictures, chapters, captions, whole or absent."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from pipeline.captions import Cue
from pipeline.encode import Encoder, SegmentWriter, sha256_of
from pipeline.errors import FilmError
from pipeline.join import join
from pipeline.settings import Settings

RATES = [Fraction(15), Fraction(24), Fraction(2997, 100), Fraction(30000, 1001), Fraction(60)]


def small(fps: Fraction = Fraction(30)) -> Settings:
    return Settings(128, 72, fps)


def segment(path: Path, levels: list[int], settings: Settings, encoder: Encoder | None = None) -> Path:
    """One grey picture a level: the level tells afterwards which frame it was."""
    with SegmentWriter(path, settings, len(levels), *([encoder] if encoder else [])) as writer:
        for level in levels:
            writer.write(np.full((settings.height, settings.width, 4), level, np.uint8))
        writer.close()
    return path


def many(folder: Path, settings: Settings, count: int = 100, seed: int = 1) -> tuple[list[Path], list[int]]:
    """`count` segments of 1 to 9 frames, and the level of every frame."""
    chance = random.Random(seed)
    paths, levels = [], []
    for index in range(count):
        own = [(len(levels) + i) * 37 % 256 for i in range(chance.randint(1, 9))]
        paths.append(segment(folder / f"{index:04}.mp4", own, settings))
        levels += own
    return paths, levels


def read(path: Path, kind: str = "video") -> list[av.Packet]:
    with av.open(str(path)) as container:
        stream = getattr(container.streams, "subtitles" if kind == "text" else kind)[0]
        return [packet for packet in container.demux(stream) if packet.dts is not None]


@pytest.mark.parametrize("fps", RATES)
def test_a_hundred_short_segments_keep_exact_times_and_order(tmp_path: Path, fps: Fraction) -> None:
    settings = small(fps)
    paths, levels = many(tmp_path, settings)
    info = join(paths, tmp_path / "film.mp4", settings)
    assert info.frames == len(levels)
    assert info.seconds == pytest.approx(float(len(levels) / fps), abs=1e-9)
    packets = read(tmp_path / "film.mp4")
    assert [packet.pts * packet.time_base for packet in packets] == [i / fps for i in range(len(levels))]
    assert all(packet.dts == packet.pts for packet in packets)
    with av.open(str(tmp_path / "film.mp4")) as container:
        frames = list(container.decode(video=0))
        assert container.streams.video[0].average_rate == fps
        assert container.duration == pytest.approx(len(levels) / fps * 1_000_000, abs=1)
    # What a player computes from a frame's time stamp, against the plan: under a microsecond anywhere.
    assert max(abs(frame.time - i / float(fps)) for i, frame in enumerate(frames)) < 1e-6
    found = [int(frame.to_ndarray(format="gray8")[30:40, 60:70].mean().round()) for frame in frames]
    assert np.abs(np.array(found) - levels).max() <= 3


def test_pictures_are_copied_not_encoded_again(tmp_path: Path) -> None:
    paths, _ = many(tmp_path, small(), count=12)
    join(paths, tmp_path / "film.mp4", small())
    assert [bytes(p) for p in read(tmp_path / "film.mp4")] == [bytes(p) for path in paths for p in read(path)]


def test_index_first_no_edit_list_and_colours_still_named(tmp_path: Path) -> None:
    paths, _ = many(tmp_path, small(), count=3)
    join(paths, tmp_path / "film.mp4", small(), [(0, "One")], [Cue(0, 2, ("Hello",))])
    data = (tmp_path / "film.mp4").read_bytes()
    assert 0 < data.index(b"moov") < data.index(b"mdat")
    assert b"edts" not in data
    assert b"colrnclx\x00\x01\x00\x01\x00\x01\x00" in data


@pytest.mark.parametrize("fps", RATES)
def test_chapters_are_real_and_exact(tmp_path: Path, fps: Fraction) -> None:
    settings = small(fps)
    path = segment(tmp_path / "a.mp4", [0] * 240, settings)
    join([path], tmp_path / "film.mp4", settings, [(0, "Hook"), (101, "Predict ½"), (239, "数")], title="The film")
    with av.open(str(tmp_path / "film.mp4")) as container:
        chapters = container.chapters()
        assert container.metadata["title"] == "The film"
    assert [chapter["metadata"]["title"] for chapter in chapters] == ["Hook", "Predict ½", "数"]
    exact = [(0 / fps, 101 / fps), (101 / fps, 239 / fps), (239 / fps, 240 / fps)]
    for chapter, (start, end) in zip(chapters, exact, strict=True):
        assert abs(chapter["start"] * chapter["time_base"] - start) < Fraction(1, 10**6)
        assert abs(chapter["end"] * chapter["time_base"] - end) < Fraction(1, 10**6)


@pytest.mark.parametrize("fps", RATES)
def test_captions_are_a_soft_track_with_exact_times(tmp_path: Path, fps: Fraction) -> None:
    settings = small(fps)
    path = segment(tmp_path / "a.mp4", [0] * 150, settings)
    cues = [Cue(3, 40, ("Queries, keys", "√d_k = 8")), Cue(40, 80, ("directly after",)), Cue(100, 150, ("later",))]
    join([path], tmp_path / "film.mp4", settings, captions=cues)
    with av.open(str(tmp_path / "film.mp4")) as container:
        stream = container.streams.subtitles[0]
        assert stream.codec_context.name == "mov_text"
        assert stream.language == "eng"
    packets = read(tmp_path / "film.mp4", "text")
    shown = [packet for packet in packets if packet.size > 2]
    assert [bytes(packet)[2:].decode() for packet in shown] == [cue.text for cue in cues]
    assert [packet.pts * packet.time_base for packet in shown] == [cue.start / fps for cue in cues]
    assert [(packet.pts + packet.duration) * packet.time_base for packet in shown] == [cue.end / fps for cue in cues]
    # The gaps hold empty samples, and the muxer ends the track with one. Any other of no length, between
    # captions that touch, would upset players.
    assert all(packet.duration > 0 for packet in packets[:-1])


def test_a_film_without_captions_has_no_caption_track(tmp_path: Path) -> None:
    path = segment(tmp_path / "a.mp4", [0] * 5, small())
    join([path], tmp_path / "film.mp4", small())
    with av.open(str(tmp_path / "film.mp4")) as container:
        assert [stream.type for stream in container.streams] == ["video"]


def test_twice_the_same_bytes_wherever_it_is_written(tmp_path: Path) -> None:
    paths, levels = many(tmp_path, small(), count=20)
    chapters, cues = [(0, "One"), (20, "Two")], [Cue(1, 30, ("Hello",)), Cue(31, len(levels), ("there",))]
    first = join(paths, tmp_path / "film.mp4", small(), chapters, cues, "Title")
    second = join(paths, tmp_path / "it's ünï 数学" / "other.mp4", small(), chapters, cues, "Title")
    assert first == second
    assert first.sha256 == sha256_of(tmp_path / "film.mp4")
    assert first != join(paths, tmp_path / "film.mp4", small(), chapters, cues, "Another title")


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:48])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def of_another_size(path: Path) -> None:
    segment(path, [0, 0], Settings(256, 144, Fraction(30)))


def at_another_rate(path: Path) -> None:
    segment(path, [0, 0], small(Fraction(25)))


def encoded_otherwise(path: Path) -> None:
    segment(path, [0, 0], small(), Encoder(preset="slower"))


def gone(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("fault", [cut_short, emptied, of_another_size, at_another_rate, encoded_otherwise, gone])
def test_a_bad_segment_is_named_and_the_good_film_stays(tmp_path: Path, fault: object) -> None:
    paths, _ = many(tmp_path, small(), count=5)
    film = tmp_path / "out" / "film.mp4"
    good = join(paths, film, small())
    fault(paths[3])  # type: ignore[operator]
    with pytest.raises(FilmError, match=r"0003\.mp4 .* make it again with --fresh"):
        join(paths, film, small())
    assert sha256_of(film) == good.sha256
    assert [path.name for path in film.parent.iterdir()] == ["film.mp4"]


def test_what_does_not_read_back_as_planned_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = segment(tmp_path / "a.mp4", [0] * 5, small())
    monkeypatch.setattr("pipeline.join._count", lambda path, settings: 6)
    with pytest.raises(FilmError, match=r"has 5 frames, and was made with 6; make it again with --fresh"):
        join([path], tmp_path / "film.mp4", small())
    assert [each.name for each in tmp_path.iterdir()] == ["a.mp4"]


def test_an_output_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    path = segment(tmp_path / "a.mp4", [0] * 5, small())
    (tmp_path / "film.mp4").mkdir()
    with pytest.raises(FilmError, match="it is a folder"):
        join([path], tmp_path / "film.mp4", small())


@pytest.mark.parametrize(
    ("chapters", "cues", "message"),
    [
        ([(0, "A"), (0, "B")], [], "'A' from frame 0 to 0"),
        ([(0, "A"), (10, "B")], [], "'B' from frame 10 to 10"),
        ([(4, "A"), (2, "B")], [], "'A' from frame 4 to 2"),
        ([], [Cue(2, 11, ("late",))], "'late' does not lie"),
        ([], [Cue(0, 5, ("one",)), Cue(4, 9, ("two",))], "'two' does not lie"),
        ([], [Cue(3, 3, ("none",))], "'none' does not lie"),
    ],
)
def test_chapters_and_captions_must_lie_inside_the_film(
    tmp_path: Path, chapters: list[tuple[int, str]], cues: list[Cue], message: str
) -> None:
    path = segment(tmp_path / "a.mp4", [0] * 10, small())
    with pytest.raises(ValueError, match=message):
        join([path], tmp_path / "film.mp4", small(), chapters, cues)
    assert not (tmp_path / "film.mp4").exists()


def test_nothing_to_join_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nothing to join"):
        join([], tmp_path / "film.mp4", small())
