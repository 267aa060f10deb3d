"""Sound goes in at any rate and comes out trimmed, at one loudness, as the file that was written."""

from __future__ import annotations

import io
import json
import wave
from pathlib import Path

import av
import numpy as np
import pytest
from av.filter.loudnorm import stats

from pipeline.errors import FilmError
from pipeline.voice.loudness import level, limit, loudness
from pipeline.voice.sound import read, speech_bounds, trim, write

RATE = 24_000


def syllables(seconds: float, rate: int = RATE, level: float = 0.3, seed: int = 1) -> np.ndarray:
    """Something with the ups and downs of speech: harmonics under a slow envelope, and a little noise."""
    t = np.arange(round(seconds * rate)) / rate
    tones = sum(np.sin(2 * np.pi * 130 * k * t + k) / k for k in range(1, 9))
    noise = np.random.default_rng(seed).normal(0, 0.1, len(t))
    return (level / 3 * (tones + noise) * np.abs(np.sin(2 * np.pi * 2.1 * t + 0.7))).astype(np.float32)


def wav(path: Path, samples: np.ndarray, rate: int, channels: int = 1) -> Path:
    with wave.open(str(path), "wb") as out:
        out.setnchannels(channels)
        out.setsampwidth(2)
        out.setframerate(rate)
        frames = np.repeat((samples * 32767).astype("<i2")[:, None], channels, axis=1)
        out.writeframes(frames.tobytes())
    return path


def meter(samples: np.ndarray, rate: int) -> float:
    """Integrated loudness by FFmpeg, an implementation that is not ours."""
    data = io.BytesIO()
    with wave.open(data, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes((samples * 32767).astype("<i2").tobytes())
    data.seek(0)
    with av.open(data) as container:
        found = stats("I=-16:TP=-1.5:LRA=7:print_format=json", container.streams.audio[0])
    return float(json.loads(found)["input_i"])


@pytest.mark.parametrize("rate", [24_000, 44_100, 48_000])
@pytest.mark.parametrize("amplitude", [0.02, 0.3])
def test_loudness_agrees_with_another_meter(rate: int, amplitude: float) -> None:
    sound = syllables(4, rate, amplitude)
    assert loudness(sound, rate) == pytest.approx(meter(sound, rate), abs=0.15)


def test_a_pause_does_not_count_and_silence_has_no_loudness() -> None:
    sound = syllables(4)
    paused = np.concatenate([sound[: 2 * RATE], np.zeros(4 * RATE, np.float32), sound[2 * RATE :]])
    assert loudness(paused, RATE) == pytest.approx(loudness(sound, RATE), abs=0.5)  # ungated: 3 dB
    assert loudness(np.zeros(RATE, np.float32), RATE) == -np.inf
    with pytest.raises(ValueError, match="silence"):
        level(np.zeros(RATE, np.float32), RATE)


@pytest.mark.parametrize("seconds", [0.3, 0.7, 5])
@pytest.mark.parametrize("amplitude", [0.01, 0.5])
def test_every_line_gets_the_same_loudness_and_headroom(seconds: float, amplitude: float) -> None:
    sound = syllables(seconds, level=amplitude)
    sound[len(sound) // 2] = 0.9  # a peak far above the rest
    levelled = level(sound, RATE)
    assert loudness(levelled, RATE) == pytest.approx(-20, abs=0.2)
    assert np.abs(levelled).max() <= 10 ** (-3 / 20) + 1e-6


def test_a_limiter_leaves_what_is_quiet_alone_and_makes_no_jump() -> None:
    sound = syllables(2, level=0.2)
    assert limit(sound, RATE) is sound
    loud = sound.copy()
    loud[RATE : RATE + 200] *= 8
    limited = limit(loud, RATE)
    far = np.r_[0 : RATE - 300, RATE + 500 : 2 * RATE]
    assert np.array_equal(limited[far], loud[far])
    gain = limited[np.abs(loud) > 0.02] / loud[np.abs(loud) > 0.02]
    assert np.abs(np.diff(gain)).max() < 0.1 < np.ptp(gain)


@pytest.mark.parametrize("rate", [8_000, 22_050, 24_000, 44_100, 48_000])
@pytest.mark.parametrize("channels", [1, 2])
def test_any_rate_becomes_24_khz_with_its_length_and_pitch(tmp_path: Path, rate: int, channels: int) -> None:
    tone = (0.5 * np.sin(2 * np.pi * 440 * np.arange(2 * rate) / rate)).astype(np.float32)
    found = read(wav(tmp_path / "tone.wav", tone, rate, channels))
    assert len(found) == pytest.approx(2 * RATE, abs=RATE / 1000)
    spectrum = np.abs(np.fft.rfft(found * np.hanning(len(found))))
    assert spectrum.argmax() * RATE / len(found) == pytest.approx(440, abs=1)
    assert np.abs(found[RATE // 2 : -RATE // 2]).max() == pytest.approx(0.5, rel=0.05)


def test_what_is_written_is_what_is_read(tmp_path: Path) -> None:
    sound = syllables(1.3)
    write(tmp_path / "line.flac", sound)
    found = read(tmp_path / "line.flac")
    assert len(found) == len(sound)
    assert np.abs(found - sound).max() < 1 / 32000
    with av.open(str(tmp_path / "line.flac")) as container:
        stream = container.streams.audio[0]
        assert (stream.codec_context.name, stream.rate, stream.channels) == ("flac", RATE, 1)
    assert [p.name for p in tmp_path.iterdir()] == ["line.flac"]


def test_speech_is_found_amid_silence_noise_and_clicks() -> None:
    speech = syllables(1)
    noise = np.random.default_rng(2).normal(0, 0.001, 4 * RATE).astype(np.float32)
    noise[RATE : 2 * RATE] += speech
    noise[500] = noise[-500] = 0.8
    first, last = speech_bounds(noise)
    assert first == pytest.approx(RATE, abs=0.03 * RATE) and last == pytest.approx(2 * RATE, abs=0.03 * RATE)
    cut, began = trim(noise)
    assert began == first - 1200 and len(cut) == last - first + 1200 + 2400
    assert cut[0] == cut[-1] == 0


def test_silence_and_a_click_are_no_speech() -> None:
    quiet = np.random.default_rng(3).normal(0, 1e-4, RATE).astype(np.float32)
    with pytest.raises(ValueError, match="silent"):
        speech_bounds(quiet)
    with pytest.raises(ValueError, match="too short"):
        speech_bounds(quiet[:10])


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"", "cannot be read as sound"), (b"not a sound at all" * 100, "cannot be read as sound"), (None, "no file")],
)
def test_what_is_no_sound_is_refused(tmp_path: Path, content: bytes | None, says: str) -> None:
    path = tmp_path / "hook.query.wav"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(FilmError, match=says) as caught:
        read(path)
    assert "hook.query.wav" in str(caught.value) and str(caught.value).endswith(".")


def test_an_empty_sound_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match=r"no more than 0\.0"):
        read(wav(tmp_path / "short.wav", np.zeros(100, np.float32), RATE))
