"""The sheet of the film: a picture a beat, in rows, as one file that appears whole; and the README has the film's."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
from film_project import SOURCE, Project
from PIL import Image

import scenes
from pipeline.sheet import lay_out


def test_pictures_are_laid_in_rows_from_left_to_right() -> None:
    pictures = [np.full((20, 40, 3), 10 * i, np.uint8) for i in range(1, 6)]
    laid = np.asarray(lay_out(pictures, 3, "#ff0000"))
    assert laid.shape == (2 * 18 + 8, 3 * 28 + 8, 3)
    assert (laid[0, 0] == (255, 0, 0)).all()
    for i in range(5):
        row, column = divmod(i, 3)
        assert (laid[8 + row * 18 : 18 + row * 18, 8 + column * 28 : 28 + column * 28] == 10 * (i + 1)).all()
    assert (laid[26:36, 64:84] == (255, 0, 0)).all()  # the place of the sixth


def test_the_sheet_shows_every_beat_in_order(copy_built: Callable[[], Project], tmp_path: Path) -> None:
    project = copy_built()
    target = project.root / "assets/film-sheet.jpg"
    target.unlink()
    before = (project.root / "out/72p15/film.json").read_bytes()
    out, _ = project.run("still", "--sheet", "--json")
    report = json.loads(out)
    assert report["sheet"] == "assets/film-sheet.jpg"
    assert [each["id"] for each in report["pictures"]] == ["first", "second"]
    sheet = Image.open(target)
    assert (sheet.format, sheet.size) == ("JPEG", (report["width"], report["height"]))
    assert sheet.size == (2 * 648 + 8, 368 + 8)
    # The first beat ends with a white square in its middle and a word beside it, the second with a red circle.
    pixels = np.asarray(sheet).astype(int)
    first, second = pixels[8:368, 8:648], pixels[8:368, 656:1296]
    assert np.abs(first[180, 320] - 255).max() < 6
    assert np.abs(second[180, 320] - (252, 98, 85)).max() < 6
    assert first[150:210, 390:430].max() > 200 > 60 > second[150:210, 420:460].max()
    # It shapes no beat: nothing is drawn again because it is new.
    film = project.film()
    assert [beat["rendered"] for beat in film["beats"]] == [0, 0]
    assert json.loads(before)["film"]["sha256"] == film["film"]["sha256"]

    made = target.read_bytes()
    upright = tmp_path / "upright.jpg"
    project.run("still", "--sheet", "--portrait", "--theme", "light", "-o", str(upright))
    assert Image.open(upright).size == (2 * 368 + 8, 648 + 8)
    assert target.read_bytes() == made
    project.run("still", "--sheet", "-o", str(tmp_path / "folder"))
    assert (tmp_path / "folder/film-sheet.jpg").read_bytes() == made


def test_a_beat_that_fails_leaves_the_sheet(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    target = project.root / "assets/film-sheet.jpg"
    before = target.read_bytes()
    project.replace("scenes/b02_second.py", "        circle =", "        1 / 0\n        circle =")
    _, err = project.run("still", "--sheet", code=1)
    assert "Beat 2, second" in err
    assert target.read_bytes() == before


def test_the_sheet_of_the_readme_has_a_place_for_every_beat() -> None:
    width, height = Image.open(SOURCE / "assets/film-sheet.jpg").size
    rows = -(-len(scenes.beats()) // 3)
    assert (width, height) == (3 * 648 + 8, rows * 368 + 8)
