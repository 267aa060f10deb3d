"""The yardstick: Manim's own command on the same scene files, one after the other, and a join of what it made."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import av

from pipeline.bench.timed import Timed, timed
from pipeline.errors import FilmError
from pipeline.settings import Settings
from scenes import BeatInfo


def plain_manim(root: Path, wanted: Sequence[BeatInfo], settings: Settings) -> Timed:
    """Seconds that `manim` takes for the beats in the project at `root`, with its own encoder, its cache off."""
    look = ["-r", f"{settings.width},{settings.height}", "--fps", str(settings.fps), "--disable_caching"]
    total = Timed(0.0)
    with TemporaryDirectory(prefix="film-plain-") as folder:
        for beat in wanted:
            scene = [str(beat.path.relative_to(beat.path.parents[1])), beat.class_name]
            where = ["--media_dir", folder, "--progress_bar", "none", "-v", "ERROR"]
            command = [sys.executable, "-m", "manim", "render", *look, *where, *scene]
            themed = ["env", f"FILM_THEME={settings.theme}", *command]
            took, _ = timed(themed, root)
            total = Timed(
                total.seconds + took.seconds, total.cpu_seconds + took.cpu_seconds, max(total.peak_mb, took.peak_mb)
            )
        made = [_video(Path(folder), beat.class_name) for beat in wanted]
        started, processor = time.monotonic(), time.process_time()
        _join(made, Path(folder) / "joined.mp4")
        joined = time.monotonic() - started
    return Timed(
        round(total.seconds + joined, 3), round(total.cpu_seconds + time.process_time() - processor, 3), total.peak_mb
    )


def _video(folder: Path, name: str) -> Path:
    found = [path for path in folder.rglob(f"{name}.mp4") if "partial_movie_files" not in path.parts]
    if len(found) != 1:
        raise FilmError(
            f"Plain manim left {len(found)} videos for {name} where one was expected; see {os.fspath(folder)}."
        )
    return found[0]


def _join(files: Sequence[Path], out: Path) -> None:
    """Copy the packets of `files`, one after the other, into `out`."""
    with av.open(str(files[0])) as first, av.open(str(out), "w") as container:
        stream = container.add_stream_from_template(first.streams.video[0])
        start = 0
        for path in files:
            with av.open(str(path)) as source:
                video = source.streams.video[0]
                for packet in source.demux(video):
                    if packet.dts is None or packet.pts is None:
                        continue
                    packet.pts, packet.dts, packet.stream = packet.pts + start, packet.dts + start, stream
                    container.mux(packet)
                start += video.duration or 0
