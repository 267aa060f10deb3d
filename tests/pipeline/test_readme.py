"""What the README says works: its commands are commands, and its beat is a beat."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from types import ModuleType

import pytest
from film_project import SMALL, SOURCE, Project

import scenes
from pipeline.clips.spec import Spec
from pipeline.settings import Settings
from scenes.kit.script import load_clip_captions, load_script

README = (SOURCE / "README.md").read_text(encoding="utf-8")
_NAMES = "film|beat|clip|slides|page|still|list|check|verify|bench|clean|doctor|narrate"
COMMANDS = sorted(set(re.findall(rf"\./run ((?:{_NAMES})[^`\n#|]*)", README)))


def _block(language: str, holding: str) -> str:
    blocks = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    return next(block for block in blocks if holding in block)


def test_the_readme_names_commands() -> None:
    assert len(COMMANDS) >= 8
    assert "film" in {command.split()[0] for command in COMMANDS}


@pytest.mark.parametrize("command", [c for c in COMMANDS if "<" not in c and "--help" not in c])
def test_every_command_is_understood_and_names_what_exists(render: ModuleType, command: str) -> None:
    words = [w for w in shlex.split(command) if w not in ("...",)]
    given = render._parse(words)
    known = {beat.id for beat in scenes.beats()}
    clips = {name for beat in scenes.beats() for name in load_clip_captions(beat.id)}
    if words[0] == "clip":
        known |= clips
        Spec.from_options(given.format, Settings.from_options("l", transparent=given.transparent), max_mb=given.max_mb)
    if words[0] == "slides":
        assert {name for each in given.clips or () for name in each.split(",")} <= clips
        Spec.from_options(None, Settings.from_options("l", theme=given.theme), max_mb=given.max_mb)
    for name in getattr(given, "names", None) or []:
        assert name.split(".")[0] in known or name == "goodbye", name
    if words[0] == "still" and "--at" in words:
        marks = {m for line in load_script(words[1]).values() for token in line.tokens for m in token.marks}
        assert words[words.index("--at") + 1] in marks


def test_files_that_the_readme_names_are_there() -> None:
    for name in re.findall(r"`((?:scenes|assets|mathcore|pipeline|tests)/[\w./]+)`", README):
        if "bNN" not in name and "b10" not in name and "goodbye" not in name:
            assert (SOURCE / name).exists(), name
    for picture in re.findall(r"!\[[^]]*\]\(([^)]+)\)", README):
        assert (SOURCE / picture).is_file(), picture


def test_the_beat_of_the_readme_is_a_beat(tmp_path: Path) -> None:
    project = Project.make(tmp_path / "project")
    project.write("scenes/b10_goodbye.py", _block("python", "class Goodbye"))
    project.write("assets/script/goodbye.toml", _block("toml", "farewell"))
    out, _ = project.run("list", *SMALL)
    assert "goodbye" in out
    project.run("beat", "goodbye", *SMALL)
    assert (project.out / "beats" / "03_goodbye.mp4").stat().st_size > 1000
    project.run("check", "goodbye", "-q", "l")
