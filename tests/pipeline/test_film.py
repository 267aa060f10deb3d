"""A whole film, small, through the command line: same bytes whatever happens on the way."""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from film_project import SMALL, Project, rendered
from PIL import Image

from pipeline.cache import lock
from pipeline.encode import sha256_of
from pipeline.paths import Paths

Built = tuple[Project, dict[str, Any]]


def test_the_folder_holds_what_was_promised(built: Built) -> None:
    project, report = built
    names = {path.relative_to(project.out).as_posix() for path in project.out.rglob("*") if path.is_file()}
    beats = {"beats/01_first.mp4", "beats/02_second.mp4"}
    assert names == beats | {"film.mp4", "film.srt", "film.vtt", "film.jpg", "film.json", "transcript.md"}
    assert json.loads((project.out / "film.json").read_text("utf-8")) == report
    others = {path.name for path in project.root.iterdir()} - {"__pycache__"}
    assert others == {"mathcore", "pipeline", "scenes", "assets", "render.py", "requirements.lock", "out", ".cache"}


def test_the_account_is_true(built: Built) -> None:
    project, report = built
    film, beats = report["film"], report["beats"]
    assert film["path"] == "out/72p15/film.mp4"
    assert film["sha256"] == sha256_of(project.out / "film.mp4")
    assert (film["width"], film["height"], film["fps"]) == (128, 72, 15)
    assert film["seconds"] == pytest.approx(film["frames"] / 15, abs=1e-6)
    assert [beat["id"] for beat in beats] == ["first", "second"]
    assert [beat["title"] for beat in beats] == ["It begins", "It ends"]
    assert beats[1]["start"] == pytest.approx(beats[0]["seconds"], abs=2e-6)
    assert sum(beat["seconds"] for beat in beats) == pytest.approx(film["seconds"], abs=3e-6)
    assert all(beat["rendered"] == beat["plays"] > 0 and beat["reused"] == 0 for beat in beats)
    line = beats[1]["lines"][0]
    assert (line["id"], line["text"], line["start"]) == ("two", "This circle grows.", beats[1]["start"])
    clip = beats[0]["clips"][0]
    assert clip["name"] == "walk"
    assert 0 == clip["start"] < clip["end"] < beats[0]["seconds"]
    assert report["workers"] == 1
    assert report["wall_seconds"] > 0
    assert {"python", "manim", "av", "numpy"} <= set(report["versions"])


def test_the_film_has_every_frame_and_its_chapters(built: Built) -> None:
    project, report = built
    with av.open(str(project.out / "film.mp4")) as film:
        pictures = [frame.to_ndarray(format="gray").mean() for frame in film.decode(video=0)]
        chapters = [(c["metadata"]["title"], c["start"] * c["time_base"]) for c in film.chapters()]
    assert len(pictures) == report["film"]["frames"]
    second = Fraction(round(report["beats"][1]["start"] * 15), 15)
    assert chapters == [("It begins", 0), ("It ends", second)]
    # The circle of the second beat grows: its last picture is brighter than its first.
    assert pictures[-1] > pictures[int(second * 15)] + 1


def test_captions_say_what_is_spoken(built: Built) -> None:
    srt = (built[0].out / "film.srt").read_text("utf-8")
    assert "This square walks on and on." in srt
    assert "This circle grows." in srt
    assert (built[0].out / "film.vtt").read_text("utf-8").startswith("WEBVTT")


