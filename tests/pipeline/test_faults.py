"""What a machine can do to a build: a full disk, few processors, a clock set back, workers that hang or die."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from film_project import SMALL, Project, rendered
from limited import has_namespaces, on_processors, with_disk, with_files_of

Built = tuple[Project, dict[str, Any]]
HERE = Path(__file__).resolve().parent

with tempfile.TemporaryDirectory() as _place:
    # Not every machine gives its users a disk of their own; the limit on files is tried everywhere.
    FULL_DISKS = ["tmpfs"] if has_namespaces(Path(_place)) else []
# A machine that cannot confine a process to some processors has no such fault either.
CONFINED = [[0]] if hasattr(os, "sched_setaffinity") else []


@pytest.mark.parametrize("disk", FULL_DISKS)
def test_a_disk_that_runs_full_ends_the_build_and_keeps_the_film(tmp_path: Path, disk: str) -> None:
    project = Project.make(tmp_path / "project")
    (project.root / "disk").mkdir()
    for link, name in ((".cache", "cache"), ("out", "out")):
        (project.root / link).symlink_to(f"disk/{name}")
    clean = Project.make(tmp_path / "clean")
    done = subprocess.run(
        [*with_disk(project.root / "disk", 3_000_000), sys.executable, "small_disk.py", str(project.root)],
        cwd=HERE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["full"]["code"] == 1
    assert "no space left on device" in seen["full"]["said"].splitlines()[-1]
    assert "Traceback" not in seen["full"]["said"]
    assert seen["full"]["kept"] and seen["full"]["left"] == []
    assert seen["early"]["code"] == 1
    assert seen["early"]["said"].splitlines()[-1].startswith("This needs up to ")
    assert "free some room, run ./run clean" in seen["early"]["said"]
    assert seen["early"]["kept"]
    clean.replace("scenes/b01_first.py", "0, 0]", "1, 0]")
    clean.film()
    assert seen["after"] == clean.digests()


@pytest.mark.parametrize("part", ["film.mp4", "manifest.json"])
def test_a_file_that_cannot_grow_ends_the_build_and_keeps_the_film(
    copy_built: Callable[[], Project], part: str
) -> None:
    project = copy_built()
    before = project.digests()
    account = (project.out / "film.json").read_bytes()
    project.replace("scenes/b01_first.py", "0, 0]", "1, 0]")
    project.replace("scenes/shared.py", "2.0", "2.1")
    # Room for every file before this one, and too little for it.
    clip = max(path.stat().st_size for path in project.out.glob("beats/*"))
    size = (clip + (project.out / "film.mp4").stat().st_size) // 2 if part == "film.mp4" else 4500
    _, err = project.run("film", *SMALL, code=1, prefix=with_files_of(size))
    assert part in err.splitlines()[-1]
    assert "(file too large); " in err.splitlines()[-1]
    good = {name: digest for name, digest in project.digests().items() if not name.startswith("beats/")}
    assert good == {name: digest for name, digest in before.items() if name in good}
    assert (project.out / "film.json").read_bytes() == account
    assert not list(project.out.rglob(".part-*"))
    project.film()
    project.run("verify")


def test_a_play_that_cannot_grow_and_a_system_without_room_get_their_sentences(
    copy_built: Callable[[], Project],
) -> None:
    project = copy_built()
    _, err = project.run("film", "-r", "1280,720", "--fps", "15", code=1, prefix=with_files_of(9000))
    assert ".mp4 (file too large); " in err.splitlines()[-1]
    assert "Beat " in err.splitlines()[-1]
    assert not list((project.root / "out/720p15").rglob("*.*"))
    # What workers share with the main process is a file of 4096 bytes in the system's memory.
    _, err = project.run("film", *SMALL, code=1, prefix=with_files_of(1000))
    assert err.splitlines()[-1] == (
        "Cannot write a temporary file (file too large); free some room on that disk and try again."
    )


def test_too_little_room_is_told_before_anything_is_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from fractions import Fraction

    from pipeline import room
    from pipeline.cache import BeatCache
    from pipeline.errors import FilmError
    from pipeline.keys import Key
    from pipeline.paths import Paths
    from pipeline.plan import BeatPlan
    from pipeline.settings import Settings
    from scenes.kit.timeline import Play, Timeline

    cache = BeatCache(tmp_path / "segments", "hook", Key("a" * 64, {}, {}))
    cache.timeline = Timeline("hook", 60.0, (Play(0, 0, 30_000, "play"),))
    plan, settings, paths = BeatPlan(1, "hook", "Hook", cache, missing=[0]), Settings(1920, 1080, Fraction(60)), Paths()
    inside, results = room.needed([plan], settings)
    assert 2.1e3 * 30_000 < inside < 3 * 2.1e3 * 30_000  # what the film takes, and not three times as much
    assert results > 2 * 2.1e3 * 30_000
    free = dict.fromkeys(("total", "used", "free"), inside + results)
    monkeypatch.setattr(room.shutil, "disk_usage", lambda _: type("Usage", (), free))
    room.require_room([plan], settings, paths)
    free = {**free, "free": inside + results - 1}
    with pytest.raises(FilmError, match=r"needs up to 505 MB and .* has 505 MB free; free some room"):
        room.require_room([plan], settings, paths)
    plan.missing = []  # nothing to draw needs no room
    room.require_room([plan], settings, paths)


@pytest.mark.parametrize("processors", CONFINED)
def test_one_processor_and_nine_workers_make_the_same_bytes(
    built: Built, tmp_path: Path, processors: list[int]
) -> None:
    project = Project.make(tmp_path / "project")
    report = project.film("--jobs", "9", prefix=on_processors(*processors))
    assert report["workers"] == 9
    assert project.digests() == built[0].digests()
    project.film("--fresh", prefix=on_processors(*processors))
    assert project.digests() == built[0].digests()


def test_a_clock_set_back_hides_no_edit_and_loses_nothing(copy_built: Callable[[], Project], tmp_path: Path) -> None:
    project = copy_built()
    clean = Project.make(tmp_path / "clean")
    tomorrow = time.time() + 86_400
    # As if all had been made and drawn tomorrow: what is edited now is older than everything else.
    for path in project.root.rglob("*"):
        os.utime(path, (tomorrow, tomorrow))
    assert rendered(project.film()) == {"first": 0, "second": 0}
    for each in (project, clean):
        each.replace("scenes/shared.py", "2.0", "1.5")
    os.utime(project.root / "scenes/shared.py", (1, 1))
    out, err = project.run("film", *SMALL, "--json", "--why")
    assert rendered(json.loads(out))["second"] > 0
    assert "scenes/shared.py changed" in err
    clean.film()
    assert project.digests() == clean.digests()
    assert rendered(project.film()) == {"first": 0, "second": 0}


WITHIN = """
import json, sys
from pathlib import Path
from fractions import Fraction
from pipeline.build import Options
from pipeline.errors import FilmError
from pipeline.film import film
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings

