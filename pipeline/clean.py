"""`clean`: remove what can be made again, unless a build is at work on it."""

from __future__ import annotations

import fcntl
import os
import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from pipeline.errors import FilmError
from pipeline.paths import Paths


def clean(paths: Paths, *, results: bool = False) -> dict[str, Any]:
    """Remove the cache and, with `results`, the folder of results; return each with its size in bytes.

    Raises FilmError if a build holds a lock in the cache, or a folder cannot be removed.
    """
    removed = []
    with ExitStack() as held:
        for lock in sorted(paths.cache.rglob("*.lock")):
            handle = os.open(lock, os.O_RDWR | os.O_CLOEXEC)
            held.callback(os.close, handle)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise FilmError("A build is at work; wait for it to end, or stop it, and clean then.") from None
        for folder in [paths.cache, paths.out] if results else [paths.cache]:
            if folder.is_dir():
                size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
                _remove(folder)
                removed.append({"path": paths.shown(folder), "bytes": size})
    return {"removed": removed}


def _remove(folder: Path) -> None:
    try:
        shutil.rmtree(folder)
    except OSError as error:
        raise FilmError(f"Cannot remove {folder} ({error.strerror}); remove it yourself.") from error
