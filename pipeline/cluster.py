"""`--cluster ADDRESS`: portions drawn by the workers of a `dask.distributed` scheduler, wherever they are.

A worker needs the installed project and nothing else: no shared disk. Before it draws, it compares its own key of the
beat with the one asked for, so that another edition of a file or a library is named and not mixed in. Finished plays
come back as bytes and are held against their hashes. What a lost worker was drawing the scheduler gives to another.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self

from pipeline import tasks
from pipeline.atomic import write_atomic
from pipeline.cache import finished, note_finished
from pipeline.encode import SegmentInfo
from pipeline.errors import CommandError, FilmError
from pipeline.inside import Outcome, explain
from pipeline.keys import Key, Keys, compare
from pipeline.paths import Paths
from pipeline.settings import Settings
from pipeline.workers import Task

if TYPE_CHECKING:
    from distributed import Client, Future

_CONNECT_SECONDS = 10
_POLL_SECONDS = 0.3
# How long a scheduler may be without any worker before the film is given up.
ALONE_SECONDS = 60.0

# Manim is configured for a whole process: a worker with several threads still draws one portion at a time.
_ONE_AT_A_TIME = threading.Lock()

Files = Mapping[int, tuple[bytes, SegmentInfo]]


class Cluster:
    """Stands in for `pipeline.workers.Workers`; `jobs` is the number of the cluster's workers at the start."""

    def __init__(self, address: str, alone: float = ALONE_SECONDS) -> None:
        self._client = _connect(address)
        self._address = address
        self._alone = alone
        self._flying: dict[Future, Task] = {}
        self.jobs = max(1, len(self._present()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._client.close()

    def run(self, wanted: Iterable[Task], tick: Callable[[int], None]) -> Iterator[tuple[Task, Outcome]]:
        """Yield each task with its outcome as it ends. Raises FilmError if scheduler or workers stay away."""
        from distributed import wait

        for task in wanted:
            future = self._client.submit(perform_away, task.call.__name__, *task.args[:4], pure=False)
            self._flying[future] = task
        seen = time.monotonic()
        while self._flying:
            try:
                done = wait(list(self._flying), timeout=_POLL_SECONDS, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                done = set()
            tick(0)
            if self._present():
                seen = time.monotonic()
            elif time.monotonic() - seen > self._alone:
                raise FilmError(
                    f"The scheduler at {self._address} has had no worker for {self._alone:g} seconds; "
                    "start some, and the same command goes on from there."
                )
            for future in done:
                task = self._flying.pop(future)
                yield task, self._outcome(future, task)

    def warm(self) -> None:
        """Nothing to do: a cluster's workers are there already."""

    def stop(self) -> None:
        """Give up what is not finished."""
        if self._flying:
            self._client.cancel(list(self._flying))
            self._flying.clear()

    def _present(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._client.scheduler_info(n_workers=-1)["workers"]
        return found

    def _outcome(self, future: Future, task: Task) -> Outcome:
        from distributed.scheduler import KilledWorker

        if future.status in ("cancelled", "lost"):
            raise FilmError(
                f"The scheduler at {self._address} is gone; start it again, and the same command goes on from there."
            )
        try:
            outcome: Outcome = future.result()
        except KilledWorker:
            sentence = "lost every worker that tried it (killed, or out of memory); try a smaller size"
            return Outcome(sentence=sentence, trace="The workers ended without a word.\n")
        except Exception as error:  # a worker that cannot even import the project
            return Outcome(sentence=f"could not be drawn by the cluster ({type(error).__name__}: {error})")
        if outcome.sentence or task.call is not tasks.draw:
            return outcome
        return _brought_home(task.args[4], outcome.value)


def perform_away(
    call: str, beat_id: str, settings: Settings, key: Key, planned: Mapping[int, int] | None = None
) -> Outcome:
    """In a cluster's worker: rehearse or draw, if this project is the one that is asked for."""
    with _ONE_AT_A_TIME, TemporaryDirectory(prefix="film-") as folder:
        try:
            from manim import config

            own = _own_key(beat_id, settings)
            differing = compare(key.parts, own.parts)
            if differing:
                what = "; ".join(differing[:3])
                return Outcome(sentence=f"is another one on a worker ({what}); install the same project on each")
            config.media_dir = f"{folder}/media"
            if call == tasks.rehearse.__name__:
                return Outcome(value=tasks.rehearse(beat_id, settings, own))
            _, made = tasks.draw(beat_id, settings, own, planned or {}, Path(folder))
            return Outcome(
                value={play: ((Path(folder) / f"{play:04}.mp4").read_bytes(), info) for play, info in made.items()}
            )
        except (Exception, SystemExit) as error:
            return explain(error)


def _own_key(beat_id: str, settings: Settings) -> Key:
    from scenes import beats, find

    return Keys(Paths().root, settings, [beat.id for beat in beats()]).key(beat_id, find(beat_id).module)


def _brought_home(folder: Path, files: Files) -> Outcome:
    """Write what came back into the job's folder, and trust only what is there with the right hash."""
    for play, (data, info) in files.items():
        path = folder / f"{play:04}.mp4"
        write_atomic(path, data)
        note_finished(path, info)
    made = finished(folder)
    wrong = sorted(files.keys() - made.keys())
    if wrong:
        return Outcome(sentence=f"came back damaged from the cluster (plays {', '.join(map(str, wrong))}); try again")
    return Outcome(value=(folder, made))


def _connect(address: str) -> Client:
    try:
        from distributed import Client
    except ImportError:
        raise FilmError('--cluster needs the extra "cluster"; install it: pip install -e ".[cluster]".') from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        return Client(address, timeout=_CONNECT_SECONDS)
    except ValueError as error:
        raise CommandError(
            f"{address!r} is not the address of a scheduler; give one such as tcp://127.0.0.1:8786."
        ) from error
    except (OSError, TimeoutError) as error:
        raise FilmError(
            f"No scheduler answers at {address} ({type(error).__name__}); start one with dask scheduler, "
            "and give its address, say tcp://127.0.0.1:8786."
        ) from error
