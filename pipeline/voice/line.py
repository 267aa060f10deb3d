"""A whole line from an engine: sentence by sentence, with even pauses, one loudness, and the times of its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pipeline.errors import FilmError
from pipeline.voice.engine import Engine, Narrator
from pipeline.voice.loudness import Samples, level
from pipeline.voice.sound import trim
from scenes.kit.narration import SAMPLE_RATE

PAUSE_SECONDS = 0.36
# Of everything here and in `sound` and `loudness` that shapes a recording: raise it when that changes.
RECIPE = 1


@dataclass(frozen=True)
class Take:
    """A finished recording of a line at 24 kHz, and every word of its text with its first and last sample."""

    samples: Samples
    words: tuple[tuple[str, int, int], ...]


def sentences(text: str) -> Iterator[list[str]]:
    """The words of a text, sentence by sentence."""
    words: list[str] = []
    for word in text.split():
        words.append(word)
        if word.rstrip("\"'”’)").endswith((".", "!", "?")):
            yield words
            words = []
    if words:
        yield words


def record(engine: Engine, text: str, pronunciations: Mapping[str, str], narrator: Narrator) -> Take:
    """Have the engine say a line. Raises FilmError for a word that it cannot say, or if it keeps silent."""
    pieces: list[Samples] = []
    words: list[tuple[str, int, int]] = []
    pause = np.zeros(round(PAUSE_SECONDS * SAMPLE_RATE), np.float32)
    for sentence in sentences(text):
        speech = engine.speak(sentence, pronunciations, narrator)
        try:
            cut, began = trim(speech.samples)
        except ValueError as error:
            raise FilmError(
                f"The voice says nothing for {' '.join(sentence)!r}: {error}; write it otherwise."
            ) from None
        if pieces:
            pieces.append(pause)
        offset = sum(map(len, pieces))
        words += placed(sentence, speech.words, offset - began, offset, offset + len(cut))
        pieces.append(cut)
    return Take(level(np.concatenate(pieces), SAMPLE_RATE), tuple(words))


def placed(
    words: Sequence[str], times: Sequence[tuple[int, int]], shift: int, first: int, last: int
) -> list[tuple[str, int, int]]:
    """Words with their times moved by `shift` and kept within [first, last]."""

    def within(time: int) -> int:
        return min(last, max(first, time + shift))

    return [(word, within(start), within(end)) for word, (start, end) in zip(words, times, strict=True)]
