"""The sound of a finished file against its account: from the first frame to the last, and as loud as it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from av.container.input import InputContainer

from pipeline.aac import BLOCK
from pipeline.loudness import measured
from pipeline.master import TARGET_LUFS
from pipeline.mix import RATE

# The goal and how far a film may be from it; libavfilter's meter itself rounds to a tenth.
LUFS_RANGE, HIGHEST_DBTP = 0.5, -1.5
_METER_ROUNDS = 0.1


def times(container: InputContainer, seconds: Fraction, spoken: bool) -> Iterator[str]:
    """What is wrong with the place of the sound in an open file of this length, a sentence each."""
    streams = container.streams.audio
    if bool(streams) != spoken:
        yield "has no sound, and was made with sound" if spoken else "has sound, and was made without"
    for stream in streams if spoken else ():
        assert stream.time_base is not None
        if (stream.rate, stream.codec_context.name) != (RATE, "aac"):
            yield f"has {stream.codec_context.name} sound at {stream.rate} Hz, and not aac at {RATE} Hz"
        if stream.start_time != 0:
            late = float((stream.start_time or 0) * stream.time_base) * 1000
            yield f"begins its sound at {late:.1f} ms, and not at 0"
        length = (stream.duration or 0) * stream.time_base
        if abs(length - seconds) > Fraction(BLOCK, RATE):
            yield f"has {float(length):.3f} s of sound, and {float(seconds):.3f} s of pictures"


def loudness(path: Path, account: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the loudness of the film's file, by its account and by its goal, a sentence each."""
    found = measured(path)
    for name, unit, what in (("lufs", "LUFS", "loudness"), ("true_peak_dbtp", "dBTP", "true peak")):
        if account[name] is None or abs(found[name] - account[name]) > _METER_ROUNDS:
            was = "none" if account[name] is None else f"{account[name]:.1f} {unit}"
            yield f"has a {what} of {found[name]:.1f} {unit}, and was made with {was}"
    if abs(found["lufs"] - TARGET_LUFS) > LUFS_RANGE:
        yield f"has a loudness of {found['lufs']:.1f} LUFS, and should have {TARGET_LUFS:.0f} within {LUFS_RANGE}"
    if found["true_peak_dbtp"] > HIGHEST_DBTP:
        yield f"has a true peak of {found['true_peak_dbtp']:.1f} dBTP, over {HIGHEST_DBTP}"
