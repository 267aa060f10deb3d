"""From recordings to the sound of the film: rumble out, gently compressed, -16 LUFS, peaks held.

Every line goes through the same chain with the same gain once, and the finished samples are what the film and
the beats' own files are mixed from. No filter of the chain delays the sound (`latency` of the limiter; libswresample
makes up for its own delay), and each is silent a tenth of a second after a line, well before the next one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from pipeline.errors import FilmError
from pipeline.filters import Samples, run
from pipeline.mix import RATE, doubled
from pipeline.voice.loudness import loudness

TARGET_LUFS = -16.0
# AAC adds up to 0.2 dB to the peaks of this voice; -1.5 dBTP is what must hold after it.
CEILING_DBTP = -2.5
_GAIN_STEP_DB = 0.1
_TAIL_SECONDS, _PAUSE_SECONDS = 0.1, 0.35
_SHAPE = [
    ("highpass", "f=70"),
    ("acompressor", "threshold=-24dB:ratio=2.5:attack=5:release=90:knee=6"),
]
# Peaks between the samples are seen, and held, at four times the rate.
_LIMITER = f"limit={10 ** (CEILING_DBTP / 20):.6f}:attack=3:release=60:level=false:latency=true"


def shaped(recording: Samples) -> Samples:
    """A line of 24 kHz at 48 kHz, high-passed at 70 Hz and compressed, with a tail for what rings on."""
    tail = np.zeros(round(_TAIL_SECONDS * RATE), np.float32)
    return run(np.concatenate([doubled(recording), tail]), RATE, _SHAPE)


def mastered(line: Samples, gain_db: float) -> Samples:
    """A line from `shaped` with the film's gain, and its peaks at CEILING_DBTP or below. The length stays."""
    loud = [("volume", f"{gain_db:.3f}dB"), ("aresample", str(4 * RATE)), ("alimiter", _LIMITER)]
    return run(line, RATE, [*loud, ("aresample", str(RATE))])


def film_gain(lines: Sequence[Samples]) -> float:
    """The gain in dB that brings lines from `shaped`, one after another, to TARGET_LUFS, limiter included.

    It is a whole number of tenths: one line more or less does not move the level of all the others.
    Raises FilmError if no gain does it (the recordings are next to silent, or nothing but peaks).
    """
    gain = TARGET_LUFS - _loudness(lines)
    for _ in range(2):  # the limiter takes a little loudness away
        if not math.isfinite(gain) or abs(gain) > 40:
            raise FilmError("The recordings are far too quiet or too loud; record them again with ./run narrate.")
        gain += TARGET_LUFS - _loudness([mastered(line, gain) for line in lines])
    return round(gain / _GAIN_STEP_DB) * _GAIN_STEP_DB


def _loudness(lines: Sequence[Samples]) -> float:
    pause = np.zeros(round(_PAUSE_SECONDS * RATE), np.float32)
    return loudness(np.concatenate([piece for line in lines for piece in (line, pause)]), RATE)
