"""The cache gives back only what it can vouch for."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.cache import KEPT_KEYS, MANIFEST, BeatCache, lock, note_finished, past_keys, past_parts
from pipeline.encode import SegmentInfo, sha256_of
from pipeline.keys import Key
from scenes.kit.timeline import Play, Timeline

TIMELINE = Timeline("hook", 15.0, tuple(Play(i, 10 * i, 10, "play") for i in range(4)))


def key(name: str = "a") -> Key:
    return Key(name * 64, {"part": name}, {})


def never() -> None:
    raise AssertionError("nobody else holds this lock")


def draw(folder: Path, play: int, text: str = "") -> SegmentInfo:
    path = folder / f"{play:04}.mp4"
    path.write_bytes((text or f"play {play}").encode())
    return SegmentInfo(10, sha256_of(path), path.stat().st_size)


@pytest.fixture
def filled(tmp_path: Path) -> BeatCache:
    cache = BeatCache(tmp_path, "hook", key())
    cache.keep_timeline(TIMELINE)
    job = cache.new_job()
    cache.take(job, {play: draw(job, play) for play in range(4)})
    return cache


def again(cache: BeatCache, name: str = "a") -> BeatCache:
    return BeatCache(cache.folder.parents[1], "hook", key(name))


def test_plays_and_timeline_come_back(filled: BeatCache) -> None:
    found = again(filled)
    assert found.timeline == TIMELINE
    assert [found.verified(play) for play in range(5)] == [True] * 4 + [False]
    assert found.damaged() == []


def swap(cache: BeatCache) -> None:
    first, second = cache.segment(1).read_bytes(), cache.segment(2).read_bytes()
    cache.segment(1).write_bytes(second)
    cache.segment(2).write_bytes(first)


def flip(cache: BeatCache) -> None:
    data = bytearray(cache.segment(1).read_bytes())
    data[3] ^= 1
    cache.segment(1).write_bytes(bytes(data))


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (lambda cache: cache.segment(1).unlink(), [1]),
        (lambda cache: cache.segment(1).write_bytes(b""), [1]),
        (lambda cache: cache.segment(1).write_bytes(b"0" * 48), [1]),
        (lambda cache: cache.segment(1).write_bytes(cache.segment(1).read_bytes()[:-1]), [1]),
        (flip, [1]),
        (swap, [1, 2]),
    ],
)
def test_damaged_files_are_found(filled: BeatCache, damage: Callable[[BeatCache], object], found: list[int]) -> None:
    damage(filled)
    assert again(filled).damaged() == found


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"key": 1}', "\0\0\0"])
def test_a_damaged_manifest_is_no_manifest(filled: BeatCache, text: str) -> None:
    (filled.folder / MANIFEST).write_text(text)
    found = again(filled)
    assert found.timeline is None
    assert found.plays == {}
    assert past_parts(filled.folder) is None


def test_a_manifest_of_another_key_with_the_same_beginning_is_not_believed(filled: BeatCache) -> None:
    other = Key("a" * 16 + "b" * 48, {}, {})
    assert BeatCache(filled.folder.parents[1], "hook", other).timeline is None


def test_another_timeline_drops_the_plays(filled: BeatCache) -> None:
    filled.keep_timeline(TIMELINE)
    assert len(again(filled).plays) == 4
    filled.keep_timeline(Timeline("hook", 15.0, TIMELINE.plays[:2]))
    assert again(filled).plays == {}


def test_what_a_killed_build_finished_is_adopted_and_the_rest_is_not(tmp_path: Path) -> None:
    cache = BeatCache(tmp_path, "hook", key())
    cache.keep_timeline(TIMELINE)
    job = cache.new_job()
    note_finished(job / "0000.mp4", draw(job, 0))
    draw(job, 1)  # killed before the note
    info = draw(job, 2)
    note_finished(job / "0002.mp4", info)
    (job / "0002.mp4").write_bytes(b"damaged since")
    note_finished(job / "0003.mp4", SegmentInfo(9, draw(job, 3).sha256, draw(job, 3).bytes))  # not as planned
    (job / "0001.json").write_text("{")
    found = again(cache)
    found.adopt()
    assert list(found.plays) == [0]
    assert found.verified(0)
    assert not job.exists()
    assert again(cache).verified(0)


def test_fresh_forgets_everything(filled: BeatCache) -> None:
    filled.forget()
    assert again(filled).timeline is None
    assert not filled.folder.exists()


def test_the_oldest_keys_of_a_beat_are_dropped(tmp_path: Path) -> None:
    names = "0123456789"[: KEPT_KEYS + 2]
    for age, name in enumerate(names):
        cache = BeatCache(tmp_path, "hook", key(name))
        cache.keep_timeline(TIMELINE)
        os.utime(cache.folder / MANIFEST, (age, age))
    cache.touch()
    kept = [folder.name[0] for folder in past_keys(tmp_path / "hook")]
    assert kept == list(names[:1:-1])


def test_a_key_that_another_build_holds_is_not_dropped(tmp_path: Path) -> None:
    caches = [BeatCache(tmp_path, "hook", key(name)) for name in "0123456789"[: KEPT_KEYS + 1]]
    for age, cache in enumerate(caches):
        cache.keep_timeline(TIMELINE)
        os.utime(cache.folder / MANIFEST, (age, age))
    with caches[0].locked(never):
        caches[-1].touch()
        assert caches[0].folder.exists()
    caches[-1].touch()
    assert not caches[0].folder.exists()


def _hold(path: Path, held: object, leave: object) -> None:
    with lock(path, never):
        held.set()  # type: ignore[attr-defined]
        leave.wait()  # type: ignore[attr-defined]


def test_a_second_build_waits_and_says_so_and_a_dead_one_holds_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    held, leave = context.Event(), context.Event()
    other = context.Process(target=_hold, args=(tmp_path / "a.lock", held, leave))
    other.start()
    assert held.wait(60)
    said: list[str] = []

    def waiting() -> None:
        said.append("waiting")
        other.kill()

    with lock(tmp_path / "a.lock", waiting):
        assert said == ["waiting"]
    other.join()


def test_the_manifest_is_plain_json_with_the_parts_of_the_key(filled: BeatCache) -> None:
    data = json.loads((filled.folder / MANIFEST).read_text())
    assert data["parts"] == {"part": "a"}
    assert past_parts(filled.folder) == {"part": "a"}
    assert data["plays"]["2"] == {
        "frames": 10,
        "sha256": sha256_of(filled.segment(2)),
        "bytes": filled.segment(2).stat().st_size,
    }
