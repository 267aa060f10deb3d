"""Kokoro 82M as an engine: words to phonemes, phonemes to sound, and the exact time of every word.

The model says how many frames each of its tokens lasts, and a frame is 600 samples: word times need no aligner.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.errors import FilmError
from pipeline.voice import lexicon, model
from pipeline.voice.engine import Narrator, Speech
from pipeline.voice.voices import voice_file

FRAME_SAMPLES = 600
# A word's sound begins this much before its first token does: measured, 23 to 52 ms for this model's voices.
LEAD_SAMPLES = 840
LONGEST = 510
_STYLE = 256


class Kokoro:
    """Loads the model (made in `cache` when first needed). Raises FilmError where the extra is not installed."""

    def __init__(self, cache: Path, voices: Path) -> None:
        model.require_packages()
        self._voices = voices
        runtime: Any = importlib.import_module("onnxruntime")
        options = runtime.SessionOptions()
        options.log_severity_level = 3
        path = model.float_model(cache)
        try:
            self._session = runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise FilmError(f"{path} is damaged ({type(error).__name__}); remove it and try again.") from error
        self._ids: dict[str, int] = json.loads((resources.files("hibari") / "assets/vocab.json").read_text("utf-8"))
        self._readers: dict[bool, Any] = {}
        self._styles: dict[str, NDArray[np.float32]] = {}

    def speak(self, words: Sequence[str], pronunciations: Mapping[str, str], narrator: Narrator) -> Speech:
        """Say one sentence. Raises FilmError for a voice or word that it does not know."""
        ids, spans = self._tokens(words, pronunciations, british=narrator.voice.startswith("b"))
        style = self._style(narrator.voice)
        inputs = {
            "tokens": np.array([[0, *ids, 0]], np.int64),
            "style": style[min(len(ids), len(style)) - 1],
            "speed": np.array([narrator.speed], np.float32),
        }
        sound, frames = self._session.run(["audio", model.DURATIONS], inputs)
        samples = np.asarray(sound, np.float32).ravel()
        edges = np.concatenate([[0], np.cumsum(np.ravel(frames))]).astype(int) * FRAME_SAMPLES
        if edges[-1] != len(samples):
            raise FilmError(f"The speech model says {edges[-1]} samples and makes {len(samples)}; remove .cache/voice.")
        return Speech(samples, _times(spans, edges, len(samples)))

    def _tokens(
        self, words: Sequence[str], pronunciations: Mapping[str, str], *, british: bool
    ) -> tuple[list[int], list[tuple[int, int] | None]]:
        """Token ids of a sentence; for each word the first and last (exclusive) that sound, None for a bare dash."""
        reader = self._reader(british)
        tokens = reader.phonemize_tokens(reader.tokenize(" ".join(_marked(word, pronunciations) for word in words)))
        said = "".join(token.text + token.whitespace for token in tokens)
        if said.strip() != " ".join(words):
            raise FilmError(f"The engine reads {' '.join(words)!r} as {said.strip()!r}; write it in plain words.")
        ids: list[int] = []
        spans: list[tuple[int, int] | None] = [None] * len(words)
        at = 0
        for token in tokens:
            phonemes = token.phonemes or ""
            start = len(ids)
            ids += [self._ids[each] for each in phonemes if each in self._ids]
            if any(each.isalpha() for each in phonemes):
                before = spans[at]
                spans[at] = (start if before is None else before[0], len(ids))
            if token.whitespace:
                ids.append(self._ids[" "])
                at += 1
        for word, span in zip(words, spans, strict=True):
            if span is None and any(each.isalnum() for each in word):
                raise FilmError(f"The voice cannot say {word!r}; spell it out, or add it to [pronunciations].")
        if len(ids) > LONGEST:
            raise FilmError(f"The sentence {' '.join(words[:6])!r}... is too long for one breath; cut it in two.")
        return ids, spans

    def _reader(self, british: bool) -> Any:
        if british not in self._readers:
            self._readers[british] = importlib.import_module("hibari.g2p").G2P(british=british)
        return self._readers[british]

    def _style(self, voice: str) -> NDArray[np.float32]:
        if voice not in self._styles:
            content = np.fromfile(voice_file(self._voices, voice), np.float32)
            self._styles[voice] = content.reshape(-1, 1, _STYLE)
        return self._styles[voice]


def _marked(word: str, pronunciations: Mapping[str, str]) -> str:
    """The word as the engine's reader wants it where the lexicon says how it sounds: [saturates](/phonemes/)."""
    before, core, after = lexicon.split(word)
    phonemes = pronunciations.get(core.lower())
    return f"{before}[{core}](/{phonemes}/){after}" if phonemes else word.replace("’", "'")


def _times(
    spans: Sequence[tuple[int, int] | None], edges: NDArray[np.int64], length: int
) -> tuple[tuple[int, int], ...]:
    times: list[tuple[int, int]] = []
    for span in spans:
        last = times[-1][1] if times else 0
        if span is None:
            times.append((last, last))
            continue
        # Two ids of silence frame the sentence: token i of the words is token i + 1 of the model.
        start, end = (min(length, max(last, int(edges[each + 1]) - LEAD_SAMPLES)) for each in span)
        times.append((start, max(start, end)))
    return tuple(times)
