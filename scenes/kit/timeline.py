"""What a beat does and when, in whole frames from its start. The pipeline reads nothing else of a beat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Play:
    """One ``play`` or ``wait``: its number, first frame, length in frames and kind ("play" or "wait")."""

    index: int
    start: int
    frames: int
    kind: str

    @property
    def end(self) -> int:
        return self.start + self.frames


@dataclass(frozen=True)
class Word:
    """A word of a caption with the frame at which it is spoken."""

    text: str
    start: int


@dataclass(frozen=True)
class Line:
    """A spoken line: id, frames [start, end), caption and spoken forms, marks and words by frame.

    ``sound``: its recording, a path from the project's root, of ``samples`` samples at 24 kHz; None without one.
    """

    id: str
    start: int
    end: int
    caption: str
    spoken: str
    marks: Mapping[str, int] = field(default_factory=dict)
    words: tuple[Word, ...] = ()
    sound: str | None = None
    samples: int = 0


@dataclass(frozen=True)
class Clip:
    """A stretch that an educator may want alone: name and frames [start, end)."""

    name: str
    start: int
    end: int


@dataclass(frozen=True)
class Shown:
    """From frame ``frame`` on the picture is of this ``value`` of the quantity ``name``."""

    frame: int
    name: str
    value: float


@dataclass(frozen=True)
class Timeline:
    """A whole beat: its plays, spoken lines and clips at ``fps`` frames a second.

    ``pauses`` are the stretches that are meant to stand still for long, with what each is for; ``shown`` is what the
    picture is of, for whoever wants to go on from there.
    """

    beat: str
    fps: float
    plays: tuple[Play, ...] = ()
    lines: tuple[Line, ...] = ()
    clips: tuple[Clip, ...] = ()
    pauses: tuple[Clip, ...] = ()
    shown: tuple[Shown, ...] = ()

    @property
    def frames(self) -> int:
        """Length of the beat in frames."""
        return self.plays[-1].end if self.plays else 0

    @property
    def seconds(self) -> float:
        """Length of the beat in seconds."""
        return self.frames / self.fps

    def moments(self) -> dict[str, int]:
        """Every name that a still can be asked for, with its frame: line ids and marks."""
        found: dict[str, int] = {}
        for line in self.lines:
            found.setdefault(line.id, line.start)
            for name, frame in line.marks.items():
                found.setdefault(name, frame)
        return found

    def to_json(self) -> dict[str, Any]:
        """Plain data for json.dump; ``from_json`` is the inverse."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Timeline:
        lines = tuple(Line(**{**item, "words": tuple(Word(**w) for w in item["words"])}) for item in data["lines"])
        return cls(
            beat=data["beat"],
            fps=data["fps"],
            plays=tuple(Play(**p) for p in data["plays"]),
            lines=lines,
            clips=tuple(Clip(**c) for c in data["clips"]),
            pauses=tuple(Clip(**c) for c in data.get("pauses", ())),
            shown=tuple(Shown(**each) for each in data.get("shown", ())),
        )
