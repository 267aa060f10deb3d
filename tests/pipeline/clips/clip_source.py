"""Finished plays of a made-up beat, written without Manim: a chart of colours that is held, and a square that walks."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from colour_chart import HEIGHT, WIDTH, chart
from numpy.typing import NDArray
from PIL import Image

from pipeline.clips.job import Job
from pipeline.clips.source import Piece, Source
from pipeline.encode import SegmentWriter
from pipeline.settings import Settings

GROUND, SQUARE, SIDE = (15, 20, 27), (244, 241, 234), 32
Picture = NDArray[np.uint8]


def inside(picture: Picture, i: int) -> NDArray[np.int64]:
    """The middle of tile `i` of a chart of any size."""
    height, width = picture.shape[0] // 3, picture.shape[1] // 3
    row, column = divmod(i, 3)
    tile = picture[row * height : (row + 1) * height, column * width : (column + 1) * width]
    return tile[height // 4 : -height // 4, width // 4 : -width // 4].astype(int)


def walk(step: int) -> Picture:
    """The square after `step` steps of four pixels."""
    picture = np.full((HEIGHT, WIDTH, 4), 255, np.uint8)
    picture[..., :3] = GROUND
    picture[88 : 88 + SIDE, 20 + 4 * step : 20 + 4 * step + SIDE, :3] = SQUARE
    return picture


def steps(picture: Picture) -> float:
    """How many steps the square has walked in a picture of any size; below 0 if there is none."""
    bright = picture[:, :, :3].astype(int).mean(axis=2)[picture.shape[0] * 104 // HEIGHT]
    lit = np.flatnonzero(bright > 130)
    return (lit.mean() * WIDTH / picture.shape[1] - 20 - SIDE / 2) / 4 if lit.size else -1.0


def ghost(step: int) -> Picture:
    """Half-transparent white that walks over nothing, premultiplied as Cairo draws it, beside a soft yellow disc."""
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    far = np.hypot(x - 300, y - 108)
    alpha = np.clip((60 - far) / 3 + 0.5, 0, 1) * 255  # an edge three pixels wide
    picture = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    picture[..., 3] = np.round(alpha)
    picture[..., :3] = np.round(alpha[..., None] * np.array([246, 239, 73]) / 255)
    picture[40:170, 20 + 4 * step : 84 + 4 * step] = (128, 128, 128, 128)
    return picture


def settings(fps: Fraction = Fraction(30), *, transparent: bool = False) -> Settings:
    return Settings(WIDTH, HEIGHT, fps, transparent=transparent)


def play(path: Path, look: Settings, pictures: list[Picture], *, held: int = 0) -> Piece:
    """A finished play: `pictures`, or the first of them `held` times."""
    with SegmentWriter(path, look, held or len(pictures)) as writer:
        if held:
            writer.write(pictures[0], held)
        else:
            for picture in pictures:
                writer.write(picture)
        info = writer.close()
    return Piece(path, info.frames, info.sha256, bool(held))


def walking(folder: Path, fps: Fraction = Fraction(30)) -> Source:
    """The chart for six frames, the square for forty steps in two plays, and it stands for fourteen frames."""
    look = settings(fps)
    return Source(
        (
            play(folder / "0000.mp4", look, [chart()], held=6),
            play(folder / "0001.mp4", look, [walk(step) for step in range(33)]),
            play(folder / "0002.mp4", look, [walk(step) for step in range(33, 40)]),
            play(folder / "0003.mp4", look, [walk(39)], held=14),
        ),
        look,
    )


def ghosts(folder: Path, fps: Fraction = Fraction(30)) -> Source:
    look = settings(fps, transparent=True)
    first = play(folder / "0000.mp4", look, [ghost(0)], held=4)
    return Source((first, play(folder / "0001.mp4", look, [ghost(step) for step in range(10)])), look)


def job(source: Source, kind: str, folder: Path, **more: object) -> Job:
    path = folder / ("clip" if kind == "png-sequence" else f"clip.{kind}")
    return Job(kind, path, source, tuple(range(source.frames)), "clip", **more)  # type: ignore[arg-type]


def decoded(path: Path) -> tuple[list[Picture], list[Fraction]]:
    """Every picture of an exported file as RGBA, as a browser or a slide shows it, and when it appears in seconds."""
    if path.is_dir():
        files = sorted(path.glob("*.png"))
        return [np.asarray(Image.open(file).convert("RGBA")) for file in files], []
    if path.suffix in (".gif", ".webp"):
        return _animated(path)
    pictures, times = [], []
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        # FFmpeg's own decoder of VP9 passes over the opacity.
        vp9 = stream.codec_context.name == "vp9"
        decoder = av.CodecContext.create("libvpx-vp9", "r") if vp9 else None
        for packet in container.demux(stream):
            for frame in decoder.decode(packet) if decoder and packet.dts is not None else packet.decode():
                pictures.append(frame.to_ndarray(format="rgba", src_colorspace=1, src_color_range=1, dst_color_range=2))
                times.append(frame.pts * frame.time_base)
    return pictures, times


def packets(path: Path) -> list[bytes]:
    """The compressed pictures of a file, as they are stored."""
    with av.open(str(path)) as container:
        return [bytes(packet) for packet in container.demux(video=0) if packet.dts is not None]


def _animated(path: Path) -> tuple[list[Picture], list[Fraction]]:
    pictures, times, now = [], [], 0
    with Image.open(path) as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            image.load()
            pictures.append(np.asarray(image.convert("RGBA")))
            times.append(Fraction(now, 1000))
            now += image.info["duration"]
    return pictures, [*times, Fraction(now, 1000)]


def over(picture: Picture, ground: int) -> NDArray[np.float64]:
    """A picture with opacity laid over a grey of 0 or 255."""
    alpha = picture[..., 3:].astype(float) / 255
    return picture[..., :3] * alpha + ground * (1 - alpha)
