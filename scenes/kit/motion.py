"""Motion: the film's few durations and easings, and the sweep that drives parts from one value.

A frame is a pure function of beat and time: there are no updaters and no dt anywhere. A ``Dial`` holds one
value and the parts that follow it; ``Dial.to`` is an animation that sets the value from alpha alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np
from manim import Animation, AnimationGroup, Group, Mobject, rate_functions, smooth

CUE, MOVE, MORPH = 0.4, 0.8, 1.2
STAGGER = 0.06
HOLD = 1.5

ease_out = rate_functions.ease_out_cubic


def phase(t: float, start: float, stop: float) -> float:
    """The eased share of the part of the time between ``start`` and ``stop`` that has passed at ``t``."""
    return float(smooth(min(max((t - start) / (stop - start), 0.0), 1.0)))


def eased(u: np.ndarray) -> np.ndarray:
    """Shares (n,) of a way, cut off at 0 and 1, each starting and ending at rest: 3 u^2 - 2 u^3."""
    u = np.clip(u, 0.0, 1.0)
    return np.asarray(u * u * (3 - 2 * u))


def leaves(animations: Iterable[Animation]) -> Iterator[Animation]:
    """Animations that are not made of others."""
    for animation in animations:
        if isinstance(animation, AnimationGroup):
            yield from leaves(animation.animations)
        else:
            yield animation


class Drive(Animation):
    """Call ``update(alpha)`` with the eased alpha at every frame; ``parts`` are what it redraws.

    Nothing is copied and nothing accumulates, so any frame can be drawn on its own. ``shows`` gives, by name, the
    values that the picture is of at an eased alpha (``Beat.shows``).
    """

    def __init__(
        self,
        update: Callable[[float], object],
        parts: Iterable[Mobject],
        *,
        run_time: float = MORPH,
        rate_func: Callable[[float], float] = smooth,
        shows: Mapping[str, Callable[[float], float]] | None = None,
    ) -> None:
        super().__init__(Group(*parts), run_time=run_time, rate_func=rate_func)
        self._update = update
        self.shows = dict(shows or {})

    def create_starting_mobject(self) -> Mobject:
        return Mobject()  # nothing is interpolated, so nothing need be copied

    def get_all_mobjects(self) -> list[Mobject]:
        return [self.mobject]

    def interpolate_mobject(self, alpha: float) -> None:
        self._update(self._eased(alpha))

    def shown(self, seconds: float) -> dict[str, float]:
        """The values that the picture is of so long after its begin, by name; none without ``shows``."""
        t = self._eased(seconds / self.run_time)
        return {name: float(value(t)) for name, value in self.shows.items()}

    def _eased(self, alpha: float) -> float:
        return float(self.rate_func(min(max(alpha, 0.0), 1.0)))


class Dial:
    """One value and everything that shows it: a slider's handle, a chart, a readout.

    ``follow(update, *parts)`` adds a follower; ``set`` moves all of them at once; ``to`` animates. With
    ``log=True`` (the slider of d_k) the way from a to b is even in log2. The picture is said to be of this value
    if the dial has a ``name`` (``Beat.shows``).
    """

    def __init__(self, value: float, *, log: bool = False, name: str = "") -> None:
        self.value = float(value)
        self.log, self.name = log, name
        self._followers: list[tuple[Callable[[float], object], tuple[Mobject, ...]]] = []

    def follow(self, update: Callable[[float], object], *parts: Mobject) -> None:
        """``update(value)`` redraws ``parts`` whenever the value changes; it is called once now."""
        self._followers.append((update, parts))
        update(self.value)

    def leave(self, *parts: Mobject) -> None:
        """Stop driving the followers that redraw any of ``parts``."""
        gone = {id(p) for p in parts}
        self._followers = [f for f in self._followers if not gone & {id(p) for p in f[1]}]

    def set(self, value: float) -> None:
        """Set the value and redraw every follower."""
        self.value = float(value)
        for update, _ in self._followers:
            update(self.value)

    def between(self, start: float, stop: float, t: float) -> float:
        """The value a share ``t`` in 0..1 of the way from start to stop; exact at both ends."""
        if t <= 0.0:
            return start
        if t >= 1.0:
            return stop
        if self.log:
            return float(2.0 ** (np.log2(start) + (np.log2(stop) - np.log2(start)) * t))
        return start + (stop - start) * t

    def to(self, value: float, *, run_time: float = 4.0, rate_func: Callable[[float], float] = smooth) -> Animation:
        """An animation that takes the value, and all followers with it, to ``value``."""
        parts = [p for _, many in self._followers for p in many]
        return _Sweep(self, float(value), parts, run_time=run_time, rate_func=rate_func)


class _Sweep(Drive):
    """From wherever the dial stands when the animation begins to ``stop``."""

    def __init__(
        self,
        dial: Dial,
        stop: float,
        parts: Iterable[Mobject],
        *,
        run_time: float,
        rate_func: Callable[[float], float],
    ) -> None:
        shows = {dial.name: self._at} if dial.name else None
        super().__init__(self._turn, parts, run_time=run_time, rate_func=rate_func, shows=shows)
        self.dial, self._stop = dial, stop
        self._start = dial.value

    def begin(self) -> None:
        self._start = self.dial.value
        super().begin()

    def _turn(self, t: float) -> None:
        self.dial.set(self._at(t))

    def _at(self, t: float) -> float:
        return self.dial.between(self._start, self._stop, t)
