"""Files that appear whole or not at all.

A file is written under a temporary name beside its final one, flushed to the disk, and renamed. A process
that is killed anywhere leaves the previous file untouched and at most one `.part-*` beside it, which
`sweep_parts` removes the next time somebody holds the folder's lock.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pipeline.errors import DISK_FAULTS, FilmError

PART = ".part-"
# In a folder that was made as a whole: the names of its files, one a line. What it does not name is somebody's own.
LIST = ".made-here"
# What systems put into any folder that a person opens.
_NOBODYS = (".DS_Store", "Thumbs.db", "desktop.ini")


@contextmanager
def staged(path: Path) -> Iterator[Path]:
    """Give a temporary path beside `path`; on a clean exit flush it and rename it to `path`.

    The temporary name keeps the suffix, because muxers and image writers choose their format by it.
    Raises FilmError if `path` is a folder, if its folder cannot be written, or if nothing was written.
    """
    path = Path(path)
    if path.is_dir():
        raise FilmError(f"Cannot write {path}: it is a folder; move it away or choose another name.")
    part = path.with_name(f"{PART}{secrets.token_hex(6)}-{path.name}")
    try:
        make_folder(path.parent)
        yield part
        _publish(part, path)
    except OSError as error:
        # Only faults of this file are ours to explain (a failed write() carries no name, only its reason); any other
        # keeps its own name and traceback.
        if error.filename not in (str(part), str(path)) and error.errno not in DISK_FAULTS:
            raise
        raise FilmError(_unwritable(path, error)) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


@contextmanager
def staged_folder(folder: Path) -> Iterator[Path]:
    """Give an empty folder beside `folder`; on a clean exit it takes the place of `folder` and of all that was in it.

    Raises FilmError if a file is in the way, as `require_own` does, or if its place cannot be written. What was there
    stays until then.
    """
    folder = Path(folder)
    make_folder(folder.parent)
    require_own(folder)
    mark = secrets.token_hex(6)
    part, old = (folder.with_name(f"{PART}{mark}-{each}-{folder.name}") for each in ("new", "old"))
    try:
        part.mkdir()
        yield part
        made = sorted(path.relative_to(part).as_posix() for path in part.rglob("*") if not path.is_dir())
        (part / LIST).write_text("".join(f"{name}\n" for name in made), encoding="utf-8")
        require_own(folder)  # again: making it may have taken minutes
        if folder.exists():
            folder.rename(old)
        try:
            part.rename(folder)
        except OSError:
            if old.exists():
                old.rename(folder)
            raise
    except OSError as error:
        if error.errno not in DISK_FAULTS and not str(error.filename or "").startswith((str(part), str(folder))):
            raise
        raise FilmError(_unwritable(folder, error)) from error
    finally:
        for each in (part, old):
            shutil.rmtree(each, ignore_errors=True)


def require_own(folder: Path) -> None:
    """Raise FilmError if `folder` is a file, or holds anything that `staged_folder` did not make in it."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise FilmError(f"Cannot make the folder {folder}: a file is in the way; move it away.")
    try:
        made = {LIST, *(folder / LIST).read_text("utf-8").splitlines()}
    except (OSError, ValueError):
        made = set()
    homes = {parent.as_posix() for name in made for parent in Path(name).parents}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        own = name in (homes if path.is_dir() and not path.is_symlink() else made)
        if not own and path.name not in _NOBODYS:
            sentence = f"Cannot replace the folder {folder}: {name} in it is not known to have been made here"
            raise FilmError(f"{sentence}; move it, or the whole folder, elsewhere first.")


def write_atomic(path: Path, data: bytes | str) -> None:
    """Write `data` (text as UTF-8) to `path`, whole or not at all. Raises FilmError like `staged`."""
    with staged(path) as part:
        part.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)


def make_folder(folder: Path) -> Path:
    """Make `folder` and its parents; a clear FilmError if a file is in the way or the place is read-only."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise FilmError(f"Cannot make the folder {folder}: a file is in the way; move it away.") from error
    except OSError as error:
        raise FilmError(_unwritable(folder, error)) from error
    return folder


def require_writable(folder: Path) -> Path:
    """Make `folder` and prove, before any long work, that a file can be written in it."""
    make_folder(folder)
    probe = folder / f"{PART}{secrets.token_hex(6)}-probe"
    try:
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise FilmError(_unwritable(folder, error)) from error
    return folder


def remove(path: Path) -> None:
    """Remove a file, or a folder with all that is in it; nothing if there is none."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def sweep_parts(folder: Path, name: str = "*") -> None:
    """Remove what killed processes left in `folder`, or of its file `name` alone. Hold the lock of what is swept."""
    for part in folder.glob(f"{PART}*-{name}"):
        if part.is_dir():
            shutil.rmtree(part, ignore_errors=True)
        else:
            part.unlink(missing_ok=True)


def _publish(part: Path, path: Path) -> None:
    if not part.is_file():
        raise FilmError(f"Nothing was written for {path}; this is a fault of the program, please report it.")
    with part.open("rb+") as handle:
        os.fsync(handle.fileno())
    part.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _unwritable(path: Path, error: OSError) -> str:
    why = (error.strerror or str(error)).lower()
    return f"Cannot write {path} ({why}); make the place writable, free some room, or choose another with -o."
