"""What is drawn, and why."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from pipeline.cache import BeatCache
from pipeline.encode import SegmentInfo, sha256_of
from pipeline.keys import Key
from pipeline.plan import BeatPlan, reason
from scenes.kit.timeline import Play, Timeline


def plays(*frames: int) -> list[Play]:
    made, start = [], 0
    for index, count in enumerate(frames):
        made.append(Play(index, start, count, "play"))
        start += count
    return made


def cache(tmp_path: Path, **parts: str) -> BeatCache:
    named = {"scenes/b01_hook.py": "1", "setting theme": "dark", "version of manim": "0.22", **parts}
    return BeatCache(tmp_path, "hook", Key(sha256(repr(named).encode()).hexdigest(), named, {}))


def known(one: BeatCache) -> BeatCache:
    one.keep_timeline(Timeline("hook", 15.0, tuple(plays(5, 5))))
    return one


def test_reasons_name_what_changed_since_the_last_build_of_the_same_look(tmp_path: Path) -> None:
    never = "it was never drawn in this size, rate, theme and layout"
    first = cache(tmp_path)
    assert reason(first) == never
    known(first)
    light = cache(tmp_path, **{"setting theme": "light"})
    assert reason(light) == never
    known(light)
    edited = cache(tmp_path, **{"scenes/b01_hook.py": "2", "version of manim": "0.23"})
    assert reason(edited) == "scenes/b01_hook.py changed; version of manim went from 0.22 to 0.23"


def drawn(one: BeatCache, *which: int) -> None:
    job = one.new_job()
    for play in which:
        path = job / f"{play:04}.mp4"
        path.write_bytes(b"%d" % play)
        one.take(job, {play: SegmentInfo(5, sha256_of(path), 1)})


@pytest.mark.parametrize(
    ("which", "missing", "why"),
    [
        ((0, 1), [], "nothing changed"),
        ((0,), [1], "an earlier build was interrupted"),
        ((), [0, 1], "as before"),
    ],
)
def test_only_missing_plays_are_planned(tmp_path: Path, which: tuple[int, ...], missing: list[int], why: str) -> None:
    one = known(cache(tmp_path))
    drawn(one, *which)
    plan = BeatPlan(1, "hook", "Hook", one, why="as before")
    plan.find_missing()
    assert (plan.missing, plan.why) == (missing, why)
    assert [play.index for play in plan.missing_plays] == missing


def test_damaged_plays_are_planned_and_named(tmp_path: Path) -> None:
    one = known(cache(tmp_path))
    drawn(one, 0, 1)
    one.segment(1).write_bytes(b"")
    plan = BeatPlan(1, "hook", "Hook", one)
    plan.find_missing()
    assert plan.missing == [1]
    assert plan.why == "1 cached play missing or damaged: 1"


def test_names_in_files(tmp_path: Path) -> None:
    assert BeatPlan(3, "simulate", "", cache(tmp_path)).stem == "03_simulate"
