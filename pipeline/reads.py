"""Which files of the project a beat reads while it runs, found out by watching it.

A key follows imports by their names and takes what lies in assets or beside a module. A file that is reached in any
other way would be in no key, and an edit of it would be missed without a word; so it is found here, and refused.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import source_from_cache
from pathlib import Path

from pipeline.errors import FilmError
from pipeline.keys import Stamps

# What the project makes or brings along itself: results of files that are in the key, or the environment.
_NOT_SOURCES = {".cache", ".git", ".venv", "media", "out"}


class _Watching(threading.local):
    """Of one thread: others may read what they like, and do (a profiler reads all source)."""

    def __init__(self) -> None:
        self.sets: list[set[str]] = []


_watching = _Watching()


@contextmanager
def watched() -> Iterator[set[str]]:
    """Collect the names of files that this thread opens for reading inside the `with` block."""
    _listen()
    names: set[str] = set()
    _watching.sets.append(names)
    try:
        yield names
    finally:
        _watching.sets.remove(names)


def require_keyed(beat_id: str, names: set[str], root: Path, stamps: Stamps) -> None:
    """Raise FilmError if the beat read a file of the project at `root` that is not among the `stamps` of its key."""
    own = (_source(root / name) for name in names)
    for path in sorted(path for path in own if path.is_relative_to(root)):
        part = path.relative_to(root)
        if part.parts[0] not in _NOT_SOURCES and str(path) not in stamps and path.is_file():
            raise FilmError(
                f"The beat {beat_id} reads {part.as_posix()}, and an edit of that file would not be noticed; keep "
                "data in assets/ or beside a module that the beat imports, and import modules by their full names."
            )


def _source(path: Path) -> Path:
    """`path`, or for compiled code the file that it was compiled from."""
    with suppress(ValueError, NotImplementedError):  # it is not compiled code
        path = Path(source_from_cache(path))
    return path


@cache
def _listen() -> None:
    """Have the interpreter tell of every file that is opened; that cannot be taken back, so it is asked for once."""
    sys.addaudithook(_note)


def _note(event: str, details: tuple[object, ...]) -> None:
    if event != "open" or not _watching.sets:
        return
    name, _, flags = details
    if isinstance(name, str | bytes) and isinstance(flags, int) and flags & os.O_ACCMODE == os.O_RDONLY:
        for names in _watching.sets:
            # By the way it was asked for: a linked folder is part of the project under its name there.
            names.add(os.path.normpath(Path(os.fsdecode(name)).absolute()))
