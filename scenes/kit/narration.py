"""How long a line lasts and when each of its words is spoken.

A recorded line lasts as long as its sound, and its words begin where the manifest of the narration says. A line
without a recording of its very text lasts as long as it takes to speak at 150 words a minute, counted on its spoken
form, so that "five hundred and twelve" takes the time of four words; ``LineTiming.reason`` then says why.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .errors import KitError
from .script import ScriptLine

WORDS_PER_MINUTE = 150
SAMPLE_RATE = 24_000
FORMAT = 1
NARRATION_DIR = Path(__file__).resolve().parents[2] / "assets" / "narration" / "en"
MANIFEST = "manifest.json"
_SHOWN = "assets/narration/en"

NOT_RECORDED = "not recorded"
TEXT_CHANGED = "its text changed since the recording"
SOUND_DAMAGED = "its sound file is missing or damaged"


@dataclass(frozen=True)
class LineTiming:
    """Length of a line in seconds and the start of each of its tokens, in seconds from the line's start.

    ``recorded``: both come from its recording, ``sound`` (a path from the project's root) of ``samples`` samples at
    24 kHz. Otherwise they are estimates and ``reason`` says why.
    """

    seconds: float
    token_starts: tuple[float, ...]
    recorded: bool = False
    reason: str = ""
    sound: str | None = None
    samples: int = 0


@dataclass(frozen=True)
class Recording:
    """A line's entry in the manifest: what was said, in which file, and each word's first and last sample."""

    file: str
    sha256: str
    samples: int
    text: str
    key: str
    words: tuple[tuple[str, int, int], ...]
    source: str


def time_line(beat_id: str, line: ScriptLine) -> LineTiming:
    """The timing of a line of a beat. Raises KitError if the manifest of the narration cannot be read."""
    entry = recordings().get(f"{beat_id}.{line.id}")
    reason = fault(entry, line.spoken)
    if entry is None or reason:
        return _estimate(line, reason)
    starts, at = [], 0
    for token in line.tokens:
        starts.append(entry.words[at][1] / SAMPLE_RATE)
        at += len(token.spoken.split())
    seconds = entry.samples / SAMPLE_RATE
    return LineTiming(seconds, tuple(starts), True, "", f"{_SHOWN}/{entry.file}", entry.samples)


def fault(entry: Recording | None, spoken: str) -> str:
    """Why ``entry`` cannot stand for a line that says ``spoken``; nothing if it can."""
    if entry is None:
        return NOT_RECORDED
    if entry.text != spoken:
        return TEXT_CHANGED
    try:
        whole = hashlib.sha256((NARRATION_DIR / entry.file).read_bytes()).hexdigest() == entry.sha256
    except OSError:
        whole = False
    return "" if whole else SOUND_DAMAGED


def recordings() -> Mapping[str, Recording]:
    """Every recorded line by "beat.line"; empty where nothing is recorded. Raises KitError for a corrupt manifest."""
    try:
        return _parse((NARRATION_DIR / MANIFEST).read_bytes())
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise KitError(f"{_SHOWN}/{MANIFEST} cannot be read ({error.strerror}); restore it.") from None


@lru_cache(maxsize=8)
def _parse(content: bytes) -> Mapping[str, Recording]:
    try:
        data = json.loads(content)
        if data["format"] != FORMAT or data["sample_rate"] != SAMPLE_RATE:
            raise ValueError(f"it is of format {data['format']} at {data['sample_rate']} Hz")
        return MappingProxyType({name: _recording(name, entry) for name, entry in data["lines"].items()})
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        what = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
        raise KitError(
            f"{_SHOWN}/{MANIFEST} is damaged ({what}); restore it, or remove it and run ./run narrate."
        ) from None


def _recording(name: str, entry: Mapping[str, Any]) -> Recording:
    words = tuple((str(word), int(start), int(end)) for word, start, end in entry["words"])
    found = Recording(
        str(entry["file"]),
        str(entry["sha256"]),
        int(entry["samples"]),
        str(entry["text"]),
        str(entry["key"]),
        words,
        str(entry["source"]),
    )
    if [word for word, _, _ in words] != found.text.split():
        raise ValueError(f"the words of {name} are not those of its text")
    times = [time for _, start, end in words for time in (start, end)]
    if not times or times[0] < 0 or times[-1] > found.samples or times != sorted(times):
        raise ValueError(f"the words of {name} are out of order or outside its sound")
    if Path(found.file).name != found.file:
        raise ValueError(f"the file of {name} lies outside the folder")
    return found


def _estimate(line: ScriptLine, reason: str) -> LineTiming:
    per_word = 60 / WORDS_PER_MINUTE
    starts, count = [], 0
    for token in line.tokens:
        starts.append(count * per_word)
        count += len(token.spoken.split())
    return LineTiming(count * per_word, tuple(starts), False, reason)


def to_frames(seconds: float, fps: float) -> int:
    """The first whole frame at or after ``seconds``."""
    return math.ceil(seconds * fps - 1e-6)
