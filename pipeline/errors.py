"""What the pipeline says when it cannot go on: one clear sentence and an exit code."""

from __future__ import annotations

import difflib
import errno
import sys
from collections.abc import Iterable

DONE, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130


class FilmError(Exception):
    """A render or a check failed. The text is one sentence: what is wrong and what to do."""

    exit_code = FAILED


class CommandError(FilmError):
    """The command itself was wrong: an unknown name, an impossible size."""

    exit_code = WRONG


def is_told(error: BaseException) -> bool:
    """Whether the kit raised it as a sentence for people. The kit is not imported for it: Manim is slow to load."""
    kit = sys.modules.get("scenes.kit.errors")
    return kit is not None and isinstance(error, kit.KitError)


# A write may fail with these wherever it is made: here, in a library, in the system's own memory files.
DISK_FAULTS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EFBIG)


def disk_fault(error: BaseException) -> str:
    """A sentence for an error that is the disk's and not the program's; nothing for any other."""
    if not isinstance(error, OSError) or error.errno not in DISK_FAULTS:
        return ""
    what = error.filename or "a temporary file"
    return f"Cannot write {what} ({(error.strerror or str(error)).lower()}); free some room on that disk and try again."


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return "Did you mean X?" for the nearest known name, or the list of all of them."""
    names = list(known)
    lowered = {each.lower(): each for each in reversed(names)}
    near = difflib.get_close_matches(name.lower(), list(lowered), n=1, cutoff=0.5)
    return f"Did you mean {lowered[near[0]]}?" if near else f"Known: {', '.join(names)}."
