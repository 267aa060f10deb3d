"""Calls for workers that go wrong in every way they can."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path
from typing import Any

from pipeline.errors import FilmError
from pipeline.inside import drawn
from scenes.kit.errors import KitError


def fine(value: Any) -> Any:
    return value


def counted(frames: int, seen: Path) -> int:
    """Count frames and wait until the other side has noticed them."""
    drawn(frames)
    while not seen.exists():
        time.sleep(0.01)
    return frames


def whisper(text: str) -> int:
    """Print, as a beat of a careless author might; return what is left of Ctrl-C here."""
    print(text, flush=True)
    return int(signal.getsignal(signal.SIGINT) == signal.SIG_IGN)


def environment() -> str:
    return os.environ.get("OMP_NUM_THREADS", "")


def media(_: int) -> str:
    """Manim's folder here; takes its time, so that two workers are needed for two calls."""
    from manim import config

    time.sleep(0.5)
    return str(config.media_dir)


def raises(kind: str) -> None:
    if kind == "kit":
        raise KitError("There is no mark [x]; put it into the script.")
    if kind == "film":
        raise FilmError("The disk is full.")
    raise ZeroDivisionError("division\nby zero")


def dies(code: int) -> None:
    os._exit(code)


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def dies_once(note: Path) -> str:
    if not note.exists():
        note.write_text("")
        os._exit(137)
    return "second time"


def hangs() -> None:
    while True:
        time.sleep(1)


def never_lets_go() -> None:
    """Hold the interpreter for years: no other thread of this process gets a turn."""
    re.match(r"(a+)+$", "a" * 60 + "b")


def draws_and_hangs(frames: int) -> None:
    drawn(frames)
    hangs()


def silent(seconds: float) -> str:
    time.sleep(seconds)
    return "done"


def slow_but_alive(seconds: float) -> str:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        drawn(1)
        time.sleep(0.05)
    return "done"


def lives(note: Path) -> None:
    """Write this process's number and stay."""
    note.write_text(str(os.getpid()))
    hangs()


def parent_of_one(folder: Path) -> None:
    """Start a worker that stays, in a process that will be killed."""
    from pipeline.workers import Task, Workers

    with Workers(1, folder) as workers:
        list(workers.run([Task("a", lives, (folder / "pid",))], lambda _: None))


def progress_and_hang() -> None:
    """Use a progress bar, as Manim does in every play, and stay."""
    from tqdm import tqdm

    for _ in tqdm([1]):
        pass
    hangs()
