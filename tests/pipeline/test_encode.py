"""A segment against its design: colours, key frames, frame count, and nothing half-made."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from colour_chart import CHART, HEIGHT, WIDTH, chart
from hypothesis import given
from hypothesis import settings as given_settings
from hypothesis import strategies as st

from pipeline.encode import ENCODER, Encoder, SegmentWriter, ToVideo, sha256_of
from pipeline.errors import FilmError
from pipeline.settings import Settings

SMALL = Settings(128, 72, Fraction(30))


def flat(rgb: tuple[int, int, int], settings: Settings = SMALL) -> np.ndarray:
    picture = np.full((settings.height, settings.width, 4), 255, np.uint8)
    picture[..., :3] = rgb
    return picture


def noise(seed: int, settings: Settings = SMALL) -> np.ndarray:
    picture = np.random.default_rng(seed).integers(0, 256, (settings.height, settings.width, 4), dtype=np.uint8)
    picture[..., 3] = 255
    return picture


def write(path: Path, pictures: list[np.ndarray], settings: Settings = SMALL, **kwargs: object):
    with SegmentWriter(path, settings, len(pictures), **kwargs) as writer:
        for picture in pictures:
            writer.write(picture)
        return writer.close()


def packets(path: Path) -> list[av.Packet]:
    with av.open(str(path)) as container:
        return [packet for packet in container.demux(video=0) if packet.dts is not None]


def decoded(path: Path) -> list[np.ndarray]:
    with av.open(str(path)) as container:
        return [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]


def test_nine_colours_decode_within_two_levels(tmp_path: Path) -> None:
    write(tmp_path / "chart.mp4", [chart()] * 3, Settings(WIDTH, HEIGHT, Fraction(30)))
    for frame in decoded(tmp_path / "chart.mp4"):
        for i, rgb in enumerate(CHART):
            row, column = divmod(i, 3)
            inside = frame[row * 72 + 8 : row * 72 + 64, column * 128 + 8 : column * 128 + 120].astype(int)
            assert np.abs(inside - rgb).max() <= 2, rgb


def test_segment_says_that_it_is_bt709_limited_range(tmp_path: Path) -> None:
    write(tmp_path / "a.mp4", [flat((200, 30, 90))] * 2)
    with av.open(str(tmp_path / "a.mp4")) as container:
        context = container.streams.video[0].codec_context
        frame = next(container.decode(video=0))
        for tagged in (context, frame):
            assert (tagged.colorspace, tagged.color_primaries, tagged.color_trc) == (1, 1, 1)
            assert tagged.color_range == 1
    # The container says so too, for players that read nothing else: colr, nclx, 1, 1, 1, limited.
    assert b"colrnclx\x00\x01\x00\x01\x00\x01\x00" in (tmp_path / "a.mp4").read_bytes()


@given(st.tuples(*[st.integers(0, 255)] * 3))
@given_settings(max_examples=60)
def test_conversion_follows_the_standard_to_rounding(rgb: tuple[int, int, int]) -> None:
    # ITU-R BT.709-6, section 3: kr = 0.2126, kb = 0.0722; 219 steps of luma, 224 of chroma.
    red, green, blue = (channel / 255 for channel in rgb)
    luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    exact = (16 + 219 * luma, 128 + 224 * (blue - luma) / 1.8556, 128 + 224 * (red - luma) / 1.5748)
    frame = ToVideo()(flat(rgb))
    for plane, value in zip(frame.planes, exact, strict=True):
        got = np.frombuffer(plane, np.uint8).reshape(plane.height, plane.line_size)[:, : plane.width]
        assert np.abs(got - value).max() <= 0.6


def test_chroma_is_the_mean_of_its_four_pixels() -> None:
    picture = flat((0, 0, 0))
    picture[::2, ::2, :3] = (255, 0, 0)
    plane = ToVideo()(picture).planes[2]
    got = np.frombuffer(plane, np.uint8).reshape(plane.height, plane.line_size)[:, : plane.width]
    assert np.abs(got - (128 + 112 / 4)).max() <= 1


@pytest.mark.parametrize("fps", [Fraction(15), Fraction(24), Fraction(30000, 1001), Fraction(60)])
def test_key_frames_come_every_second_and_nothing_is_reordered(tmp_path: Path, fps: Fraction) -> None:
    settings = Settings(128, 72, fps)
    gop = round(float(fps))
    write(tmp_path / "a.mp4", [noise(i // 7, settings) for i in range(2 * gop + 5)], settings)
    found = packets(tmp_path / "a.mp4")
    assert [i for i, packet in enumerate(found) if packet.is_keyframe] == [0, gop, 2 * gop]
    assert all(packet.pts == packet.dts for packet in found)
    with av.open(str(tmp_path / "a.mp4")) as container:
        stream = container.streams.video[0]
        assert stream.codec_context.pix_fmt == "yuv420p"
        assert not stream.codec_context.has_b_frames
        assert stream.average_rate == fps
    assert [packet.pts * packet.time_base for packet in found] == [i / fps for i in range(len(found))]


def test_each_group_of_pictures_is_closed(tmp_path: Path) -> None:
    write(tmp_path / "a.mp4", [noise(i) for i in range(70)])
    whole = decoded(tmp_path / "a.mp4")
    with av.open(str(tmp_path / "a.mp4")) as container:
        stream = container.streams.video[0]
        late = [packet for packet in container.demux(stream) if packet.dts is not None][30:]
        decoder = av.CodecContext.create("h264", "r")
        decoder.extradata = stream.codec_context.extradata
        frames = [frame for packet in [*late, None] for frame in decoder.decode(packet)]
    assert len(frames) == 40
    assert all(np.array_equal(frame.to_ndarray(format="rgb24"), w) for frame, w in zip(frames, whole[30:], strict=True))


def test_same_pictures_give_the_same_bytes_and_a_repeat_is_a_picture_written_again(tmp_path: Path) -> None:
    pictures = [noise(1), noise(2), noise(2), noise(2), noise(3)]
    first = write(tmp_path / "a.mp4", pictures)
    assert write(tmp_path / "elsewhere" / "b.mp4", pictures) == first
    with SegmentWriter(tmp_path / "c.mp4", SMALL, 5) as writer:
        writer.write(noise(1))
        writer.write(noise(2), 3)
        writer.write(noise(3))
        assert writer.close() == first
    assert first.sha256 == sha256_of(tmp_path / "a.mp4")
    assert first.bytes == (tmp_path / "a.mp4").stat().st_size


def test_one_encoder_thread_whatever_the_machine(tmp_path: Path) -> None:
    # x264 writes what it was told into the stream; its slices would follow the number of processors. It gives a
    # small picture one thread anyway.
    large = Settings(1280, 720, Fraction(30))
    write(tmp_path / "a.mp4", [noise(1, large)], large)
    told = (tmp_path / "a.mp4").read_bytes()
    assert b" threads=1 " in told
    assert b" lookahead_threads=1 " in told
    assert b" bframes=0 " in told


@pytest.mark.parametrize("threads", [0, 1])
def test_caller_may_draw_over_a_picture_when_it_is_said_to_be_read(tmp_path: Path, threads: int) -> None:
    buffer = noise(0)
    with (
        ThreadPoolExecutor(1) as pool,
        SegmentWriter(tmp_path / "a.mp4", SMALL, 40, converter=pool if threads else None) as writer,
    ):
        for seed in range(40):
            buffer[:] = noise(seed)
            read = writer.write(buffer)
            assert read.done() or threads
            read.result()
        assert writer.close() == write(tmp_path / "b.mp4", [noise(seed) for seed in range(40)])


def test_a_conversion_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(self: ToVideo, rgba: np.ndarray) -> None:
        raise MemoryError("no room for a picture")

    monkeypatch.setattr(ToVideo, "__call__", burst)
    with ThreadPoolExecutor(1) as pool, SegmentWriter(tmp_path / "a.mp4", SMALL, 1, converter=pool) as writer:
        writer.write(noise(0))
        with pytest.raises(MemoryError, match="no room"):
            writer.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("frames", [1, 4, 6, 60])
def test_a_segment_with_too_few_frames_never_appears(tmp_path: Path, frames: int) -> None:
    with SegmentWriter(tmp_path / "a.mp4", SMALL, frames) as writer:
        for seed in range(frames - 1):
            writer.write(noise(seed))
        with pytest.raises(ValueError, match=f"has {frames - 1} frames and was planned with {frames}"):
            writer.close()
    assert list(tmp_path.iterdir()) == []


def test_one_frame_too_many_is_refused(tmp_path: Path) -> None:
    with SegmentWriter(tmp_path / "a.mp4", SMALL, 2) as writer:
        writer.write(noise(0))
        with pytest.raises(ValueError, match="planned with 2 frames: 2 after 1"):
            writer.write(noise(1), 2)


@pytest.mark.parametrize(
    "picture", [np.zeros((72, 128, 3), np.uint8), np.zeros((72, 130, 4), np.uint8), np.zeros((72, 128, 4))]
)
def test_a_picture_of_another_shape_is_refused(tmp_path: Path, picture: np.ndarray) -> None:
    with SegmentWriter(tmp_path / "a.mp4", SMALL, 2) as writer, pytest.raises(ValueError, match="was planned"):
        writer.write(picture)


def test_an_abandoned_segment_leaves_the_good_one_of_before(tmp_path: Path) -> None:
    good = write(tmp_path / "a.mp4", [noise(0)])

    def fail() -> None:
        with SegmentWriter(tmp_path / "a.mp4", SMALL, 30) as writer:
            writer.write(noise(1), 10)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert sha256_of(tmp_path / "a.mp4") == good.sha256
    assert [path.name for path in tmp_path.iterdir()] == ["a.mp4"]


def test_a_place_that_cannot_be_written_stops_the_drawing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    def draw() -> None:
        # More than fits between the threads: whoever draws must neither wait for ever nor draw to the end.
        with SegmentWriter(tmp_path / "file" / "a.mp4", SMALL, 1000) as writer:
            for seed in range(1000):
                writer.write(noise(seed))

    with pytest.raises(FilmError, match="in the way"):
        draw()


def test_the_encoder_is_named_in_full_for_the_key() -> None:
    assert set(ENCODER.to_json()) == {"codec", "pixel_format", "preset", "crf", "lookahead", "gop_seconds"}
    assert Encoder(crf=20).to_json() != ENCODER.to_json()
