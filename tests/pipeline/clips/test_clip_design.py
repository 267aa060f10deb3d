"""How exported films are built, whichever way they were made: what players, slides and browsers count on."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest
from clip_source import job, play, walking

from pipeline.clips.budget import _Trials, make
from pipeline.clips.effort import ladder
from pipeline.clips.job import Job
from pipeline.clips.order import there_and_back
from pipeline.clips.source import Source
from pipeline.encode import ENCODER
from pipeline.settings import Settings
from pipeline.verify_video import index_first

HIGH = 100  # ITU-T H.264, A.2.4: what every browser, phone and presentation program decodes
# Quality, and the highest level (A.3) that its files may ask of a decoder.
LOOKS = [("l", 30), ("m", 31), ("h", 42)]


def moving(folder: Path, look: Settings, frames: int = 5) -> Source:
    """A bar that walks over a noisy ground."""
    chance = np.random.default_rng(7)
    ground = chance.integers(0, 90, (look.height, look.width, 4), np.uint8)
    ground[..., 3] = 255
    pictures = []
    for step in range(frames):
        picture = ground.copy()
        picture[:, 8 * step : 8 * step + 16, :3] = 230
        pictures.append(picture)
    return Source((play(folder / "0000.mp4", look, pictures),), look)


def ways(source: Source, folder: Path) -> dict[str, Job]:
    """The ways in which an MP4 comes about: cut, with its way back encoded, and encoded anew for a budget."""
    cut = job(source, "mp4", folder / "cut")
    loop = replace(job(source, "mp4", folder / "loop"), order=tuple(there_and_back(source.frames)))
    make(cut)
    budget = replace(job(source, "mp4", folder / "budget"), max_bytes=cut.path.stat().st_size * 2 // 3)
    return {"cut": cut, "loop": loop, "budget": budget}


def avc(path: Path) -> tuple[int, int]:
    """Profile and level of an H.264 file, as its decoder configuration has them (ISO/IEC 14496-15, 5.3.3.1)."""
    with av.open(str(path)) as container:
        extra = container.streams.video[0].codec_context.extradata
    assert extra is not None and extra[0] == 1
    return extra[1], extra[3]


@pytest.mark.parametrize(("quality", "level"), LOOKS)
def test_an_mp4_asks_no_more_of_a_decoder_than_designed(quality: str, level: int, tmp_path: Path) -> None:
    look = Settings.from_options(quality)
    for way, wanted in ways(moving(tmp_path, look), tmp_path).items():
        make(wanted)
        profile, found = avc(wanted.path)
        assert profile == HIGH, way
        assert found <= level, way
        assert list(index_first(wanted.path)) == [], way
        with av.open(str(wanted.path)) as container:
            context = container.streams.video[0].codec_context
            assert (context.name, context.pix_fmt) == ("h264", "yuv420p"), way
            packets = [packet for packet in container.demux(video=0) if packet.dts is not None]
        # No picture waits for a later one: all are stored in the order in which they are shown.
        assert all(packet.pts == packet.dts for packet in packets), way


@pytest.mark.parametrize("kind", ["mp4", "webm", "mov"])
@pytest.mark.parametrize("tight", [False, True], ids=["free", "budget"])
def test_one_can_seek_to_every_second(kind: str, tight: bool, tmp_path: Path) -> None:
    source = walking(tmp_path, Fraction(10))  # six seconds
    wanted = job(source, kind, tmp_path / "free")
    make(wanted)
    if tight:
        rungs = len(ladder(kind, source.settings))
        least = _Trials(wanted, tmp_path)._size(min(3, rungs - 1))
        wanted = replace(wanted, path=tmp_path / "tight" / wanted.path.name, max_bytes=least)
        assert make(wanted).bytes <= least
    with av.open(str(wanted.path)) as container:
        packets = [packet for packet in container.demux(video=0) if packet.dts is not None]
    keys = [float(packet.pts * packet.time_base) for packet in packets if packet.is_keyframe]
    end = float(packets[-1].pts * packets[-1].time_base)
    # A play that is held is one group, and short; else there is a key picture a second.
    longest = max(ENCODER.gop_seconds, 33 / 10 if kind == "mp4" and not tight else 0)
    assert keys[0] == 0
    assert all(late - early <= longest + 0.15 for early, late in pairwise([*keys, end]))
    data = wanted.path.read_bytes()
    if kind == "webm":
        assert b"\x1c\x53\xbb\x6b" in data  # Cues, the index of Matroska
    else:
        assert list(index_first(wanted.path)) == []


def test_a_mov_is_prores_with_colours_that_are_named(tmp_path: Path) -> None:
    wanted = job(walking(tmp_path), "mov", tmp_path)
    make(wanted)
    assert list(index_first(wanted.path)) == []
    with av.open(str(wanted.path)) as container:
        stream = container.streams.video[0]
        assert stream.codec_context.codec_tag == "apch"  # ProRes 422 HQ
        assert all(packet.is_keyframe for packet in container.demux(stream) if packet.dts is not None)
    assert b"colrnclc" in wanted.path.read_bytes()
