"""The captions of a finished film against each other: the soft track, `film.srt` and `film.vtt` say the same."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from av.container.input import InputContainer

Shown = list[tuple[int, int, str]]
"""Captions: start and end in milliseconds from the film's start, and the text."""

_ROOM = 30
_TIMES = re.compile(r"(\d+):(\d\d):(\d\d)[.,](\d{3}) --> (\d+):(\d\d):(\d\d)[.,](\d{3})")


def soft(container: InputContainer) -> Shown:
    """The captions of a file's soft track; none if it has none."""
    found: Shown = []
    for stream in container.streams.subtitles[:1]:
        for packet in container.demux(stream):
            # Gaps hold empty samples: the two bytes of a length of nought.
            if packet.pts is not None and packet.duration and packet.size > 2:
                ends = packet.pts, packet.pts + packet.duration
                start, end = (round(each * packet.time_base * 1000) for each in ends)
                found.append((start, end, bytes(packet)[2:].decode("utf-8", "replace")))
    return found


def written(path: Path) -> Shown:
    """The captions of a SubRip or WebVTT file. Raises ValueError if it cannot be read as one."""
    found: Shown = []
    for block in re.split(r"\n\s*\n", path.read_text("utf-8").strip()):
        lines = block.split("\n")
        at = next((number for number, line in enumerate(lines) if " --> " in line), None)
        if at is None:
            if lines[0] != "WEBVTT":
                raise ValueError(block)
            continue
        times = _TIMES.match(lines[at])
        if times is None:
            raise ValueError(lines[at])
        text = "\n".join(lines[at + 1 :])
        found.append((_clock(times, 1), _clock(times, 5), html.unescape(text) if path.suffix == ".vtt" else text))
    return found


def unlike(name: str, found: Shown, soft_track: Shown, seconds: Fraction) -> Iterator[str]:
    """What is wrong with the captions of the file `name`, whose film lasts `seconds`, a sentence each."""
    if len(found) != len(soft_track):
        yield f"{name} has {len(found)} captions, and film.mp4 {len(soft_track)}."
        return
    for number, (one, other) in enumerate(zip(found, soft_track, strict=True), 1):
        if one[2] != other[2]:
            here, there = _parting(one[2], other[2])
            yield f"Caption {number} of {name} says {here!r}, and in film.mp4 {there!r}."
        # Each was rounded once, to its file's own steps.
        elif max(abs(one[0] - other[0]), abs(one[1] - other[1])) > 1:
            yield f"Caption {number} of {name} is shown {_span(one)}, and in film.mp4 {_span(other)}."
    if found and found[-1][1] > round(seconds * 1000):
        yield f"The last caption of {name} ends after the film."


def _clock(times: re.Match[str], first: int) -> int:
    hours, minutes, seconds, milliseconds = (int(times[first + each]) for each in range(4))
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds


def _parting(one: str, other: str) -> tuple[str, str]:
    """Two texts around the place where they part, as far as a sentence has room for."""
    same = next((at for at, pair in enumerate(zip(one, other, strict=False)) if len(set(pair)) > 1), len(one))
    start = max(0, same - _ROOM // 2)
    return _cut(one, start), _cut(other, start)


def _cut(text: str, start: int) -> str:
    shown = " ".join(text[start : start + _ROOM].split())
    return f"{'…' if start else ''}{shown}{'…' if start + _ROOM < len(text) else ''}"


def _span(caption: tuple[int, int, str]) -> str:
    return f"from {caption[0] / 1000:.3f} to {caption[1] / 1000:.3f} s"
