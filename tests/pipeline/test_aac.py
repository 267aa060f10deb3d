"""Compressed sound: the first sample at time 0, nothing shifted, nothing spoilt, the same bytes every time."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from test_join import RATES, read, segment, small

from pipeline.aac import name_m4a, write_m4a
from pipeline.errors import FilmError
from pipeline.filters import Samples
from pipeline.join import chapter_marks, join
from pipeline.loudness import longest_gap, measured
from pipeline.mix import RATE, sample_of
from pipeline.subtitles import Cue


def bursts(length: int, seed: int = 3) -> Samples:
    """Short swelling noises, as dull as speech, the first from the very first sample on."""
    chance = np.random.default_rng(seed)
    track = np.zeros(length, np.float32)
    for start in range(0, length - 4000, 6000):
        noise = np.convolve(chance.standard_normal(4000), np.hanning(24) / 4, mode="same")
        track[start : start + 4000] = chance.uniform(0.05, 0.2) * np.hanning(4000) * noise
    return track


def decoded(path: Path) -> Samples:
    with av.open(str(path)) as container:
        frames = list(container.decode(audio=0))
    assert frames[0].pts == 0
    return np.concatenate([frame.to_ndarray().ravel() for frame in frames])


def test_every_sample_comes_back_where_it_was(tmp_path: Path) -> None:
    track = bursts(3 * RATE + 333)
    write_m4a(tmp_path / "a.m4a", track)
    back = decoded(tmp_path / "a.m4a")
    assert 0 <= len(back) - len(track) < 1024
    error = back[: len(track)] - track
    assert 10 * math.log10(float((track**2).mean() / (error**2).mean())) > 30
    # No block is spoilt, as some are by libav's default search.
    assert np.abs(error).max() < 0.05
    with av.open(str(tmp_path / "a.m4a")) as container:
        stream = container.streams.audio[0]
        assert (stream.start_time, stream.duration, stream.profile) == (0, len(track), "LC")


def test_twice_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_m4a(tmp_path / f"{name}.m4a", bursts(RATE))
    assert (tmp_path / "a.m4a").read_bytes() == (tmp_path / "b.m4a").read_bytes()
    assert b"Lavc" not in (tmp_path / "a.m4a").read_bytes()


@pytest.mark.parametrize("fps", RATES)
def test_in_a_film_it_begins_with_the_first_frame_and_moves_nothing_else(tmp_path: Path, fps: Fraction) -> None:
    settings = small(fps)
    pictures = segment(tmp_path / "a.mp4", [0] * 150, settings)
    track = bursts(sample_of(150, fps))
    write_m4a(tmp_path / "a.m4a", track)
    marks, cues = [(0, "One"), (101, "Two")], [Cue(30, 80, ("Hello",))]
    for _ in range(2):
        first = tmp_path / "film.mp4"
        join([pictures], first, settings, marks, cues, "Title", sound=tmp_path / "a.m4a")
    with av.open(str(first)) as container:
        video, audio = container.streams.video[0], container.streams.audio[0]
        assert video.start_time == audio.start_time == 0
        assert abs(audio.duration * audio.time_base - 150 / fps) <= Fraction(1024, RATE)
        chapters = [chapter["start"] * chapter["time_base"] for chapter in container.chapters()]
    assert abs(chapters[1] - 101 / fps) < Fraction(1, 10**6)
    assert [packet.pts * packet.time_base for packet in read(first)] == [i / fps for i in range(150)]
    text = next(packet for packet in read(first, "text") if packet.size > 2)
    assert (text.pts * text.time_base, (text.pts + text.duration) * text.time_base) == (30 / fps, 80 / fps)
    assert np.abs(decoded(first)[: len(track)] - track).max() < 0.05
    # Copied, not compressed again.
    assert [bytes(p) for p in read(first, "audio")] == [bytes(p) for p in read(tmp_path / "a.m4a", "audio")]
    data = first.read_bytes()
    assert 0 < data.index(b"moov") < data.index(b"mdat")


def test_an_unreadable_track_is_named_and_the_good_film_stays(tmp_path: Path) -> None:
    pictures = segment(tmp_path / "a.mp4", [0] * 5, small())
    join([pictures], tmp_path / "film.mp4", small())
    before = (tmp_path / "film.mp4").read_bytes()
    (tmp_path / "a.m4a").write_bytes(b"nothing")
    with pytest.raises(FilmError, match=r"a\.m4a cannot be read"):
        join([pictures], tmp_path / "film.mp4", small(), sound=tmp_path / "a.m4a")
    assert (tmp_path / "film.mp4").read_bytes() == before


def test_sound_much_shorter_than_the_pictures_is_found_out(tmp_path: Path) -> None:
    pictures = segment(tmp_path / "a.mp4", [0] * 60, small())
    write_m4a(tmp_path / "a.m4a", bursts(RATE))
    with pytest.raises(FilmError, match=r"has 1\.000 s of sound, and 2\.000 s of pictures"):
        join([pictures], tmp_path / "film.mp4", small(), sound=tmp_path / "a.m4a")
    assert not (tmp_path / "film.mp4").exists()


def test_a_named_copy_has_title_chapters_and_the_same_sound(tmp_path: Path) -> None:
    write_m4a(tmp_path / "a.m4a", bursts(2 * RATE))
    marks = chapter_marks([(0, "One"), (30, "Two")], 60, Fraction(30))
    name_m4a(tmp_path / "a.m4a", tmp_path / "film.m4a", "The film", marks)
    with av.open(str(tmp_path / "film.m4a")) as container:
        assert container.metadata["title"] == "The film"
        found = [(c["metadata"]["title"], c["start"] * c["time_base"]) for c in container.chapters()]
    assert found == [("One", 0), ("Two", 1)]
    assert np.array_equal(decoded(tmp_path / "a.m4a"), decoded(tmp_path / "film.m4a"))


def test_the_meter_agrees_with_the_standard(tmp_path: Path) -> None:
    # ITU-R BS.1770: a tone of 997 Hz at full scale in one channel is -3.01 LUFS.
    time = np.arange(5 * RATE) / RATE
    tone = 0.1 * np.sin(2 * np.pi * 997 * time)
    write_m4a(tmp_path / "a.m4a", tone.astype(np.float32))
    found = measured(tmp_path / "a.m4a")
    assert found["lufs"] == pytest.approx(-23.01, abs=0.1)
    assert found["true_peak_dbtp"] == pytest.approx(-20, abs=0.5)
    assert found["longest_gap_seconds"] == 0
    assert (found["starts_ms"], found["seconds"]) == (0.0, 5.0)


def test_gaps_count_at_both_ends() -> None:
    sound = np.zeros(RATE, np.float32)
    sound[RATE // 2 : RATE // 2 + 4800] = 0.1
    assert longest_gap(sound, RATE) == pytest.approx(0.5)
    assert longest_gap(np.zeros(RATE, np.float32), RATE) == 1.0
    assert longest_gap(np.ones(RATE, np.float32), RATE) == 0.0
