"""How long a line lasts and when each of its words is spoken.

Until a voice is recorded a line lasts as long as it takes to speak at 150 words a minute, counted on its spoken form,
so that "five hundred and twelve" takes the time of four words.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .script import ScriptLine

WORDS_PER_MINUTE = 150


@dataclass(frozen=True)
class LineTiming:
    """Length of a line in seconds and the start of each of its tokens, in seconds from the line's start."""

    seconds: float
    token_starts: tuple[float, ...]


def time_line(line: ScriptLine) -> LineTiming:
    """The timing of a line at 150 spoken words a minute."""
    per_word = 60 / WORDS_PER_MINUTE
    starts, count = [], 0
    for token in line.tokens:
        starts.append(count * per_word)
        count += len(token.spoken.split())
    return LineTiming(count * per_word, tuple(starts))


def to_frames(seconds: float, fps: float) -> int:
    """The first whole frame at or after ``seconds``."""
    return math.ceil(seconds * fps - 1e-6)
