"""The bench measures what it says: a simulation that adds up, ratios of the right seconds, a copy of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import pytest
from film_project import SMALL, SOURCE, Project

from pipeline import bench
from pipeline.bench import ratios
from pipeline.bench.limit import encode_only
from pipeline.bench.simulation import START_SECONDS, Measured, simulate
from pipeline.bench.timed import Timed, timed
from pipeline.errors import FilmError
from pipeline.settings import Settings
from scenes.kit.timeline import Play

Built = tuple[Project, dict[str, Any]]


def measured(beat: str, walk: float, *seconds: float) -> Measured:
    plays = tuple(Play(index, 60 * index, 60, "play") for index in range(len(seconds)))
    return Measured(beat, walk, plays, seconds)


MEASURED = [measured("a", 1.0, *[2.0] * 10), measured("b", 0.6, 1.0, 9.0, 1.0)]


def test_one_worker_does_all_the_work_and_many_wait_for_the_longest_play() -> None:
    one, many = simulate(MEASURED, 1), simulate(MEASURED, 100)
    assert one.seconds >= START_SECONDS + 31 + 1.6
    assert one.seconds < START_SECONDS + 31 + 3 * 1.6
    assert many.seconds == many.bound == pytest.approx(START_SECONDS + 0.4 + 9)
    assert (many.beat, many.play) == ("b", 1)


def test_more_workers_are_never_slower_by_more_than_a_run_without_pixels() -> None:
    seconds = [simulate(MEASURED, workers).seconds for workers in (1, 2, 4, 8, 16)]
    assert all(after <= before + 1.0 for before, after in pairwise(seconds))
    assert seconds[-1] < seconds[0] / 2


def test_ratios_name_what_they_divide() -> None:
    rows = {
        "one": 32.0,
        "two": 20.0,
        "alone": 36.0,
        "plain": 60.0,
        "limit_one": 18.0,
        "limit_two": 15.0,
        "film": 100.0,
        "limit_film": 70.0,
    }
    found = ratios({name: Timed(seconds, 1.5 * seconds) for name, seconds in rows.items()}, 40.0, 400.0)
    assert found == {
        "render over playing time, two workers": 0.5,
        "times as fast as plain manim": 3.0,
        "share of the encode-only limit": 0.75,
        "two workers against one": 1.6,
        "the same of the encode-only limit": 1.2,
        "processors that one worker keeps busy": 1.5,
        "two workers on two processors against one on one": 1.8,
        "whole film over its playing time": 0.25,
        "whole film, share of the encode-only limit": 0.7,
    }


def test_a_command_is_measured_and_one_that_fails_is_quoted(tmp_path: Path) -> None:
    took, printed = timed(["sh", "-c", "echo yes; sleep 0.2"], tmp_path)
    assert printed == "yes\n" and took.seconds >= 0.2 and took.peak_mb > 0
    count = [sys.executable, "-c", "import os; print(len(os.sched_getaffinity(0)))"]
    if hasattr(os, "sched_setaffinity"):
        before = os.sched_getaffinity(0)
        assert timed(count, tmp_path, alone=True)[1] == "1\n"
        assert os.sched_getaffinity(0) == before
    with pytest.raises(FilmError, match=r"failed with 3 .*: it hurts"):
        timed(["sh", "-c", "echo it hurts >&2; exit 3"], tmp_path)


def test_the_memory_of_a_command_is_its_own(tmp_path: Path) -> None:
    # Measured by a process as small as `render.py bench` is, for a child begins with what its parent has.
    code = (
        "import sys; from pathlib import Path; from pipeline.bench.timed import timed; "
        "print([timed([sys.executable, '-c', f'[1.0] * {size}'], Path())[0].peak_mb"
        " for size in (1, 40_000_000)])"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=SOURCE, capture_output=True, check=True).stdout
    least, most = json.loads(told)
    assert 0 < least < 200 < 300 < most < 600


@pytest.mark.parametrize("workers", [1, 2])
def test_the_limit_encodes_every_frame(built: Built, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    film = built[0].out / "film.mp4"
    took = encode_only([film], Settings.from_options(resolution="128,72", fps="15"), workers)
    assert took.seconds > 0 and took.cpu_seconds > 0
    with av.open(str(film)) as container:
        assert container.streams.video[0].frames > 60  # more than one round


def test_the_plays_of_a_beat_are_measured_one_by_one(built: Built, tmp_path: Path) -> None:
    project = bench.Project(built[0].root, Settings.from_options(resolution="128,72", fps="15"))
    found = project.plays(["first", "second"])
    counts = {beat["id"]: beat["plays"] for beat in built[1]["beats"]}
    assert {each.beat: len(each.plays) for each in found} == {each.beat: len(each.seconds) for each in found} == counts
    assert all(each.walk > 0 and min(each.seconds) > 0 for each in found)
    assert simulate(found, 2).seconds > START_SECONDS


def test_bench_measures_in_a_copy_and_keeps_its_figures(built: Built, tmp_path: Path) -> None:
    project = built[0].copy(tmp_path / "copy")
    before = {path: path.stat().st_mtime_ns for path in project.root.rglob(".cache/**/*") if path.is_file()}
    out, err = project.run("bench", "second", *SMALL, "--json")
    report = json.loads(out)
    assert report == json.loads((project.root / "out" / "bench.json").read_text("utf-8"))
    assert set(report["measured"]) >= {"one", "two", "plain", "limit_one", "limit_two", "unchanged", "quick"}
    assert report["frames"] == round(report["played_seconds"] * 15)
    assert report["measured"]["two"]["peak_mb"] > 50
    assert all(value > 0 for value in report["ratios"].values())
    assert "plain manim and a join" in err
    assert before == {path: path.stat().st_mtime_ns for path in before}
