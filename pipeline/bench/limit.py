"""The limit of any render: frames that are already in memory, converted and encoded as the film's are.

The frames are those of a finished file. Every worker decodes some of them into memory, waits for the others to be
ready too, and then all encode at once; only that is timed.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.synchronize import Barrier
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import av
import numpy as np

from pipeline.bench.timed import Timed
from pipeline.encode import Picture, SegmentWriter
from pipeline.errors import FilmError
from pipeline.settings import Settings

# Frames in memory at once: half a gigabyte at 1080p.
CHUNK = 60


def encode_only(files: Sequence[Path], settings: Settings, workers: int) -> Timed:
    """Seconds in which `workers` processes convert and encode all frames of `files`, which have these settings."""
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(workers), context.SimpleQueue()
    rounds = -(-sum(_frames(path) for path in files) // (CHUNK * workers))
    arguments = ([str(path) for path in files], settings, workers, rounds, barrier, results)
    crew = [context.Process(target=_work, args=(number, *arguments), daemon=True) for number in range(workers)]
    for process in crew:
        process.start()
    for process in crew:
        process.join()
    if any(process.exitcode for process in crew):
        raise FilmError(
            "A process that only encodes frames has failed; run bench again, with a smaller size if memory is short."
        )
    found = [results.get() for _ in crew]
    # All start a round together: it lasts as long as the slowest of them.
    seconds = sum(max(times) for times in zip(*(took for took, _ in found), strict=True))
    return Timed(round(seconds, 3), round(sum(processor for _, processor in found), 3))


def _work(
    number: int, files: list[str], settings: Settings, workers: int, rounds: int, barrier: Barrier, results: Any
) -> None:
    chunks = _chunks(files)
    took: list[float] = []
    processor = 0.0
    with TemporaryDirectory(prefix="film-limit-") as folder, ThreadPoolExecutor(1, "convert") as converter:
        for turn in range(rounds):
            pictures: list[Picture] = []
            for place in range(workers):
                chunk = next(chunks, [])
                if place == number:
                    pictures = [_in_memory(frame) for frame in chunk]
                del chunk
            barrier.wait()
            started, before = time.monotonic(), time.process_time()
            if pictures:
                path = Path(folder) / f"{turn}.mp4"
                with SegmentWriter(path, settings, len(pictures), converter=converter) as writer:
                    for picture in pictures:
                        writer.write(picture)
                    writer.close()
                path.unlink()
            took.append(time.monotonic() - started)
            processor += time.process_time() - before
            barrier.wait()
    results.put((took, processor))


def _in_memory(frame: av.VideoFrame) -> Picture:
    return np.ascontiguousarray(frame.to_ndarray(format="rgba"))


def _chunks(files: Sequence[str]) -> Iterator[list[av.VideoFrame]]:
    """All frames of the files in order, `CHUNK` at a time; as they were stored, which is a third of their size."""
    held: list[av.VideoFrame] = []
    for path in files:
        with av.open(path) as container:
            for frame in container.decode(video=0):
                held.append(frame)
                if len(held) == CHUNK:
                    yield held
                    held = []
    if held:
        yield held


def _frames(path: Path) -> int:
    with av.open(str(path)) as container:
        return container.streams.video[0].frames
