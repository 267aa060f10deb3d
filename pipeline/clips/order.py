"""Which pictures of a clip are shown, in which order and at which rate; and whether it loops by itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pipeline.clips.colours import block_means
from pipeline.clips.source import Source

# Of 255, in the mean of 8 x 8 pixels: what the encoder leaves of noise behind a white edge that has moved is up to 6 at
# crf 15; an edge that stands a pixel further makes 28.
_SAME = 10.0


def loops_by_itself(source: Source) -> bool:
    """Whether the clip's last picture is its first one, so that it can be played round and round as it is."""
    if source.frames < 2:
        return True
    first, last = (block_means(source.picture(frame)) for frame in (0, source.frames - 1))
    return bool(np.abs(first - last).max() <= _SAME)


def there_and_back(frames: int) -> list[int]:
    """0, 1, ..., n - 1, n - 2, ..., 1: round and round without showing either end twice."""
    return [*range(frames), *range(frames - 2, 0, -1)]


def sampled(order: Sequence[int], fps: Fraction, rate: Fraction) -> list[int]:
    """The pictures of `order`, made for `fps`, that are on screen as each frame at `rate` (`fps` or less) begins."""
    count = max(1, round(len(order) * rate / fps))
    return [order[min(len(order) - 1, math.floor(number * fps / rate))] for number in range(count)]
