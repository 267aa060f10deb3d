"""Worker processes: spawned, reused, watched, and never able to take the whole run down with them.

A task that raises comes back as a sentence and a traceback. One whose process dies is tried once more, alone,
so that an innocent neighbour is not blamed. One that draws nothing for too long (the longer its portion, the more
patience) is ended by an alarm of its own process, which first notes where it hung. Workers end by themselves when
the main process is gone.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol, Self

from pipeline.inside import Outcome, begin, load, perform

# A worker may draw nothing for so long, and so much longer for every frame it is to draw: one frame in 4K takes a
# second or two on a busy machine, and a beat may count or train for a while before its first picture.
STALL_SECONDS, STALL_SECONDS_A_FRAME = 120.0, 0.05
_POLL_SECONDS = 0.2
# Sums in numpy may depend on the number of threads; workers supply the parallelism.
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@dataclass(frozen=True)
class Task:
    """A call to make in a worker: `call(*args)`, both picklable. `beat` is whose failure it would be.

    `frames` is how many it is to draw, if any.
    """

    beat: str
    call: Callable[..., Any]
    args: tuple[Any, ...]
    frames: int = 0


class Crew(Protocol):
    """Whoever does tasks: processes of this machine, or a cluster. `jobs` is how many work at once."""

    jobs: int

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def run(self, tasks: Iterable[Task], tick: Callable[[int], None]) -> Iterator[tuple[Task, Outcome]]:
        """Yield each task with its outcome as it ends."""
        ...

    def warm(self) -> None:
        """Get ready, if that can be done beforehand."""


class Workers:
    """Up to `jobs` worker processes.

    `notes` is the folder for what hung tasks leave behind, `verbosity` Manim's own, `stall` the seconds that a task
    without frames may take without a sign of life.
    """

    def __init__(
        self,
        jobs: int,
        notes: Path,
        verbosity: str = "WARNING",
        stall: float = STALL_SECONDS,
    ) -> None:
        self.jobs = jobs
        self._notes = notes
        self._stall = stall
        self._verbosity = verbosity
        self._context = multiprocessing.get_context("spawn")
        # One counter a task in flight. Without locks: a worker that is killed cannot leave one locked.
        self._frames = RawArray("q", jobs)
        self._pool: ProcessPoolExecutor | None = None
        self._flying: dict[Future[Outcome], tuple[Task, int]] = {}
        # Manim reads and writes drawings of words under fixed names: each worker gets a folder of its own in here.
        self._media = TemporaryDirectory(prefix="film-")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._flying:
            self.stop()  # an error or an interrupt ended the iteration over `run` half-way
        elif self._pool is not None:
            self._pool.shutdown(wait=True)
            self._pool = None
        self._media.cleanup()

    def run(self, tasks: Iterable[Task], tick: Callable[[int], None]) -> Iterator[tuple[Task, Outcome]]:
        """Yield each task with its outcome as it ends; `tick(frames)` tells what unfinished tasks have drawn.

        Leaving the iteration early ends the tasks that are still running.
        """
        queue, suspects = deque(tasks), deque[Task]()
        flying = self._flying
        alone: Task | None = None
        try:
            while queue or suspects or flying:
                if suspects and not flying:
                    alone = suspects.popleft()
                    self._launch(alone)
                while queue and len(flying) < self.jobs and alone is None and not suspects:
                    self._launch(queue.popleft())
                done, _ = wait(flying, _POLL_SECONDS, FIRST_COMPLETED)
                tick(sum(self._frames))
                dead: list[tuple[Task, int]] = []
                for future in done:
                    task, slot = flying.pop(future)
                    self._frames[slot] = 0
                    try:
                        outcome = future.result()
                    except BrokenProcessPool:
                        dead.append((task, slot))
                        continue
                    alone = None
                    yield task, outcome
                if dead:
                    dead += flying.values()
                    flying.clear()
                    self.stop()
                    for task, slot in dead:
                        verdict = self._verdict(task, slot, certain=task is alone)
                        if verdict is None:
                            suspects.append(task)
                        else:
                            yield task, verdict
                    alone = None
        finally:
            if flying:
                self.stop()

    def warm(self) -> None:
        """Start as many processes as there are processors for, each of which loads what drawing needs."""
        with _interrupts_held_back(), suppress(BrokenProcessPool):
            for _ in range(min(self.jobs, processors())):
                self._started().submit(load)

    def stop(self) -> None:
        """Kill every worker, at work or not. What they had finished stays where it is."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            for child in multiprocessing.active_children():
                child.terminate()
            pool.shutdown(wait=True, cancel_futures=True)
        for task, slot in self._flying.values():
            self._note(task, slot).unlink(missing_ok=True)
        self._flying.clear()
        self._frames[:] = [0] * self.jobs

    def _launch(self, task: Task) -> None:
        slot = min(set(range(self.jobs)) - {used for _, used in self._flying.values()})
        note = self._note(task, slot)
        with _interrupts_held_back():
            try:
                future = self._started().submit(perform, slot, note, self.patience(task), task.call, task.args)
            except BrokenProcessPool as error:
                # A worker died between two tasks: the next `wait` sees it like any other death.
                future = Future()
                future.set_exception(error)
        self._flying[future] = (task, slot)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            os.environ.update(_ONE_THREAD)
            arguments = (self._frames, Path(self._media.name), self._verbosity)
            self._pool = ProcessPoolExecutor(self.jobs, self._context, begin, arguments)
        return self._pool

    def patience(self, task: Task) -> float:
        """Seconds for which this task may draw nothing."""
        return self._stall + STALL_SECONDS_A_FRAME * task.frames

    def _note(self, task: Task, slot: int) -> Path:
        """Where the task's process says, in its last moment, that it hung and where it stood; empty before."""
        return self._notes / f"{task.beat}-{os.getpid()}-{slot}.stalled"

    def _verdict(self, task: Task, slot: int, *, certain: bool) -> Outcome | None:
        """What became of a task whose process is gone; None if another task may be the cause."""
        note = self._note(task, slot)
        where = note.read_text("utf-8", "replace") if note.exists() else ""
        note.unlink(missing_ok=True)
        if where:
            sentence = f"drew nothing for {self.patience(task):g} seconds and was stopped"
            return Outcome(sentence=sentence, trace=where)
        if certain:
            sentence = "lost its process twice (killed, or out of memory); try a smaller size or --jobs 1"
            return Outcome(sentence=sentence, trace="The process ended without a word.\n")
        return None


def processors() -> int:
    """How many processors this process may use: as many workers are worth having."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Children begin with Ctrl-C held back, so that only the main process answers it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
