"""How films share a budget: by their length, and what one does not need is left to the others."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def shares(sizes: Sequence[int], seconds: Sequence[Fraction], room: int) -> list[int]:
    """The bytes that each film may take, at most its own size and together at most `room`.

    There is one rate, in bytes a second, that all keep to: a film that is below it by itself stays as it is, and
    every other gets rate times length. No room gives no bytes.
    """
    if sum(sizes) <= room:
        return list(sizes)
    given = [0] * len(sizes)
    left, time = max(0, room), sum(seconds, Fraction(0))
    # From the film that needs the least a second: once one is above the rate, so are all that follow.
    for film in sorted(range(len(sizes)), key=lambda each: sizes[each] / seconds[each]):
        given[film] = min(sizes[film], int(left * seconds[film] / time))
        left, time = left - given[film], time - seconds[film]
    return given
