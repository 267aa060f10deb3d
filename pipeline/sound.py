"""The sound of the film and of its beats: made once, kept by content in `.cache/sound`, found again after.

A track is known by what shapes it: the bytes of its recordings, their places, its length, the gain, and the code
that mixes, masters and compresses. Beats of which no line is recorded have no track.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from pipeline import imports
from pipeline.aac import write_m4a
from pipeline.atomic import sweep_parts, write_atomic
from pipeline.cache import lock
from pipeline.encode import sha256_of
from pipeline.filters import Samples
from pipeline.keys import versions
from pipeline.loudness import measured
from pipeline.master import film_gain, mastered, shaped
from pipeline.mix import mix, read_line, sample_of
from pipeline.outputs import digest_of, noted
from pipeline.paths import Paths
from pipeline.progress import Bar
from scenes.kit import narration
from scenes.kit.timeline import Line, Timeline

# Tracks of a film and its beats in two or three versions, and the gain and measurements that belong to them.
KEPT = 90


@dataclass(frozen=True)
class Track:
    """A finished track: its file, which is AAC-LC in M4A, and the key of all that it is made of."""

    path: Path
    key: str


class Sound:
    """Makes tracks for one build; `bar` shows how far the work is."""

    def __init__(self, paths: Paths, fps: Fraction, bar: Bar, memory: imports.Memory | None = None) -> None:
        self._paths, self._fps, self._bar = paths, fps, bar
        self._folder = paths.cache / "sound"
        code = imports.closure(paths.root, ("pipeline.master", "pipeline.aac"), memory)
        self._recipe = [[sha256_of(path) for path in code], versions()["av"]]
        self._meter = [sha256_of(paths.root / "pipeline" / "loudness.py"), versions()["av"]]
        self._digests: dict[Path, str] = {}
        self._lines: dict[Path, Samples] = {}
        self._known_gain: float | None = None
        self._used: set[Path] = set()

    def track(self, timelines: Sequence[Timeline]) -> Track | None:
        """The sound of beats that follow one another; None if no line of theirs is recorded.

        Raises FilmError for a recording that cannot be used.
        """
        places, length = self._places(timelines)
        if not places:
            return None
        with self._alone():
            gain = self._gain()
            lines = [(start, self._digest(line)) for start, line in places]
            key = digest_of([self._recipe, gain, length, lines])
            path = self._folder / f"{key[:16]}.m4a"
            if not self._whole(path):
                self._bar.begin("Sound", len(places))
                write_m4a(path, mix(length, self._placed(places, gain)))
                self._vouch(path)
            self._touch(path)
        return Track(path, key)

    def measured(self, film: Path, digest: str) -> dict[str, Any]:
        """What `pipeline.loudness.measured` finds in the finished file `film`, whose SHA-256 is `digest`."""
        note = self._folder / f"measured-{digest_of([digest, *self._meter])[:16]}.json"
        with self._alone():
            found = noted(note)
            if not found:
                found = measured(film)
                write_atomic(note, json.dumps(found))
            self._touch(note)
        return found

    def _places(self, timelines: Sequence[Timeline]) -> tuple[list[tuple[int, Line]], int]:
        """Every recorded line with its first sample, and the track's length in samples."""
        found, begin = [], 0
        for timeline in timelines:
            found += [(sample_of(begin + line.start, self._fps), line) for line in timeline.lines if line.sound]
            begin += timeline.frames
        return found, sample_of(begin, self._fps)

    def _gain(self) -> float:
        """The film's gain: of all that is recorded, so that it is the same for a beat made alone."""
        if self._known_gain is None:
            folder = narration.NARRATION_DIR
            entries = [entry for entry in narration.recordings().values() if not narration.fault(entry, entry.text)]
            note = self._folder / f"gain-{digest_of([self._recipe, sorted(e.sha256 for e in entries)])[:16]}.json"
            gain = noted(note).get("gain_db")
            if not isinstance(gain, float):
                self._bar.begin("Loudness", len(entries))
                lines = []
                for entry in entries:
                    lines.append(self._shaped(folder / entry.file, entry.samples))
                    self._bar.done(1)
                gain = film_gain(lines)
                write_atomic(note, json.dumps({"gain_db": gain}))
            self._touch(note)
            self._known_gain = gain
        return self._known_gain

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the folder of sound for this build."""
        waiting = "Another build is at work on the sound; waiting for it to end."
        with lock(self._folder / "sound.lock", lambda: self._bar.say(waiting)):
            sweep_parts(self._folder)
            yield

    def _placed(self, places: Sequence[tuple[int, Line]], gain: float) -> Iterator[tuple[int, Samples]]:
        for start, line in places:
            yield start, self._mastered(line, gain)
            self._bar.done(1)

    def _mastered(self, line: Line, gain: float) -> Samples:
        path = self._path(line)
        if path not in self._lines:
            self._lines[path] = mastered(self._shaped(path, line.samples), gain)
        return self._lines[path]

    def _shaped(self, path: Path, samples: int) -> Samples:
        return shaped(read_line(path, samples, self._paths.shown(path)))

    def _digest(self, line: Line) -> str:
        path = self._path(line)
        if path not in self._digests:
            self._digests[path] = sha256_of(path) if path.is_file() else "missing"
        return self._digests[path]

    def _path(self, line: Line) -> Path:
        assert line.sound is not None
        return self._paths.root / line.sound

    def _whole(self, path: Path) -> bool:
        with suppress(OSError):
            return noted(path.with_suffix(".json")).get("sha256") == sha256_of(path)
        return False

    def _vouch(self, path: Path) -> None:
        write_atomic(path.with_suffix(".json"), json.dumps({"sha256": sha256_of(path)}))

    def _touch(self, path: Path) -> None:
        """Mark a file as used just now; drop the oldest beyond KEPT, but none of this build, whatever the clock."""
        path.touch()
        self._used.add(path)
        files = [each for each in self._folder.iterdir() if each.suffix == ".m4a" or "-" in each.name]
        files = [each for each in files if each not in self._used]
        for stale in sorted(files, key=lambda each: each.stat().st_mtime_ns, reverse=True)[KEPT:]:
            stale.unlink(missing_ok=True)
            stale.with_suffix(".json").unlink(missing_ok=True)
