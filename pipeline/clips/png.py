"""A clip as a folder of numbered PNG pictures; and single pictures of it, such as its poster."""

from __future__ import annotations

from pathlib import Path

import av
from PIL import Image

from pipeline.atomic import make_folder, staged
from pipeline.clips.colours import To, is_clear, rgb
from pipeline.clips.effort import Effort
from pipeline.clips.job import Job


def write_pngs(job: Job, effort: Effort, folder: Path) -> None:
    """Write 0001.png and on; a clear picture at its own size keeps every value."""
    make_folder(folder)
    to = To("rgba" if job.clear else "rgb24", effort.width, effort.height)
    last: tuple[av.VideoFrame, Path] | None = None
    for number, picture in enumerate(job.pictures(effort), 1):
        path = folder / f"{number:04}.png"
        if last is not None and last[0] is picture:  # held: not compressed once more
            path.write_bytes(last[1].read_bytes())
        else:
            Image.fromarray(to(picture).to_ndarray()).save(path, "PNG", compress_level=6)
        last = picture, path


def write_picture(picture: av.VideoFrame, path: Path) -> None:
    """Write one picture of a clip as PNG, in full size, with its opacity if it has one; whole or not at all."""
    with staged(path) as part:
        Image.fromarray(rgb(picture)).save(part, "PNG", optimize=not is_clear(picture))
