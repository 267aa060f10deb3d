"""A caption, and captions as files beside the film: SubRip (.srt) and WebVTT (.vtt)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from pipeline.atomic import write_atomic


@dataclass(frozen=True)
class Cue:
    """One caption: frames [start, end) of the film and one or two lines of text."""

    start: int
    end: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """Its lines as one string with a line feed between them."""
        return "\n".join(self.lines)


def write_srt(path: Path, cues: Sequence[Cue], fps: Fraction) -> None:
    """Write SubRip: numbered, times with a decimal comma, UTF-8."""
    blocks = [
        f"{number}\n{_clock(cue.start, fps, ',')} --> {_clock(cue.end, fps, ',')}\n{cue.text}\n"
        for number, cue in enumerate(cues, 1)
    ]
    write_atomic(path, "\n".join(blocks))


def write_vtt(path: Path, cues: Sequence[Cue], fps: Fraction) -> None:
    """Write WebVTT (W3C): times with a decimal point, markup characters escaped."""
    blocks = [f"{_clock(cue.start, fps, '.')} --> {_clock(cue.end, fps, '.')}\n{_escaped(cue.text)}\n" for cue in cues]
    write_atomic(path, "\n".join(["WEBVTT\n", *blocks]))


def _clock(frame: int, fps: Fraction, point: str) -> str:
    """Frame `frame` as hours:minutes:seconds and milliseconds, rounded from frame / fps once."""
    milliseconds = round(frame / fps * 1000)
    seconds, milliseconds = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{point}{milliseconds:03}"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
