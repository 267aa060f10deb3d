"""`render.py clip` as a person runs it: what it makes, what it leaves alone, and what it says when it cannot."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from clip_source import decoded, packets
from film_project import SMALL, Project
from PIL import Image

from pipeline.encode import sha256_of

Built = tuple[Project, dict[str, Any]]


def state(project: Project) -> dict[Path, int]:
    """When each finished play, and each file of the film, was last written."""
    files = [*project.segments(), *(path for path in project.out.rglob("*") if path.is_file())]
    return {path: path.stat().st_mtime_ns for path in files}


def test_a_clip_is_cut_from_the_film_and_nothing_is_drawn_or_touched(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    before = state(project)
    out, err = project.run("clip", "walk", *SMALL, "--json")
    assert "Drawing" not in err and "drawn" not in err
    [made] = json.loads(out)["clips"]
    folder = project.out / "clips"
    assert {path.name for path in folder.iterdir()} == {"walk.mp4", "walk.png", "walk.srt", "walk.vtt", "clips.json"}
    assert packets(folder / "walk.mp4") == [
        packet for each in project.segments("first")[:6] for packet in packets(each)
    ]
    assert made["path"] == "out/72p15/clips/walk.mp4"
    assert made["sha256"] == sha256_of(folder / "walk.mp4")
    assert (made["beat"], made["frames"], made["seconds"], made["loop"]) == ("first", 36, 2.4, None)
    # Without a caption the beat's own words tell what is seen.
    assert (made["caption"], made["alt"]) == ("", "A white square walks to the right.")
    assert made["spoken"] == "This square walks on and on."
    assert "This square walks on and on." in (folder / "walk.vtt").read_text("utf-8")
    assert json.loads((folder / "clips.json").read_text("utf-8"))["clips"] == [made]
    poster = np.asarray(Image.open(folder / "walk.png"), int)
    assert np.abs(poster - decoded(folder / "walk.mp4")[0][0][..., :3]).max() <= 2

    assert {path: stamp for path, stamp in state(project).items() if path in before} == before
    # Once more, with a caption and two other formats: what is there stays, and knows the caption.
    stamps = {path: path.stat().st_mtime_ns for path in folder.glob("walk.*")}
    text = (project.root / "assets/script/first.toml").read_text("utf-8")
    project.write("assets/script/first.toml", text + '\n[clips]\nwalk = "A square crosses the picture."\n')
    out, err = project.run("clip", "walk", *SMALL, "--json", "--format", "mp4,gif", "--loop", "--format", "mp4")
    loops = json.loads(out)["clips"]
    assert "drawn" not in err
    assert {path: path.stat().st_mtime_ns for path in stamps} == stamps
    assert [(each["format"], each["loop"], each["alt"]) for each in loops] == [
        (kind, "forth and back", "A square crosses the picture.") for kind in ("mp4", "gif")
    ]
    assert len(decoded(folder / "walk-loop.mp4")[0]) == 70
    kept = json.loads((folder / "clips.json").read_text("utf-8"))["clips"]
    assert [Path(each["path"]).name for each in kept] == ["walk-loop.gif", "walk-loop.mp4", "walk.mp4"]
    assert {path: stamp for path, stamp in state(project).items() if path in before} == before


def test_in_a_new_look_only_the_plays_of_the_clip_are_drawn(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    before = set(project.segments())
    out, _ = project.run("clip", "walk", *SMALL, "--theme", "light", "--json", "--poster", "last", "-o", "else where")
    [made] = json.loads(out)["clips"]
    drawn = sorted(set(project.segments()) - before)
    assert [path.name for path in drawn] == [f"{play:04}.mp4" for play in range(6)]
    assert made["theme"] == "light"
    path = project.root / made["path"]
    assert path == project.root / "else where/72p15-light/clips/walk.mp4"
    pictures, _ = decoded(path)
    assert pictures[0][2, 2, :3].mean() > 230
    poster = np.asarray(Image.open(project.root / made["poster"]), int)
    assert np.abs(poster - pictures[-1][..., :3]).max() <= 2


def test_over_nothing_the_beat_is_drawn_again_beside_the_film(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    before = state(project)
    out, _ = project.run("clip", "walk", *SMALL, "-t", "--format", "png-sequence", "--json")
    [made] = json.loads(out)["clips"]
    assert made["transparent"]
    pictures, _ = decoded(project.root / made["path"])
    assert len(pictures) == made["frames"] == 36
    opaque, _ = decoded(project.out / "beats/01_first.mp4")
    ground = np.array([15, 20, 27])
    for picture, there in zip(pictures, opaque, strict=False):
        assert not picture[:4, :4].any()
        alpha = picture[..., 3:] / 255
        assert (alpha == 1).any()
        # Laid over the film's ground it is the film, but for the noise of its codec.
        laid = picture[..., :3] * alpha + ground * (1 - alpha)
        assert np.abs(laid - there[..., :3]).mean() < 1.5
    assert Image.open(project.root / made["poster"]).mode == "RGBA"
    assert len(list(project.root.glob(".cache/transparent/first/*/*.mp4"))) == 6
    assert state(project) == before


def test_the_list_tells_every_clip(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    out, _ = project.run("clip", "--list", *SMALL, "--json")
    [clip] = json.loads(out)["clips"]
    assert (clip["name"], clip["beat"], clip["seconds"]) == ("walk", "first", 2.4)
    text = (project.root / "assets/script/first.toml").read_text("utf-8")
    project.write("assets/script/first.toml", text + '\n[clips]\nwalk = "A square crosses the picture."\n')
    out, _ = project.run("clip", "--list", *SMALL)
    assert out.splitlines() == ["1  first", "   walk   2.4 s  A square crosses the picture."]


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("clip", "Name the clips to make"),
        ("clip walk --list", "leave walk out"),
        ("clip walk --format gfi", "There is no format 'gfi'. Did you mean gif?"),
        ("clip walk --format mp4,docx", "There is no format 'docx'. Known: mp4, webm, gif, webp, mov, png-sequence."),
        ("clip walk -t --format mp4", "MP4 cannot be transparent"),
        ("clip walk --max-mb 0", "say --max-mb 8"),
        ("clip walk --max-mb lots", "say --max-mb 8"),
        ("clip walk --max-mb nan", "say --max-mb 8"),
        ("clip walk --poster middle", "not 'middle'"),
        ("clip walk --poster -1", "not '-1'"),
        ("clip walk --fomat gif", "Did you mean --format?"),
    ],
)
def test_a_wrong_command_gets_one_sentence_and_code_2(refused: Callable[[str], str], command: str, says: str) -> None:
    assert says in refused(command)


def test_what_cannot_be_made_is_told_in_one_sentence(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    _, err = project.run("clip", "wlak", *SMALL, code=2)
    assert err.strip() == "There is no clip 'wlak'. Did you mean walk? clip --list tells them all."
    _, err = project.run("clip", "walk", *SMALL, "--poster", "9", code=2)
    assert err.strip() == "The clip walk lasts 2.40 s; it has no picture at 9: give less, or --poster last."
    _, err = project.run("clip", "walk", *SMALL, "--format", "webm", "--max-mb", "0.0001", code=1)
    assert "walk cannot be kept to 0.0001 MB as webm" in err.splitlines()[-1]
    assert not (project.out / "clips/walk.webm").exists()
    _, err = project.run("clip", "walk", *SMALL, "-o", str(project.unwritable()), code=1)
    assert "Cannot write" in err.splitlines()[-1] and "-o" in err.splitlines()[-1]
    assert len(err.splitlines()) == 1
