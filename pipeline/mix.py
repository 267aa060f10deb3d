"""The film's one track of sound: every line at its exact sample, silence between.

A track is one channel at 48 kHz. Frame f begins at sample round(f / fps * 48000), rounded once from the frame's
number in the whole, so that no rounding adds up over the film. Lines that overlap are added.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

from pipeline.errors import FilmError
from pipeline.filters import Samples, run
from scenes.kit.narration import SAMPLE_RATE as RECORDED_RATE

RATE = 48_000
# Room at both ends of a line, so that the resampler's filter sees silence and not an edge.
_MARGIN = 1200


def sample_of(frame: int, fps: Fraction) -> int:
    """The sample at which frame `frame` begins."""
    return round(frame / fps * RATE)


def read_line(path: Path, samples: int, shown: str) -> Samples:
    """A recording of `samples` samples at 24 kHz, one channel, as floats.

    Raises FilmError, naming the file as `shown`, if it is missing, unreadable, silent or of another length or kind.
    """
    cure = "record the line again with ./run narrate"
    try:
        with av.open(str(path)) as container:
            frames = list(container.decode(container.streams.audio[0]))
    except FileNotFoundError:
        raise FilmError(f"{shown} is missing; {cure}.") from None
    except (av.error.FFmpegError, OSError, IndexError, ValueError) as error:
        raise FilmError(f"{shown} is damaged and cannot be read as sound; {cure}.") from error
    if not frames:
        raise FilmError(f"{shown} is damaged and cannot be read as sound; {cure}.")
    kinds = {(frame.rate, frame.layout.nb_channels, frame.format.name) for frame in frames}
    if not kinds <= {(RECORDED_RATE, 1, "s16"), (RECORDED_RATE, 1, "s16p")}:
        raise FilmError(f"{shown} is not 16-bit sound of one channel at {RECORDED_RATE} Hz; {cure}.")
    whole = np.concatenate([frame.to_ndarray().ravel() for frame in frames])
    if len(whole) != samples:
        raise FilmError(f"{shown} holds {len(whole)} samples where its manifest says {samples}; {cure}.")
    if not whole.any():
        raise FilmError(f"{shown} is silent; {cure}.")
    return whole.astype(np.float32) / np.float32(32768)


def doubled(samples: Samples) -> Samples:
    """24 kHz to 48 kHz: exactly twice as many samples, every other one of them where it was."""
    edge = np.zeros(_MARGIN, np.float32)
    wide = run(np.concatenate([edge, samples, edge]), RECORDED_RATE, [("aresample", str(RATE))])
    return wide[2 * _MARGIN : 2 * (_MARGIN + len(samples))]


def mix(length: int, lines: Iterable[tuple[int, Samples]]) -> Samples:
    """A track of `length` samples with each line, given as (first sample, sound), added at its place.

    What reaches beyond the track's end is cut off. Raises ValueError for a line that begins outside the track.
    """
    track = np.zeros(length, np.float32)
    for start, sound in lines:
        if not 0 <= start < length:
            raise ValueError(f"A line that begins at sample {start} is not inside a track of {length} samples.")
        end = min(length, start + len(sound))
        track[start:end] += sound[: end - start]
    return track