def test_a_second_run_draws_nothing_and_touches_no_file(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    before = {path: path.stat().st_mtime_ns for path in project.out.rglob("*.[mjsv]*[4gt]")}
    assert len(before) == 6
    out, err = project.run("film", *SMALL, "--json", "--why")
    report = json.loads(out)
    assert rendered(report) == {"first": 0, "second": 0}
    assert [beat["reused"] for beat in report["beats"]] == [beat["plays"] for beat in report["beats"]]
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert "first: reusing" in err
    assert "nothing changed" in err


def test_two_workers_in_an_awkward_place_make_the_same_bytes(built: Built, tmp_path: Path) -> None:
    project = Project.make(tmp_path / "it's ünï 数学")
    report = project.film("--jobs", "2")
    assert report["workers"] == 2
    assert project.digests() == built[0].digests()


def test_one_edit_redraws_one_beat_and_equals_a_clean_build(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    before = project.digests()
    project.replace("scenes/shared.py", "2.0", "3.0")
    out, err = project.run("film", *SMALL, "--json", "--why")
    assert rendered(json.loads(out)) == {"first": 0, "second": json.loads(out)["beats"][1]["plays"]}
    assert "scenes/shared.py changed" in err
    after = project.digests()
    assert after["beats/01_first.mp4"] == before["beats/01_first.mp4"]
    assert after["beats/02_second.mp4"] != before["beats/02_second.mp4"]
    assert after["film.mp4"] != before["film.mp4"]
    fresh = project.film("--fresh", "--jobs", "2")
    assert all(beat["reused"] == 0 for beat in fresh["beats"])
    assert project.digests() == after
    # And back again: the plays of the old key are still there.
    project.replace("scenes/shared.py", "3.0", "2.0")
    assert rendered(project.film()) == {"first": 0, "second": 0}
    assert project.digests() == before


def test_damaged_segments_and_results_are_found_and_made_again(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    before = project.digests()
    missing, empty, cut, flipped, one, other, folder = project.segments("first")[:7]
    missing.unlink()
    folder.unlink()
    (folder / "within").mkdir(parents=True)
    empty.write_bytes(b"")
    cut.write_bytes(cut.read_bytes()[:48])
    data = bytearray(flipped.read_bytes())
    data[len(data) // 2] ^= 4
    flipped.write_bytes(bytes(data))
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)
    (project.out / "film.mp4").write_bytes(b"edited by somebody")
    (project.out / "film.srt").unlink()
    out, err = project.run("film", *SMALL, "--json", "--why")
    # The two that changed places may be alike to the bit; then nothing was damaged by it.
    assert rendered(json.loads(out)) == {"first": 5 if first == second else 7, "second": 0}
    assert "missing or damaged" in err
    assert project.digests() == before


def test_the_file_of_a_beat_that_was_taken_out_goes_with_it(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    (project.root / "scenes/b01_first.py").unlink()
    beats = project.out / "beats"
    (beats / "mine.mp4").write_bytes(b"of somebody")
    project.run("film", *SMALL)
    assert sorted(path.name for path in beats.iterdir()) == ["01_second.mp4", "mine.mp4"]
    # What somebody has put in its place stays.
    (project.root / "scenes/b02_second.py").rename(project.root / "scenes/b02_third.py")
    project.replace("scenes/b02_third.py", '"second"', '"third"')
    (project.root / "assets/script/second.toml").rename(project.root / "assets/script/third.toml")
    (beats / "01_second.mp4").write_bytes(b"edited by somebody")
    project.run("film", *SMALL)
    assert sorted(path.name for path in beats.iterdir()) == ["01_second.mp4", "01_third.mp4", "mine.mp4"]


def wait_for_notes(project: Project, process: Any, number: int) -> None:
    """Until so many plays of the running build are finished, and it is still at work."""
    while len(list(project.root.glob(".cache/segments/*/*/job-*/*.json"))) < number:
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)


def test_interrupted_and_killed_builds_go_on_to_the_same_bytes(built: Built, tmp_path: Path) -> None:
    project = Project.make(tmp_path / "project")
    slow = {"TEST_SECONDS_A_FRAME": "0.05"}
    process = project.start("film", *SMALL, "--jobs", "1", **slow)
    wait_for_notes(project, process, 1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "what is finished is kept" in err
    assert "Traceback" not in err
    process = project.start("film", *SMALL, "--jobs", "1", **slow)
    wait_for_notes(project, process, 2)
    process.kill()
    process.communicate()
    assert not (project.out / "film.mp4").exists()
    report = project.film("--jobs", "2")
    first = report["beats"][0]
    assert 0 < first["reused"] < first["plays"]
    assert project.digests() == built[0].digests()
    assert not list(project.root.glob(".cache/segments/*/*/job-*"))


def test_two_builds_at_once_are_both_right(built: Built, tmp_path: Path) -> None:
    project = Project.make(tmp_path / "project")
    paths = Paths(project.root)
    # Both come to the same door while it is shut, so that they really meet.
    with lock(paths.beside_cache(project.out, ".lock"), lambda: None):
        both = [project.start("film", *SMALL, "--json", "--jobs", "1") for _ in range(2)]
        for process in both:
            assert process.stderr
            assert any("waiting for it to end" in line for line in iter(process.stderr.readline, ""))
    ended = [process.communicate(timeout=240) for process in both]
    assert [process.returncode for process in both] == [0, 0], ended
    reports = [json.loads(out) for out, _ in ended]
    drawn = [rendered(report) for report in reports]
    plays = {beat["id"]: beat["plays"] for beat in reports[0]["beats"]}
    assert {name: sum(each[name] for each in drawn) for name in plays} == plays
    assert project.digests() == built[0].digests()


def test_a_beat_that_leaves_by_sys_exit_has_failed(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    project.replace(
        "scenes/b02_second.py", "circle = Circle(0.5, ", "raise SystemExit(0)\n        circle = Circle(0.5, "
    )
    _, err = project.run("beat", "second", *SMALL, code=1)
    assert "Beat 2, second, raised SystemExit" in err


def test_a_beat_that_raises_is_named_and_the_good_output_stays(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    before = project.digests()
    account = (project.out / "film.json").read_bytes()
    project.replace("scenes/b02_second.py", "Circle(0.5, ", "Circle(0.5 / 0, ")
    _, err = project.run("film", *SMALL, code=1)
    assert "Beat 2, second, raised ZeroDivisionError" in err
    assert re.search(r"\(b02_second\.py, line \d+\)", err)
    assert ".cache/logs/02_second.log" in err
    assert "Traceback" in (project.root / ".cache/logs/02_second.log").read_text("utf-8")
    assert project.digests() == before
    assert (project.out / "film.json").read_bytes() == account
    # With --keep-going the beat that can be made is made.
    project.replace("scenes/b01_first.py", "0, 0]", "1, 0]")
    out, err = project.run("film", *SMALL, "--keep-going", "--json", code=1)
    assert "ZeroDivisionError" in json.loads(out)["error"]
    changed = {name for name, digest in project.digests().items() if digest != before[name]}
    assert changed == {"beats/01_first.mp4"}


def test_a_lost_script_line_and_a_lost_font_get_their_sentence(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    project.replace("assets/script/second.toml", '"two"', '"too"')
    _, err = project.run("beat", "second", *SMALL, code=1)
    assert "Beat 2, second: " in err
    assert "no line 'two' (did you mean 'too'?)" in err
    assert ".log" not in err
    project.replace("assets/script/second.toml", '"too"', '"two"')
    for font in project.root.glob("assets/fonts/*.ttf"):
        font.unlink()
    _, err = project.run("beat", "first", *SMALL, code=1)
    assert "Beat 1, first: The font" in err


def test_only_the_beat_asked_for_is_made_and_where_it_was_asked(built: Built, tmp_path: Path) -> None:
    project = built[0].copy(tmp_path / "copy")
    target = tmp_path / "else where"
    out, _ = project.run("beat", "2", *SMALL, "--json", "-o", str(target))
    report = json.loads(out)
    assert [beat["id"] for beat in report["beats"]] == ["second"]
    assert report["beats"][0]["start"] == 0
    made = [path for path in target.rglob("*") if path.is_file()]
    assert made == [target / "72p15/beats/02_second.mp4"]
    assert str(made[0]) == report["beats"][0]["path"]
    assert sha256_of(made[0]) == project.digests()["beats/02_second.mp4"]


def test_stills_are_the_frames_of_the_film(built: Built, tmp_path: Path) -> None:
    project = built[0].copy(tmp_path / "copy")
    out, _ = project.run("still", "first", *SMALL, "--json", "--at", "1.5s", "--at", "square", "--at", "end")
    stills = json.loads(out)["stills"]
    assert [still["path"] for still in stills] == [
        f"out/72p15/stills/01_first_{name}.png" for name in ("1.5s", "square", "end")
    ]
    frames = [still["frame"] for still in stills]
    beat = built[1]["beats"][0]
    # "This square": the marked word is the second of a line at 150 words a minute.
    assert frames == [22, 6, round(beat["seconds"] * 15) - 1]
    with av.open(str(project.out / "beats/01_first.mp4")) as film:
        video = [frame.to_ndarray(format="gray").astype(float) for frame in film.decode(video=0)]

    def nearest(picture: np.ndarray) -> int:
        return int(np.argmin([np.abs(picture - each).mean() for each in video]))

    for still, frame in zip(stills, frames, strict=True):
        image = Image.open(project.root / still["path"])
        assert image.size == (128, 72)
        grey = np.asarray(image.convert("RGB")) @ [0.2126, 0.7152, 0.0722]
        # The nearest picture is the frame itself or one that is equal to it.
        assert np.abs(video[nearest(grey)] - video[frame]).max() <= 4
        assert np.abs(grey - video[frame]).mean() < 2
    _, err = project.run("still", "first", *SMALL, "--at", "sqare", code=2)
    assert "Did you mean square?" in err
    assert "Seconds will do too, such as --at 2.5." in err
    _, err = project.run("still", "first", *SMALL, "--at", "60", code=2)
    assert "it has no picture at 60: give less, or end." in err
