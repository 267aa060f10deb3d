"""What a cluster would take: the film's measured plays dealt to as many workers as one likes, as a build deals them.

Whoever draws a portion first runs through its beat without pixels. No worker can be quicker than the longest play
with the run that it needs: that is the bound. Plays were measured one at a time; a worker that compresses one while
it draws the next is somewhat quicker than this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.deal import deal, longest_day
from scenes.kit.timeline import Play

# What a worker spends once, on starting and loading Manim.
START_SECONDS = 1.5


@dataclass(frozen=True)
class Measured:
    """A beat's plays, the seconds that each takes to draw, and those of a run through all of them without pixels."""

    beat: str
    walk: float
    plays: tuple[Play, ...]
    seconds: tuple[float, ...]

    def until(self, play: Play) -> float:
        """Seconds of a run without pixels from the first play to the end of this one."""
        return self.walk * play.end / self.plays[-1].end

    def of(self, portion: Sequence[Play]) -> float:
        """Seconds that a worker spends on a portion of the plays."""
        return self.until(portion[-1]) + sum(self.seconds[play.index] for play in portion)


@dataclass(frozen=True)
class Simulated:
    """`seconds` that `workers` would take; `bound`, the least that any number would; the play that sets it."""

    workers: int
    seconds: float
    bound: float
    beat: str
    play: int


def simulate(measured: Sequence[Measured], workers: int) -> Simulated:
    """Deal all plays that were measured to `workers`."""
    dealt = deal([each.plays for each in measured], workers)
    costs = [each.of(portion) for each, cut in zip(measured, dealt, strict=True) for portion in cut]
    bound, name, index = max((each.of([play]), each.beat, play.index) for each in measured for play in each.plays)
    return Simulated(
        workers, round(START_SECONDS + longest_day(costs, workers), 2), round(START_SECONDS + bound, 2), name, index
    )
