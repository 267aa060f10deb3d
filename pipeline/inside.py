"""What runs inside a worker process: the start, the alarm, and the frame around every task."""

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

from pipeline.errors import FilmError, disk_fault


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
    alarm: Alarm | None = None


class Alarm:
    """Ends this process when nothing is drawn for `patience` seconds; before, `note` says where every thread stands.

    The clock is faulthandler's own thread, which needs no turn of the interpreter: a library that never lets go of
    it is ended too.
    """

    def __init__(self, note: Path, patience: float) -> None:
        self.note, self._file = note, note.open("w", encoding="utf-8")
        self._patience, self._step = patience, min(1.0, patience / 8)
        self._set()

    def pulse(self) -> None:
        """Show that there is progress; setting the clock anew for every frame would cost more than it is worth."""
        if time.monotonic() - self._at > self._step:
            self._set()

    def off(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        self._file.close()
        self.note.unlink(missing_ok=True)

    def _set(self) -> None:
        self._at = time.monotonic()
        faulthandler.dump_traceback_later(self._patience + self._step, exit=True, file=self._file)


def begin(counters: Any, media: Path, verbosity: str) -> None:
    """Start of a worker: results travel by the pool alone, so whatever is printed goes to stderr.

    `media` is a folder that vanishes with the run; Manim's files go to one of this process's own in it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)
    _State.counters = counters
    threading.Thread(target=_end_with_parent, args=(media,), daemon=True).start()
    from manim import config
    from tqdm import tqdm  # type: ignore[import-untyped]

    # Its own lock is a semaphore of the system, which a worker that has to be ended would leave behind.
    tqdm.set_lock(threading.RLock())
    config.media_dir = str(media / str(os.getpid()))
    config.verbosity = verbosity


def load() -> None:
    """Bring in what drawing needs, before there is anything to draw."""
    from pipeline import stage

    assert stage


def drawn(frames: int) -> None:
    """Count `frames` more for the task in hand, and show that it is alive."""
    if _State.alarm is not None:
        _State.alarm.pulse()
    if _State.counters is not None:
        _State.counters[_State.slot] += frames


def perform(slot: int, note: Path, patience: float, call: Callable[..., Any], args: tuple[Any, ...]) -> Outcome:
    """Make the call and bring home whatever happens; `note` and `patience` are for the `Alarm`."""
    _State.slot = slot
    try:
        _State.alarm = Alarm(note, patience)
        return Outcome(value=call(*args))
    except (Exception, SystemExit) as error:  # a beat that calls sys.exit has failed like any other
        return explain(error)
    finally:
        if _State.alarm is not None:
            _State.alarm.off()
            _State.alarm = None


def explain(error: BaseException) -> Outcome:
    """The sentence for an error: its own if it was written for people, else what was raised and where."""
    from scenes.kit.errors import KitError

    if isinstance(error, FilmError | KitError):
        return Outcome(sentence=str(error))
    if told := disk_fault(error):
        return Outcome(sentence=told)
    stack = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in stack if f"{os.sep}scenes{os.sep}" in frame.filename] or stack
    where = f" ({Path(ours[-1].filename).name}, line {ours[-1].lineno})" if ours else ""
    what = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    return Outcome(sentence=f"raised {what}{where}", trace="".join(traceback.format_exception(error)))


def _end_with_parent(media: Path) -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        shutil.rmtree(media, ignore_errors=True)
        if _State.alarm is not None:
            _State.alarm.note.unlink(missing_ok=True)
        os._exit(1)
