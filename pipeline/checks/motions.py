"""Sin 12: more than two things moving on their own at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pipeline.checks.moment import Fault, Moment, Rule
from pipeline.checks.picture import Shape
from scenes.kit.motion import Drive, leaves

MOST = 2
STEP = 1.5  # pixels from one glance to the next: less is not seen as a motion
SEEN = 0.1


class Motions(Rule):
    """At most two independent motions at once.

    A motion is what one animation of a play moves or redraws; fades and changes of colour are none. One dial or one
    `AnimationGroup`, with or without stagger, is one motion whatever follows it, and animations that move things by the
    same way are one motion too. For a quarter of a second there may be more.
    """

    least = 0.25

    def __init__(self) -> None:
        self.before: dict[int, Shape] = {}
        self.play = -1

    def see(self, moment: Moment) -> Iterator[Fault]:
        shapes = {id(shape.mobject): shape for shape in moment.picture.shapes if shape.alpha > SEEN}
        before, same = self.before, moment.play.index == self.play
        self.before, self.play = shapes, moment.play.index
        if moment.still or not same:
            return
        ways: list[tuple[float, float] | None] = []
        names: list[str] = []
        for unit in _units(moment.beat.animations):
            moved = [(before[part], shapes[part]) for part in unit if part in shapes and part in before]
            moved = [(a, b) for a, b in moved if _differs(a, b)]
            if not moved:
                continue
            way = _way(moved)
            if way is None or not any(w is not None and abs(w[0] - way[0]) + abs(w[1] - way[1]) < STEP for w in ways):
                ways.append(way)
                names.append(moved[0][1].name if moved[0][1].text is None else moved[0][1].text.name)
        if len(ways) > MOST:
            sentence = f"{len(ways)} things move on their own at once: {', '.join(names)}"
            yield Fault(moment.frame, sentence, (f"play {moment.play.index}",), len(ways))


def _units(animations: Any) -> list[set[int]]:
    """What each animation of a play may move; those that turn one dial together."""
    found: dict[int, set[int]] = {}
    for animation in animations:
        dials = {id(each.dial) for each in leaves([animation]) if getattr(each, "dial", None) is not None}
        key = dials.pop() if len(dials) == 1 else id(animation)
        parts = found.setdefault(key, set())
        for leaf in leaves([animation]):
            many = leaf.mobject.submobjects if isinstance(leaf, Drive) else [leaf.mobject]
            parts.update(id(part) for mobject in many if mobject is not None for part in mobject.get_family())
    return list(found.values())


def _differs(a: Shape, b: Shape) -> bool:
    if a.points.shape != b.points.shape:
        return True
    return bool(np.abs(a.points - b.points).max() > STEP)


def _way(moved: list[tuple[Shape, Shape]]) -> tuple[float, float] | None:
    """By how much all of them are shifted, if by the same; None for anything else."""
    if any(a.points.shape != b.points.shape for a, b in moved):
        return None
    shifts = np.concatenate([b.points - a.points for a, b in moved])
    if np.ptp(shifts, axis=0).max() > STEP:
        return None
    x, y = shifts.mean(axis=0).tolist()
    return x, y
