"""How plays are dealt to workers: neighbouring ones in portions, all workers done at about the same time.

Costs are estimates, in frames in motion (15 ms or so at any size, most of it spent on moving the objects). They were
measured on three beats at 1080p60 and 480p15 and decide nothing but how long the last worker is waited for.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence

from scenes.kit.timeline import Play

# A frame of a wait is only compressed.
HELD = 0.4
# Whoever draws a portion first runs through all plays before it, without pixels.
WALK_PER_PLAY = 1.0
START = 10.0
# The largest portion may turn out so much dearer than estimated, and the last worker with it.
DOUBT = 0.1
MOST_PER_WORKER = 6


def cost(plays: Sequence[Play]) -> float:
    """What drawing these plays costs, the run up to them left out."""
    return sum(play.frames * (HELD if play.kind == "wait" else 1.0) for play in plays)


def portions(plays: Sequence[Play], largest: float) -> list[list[Play]]:
    """Cut plays, in order, into portions of about equal cost, each of about `largest` at most."""
    total = cost(plays)
    number = max(1, int(-(-total // max(1.0, largest))))
    cut: list[list[Play]] = [[] for _ in range(number)]
    done = 0.0
    for play in plays:
        # A play belongs to the portion that its middle falls in.
        own = cost([play])
        cut[min(number - 1, int((done + own / 2) * number / total))].append(play)
        done += own
    return [portion for portion in cut if portion]


def deal(beats: Sequence[Sequence[Play]], workers: int) -> list[list[list[Play]]]:
    """For each beat the portions that its plays are drawn in, so that `workers` are done the soonest."""
    total = sum(cost(plays) for plays in beats)

    def tried(per_worker: int) -> tuple[float, list[list[list[Play]]]]:
        largest = total / (workers * per_worker)
        cut = [portions(plays, largest) for plays in beats]
        costs = [with_run_up(portion) for each in cut for portion in each]
        return longest_day(costs, workers) + DOUBT * max(costs, default=0), cut

    return min((tried(per_worker) for per_worker in range(1, MOST_PER_WORKER + 1)), key=lambda found: found[0])[1]


def with_run_up(portion: Sequence[Play]) -> float:
    """What a worker has to do for this portion, from the beat's first play on."""
    return START + WALK_PER_PLAY * (portion[-1].index + 1) + cost(portion)


def longest_day(costs: Iterable[float], workers: int) -> float:
    """How long the busiest worker has to work if the dearest goes first and the next to whoever is free."""
    busy = [0.0] * workers
    for each in sorted(costs, reverse=True):
        heapq.heappush(busy, heapq.heappop(busy) + each)
    return max(busy)