if __name__ == "__main__":
    try:
        film(Settings(128, 72, Fraction(15)), Options(jobs=2, keep_going=True, stall=4.0), Paths(), Bar("none"))
    except FilmError as error:
        print(error)
"""


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("time.sleep(10**6)", "Beat 1, first, drew nothing for "),
        ("os._exit(137)", "Beat 1, first, lost its process twice"),
        ("raise ValueError('no')", "Beat 1, first, raised ValueError: no (b01_first.py, line "),
    ],
)
def test_a_beat_that_hangs_dies_or_raises_is_named_and_the_others_are_made(
    copy_built: Callable[[], Project], fault: str, says: str
) -> None:
    project = copy_built()
    before = project.digests()
    # While it is drawn, and not when it is rehearsed.
    line = "        time.sleep(float"
    project.replace("scenes/b01_first.py", line, f"        if at > 3 and self.renderer.sink: {fault}\n{line}")
    project.replace("scenes/shared.py", "2.0", "1.5")
    project.write("within.py", WITHIN)
    done = subprocess.run(
        [sys.executable, "within.py"], cwd=project.root, capture_output=True, text=True, check=True, timeout=240
    )
    assert says in done.stdout
    assert done.stdout.count("\n") == 1
    changed = {name for name, digest in project.digests().items() if digest != before[name]}
    assert changed == {"beats/02_second.mp4"}
    log = (project.root / ".cache/logs/01_first.log").read_text("utf-8")
    assert ("without a word" in log) if "lost" in says else ("b01_first.py" in log)
