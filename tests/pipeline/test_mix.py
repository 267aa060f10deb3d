"""Lines read, resampled, placed and mastered: exact to the sample, and refused in one sentence where they are bad."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from pipeline.aac import write_m4a
from pipeline.errors import FilmError
from pipeline.filters import Samples
from pipeline.loudness import measured
from pipeline.master import CEILING_DBTP, film_gain, mastered, shaped
from pipeline.mix import RATE, doubled, mix, read_line, sample_of
from pipeline.voice.sound import write

RECORDED_RATE = 24_000


def speechlike(seconds: float, seed: int = 1, level: float = 0.1) -> Samples:
    """Noise in syllables, four a second, silent at both ends."""
    chance = np.random.default_rng(seed)
    time = np.arange(round(seconds * RECORDED_RATE)) / RECORDED_RATE
    swell = np.sin(np.pi * 4 * time) ** 2
    return (level * swell * chance.standard_normal(len(time))).astype(np.float32)


def flac(path: Path, samples: np.ndarray, rate: int = RECORDED_RATE, layout: str = "mono") -> Path:
    with av.open(str(path), "w", format="flac") as container:
        stream = container.add_stream("flac", rate=rate)
        stream.layout, stream.format = layout, "s16"
        whole = np.rint(samples * 32767).astype(np.int16)
        if layout == "stereo":
            whole = np.repeat(whole, 2)
        frame = av.AudioFrame.from_ndarray(whole[None], format="s16", layout=layout)
        frame.sample_rate = rate
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


@pytest.mark.parametrize("fps", [Fraction(15), Fraction(24), Fraction(25), Fraction(2997, 100), Fraction(60)])
def test_a_frame_begins_at_the_nearest_sample_however_late(fps: Fraction) -> None:
    for frame in (0, 1, 7, 1001, 28_771, 107_893):
        assert abs(sample_of(frame, fps) - frame / fps * RATE) <= Fraction(1, 2)


def test_twice_the_rate_is_twice_the_samples_each_where_it_was() -> None:
    line = speechlike(1.0)[:-37]
    wide = doubled(line)
    assert len(wide) == 2 * len(line)
    assert np.abs(wide[::2] - line).max() < 1e-6
    time = np.arange(RECORDED_RATE) / RECORDED_RATE
    tone = (np.hanning(RECORDED_RATE) * np.sin(2 * np.pi * 3000 * time)).astype(np.float32)
    later = np.arange(2 * RECORDED_RATE) / RATE
    envelope = 0.5 - 0.5 * np.cos(2 * np.pi * later * RECORDED_RATE / (RECORDED_RATE - 1))
    assert np.abs(doubled(tone)[:-2] - (envelope * np.sin(2 * np.pi * 3000 * later))[:-2]).max() < 1e-4


def test_a_recording_is_read_to_the_bit(tmp_path: Path) -> None:
    line = speechlike(0.5)
    write(tmp_path / "a.flac", line)
    found = read_line(tmp_path / "a.flac", len(line), "a.flac")
    assert found.dtype == np.float32
    assert np.abs(found * 32768 - np.rint(line * 32767)).max() == 0


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3000])


def no_sound(path: Path) -> None:
    path.write_bytes(b"This is a letter.")


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def gone(path: Path) -> None:
    path.unlink()


def at_8_khz(path: Path) -> None:
    flac(path, speechlike(0.5), 8000)


def at_44_khz(path: Path) -> None:
    flac(path, speechlike(0.5), 44_100)


def in_stereo(path: Path) -> None:
    flac(path, speechlike(0.5), layout="stereo")


def silent(path: Path) -> None:
    flac(path, np.zeros(RECORDED_RATE // 2))


def shorter(path: Path) -> None:
    flac(path, speechlike(0.4))


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (cut, "damaged and cannot be read as sound|holds [0-9]+ samples"),
        (no_sound, "damaged and cannot be read as sound"),
        (emptied, "damaged and cannot be read as sound"),
        (gone, "is missing"),
        (at_8_khz, "one channel at 24000 Hz"),
        (at_44_khz, "one channel at 24000 Hz"),
        (in_stereo, "one channel at 24000 Hz"),
        (silent, "is silent"),
        (shorter, "holds 9600 samples where its manifest says 12000"),
    ],
)
def test_a_bad_recording_is_named_with_the_cure(tmp_path: Path, fault: Callable[[Path], None], says: str) -> None:
    path = flac(tmp_path / "hook.query.flac", speechlike(0.5))
    assert len(read_line(path, 12_000, "it")) == 12_000
    fault(path)
    with pytest.raises(FilmError, match=rf"^assets/hook\.query\.flac .*({says}).*; record the line again with .*\.$"):
        read_line(path, 12_000, "assets/hook.query.flac")


def test_lines_lie_at_their_samples_and_add() -> None:
    ones = np.ones(4, np.float32)
    assert mix(8, [(1, ones), (3, ones)]).tolist() == [0, 1, 1, 2, 2, 1, 1, 0]
    assert mix(4, [(2, ones)]).tolist() == [0, 0, 1, 1]
    for start in (-1, 8):
        with pytest.raises(ValueError, match="not inside"):
            mix(8, [(start, ones)])


def test_mastering_delays_nothing_and_rings_out_within_its_tail() -> None:
    line = np.zeros(RECORDED_RATE, np.float32)
    line[12_000] = 0.5
    done = mastered(shaped(line), 6.0)
    assert len(done) == 2 * RECORDED_RATE + RATE // 10
    assert np.abs(done).argmax() == 24_000
    assert np.abs(mastered(shaped(speechlike(1.0)), 10.0)[-10:]).max() < 1e-4


def test_many_lines_come_out_at_their_loudness_after_the_codec(tmp_path: Path) -> None:
    lines = [shaped(speechlike(2 + number / 3, number, 0.02 * (1 + number))) for number in range(6)]
    gain = film_gain(lines)
    assert gain == pytest.approx(round(gain, 1), abs=1e-9)
    done = [mastered(line, gain) for line in lines]
    starts = np.cumsum([RATE, *(len(line) + RATE // 2 for line in done)])
    track = mix(int(starts[-1]), list(zip(starts[:-1].tolist(), done, strict=True)))
    write_m4a(tmp_path / "a.m4a", track)
    found = measured(tmp_path / "a.m4a")
    assert abs(found["lufs"] + 16) <= 0.5
    assert found["true_peak_dbtp"] <= -1.5
    assert 20 * np.log10(np.abs(track).max()) <= CEILING_DBTP + 0.1
    # Nothing jumps where lines begin and end.
    steepest = max(np.abs(np.diff(line)).max() for line in done)
    assert np.abs(np.diff(track)).max() <= steepest


def test_next_to_silence_is_refused() -> None:
    with pytest.raises(FilmError, match="far too quiet"):
        film_gain([shaped(speechlike(1.0, level=1e-4))])
    with pytest.raises(FilmError, match="far too quiet"):
        film_gain([np.zeros(RATE, np.float32)])
