"""Sound files in and out: any that PyAV reads becomes 24 kHz mono; a recording is kept as 16-bit FLAC."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np

from pipeline.atomic import staged
from pipeline.errors import FilmError
from pipeline.voice.loudness import Samples
from scenes.kit.narration import SAMPLE_RATE

SILENT_DBFS = -60.0
SHORTEST_SECONDS = 0.15
_FRAME_SECONDS = 0.01
_BEFORE_SECONDS, _AFTER_SECONDS, _FADE_SECONDS = 0.05, 0.1, 0.01
# Speech lies within this many decibels of its loud parts; breath and room lie below.
_RANGE_DB, _LEAST_RANGE_DB, _ABOVE_FLOOR_DB = 45.0, 20.0, 6.0


def read(path: Path) -> Samples:
    """The sound in `path` as one channel at 24 kHz. Raises FilmError if it is missing, empty or no sound file."""
    try:
        pieces = _decode(path)
    except FileNotFoundError:
        raise FilmError(f"There is no file {path}; record it, or leave its line out.") from None
    except (av.error.FFmpegError, OSError, ValueError) as error:
        raise FilmError(f"{path} cannot be read as sound ({_why(error)}); record or export it again.") from None
    samples = np.concatenate(pieces) if pieces else np.zeros(0, np.float32)
    if len(samples) < SHORTEST_SECONDS * SAMPLE_RATE:
        raise FilmError(f"{path} holds no more than {len(samples) / SAMPLE_RATE:.2f} s of sound; record it again.")
    if not np.isfinite(samples).all():
        raise FilmError(f"{path} is damaged: not all of its samples are numbers; record or export it again.")
    return samples


def write(path: Path, samples: Samples) -> None:
    """Keep `samples` (one channel, 24 kHz, within -1 to 1) as 16-bit FLAC, whole or not at all."""
    whole = np.clip(np.rint(samples * 32767.0), -32768, 32767).astype(np.int16)
    with staged(path) as part, av.open(str(part), "w", format="flac") as container:
        stream = container.add_stream("flac", rate=SAMPLE_RATE, options={"compression_level": "12"})
        stream.layout, stream.format = "mono", "s16"
        for start in range(0, len(whole), 4096):
            frame = av.AudioFrame.from_ndarray(whole[None, start : start + 4096], format="s16", layout="mono")
            frame.sample_rate, frame.pts = SAMPLE_RATE, start
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def speech_bounds(samples: Samples) -> tuple[int, int]:
    """First and last sample (exclusive) of the speech in a recording. Raises ValueError where there is none."""
    size = round(_FRAME_SECONDS * SAMPLE_RATE)
    frames = samples[: len(samples) // size * size].reshape(-1, size).astype(np.float64)
    if not len(frames):
        raise ValueError("it is too short to hold speech")
    levels = 10 * np.log10(np.maximum((frames**2).mean(axis=1), 1e-12))
    loud, floor = np.percentile(levels, 95), np.percentile(levels, 5)
    if loud < SILENT_DBFS:
        raise ValueError("it is silent")
    threshold = min(loud - _LEAST_RANGE_DB, max(loud - _RANGE_DB, floor + _ABOVE_FLOOR_DB))
    speech = levels > threshold
    # A click is shorter than any sound of speech: three frames in a row must be loud.
    steady = np.flatnonzero(speech[:-2] & speech[1:-1] & speech[2:])
    if not steady.size:
        raise ValueError("it holds no speech")
    return int(steady[0]) * size, int(steady[-1] + 3) * size


def trim(samples: Samples) -> tuple[Samples, int]:
    """The speech with short margins and fades, and the sample at which it began. Raises ValueError as above."""
    first, last = speech_bounds(samples)
    first = max(0, first - round(_BEFORE_SECONDS * SAMPLE_RATE))
    last = min(len(samples), last + round(_AFTER_SECONDS * SAMPLE_RATE))
    cut = samples[first:last].copy()
    fade = np.linspace(0, 1, round(_FADE_SECONDS * SAMPLE_RATE), dtype=np.float32)
    cut[: len(fade)] *= fade
    cut[-len(fade) :] *= fade[::-1]
    return cut, first


def _decode(path: Path) -> list[Samples]:
    pieces: list[Samples] = []
    with av.open(str(path)) as container:
        if not container.streams.audio:
            raise ValueError("it has no sound in it")
        resampler = av.AudioResampler(format="fltp", rate=SAMPLE_RATE)
        for frame in container.decode(container.streams.audio[0]):
            pieces += [_mono(each) for each in resampler.resample(frame)]
        if pieces:
            pieces += [_mono(each) for each in resampler.resample(None)]
    return pieces


def _mono(frame: av.AudioFrame) -> Samples:
    """The mean of the channels: a voice stands in the middle, and its level stays."""
    mean: Samples = frame.to_ndarray().mean(axis=0, dtype=np.float32)
    return mean


def _why(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).rstrip(".").lower()
