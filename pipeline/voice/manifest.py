"""The manifest of the narration: which line was recorded as what, by whom, and when each of its words is spoken.

One line of JSON for each line of speech, sorted, so that a change of one line is one line of a diff. Reading and
checking is the kit's (`scenes.kit.narration`), which needs the times; here is what writes it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pipeline.atomic import write_atomic
from pipeline.voice.engine import Narrator
from pipeline.voice.line import RECIPE, Take
from pipeline.voice.model import REVISION, SHA256
from pipeline.voice.sound import write
from scenes.kit import narration
from scenes.kit.narration import FORMAT, SAMPLE_RATE, Recording

ENGINE = "Kokoro 82M"
LANGUAGE = "en"
DEFAULT_NARRATOR = Narrator("af_heart")
SYNTHESISED, IMPORTED = "synthesised", "imported"
LICENCES = {
    "narration": "CC-BY-4.0",
    "model": "Apache-2.0 (Kokoro 82M by hexgrad); its ONNX export MIT",
    "voice": "Apache-2.0 (kokoro-js 1.2.1)",
}


def synthesised_key(text: str, narrator: Narrator, voice_sha256: str, pronunciations: dict[str, str]) -> str:
    """A digest of everything that shapes a synthesised line."""
    return _digest(
        {
            "text": text,
            "engine": [ENGINE, SHA256, REVISION],
            "recipe": RECIPE,
            "narrator": asdict(narrator),
            "voice": voice_sha256,
            "pronunciations": pronunciations,
        }
    )


def imported_key(text: str, source: Path) -> str:
    """A digest of everything that shapes a line recorded by a person."""
    sound = hashlib.sha256(source.read_bytes()).hexdigest()
    return _digest({"text": text, "recipe": RECIPE, "recording": sound})


class Manifest:
    """The recordings of the film's lines. Every change is on the disk, whole, before the next begins."""

    def __init__(self) -> None:
        self.folder = narration.NARRATION_DIR
        self.lines: dict[str, Recording] = dict(narration.recordings())
        self.narrator = self._narrator()

    def keep(self, name: str, text: str, take: Take, key: str, source: str) -> Recording:
        """Write a line's sound, then its entry. A run that is killed between the two finds the line stale."""
        path = self.folder / f"{name}.flac"
        write(path, take.samples)
        entry = Recording(
            path.name,
            hashlib.sha256(path.read_bytes()).hexdigest(),
            len(take.samples),
            text,
            key,
            take.words,
            source,
        )
        self.lines[name] = entry
        self.save()
        return entry

    def appoint(self, narrator: Narrator) -> None:
        """Make somebody the narrator of the film: lines that another voice spoke are stale from now on."""
        if narrator != self.narrator:
            self.narrator = narrator
            self.save()

    def drop(self, names: Iterable[str]) -> None:
        """Forget lines that the script no longer has, and their sounds."""
        gone = [self.lines.pop(name) for name in sorted(names)]
        if gone:
            self.save()
        for entry in gone:
            (self.folder / entry.file).unlink(missing_ok=True)

    def save(self) -> None:
        """Write the manifest, whole or not at all."""
        write_atomic(self.folder / narration.MANIFEST, self.text())

    def text(self) -> str:
        """The manifest as it is written."""
        sources = {entry.source for entry in self.lines.values()}
        head = {
            "format": FORMAT,
            "language": LANGUAGE,
            "sample_rate": SAMPLE_RATE,
            "source": sources.pop() if len(sources) == 1 else "mixed" if sources else SYNTHESISED,
            "engine": ENGINE,
            "model_sha256": SHA256,
            "voice": self.narrator.voice,
            "speed": self.narrator.speed,
            "licences": LICENCES,
        }
        rows = [f"{_json(name)}: {_json(asdict(entry))}" for name, entry in sorted(self.lines.items())]
        body = "".join(f'  "{name}": {_json(value)},\n' for name, value in head.items())
        lines = "".join(f"\n    {row}{',' * (row is not rows[-1])}" for row in rows)
        return f'{{\n{body}  "lines": {{{lines}\n  }}\n}}\n'

    def _narrator(self) -> Narrator:
        path = self.folder / narration.MANIFEST
        if not path.is_file():
            return DEFAULT_NARRATOR
        data: dict[str, Any] = json.loads(path.read_bytes())
        return Narrator(str(data.get("voice", DEFAULT_NARRATOR.voice)), float(data.get("speed", 1.0)))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
