"""What runs inside a worker process: the start, the watch, and the frame around every task."""

from __future__ import annotations

import faulthandler
import os
import shutil
import signal
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import connection, parent_process
from pathlib import Path
from typing import Any

from pipeline.errors import FilmError

STALLED = 75
_WATCH_SECONDS = 0.5


@dataclass(frozen=True)
class Outcome:
    """What became of a task: a `value`; or a `sentence`, and a `trace` where it does not say all."""

    value: Any = None
    sentence: str = ""
    trace: str = ""


class _State:
    """Of this process; a worker does one task at a time."""

    counters: Any = None
    slot = 0
    beat = ""
    busy = False
    pulse = 0.0


def stall_note(folder: Path, beat: str) -> Path:
    """Where a worker says that it was ended for making no progress, and where it stood."""
    return folder / f"{beat}.stalled"


def begin(counters: Any, notes: Path, media: Path, stall: float, verbosity: str) -> None:
    """Start of a worker: results travel by the pool alone, so whatever is printed goes to stderr.

    `media` is a folder that vanishes with the run; Manim's files go to one of this process's own in it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)
    _State.counters = counters
    threading.Thread(target=_end_with_parent, args=(media,), daemon=True).start()
    threading.Thread(target=_watch, args=(notes, stall), daemon=True).start()
    from manim import config
    from tqdm import tqdm  # type: ignore[import-untyped]

    # Its own lock is a semaphore of the system, which a worker that has to be ended would leave behind.
    tqdm.set_lock(threading.RLock())
    config.media_dir = str(media / str(os.getpid()))
    config.verbosity = verbosity


def drawn(frames: int) -> None:
    """Count `frames` more for the task in hand, and show that it is alive."""
    _State.pulse = time.monotonic()
    if _State.counters is not None:
        _State.counters[_State.slot] += frames


def perform(slot: int, beat: str, call: Callable[..., Any], args: tuple[Any, ...]) -> Outcome:
    """Make the call and bring home whatever happens."""
    _State.slot, _State.beat, _State.pulse, _State.busy = slot, beat, time.monotonic(), True
    try:
        return Outcome(value=call(*args))
    except (Exception, SystemExit) as error:  # a beat that calls sys.exit has failed like any other
        return explain(error)
    finally:
        _State.busy = False


def explain(error: BaseException) -> Outcome:
    """The sentence for an error: its own if it was written for people, else what was raised and where."""
    from scenes.kit.errors import KitError

    if isinstance(error, FilmError | KitError):
        return Outcome(sentence=str(error))
    stack = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in stack if f"{os.sep}scenes{os.sep}" in frame.filename] or stack
    where = f" ({Path(ours[-1].filename).name}, line {ours[-1].lineno})" if ours else ""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return Outcome(sentence=f"raised {what}{where}", trace="".join(traceback.format_exception(error)))


def _end_with_parent(media: Path) -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        shutil.rmtree(media, ignore_errors=True)
        os._exit(1)


def _watch(notes: Path, stall: float) -> None:
    while True:
        time.sleep(min(_WATCH_SECONDS, stall / 4))
        if _State.busy and time.monotonic() - _State.pulse > stall:
            with stall_note(notes, _State.beat).open("w", encoding="utf-8") as note:
                faulthandler.dump_traceback(note, all_threads=True)
            os._exit(STALLED)
