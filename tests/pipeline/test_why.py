"""`--why` names what made a beat's key another: the file, the option, the version, whatever it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from film_project import SMALL, Project, told_why
from spoken_project import SpokenProject, beep

SECOND = "second: drawing 3 plays: "


def why(project: Project, beat: str = "second", *options: str) -> str:
    """What `--why` says of a beat when it is made."""
    _, err = project.run("beat", beat, *(options or SMALL), "--why")
    return told_why(err, beat)


def append(project: Project, name: str, text: str = "\n# edited\n") -> None:
    with (project.root / name).open("a", encoding="utf-8") as file:
        file.write(text)


def test_every_edit_is_named_and_nothing_else(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    changed = [
        "scenes/b02_second.py",
        "scenes/shared.py",
        "scenes/kit/look.py",
        "mathcore/lesson.py",
        "assets/script/second.toml",
        "pipeline/camera.py",
    ]
    for name in changed:
        append(project, name)
    lexicon = (project.root / "assets/script/lexicon.toml").read_text("utf-8")
    project.write("assets/script/lexicon.toml", f"# edited\n{lexicon}")
    project.replace("pipeline/encode.py", "crf: int = 15", "crf: int = 16")
    append(project, "assets/fonts/Other.txt")
    append(project, "scenes/table.csv", "1,2")
    (project.root / "mathcore/results.npz").unlink()
    # Of others: another beat, and what joins the film.
    for name in ("scenes/b01_first.py", "assets/script/first.toml", "pipeline/join.py", "pipeline/film.py"):
        append(project, name)
    said = why(project)
    assert said.startswith(SECOND)
    assert set(said.removeprefix(SECOND).rstrip(".").split("; ")) == {
        *(f"{name} changed" for name in [*changed, "assets/script/lexicon.toml", "pipeline/encode.py"]),
        *("assets/fonts/Other.txt is new", "scenes/table.csv is new", "mathcore/results.npz is gone"),
        "encoder crf went from 15 to 16",
    }
    assert why(project) == "second: reusing 3 plays: nothing changed."


def test_another_version_and_another_parameter_are_named(copy_built: Callable[[], Project]) -> None:
    """As if the film had been drawn with others: its account in the cache says so, under a key of its own."""
    project = copy_built()
    (manifest,) = project.root.glob(".cache/segments/second/*/manifest.json")
    data = json.loads(manifest.read_text("utf-8"))
    others = {
        "version of manim": "0.1",
        "version of pango": "1.0.0",
        "version of python": "3.9",
        "encoder preset": "slow",
    }
    now = {name: data["parts"][name] for name in others}
    data["parts"].update(others)
    data["key"] = "f" * 64
    manifest.write_text(json.dumps(data), "utf-8")
    manifest.parent.rename(manifest.parent.with_name("f" * 16))
    said = why(project)
    assert set(said.removeprefix(SECOND).rstrip(".").split("; ")) == {
        f"{name} went from {was} to {now[name]}" for name, was in others.items()
    }


def test_another_look_loss_damage_and_the_wish_are_named(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    never = "it was never drawn in this size, rate, theme and layout."
    assert why(project, "second", *SMALL, "--theme", "light") == SECOND + never
    assert why(project, "second", *SMALL, "--fresh") == SECOND + "asked for with --fresh."
    for path in project.segments("second"):
        if path.stem == "0001":
            path.write_bytes(b"")
    said = why(project)
    assert said.startswith("second: drawing 1 play: 1 cached play missing or damaged: ")
    for path in project.root.glob(".cache/segments/second/*/manifest.json"):
        path.unlink()
    assert why(project) == SECOND + never


def test_a_still_is_told_why_too(copy_built: Callable[[], Project]) -> None:
    project = copy_built()
    _, err = project.run("still", "second", *SMALL, "--why")
    assert "second: known from before: nothing changed." in err
    append(project, "scenes/shared.py")
    _, err = project.run("still", "second", *SMALL, "--why")
    assert "second: rehearsing: scenes/shared.py changed." in err


def test_a_line_recorded_anew_is_named(tmp_path: Path) -> None:
    project = SpokenProject.spoken(tmp_path / "project")
    project.run("beat", "second", *SMALL)
    project.record("second", 9 * 1600, beep(9 * 1600, hertz=450))
    said = why(project)
    assert "assets/narration/en/manifest.json, lines of second changed" in said
    assert "assets/narration/en/second.one.flac changed" in said
    project.record("first", 2 * 1600, beep(2 * 1600, hertz=450))
    assert why(project).endswith(": nothing changed.")
