"""What a speech engine has to do, and what shapes its sound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pipeline.voice.loudness import Samples


@dataclass(frozen=True)
class Speech:
    """One sentence as the engine says it: 24 kHz mono, and the first and last sample of each of its words."""

    samples: Samples
    words: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Narrator:
    """Who speaks: a voice of the engine, and how fast (1 is the voice's own pace)."""

    voice: str
    speed: float = 1.0


class Engine(Protocol):
    """Says a sentence, given as its words with their punctuation. Raises FilmError for a word it cannot say."""

    def speak(self, words: Sequence[str], pronunciations: Mapping[str, str], narrator: Narrator) -> Speech: ...
