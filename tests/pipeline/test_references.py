"""Reference stills: which, made and renewed by one command, replaced only after both have been shown."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from film_project import Project
from PIL import Image

from pipeline.errors import FilmError
from pipeline.face import face
from pipeline.paths import Paths
from pipeline.references import LOOKS, Shot, compare, read, shots, write
from scenes import BeatInfo
from scenes.kit.timeline import Clip, Play, Timeline

UPDATE = ("still", "--update-references")


def beat(face: str = "") -> BeatInfo:
    return BeatInfo(1, "hook", "Hook", "", "scenes.b01_hook", "Hook", Path("b01_hook.py"), face)


def timeline(*clips: Clip) -> Timeline:
    plays = (Play(0, 0, 60, "play"), Play(1, 60, 20, "play"), Play(2, 80, 20, "wait"))
    return Timeline("hook", 15.0, plays, (), clips)


EARLY, MIDDLE, LATE = Clip("early", 0, 20), Clip("middle", 20, 45), Clip("late", 45, 80)


def test_the_face_of_a_beat_is_the_clip_that_ends_nearest_its_middle_or_the_one_it_names() -> None:
    assert face(beat(), timeline(EARLY, MIDDLE, LATE)) == MIDDLE
    assert face(beat(), timeline(LATE)) is None  # nothing moves after it: its last picture is the beat's
    assert face(beat(), timeline()) is None
    assert face(beat("late"), timeline(EARLY, MIDDLE, LATE)) == LATE
    with pytest.raises(FilmError, match=r"its face 'midle' is none of its clips\. Did you mean middle\?"):
        face(beat("midle"), timeline(EARLY, MIDDLE, LATE))
    with pytest.raises(FilmError, match="It has no clips; name none"):
        face(beat("late"), timeline())


def test_of_every_beat_the_end_is_kept_in_all_looks_and_the_face_in_the_dark_one() -> None:
    kept = {shot.name: shot.frame for shot in shots(beat(), timeline(MIDDLE))}
    ends = {f"{look}/hook_end.png": 99 for look in LOOKS}
    assert kept == {"dark/hook_middle.png": 44, **ends}


@pytest.fixture
def picture() -> np.ndarray:
    """Tiles in twenty colours."""
    rng = np.random.default_rng(3)
    tiles = rng.integers(0, 256, (20, 3))[rng.integers(0, 20, (27, 48))]
    return np.repeat(np.repeat(tiles, 10, axis=0), 10, axis=1).astype(np.uint8)


def test_a_reference_is_compared_and_a_difference_is_shown(tmp_path: Path, picture: np.ndarray) -> None:
    paths, shot = Paths(tmp_path), Shot("hook", "dark", "end", 99)
    both = tmp_path / "out/references/dark/hook_end.png"
    verdict = compare(shot, picture, paths)
    assert (verdict.known, verdict.both) == (False, None)
    assert verdict.fault == "tests/references/dark/hook_end.png is missing or is no picture."
    write(shot, picture, paths)
    assert compare(shot, picture, paths).fault == ""
    other = picture.copy()
    other[200:220, 300:330] = 255 - other[200:220, 300:330]
    verdict = compare(shot, other, paths)
    said = re.fullmatch(
        r"(\S+) differs from .* in (\d+) of 129600 pixels around (\d+),(\d+); (\S+) shows both\.", verdict.fault
    )
    assert said is not None
    assert said.group(1, 5) == ("tests/references/dark/hook_end.png", "out/references/dark/hook_end.png")
    pixels, x, y = map(int, said.group(2, 3, 4))
    assert 500 < pixels <= 22 * 32 and 300 <= x < 330 and 200 <= y < 220
    assert verdict.both == both
    assert Image.open(both).size == (3 * 480 + 4 * 12, 24 + 270 + 12)
    assert compare(shot, picture, paths).fault == ""
    assert not both.exists()  # a picture of a difference that is no more would mislead
    assert "is 480x270 where 240x135 is drawn now" in compare(shot, other[::2, ::2], paths).fault


@pytest.mark.parametrize("damage", [b"", b"no picture", None])
def test_a_damaged_reference_is_told_and_not_raised(damage: bytes | None, tmp_path: Path, picture: np.ndarray) -> None:
    paths, shot = Paths(tmp_path), Shot("hook", "dark", "end", 99)
    write(shot, picture, paths)
    path = tmp_path / "tests/references" / shot.name
    path.write_bytes(path.read_bytes()[:2000] if damage is None else damage)
    assert read(path) is None
    assert "is no picture" in compare(shot, picture, paths).fault


def states(project: Project, *arguments: str) -> dict[str, str]:
    out, _ = project.run(*UPDATE, "--json", *arguments)
    found: list[dict[str, Any]] = json.loads(out)["references"]
    assert all((each["both"] is not None) == (each["state"] == "changed") for each in found)
    return {each["path"].removeprefix("tests/references/"): each["state"] for each in found}


def test_one_command_makes_and_renews_them(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    # Something moves after the walk, so that its last picture is one of its own.
    project.replace("scenes/b01_first.py", "        self.wait(1.6)", "        self.put(3)\n        self.wait(1.6)")
    project.replace("scenes/b01_first.py", "self.put(3)", "self.play(Drive(self.put, [self.square], run_time=0.4))")
    ends = {f"{look}/{name}_end.png" for look in LOOKS for name in ("first", "second")}
    assert states(project) == dict.fromkeys(ends | {"dark/first_walk.png"}, "new")
    kept = project.root / "tests/references"
    before = {path: path.read_bytes() for path in kept.rglob("*.png")}
    assert {Image.open(path).size for path in before} == {(480, 270), (270, 480)}

    # Another size, a reference of nothing, and a damaged one; and a beat that is not asked for.
    project.write("scenes/shared.py", "SIZE = 1.5\n")
    (kept / "light/second_gone.png").write_bytes(b"")
    (kept / "light/nobody_end.png").write_bytes(b"")
    (kept / "dark/first_end.png").write_bytes(b"damaged")
    assert states(project, "second") == {
        **dict.fromkeys((f"{look}/second_end.png" for look in LOOKS), "changed"),
        "light/second_gone.png": "removed",
        "light/nobody_end.png": "removed",
    }
    row = np.asarray(Image.open(project.root / "out/references/dark/second_end.png"))
    panels = [row[24:294, 12 + i * 492 : 492 + i * 492] for i in range(2)]
    old, new = kept / "dark/second_end.png", before[kept / "dark/second_end.png"]
    assert old.read_bytes() != new
    for panel, radius in zip(panels, (2.0, 1.5), strict=True):
        red = (panel[:, :, 0] > 128).sum() / (480 * 270)
        assert red == pytest.approx(np.pi * (0.5 * radius) ** 2 / (8 * 8 * 16 / 9), rel=0.1)

    _, err = project.run(*UPDATE)
    assert err.splitlines()[-1] == "7 references: 1 new."
    assert "tests/references/dark/first_end.png: new." in err
    assert not (project.root / "out/references/dark/second_end.png").exists()
    assert (kept / "dark/first_end.png").read_bytes() == before[kept / "dark/first_end.png"]
    assert not list(project.root.rglob(".part-*"))


def test_a_beat_that_fails_keeps_its_references(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    kept = project.root / "tests/references/dark/second_end.png"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"as it was")
    project.replace("scenes/b02_second.py", "        circle =", "        1 / 0\n        circle =")
    _, err = project.run(*UPDATE, "--keep-going", code=1)
    assert "Beat 2, second, raised ZeroDivisionError" in err.splitlines()[-1]
    assert kept.read_bytes() == b"as it was"
    assert (kept.parent / "first_end.png").exists()  # of the beat that did not fail
