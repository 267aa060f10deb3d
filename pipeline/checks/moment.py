"""What a rule is given: one moment of a beat, and what it hands back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

from pipeline.checks.picture import Known, Picture
from pipeline.checks.seen import look_at
from scenes.kit.timeline import Play, Timeline


@dataclass
class Moment:
    """A frame of a beat: `frame` from its start, in the play `play`. `still` says that the picture is held.

    `whole`: one of the moments at which rules look that take long; the others are there for what has to be followed.
    """

    beat: Any
    play: Play
    frame: int
    fps: float
    whole: bool
    known: Known

    @cached_property
    def picture(self) -> Picture:
        """What the camera shows."""
        return look_at(self.beat, self.known)

    @property
    def still(self) -> bool:
        return self.play.kind == "wait"

    @property
    def seconds(self) -> float:
        return self.frame / self.fps


@dataclass(frozen=True)
class Fault:
    """A sin at a frame: a sentence, what is at fault (`elements`), and by how much (`measure`: larger is worse).

    `thing` tells apart what has no name of its own.
    """

    frame: int
    text: str
    elements: tuple[str, ...] = ()
    measure: float = 0.0
    thing: int = 0


class Rule:
    """Watches a beat from its first frame to its last. Its class's name is what a finding is filed under.

    A fault that lasts under `least` seconds is none.
    """

    least: ClassVar[float] = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """The beat is over, or has failed."""

    @property
    def counted(self) -> dict[str, int]:
        """What it has counted, by name."""
        return {}

    def at(self, play: Play, moment: str) -> None:
        """A play is about to "begin", or has come to its "end"."""

    def see(self, moment: Moment) -> Iterator[Fault]:
        """Faults at this moment."""
        return iter(())

    def end(self, timeline: Timeline) -> Iterator[Fault]:
        """Faults that show when all has been seen."""
        return iter(())
