"""Finished plays, kept by content: `.cache/segments/<beat>/<key>/` with a manifest and one file a play.

A play is reused only if its file has the size and the SHA-256 that the manifest says: a missing, empty, cut,
flipped or swapped file is found and drawn again. Whoever changes a folder holds its lock.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path

from pipeline.atomic import make_folder, remove, sweep_parts, write_atomic
from pipeline.encode import SegmentInfo, sha256_of
from pipeline.errors import FilmError
from pipeline.keys import Key
from scenes.kit.timeline import Timeline

MANIFEST, JOB = "manifest.json", "job-"
# Every look (size, rate, theme) and every edit of a beat has a key; this many of each beat are kept.
KEPT_KEYS = 6


class BeatCache:
    """The cached timeline and plays of one beat under one key."""

    def __init__(self, segments: Path, beat_id: str, key: Key) -> None:
        self.beat_id, self.key = beat_id, key
        self.folder = segments / beat_id / key.short
        self.timeline: Timeline | None = None
        self.plays: dict[int, SegmentInfo] = {}
        self._load()

    def segment(self, play: int) -> Path:
        """Where the file of play `play` is, or would be."""
        return self.folder / f"{play:04}.mp4"

    def verified(self, play: int) -> bool:
        """Whether the file of `play` is there with the bytes that the manifest names."""
        return play in self.plays and _is_whole(self.segment(play), self.plays[play])

    def damaged(self) -> list[int]:
        """Plays that the manifest names and whose files are not as it says."""
        return [play for play in self.plays if not self.verified(play)]

    def keep_timeline(self, timeline: Timeline) -> None:
        """Note the beat's timeline. Plays drawn to another one are forgotten."""
        if self.timeline is None or timeline.to_json() != self.timeline.to_json():
            self.timeline, self.plays = timeline, {}
            self._save()

    def take(self, folder: Path, plays: Mapping[int, SegmentInfo]) -> None:
        """Move the finished files `<play:04>.mp4` of `folder` in, and note them."""
        for play, info in plays.items():
            remove(self.segment(play))
            (folder / f"{play:04}.mp4").replace(self.segment(play))
            self.plays[play] = info
        self._save()

    def new_job(self) -> Path:
        """A fresh folder for the files of one job, beside the finished ones."""
        return make_folder(self.folder / f"{JOB}{secrets.token_hex(6)}")

    def adopt(self) -> None:
        """Take what killed builds had finished, as far as notes vouch for it, and clear the rest away."""
        if self.timeline is not None:
            for folder in sorted(self.folder.glob(f"{JOB}*")):
                wanted = {play.index: play.frames for play in self.timeline.plays}
                noted = {play: info for play, info in finished(folder).items() if play not in self.plays}
                self.take(folder, {p: info for p, info in noted.items() if wanted.get(p) == info.frames})
        for folder in self.folder.glob(f"{JOB}*"):
            shutil.rmtree(folder, ignore_errors=True)
        sweep_parts(self.folder)

    def forget(self) -> None:
        """Drop every play, so that all are drawn again."""
        self.timeline, self.plays = None, {}
        shutil.rmtree(self.folder, ignore_errors=True)

    def touch(self) -> None:
        """Mark this key as used just now, and drop the beat's oldest keys beyond KEPT_KEYS."""
        with suppress(OSError):
            os.utime(self.folder / MANIFEST)
        for stale in past_keys(self.folder.parent)[KEPT_KEYS:]:
            with _try_lock(stale.with_suffix(".lock")) as free:
                if free and stale != self.folder:
                    shutil.rmtree(stale, ignore_errors=True)

    @contextmanager
    def locked(self, waiting: Callable[[], None]) -> Iterator[None]:
        """Hold this key for one build; call `waiting` once if another build holds it, and wait for that."""
        with lock(self.folder.with_suffix(".lock"), waiting):
            self._load()
            yield

    def _save(self) -> None:
        assert self.timeline is not None
        data = {
            "key": self.key.digest,
            "parts": dict(self.key.parts),
            "timeline": self.timeline.to_json(),
            "plays": {str(play): asdict(info) for play, info in sorted(self.plays.items())},
        }
        write_atomic(self.folder / MANIFEST, json.dumps(data, ensure_ascii=False, indent=1))

    def _load(self) -> None:
        """Read the manifest. One that is missing, cut or of another key counts as no manifest."""
        self.timeline, self.plays = None, {}
        try:
            data = json.loads((self.folder / MANIFEST).read_text("utf-8"))
            if data["key"] != self.key.digest:
                return
            timeline = Timeline.from_json(data["timeline"])
            plays = {int(play): SegmentInfo(**info) for play, info in data["plays"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return
        self.timeline, self.plays = timeline, plays


def note_finished(segment: Path, info: SegmentInfo) -> None:
    """Put a note beside a segment that a worker has just finished, for `adopt`."""
    write_atomic(segment.with_suffix(".json"), json.dumps(asdict(info)))


def finished(folder: Path) -> dict[int, SegmentInfo]:
    """The segments of a job's folder whose notes and bytes agree."""
    found = {}
    for note in folder.glob("[0-9]*.json"):
        with suppress(OSError, ValueError, TypeError):
            info, segment = SegmentInfo(**json.loads(note.read_text("utf-8"))), note.with_suffix(".mp4")
            if _is_whole(segment, info):
                found[int(note.stem)] = info
    return found


def _is_whole(segment: Path, info: SegmentInfo) -> bool:
    try:
        return segment.stat().st_size == info.bytes and sha256_of(segment) == info.sha256
    except OSError:
        return False


def past_keys(beat_folder: Path) -> list[Path]:
    """Folders of the keys of a beat that have a manifest, the most recently used first."""
    manifests = []
    for path in beat_folder.glob(f"*/{MANIFEST}"):
        with suppress(OSError):  # another build may be pruning
            manifests.append((path.stat().st_mtime_ns, path.parent.name, path.parent))
    return [folder for _, _, folder in sorted(manifests, reverse=True)]


def past_parts(folder: Path) -> Mapping[str, str] | None:
    """The parts of the key of a folder from `past_keys`; None if its manifest cannot be read."""
    try:
        parts = json.loads((folder / MANIFEST).read_text("utf-8"))["parts"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return parts if isinstance(parts, dict) else None


@contextmanager
def lock(path: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the lock file `path`; the system frees it when this process ends, however it ends."""
    with _try_lock(path) as free:
        if free:
            yield
            return
    waiting()
    with _open(path) as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


@contextmanager
def _try_lock(path: Path) -> Iterator[bool]:
    with _open(path) as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True


@contextmanager
def _open(path: Path) -> Iterator[int]:
    make_folder(path.parent)
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        sentence = f"Cannot write {path} ({error.strerror}); make the project's folder writable."
        raise FilmError(sentence) from error
    try:
        yield handle
    finally:
        os.close(handle)
