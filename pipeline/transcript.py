"""`transcript.md`: the film in words, for those who cannot hear it, cannot see it, or want to read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pipeline.errors import FilmError
from scenes.kit import KitError
from scenes.kit.script import load_pictures


@dataclass(frozen=True)
class Part:
    """A beat of the transcript: its title, what is seen in it, and its lines with their first frames in the film."""

    title: str
    start: int
    pictures: tuple[str, ...]
    lines: Sequence[tuple[int, str]]


def seen(beat: str) -> tuple[str, ...]:
    """What is seen in a beat, in sentences, as its script has it. Raises FilmError if that cannot be read."""
    try:
        return load_pictures(beat)
    except KitError as error:
        raise FilmError(str(error)) from error


def transcript(title: str, parts: Sequence[Part], fps: Fraction) -> str:
    """The transcript as Markdown: a heading for every beat, what is seen, and the spoken lines with their times."""
    blocks = [f"# {title}", "Transcript. Times are minutes and seconds from the film's start."]
    for number, part in enumerate(parts, 1):
        blocks.append(f"## {number}. {part.title} ({clock(part.start, fps)})")
        blocks += [f"*On screen: {_plain(picture)}*" for picture in part.pictures]
        spoken = [f"- **{clock(start, fps)}** {_plain(text)}" for start, text in part.lines]
        if spoken:
            blocks.append("\n".join(spoken))
    return "\n\n".join(blocks) + "\n"


def clock(frame: int, fps: Fraction) -> str:
    """The second in which a frame is shown, as m:ss or h:mm:ss."""
    minutes, seconds = divmod(int(frame / fps), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _plain(text: str) -> str:
    """Text whose characters mean themselves in Markdown."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>#" else c for c in text)
