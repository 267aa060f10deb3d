"""One command, timed from its start to its end."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from pipeline.errors import FilmError

_KIB = 1024


@dataclass(frozen=True)
class Timed:
    """`seconds` by the clock, `cpu_seconds` of all its processes, `peak_mb` of the largest one (0: not looked at).

    A child begins with the memory of its parent, so this process must be a small one.
    """

    seconds: float
    cpu_seconds: float = 0.0
    peak_mb: float = 0.0

    @property
    def busy(self) -> float:
        """How many processors were busy on average."""
        return self.cpu_seconds / self.seconds


@contextmanager
def one_processor() -> Iterator[None]:
    """What is started meanwhile has one processor for itself and its children. Linux only."""
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(mine)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, mine)


def timed(command: Sequence[str], folder: Path, *, alone: bool = False) -> tuple[Timed, str]:
    """Run `command` in `folder`; what it took, and what it printed. Raises FilmError if it fails.

    With `alone` it has one processor only.
    """
    with TemporaryFile() as out, TemporaryFile() as err:
        started = time.monotonic()
        with one_processor() if alone else nullcontext():
            child = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        try:
            _, status, usage = os.wait4(child.pid, 0)
        except BaseException:
            child.terminate()
            child.wait()
            raise
        seconds = time.monotonic() - started
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        printed, complaint = out.read().decode("utf-8", "replace"), err.read().decode("utf-8", "replace")
    if child.returncode:
        last = (complaint.strip().splitlines() or ["it said nothing"])[-1]
        raise FilmError(f"The measured command failed with {child.returncode} ({' '.join(command)}): {last}")
    # Linux counts in KiB and macOS in bytes.
    peak = usage.ru_maxrss * (_KIB if os.uname().sysname == "Linux" else 1)
    return Timed(round(seconds, 3), round(usage.ru_utime + usage.ru_stime, 3), round(peak / 1e6, 1)), printed
