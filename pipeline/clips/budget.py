"""A file made of a clip, as good as its budget allows: the best rung of the format's ladder that fits.

Rungs are tried by halving, each by really making it, now or once before, so what is kept is known to fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from pipeline.atomic import PART, make_folder, remove, staged
from pipeline.clips.effort import Effort, ladder
from pipeline.clips.gif import gif_frames, write_gif
from pipeline.clips.job import Done, Job
from pipeline.clips.mov import write_mov
from pipeline.clips.mp4 import cut, write_mp4
from pipeline.clips.order import sampled
from pipeline.clips.png import write_pngs
from pipeline.clips.spec import MEGABYTE
from pipeline.clips.webm import write_webm
from pipeline.clips.webp import write_webp
from pipeline.errors import FilmError

_WRITERS: dict[str, Callable[[Job, Effort, Path], None]] = {
    "mp4": write_mp4,
    "webm": write_webm,
    "gif": write_gif,
    "webp": write_webp,
    "mov": write_mov,
    "png-sequence": write_pngs,
}


def make(job: Job) -> Done:
    """Make the file (or folder) of `job`, which appears whole or not at all.

    Raises FilmError if the place cannot be written, or if no rung fits the budget and the smallest will not do.
    """
    make_folder(job.path.parent)
    with TemporaryDirectory(prefix=PART, dir=job.path.parent) as folder:
        trials = _Trials(job, Path(folder), job.sizes)
        best = trials.best()
        if not trials.holds(best):  # it was once made of other bytes: what is known of sizes is worth nothing
            trials = _Trials(job, Path(folder))
            best = trials.best()
        _publish(trials.path(best), job.path)
        return trials.done(best)


class _Trials:
    """The rungs of one job, each made at most once, in `folder`; those that are `known` only to be kept."""

    def __init__(self, job: Job, folder: Path, known: Iterable[tuple[int, int]] = ()) -> None:
        self._job, self._folder = job, folder
        self._ladder = ladder(job.kind, job.source.settings)
        self._sizes: dict[int, int] = dict(known)

    def path(self, rung: int) -> Path:
        return self._folder / f"{rung}{self._job.path.suffix}"

    def best(self) -> int:
        """The highest rung that fits; only made ones count, for sizes do not always fall in order."""
        limit, high, low = self._job.max_bytes, 0, len(self._ladder) - 1
        if limit is None or self._size(0) <= limit:
            self._size(0)
            return 0
        if self._size(low) > limit:
            if self._job.or_smallest:
                return low
            raise FilmError(self._too_large(low, limit))
        while low - high > 1:
            middle = (high + low) // 2
            if self._size(middle) <= limit:
                low = middle
            else:
                high = middle
                remove(self.path(middle))
        return low

    def holds(self, rung: int) -> bool:
        """Whether the rung, made now if it is only known, is as large as was thought."""
        return self.path(rung).exists() or self._made(rung) == self._sizes[rung]

    def done(self, rung: int) -> Done:
        job, effort = self._job, self._ladder[rung]
        shown = gif_frames(job.seconds, effort.rate) if job.kind == "gif" else 0
        frames = shown or len(sampled(job.order, job.fps, effort.rate))
        again = job.kind != "mp4" or rung > 0
        return Done(effort, frames, self._sizes[rung], again, tuple(sorted(self._sizes.items())))

    def _size(self, rung: int) -> int:
        if rung not in self._sizes:
            self._sizes[rung] = self._made(rung)
        return self._sizes[rung]

    def _made(self, rung: int) -> int:
        path = self.path(rung)
        remove(path)
        if self._job.kind == "mp4" and rung == 0:
            cut(self._job, path)
        else:
            _WRITERS[self._job.kind](self._job, self._ladder[rung], path)
        files = path.iterdir() if path.is_dir() else [path]
        return sum(file.stat().st_size for file in files)

    def _too_large(self, rung: int, limit: int) -> str:
        least = f"at {self._ladder[rung].told(self._job.kind)} it still takes {told_bytes(self._sizes[rung])}"
        name, kind = self._job.title, self._job.kind
        return f"{name} cannot be kept to {told_bytes(limit)} as {kind}: {least}; allow more, or choose another format."


def told_bytes(size: int) -> str:
    """A size in megabytes: 3.4 MB, 0.052 MB, 1200 MB."""
    megabytes = size / MEGABYTE
    return f"{megabytes:.0f} MB" if megabytes >= 10 else f"{megabytes:.2g} MB"


def _publish(made: Path, path: Path) -> None:
    if not made.is_dir():
        with staged(path) as part:
            made.replace(part)
        return
    if path.is_file():
        raise FilmError(f"Cannot write {path}: a file is in the way; move it away.")
    old = made.with_name("old")
    if path.is_dir():
        path.replace(old)
    made.replace(path)
