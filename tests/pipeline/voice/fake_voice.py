"""An engine that is none: every word is a tone as long as its letters, after a known silence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pipeline.voice.engine import Narrator, Speech
from scenes.kit.narration import SAMPLE_RATE

LETTER = 0.06
GAP = 0.08
LEAD = 0.4


class FakeVoice:
    """Remembers what it was asked to say; stops the run (as a person does) after `patience` sentences."""

    def __init__(self, patience: int = 10_000) -> None:
        self.said: list[str] = []
        self.patience = patience

    def speak(self, words: Sequence[str], pronunciations: Mapping[str, str], narrator: Narrator) -> Speech:
        if len(self.said) == self.patience:
            raise KeyboardInterrupt
        self.said.append(" ".join(words))
        pieces, times = [silence(LEAD)], []
        pitch = 200 + 40 * len(pronunciations) + 10 * (sum(map(ord, narrator.voice)) % 7)
        for word in words:
            start = sum(map(len, pieces))
            pieces.append(tone(LETTER * len(word) / narrator.speed, pitch))
            times.append((start, start + len(pieces[-1])))
            pieces.append(silence(GAP))
        pieces.append(silence(LEAD))
        return Speech(np.concatenate(pieces), tuple(times))


def silence(seconds: float) -> np.ndarray:
    return np.zeros(round(seconds * SAMPLE_RATE), np.float32)


def tone(seconds: float, pitch: float = 220.0, rate: int = SAMPLE_RATE) -> np.ndarray:
    at = np.arange(round(seconds * rate)) / rate
    return (0.2 * np.sin(2 * np.pi * pitch * at)).astype(np.float32)
