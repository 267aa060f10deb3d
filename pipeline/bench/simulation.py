"""What a cluster would take: the film's measured plays dealt to as many workers as one likes.

A portion is a run of neighbouring plays of one beat; whoever draws it first runs through the beat without pixels. The
longest portion goes first to whoever is free, as in `pipeline.build`. No worker can be quicker than the longest play
with the run that it needs: that is the bound.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# What a worker spends once, on starting and loading Manim.
START_SECONDS = 1.5


@dataclass(frozen=True)
class Simulated:
    """`seconds` that `workers` would take; `bound`, the least that any number would; the play that sets it."""

    workers: int
    seconds: float
    bound: float
    beat: str
    play: int


def simulate(measured: Mapping[str, Mapping[str, object]], workers: int, per_worker: int = 3) -> Simulated:
    """Deal the plays in `measured` (see `pipeline.bench.plays`) to `workers`, in about `per_worker` portions each."""
    beats = {name: (float(told["rehearse"]), list(told["plays"])) for name, told in measured.items()}  # type: ignore[arg-type,call-overload]
    total = sum(sum(plays) for _, plays in beats.values())
    longest = total / (workers * per_worker)
    costs = [walk + sum(part) for walk, plays in beats.values() for part in _cut(plays, longest)]
    free = [START_SECONDS] * workers
    for cost in sorted(costs, reverse=True):
        heapq.heappush(free, heapq.heappop(free) + cost)
    bound, name, play = max(
        (walk + seconds, name, index) for name, (walk, plays) in beats.items() for index, seconds in enumerate(plays)
    )
    return Simulated(workers, round(max(free), 2), round(START_SECONDS + bound, 2), name, play)


def _cut(plays: Sequence[float], longest: float) -> list[list[float]]:
    """Neighbouring plays in portions of about `longest` seconds at most; a longer play stands alone."""
    cut: list[list[float]] = []
    for seconds in plays:
        if not cut or sum(cut[-1]) + seconds > longest:
            cut.append([])
        cut[-1].append(seconds)
    return cut
