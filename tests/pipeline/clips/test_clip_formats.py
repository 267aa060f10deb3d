"""Each format decoded again and held against the pictures it was made of: frames, times, colours, places."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from clip_source import decoded, inside, job, packets, steps, walking
from colour_chart import CHART, HEIGHT, WIDTH

from pipeline.clips.budget import make
from pipeline.clips.colours import rgb as rgb_of
from pipeline.clips.source import Source
from pipeline.clips.spec import FORMATS
from pipeline.encode import sha256_of
from pipeline.verify_video import boxes

FRAMES = 60


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    return walking(tmp_path_factory.mktemp("plays"))


@pytest.mark.parametrize("kind", FORMATS)
def test_a_clip_has_the_pictures_of_its_plays_at_their_times(kind: str, source: Source, tmp_path: Path) -> None:
    wanted = job(source, kind, tmp_path)
    done = make(wanted)
    pictures, times = decoded(wanted.path)
    assert all(picture.shape == (HEIGHT, WIDTH, 4) for picture in pictures)
    assert (done.effort.width, done.effort.height) == (WIDTH, HEIGHT)
    files = wanted.path.iterdir() if wanted.path.is_dir() else [wanted.path]
    assert done.bytes == sum(file.stat().st_size for file in files)
    if kind == "gif":
        shown = [min(FRAMES - 1, int(time * 30)) for time in times[:-1]]
        assert done.frames == 50  # two seconds at 25 a second; what stands still is one picture with a long delay
        assert float(times[-1]) == pytest.approx(2, abs=0.005)
    elif kind == "webp":
        shown = [round(time * 30) for time in times[:-1]]
        assert done.frames == FRAMES
        assert float(times[-1]) == pytest.approx(2, abs=0.002)
    else:
        assert len(pictures) == done.frames == FRAMES
        shown = list(range(FRAMES))
        assert all(
            abs(time - Fraction(frame, 30)) <= Fraction(1, 1000) for time, frame in zip(times, shown, strict=False)
        )
    played = rgb_of(source.picture(0))
    assert {*range(6)} & {*shown} and {*range(6, 46)} & {*shown}
    for picture, frame in zip(pictures, shown, strict=True):
        assert (picture[..., 3] == 255).all()
        if frame < 6:
            worst = max(np.abs(inside(picture, i)[..., :3] - inside(played, i)).max() for i in range(9))
            ideal = max(np.abs(inside(picture, i)[..., :3] - rgb).max() for i, rgb in enumerate(CHART))
            assert worst <= 2
            assert ideal <= 3
        else:
            assert steps(picture) == pytest.approx(min(frame - 6, 39), abs=0.2)


@pytest.mark.parametrize("kind", [kind for kind in FORMATS if kind != "png-sequence"])
def test_a_clip_has_the_same_bytes_each_time(kind: str, source: Source, tmp_path: Path) -> None:
    one, other = (job(source, kind, tmp_path / name) for name in ("one", "other"))
    make(one)
    make(other)
    assert sha256_of(one.path) == sha256_of(other.path)


def test_mp4_is_the_plays_themselves(source: Source, tmp_path: Path) -> None:
    wanted = job(source, "mp4", tmp_path)
    assert not make(wanted).again
    assert packets(wanted.path) == [packet for piece in source.pieces for packet in packets(piece.path)]
    assert [kind for kind in boxes(wanted.path) if kind in (b"moov", b"mdat")] == [b"moov", b"mdat"]


@pytest.mark.parametrize(
    ("kind", "codec", "pixels"),
    [("mp4", "h264", "yuv420p"), ("webm", "vp9", "yuv420p"), ("mov", "prores", "yuv422p10le")],
)
def test_a_film_says_what_its_colours_are_and_can_be_sought(
    kind: str, codec: str, pixels: str, source: Source, tmp_path: Path
) -> None:
    wanted = job(source, kind, tmp_path)
    make(wanted)
    with av.open(str(wanted.path)) as container:
        stream = container.streams.video[0]
        context = stream.codec_context
        assert (context.name, context.pix_fmt) == (codec, pixels)
        assert (context.colorspace, context.color_primaries, context.color_trc, context.color_range) == (1, 1, 1, 1)
        assert stream.average_rate == 30
        assert stream.start_time in (0, None)
        keyed = [
            i for i, packet in enumerate(p for p in container.demux(stream) if p.dts is not None) if packet.is_keyframe
        ]
    # The plays of an MP4 are closed each; others have a key picture a second, or are all keys.
    assert keyed[0] == 0
    assert max(b - a for a, b in zip(keyed, [*keyed[1:], FRAMES], strict=True)) <= 33


def test_a_folder_of_pictures_replaces_the_one_before(source: Source, tmp_path: Path) -> None:
    wanted = job(source, "png-sequence", tmp_path)
    wanted.path.mkdir()
    (wanted.path / "0099.png").write_bytes(b"old")
    make(wanted)
    assert [path.name for path in sorted(wanted.path.iterdir())] == [f"{n:04}.png" for n in range(1, FRAMES + 1)]
    assert [path.name for path in tmp_path.iterdir()] == ["clip"]
