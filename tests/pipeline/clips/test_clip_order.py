"""Which pictures are shown when: forwards, back, at lower rates; and whether a clip loops by itself."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from clip_source import decoded, job, play, settings, steps, walk, walking
from hypothesis import given
from hypothesis import strategies as st

from pipeline.clips.budget import make
from pipeline.clips.colours import rgb
from pipeline.clips.order import loops_by_itself, sampled, there_and_back
from pipeline.clips.source import Source


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    return walking(tmp_path_factory.mktemp("plays"))


def test_there_and_back_shows_neither_end_twice() -> None:
    assert there_and_back(4) == [0, 1, 2, 3, 2, 1]
    assert there_and_back(2) == [0, 1]
    assert there_and_back(1) == [0]


@given(st.integers(1, 400), st.sampled_from([15, 24, 25, 30, 60]), st.integers(1, 8))
def test_a_lower_rate_keeps_the_length_and_the_order(frames: int, fps: int, every: int) -> None:
    rate = max(Fraction(fps, every), Fraction(1))
    shown = sampled(range(frames), Fraction(fps), rate)
    assert shown[0] == 0
    assert shown == sorted(set(shown))
    assert abs(len(shown) / rate - Fraction(frames, fps)) <= max(1 / (2 * rate), 1 / rate - Fraction(1, fps))


def test_pictures_come_in_any_order_that_is_asked_for(source: Source) -> None:
    forth = [rgb(picture) for picture in source.pictures(range(source.frames))]
    assert len(forth) == 60
    orders = (there_and_back(60), list(range(59, -1, -1)), [0, 7, 50, 20, 20, 19, 3, 58], [45])
    for order in orders:
        found = [rgb(picture) for picture in source.pictures(order)]
        assert len(found) == len(order)
        assert all(np.array_equal(one, forth[number]) for one, number in zip(found, order, strict=True))


def test_a_held_picture_is_one_object(source: Source) -> None:
    held = list(source.pictures(range(46, 60)))
    assert all(picture is held[0] for picture in held)


def test_a_clip_that_ends_as_it_begins_loops_as_it_is(source: Source, tmp_path: Path) -> None:
    look = settings()
    swing = [walk(step) for step in (*range(20), *range(20, -1, -1))]
    there = Source((play(tmp_path / "there.mp4", look, swing),), look)
    assert loops_by_itself(there)
    assert not loops_by_itself(source)
    # A pixel further is another picture.
    nearly = Source((play(tmp_path / "nearly.mp4", look, [*swing[:-1], np.roll(walk(0), 1, axis=1)]),), look)
    assert not loops_by_itself(nearly)


@pytest.mark.parametrize("kind", ["mp4", "gif", "webm"])
def test_a_loop_goes_back_the_way_it_came(kind: str, tmp_path: Path) -> None:
    look = settings(Fraction(25))
    source = Source((play(tmp_path / "0000.mp4", look, [walk(step) for step in range(31)]),), look)
    wanted = job(source, kind, tmp_path)
    wanted = type(wanted)(kind, wanted.path, source, tuple(there_and_back(31)), "clip")
    make(wanted)
    pictures, _ = decoded(wanted.path)
    assert [round(steps(picture)) for picture in pictures] == there_and_back(31)
