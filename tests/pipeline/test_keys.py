"""Every kind of edit that can change a picture changes the beat's key, and nothing else does."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pipeline import imports, keys
from pipeline.errors import FilmError
from pipeline.keys import Keys, compare, require_unchanged
from pipeline.settings import Settings

SETTINGS = Settings.from_options("l")
FILES = {
    "pipeline/__init__.py": "",
    "pipeline/stage.py": "from pipeline import renderer\n",
    "pipeline/renderer.py": "",
    "pipeline/encode.py": "",
    "pipeline/film.py": "",
    "scenes/__init__.py": "from .kit import beat\n",
    "scenes/kit/__init__.py": "",
    "scenes/kit/beat.py": "from . import look\n",
    "scenes/kit/look.py": "",
    "scenes/kit/motion.py": "class Sweep: pass\n",
    "scenes/b01_hook.py": "from scenes.kit.motion import Sweep\nfrom scenes import curves\n",
    "scenes/b02_predict.py": "import scenes.kit.beat\nfrom mathcore import lesson\n",
    "scenes/curves.py": "def late():\n    import mathcore.scores\n",
    "mathcore/__init__.py": "",
    "mathcore/lesson.py": "import importlib\nimportlib.import_module('mathcore.film')\n",
    "mathcore/scores.py": "import numpy\n",
    "mathcore/film.py": "",
    "mathcore/unused.py": "",
    "mathcore/results.npz": "table",
    "assets/fonts/Font.ttf": "font",
    "assets/script/lexicon.toml": "",
    "assets/script/hook.toml": "",
    "assets/script/predict.toml": "",
    "assets/film-sheet.jpg": "",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "project"


def hook(root: Path, settings: Settings = SETTINGS) -> keys.Key:
    return Keys(root, settings, ["hook", "predict"]).key("hook", "scenes.b01_hook")


def predict(root: Path) -> keys.Key:
    return Keys(root, SETTINGS, ["hook", "predict"]).key("predict", "scenes.b02_predict")


@pytest.mark.parametrize(
    "name",
    [
        "scenes/b01_hook.py",
        "scenes/curves.py",
        "scenes/kit/motion.py",
        "scenes/kit/look.py",
        "scenes/kit/beat.py",
        "scenes/kit/__init__.py",
        "scenes/__init__.py",
        "mathcore/scores.py",
        "mathcore/__init__.py",
        "mathcore/results.npz",
        "assets/fonts/Font.ttf",
        "assets/script/hook.toml",
        "assets/script/lexicon.toml",
        "pipeline/stage.py",
        "pipeline/renderer.py",
        "pipeline/encode.py",
    ],
)
def test_an_edit_of_what_a_beat_uses_changes_its_key_and_is_named(root: Path, name: str) -> None:
    before = hook(root)
    with (root / name).open("a") as file:
        file.write("#")
    after = hook(root)
    assert after.digest != before.digest
    assert compare(before.parts, after.parts) == [f"{name} changed"]


@pytest.mark.parametrize(
    "name",
    [
        "scenes/b02_predict.py",
        "assets/script/predict.toml",
        "assets/film-sheet.jpg",
        "mathcore/unused.py",
        "pipeline/film.py",
    ],
)
def test_an_edit_of_what_it_does_not_use_leaves_its_key(root: Path, name: str) -> None:
    before = hook(root).digest
    (root / name).write_text("# another\n")
    assert hook(root).digest == before


@pytest.mark.parametrize("name", ["unwritten.toml", "hook copy.toml", "hook.toml~", "old/hook.toml"])
def test_a_script_that_is_no_beats_leaves_the_keys_of_all(root: Path, name: str) -> None:
    before = hook(root).digest
    path = root / "assets/script" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("# of a beat that is not written yet, or no longer there\n")
    assert hook(root).digest == before


def test_what_a_script_says_of_its_pictures_leaves_the_key(root: Path) -> None:
    script = root / "assets/script/hook.toml"
    spoken = '[[line]]\nid = "one"\ntext = "Hello."\n'
    keys = set()
    for picture in (
        'picture = "Two rows."',
        'picture = [\n  "Two [rows].",\n  "Three.",\n]',
        'picture = """Four\nrows."""',
    ):
        script.write_text(f"{picture}\n\n{spoken}")
        keys.add(hook(root).digest)
    assert len(keys) == 1
    script.write_text(f"{picture}\n\n{spoken.replace('Hello', 'Hullo')}")
    assert hook(root).digest not in keys


def test_captions_of_clips_leave_the_key_as_if_they_were_not_there(root: Path) -> None:
    script = root / "assets/script/hook.toml"
    spoken = '[[line]]\nid = "one"\ntext = "Hello."\n'
    script.write_text(spoken)
    without = hook(root).digest
    for clips in ("[clips]\n", '[clips]\nwalk = "A [square] walks."\n', '[clips] # seen\nwalk = "It."\nrun = "It."\n'):
        script.write_text(f"{spoken}\n{clips}")
        assert hook(root).digest == without
    script.write_text(f'{spoken}\n[clips]\nwalk = "It."\n\n[[line]]\nid = "two"\ntext = "Hello."\n')
    assert hook(root).digest != without


@pytest.mark.parametrize("name", ["script", "fonts", "narration", "en"])
def test_a_beat_may_be_called_as_a_folder_of_assets_is(root: Path, name: str) -> None:
    parts = Keys(root, SETTINGS, ["hook", "predict", name]).key("hook", "scenes.b01_hook").parts
    assert parts == hook(root).parts


def test_a_module_imported_by_a_literal_name_counts(root: Path) -> None:
    before = predict(root)
    (root / "mathcore/film.py").write_text("x = 1\n")
    assert compare(before.parts, predict(root).parts) == ["mathcore/film.py changed"]


def test_new_and_lost_files_are_named(root: Path) -> None:
    before = hook(root)
    (root / "assets/fonts/Other.ttf").write_text("font")
    (root / "mathcore/results.npz").unlink()
    assert compare(before.parts, hook(root).parts) == [
        "assets/fonts/Other.ttf is new",
        "mathcore/results.npz is gone",
    ]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"width": 1280, "height": 720}, "setting height went from 480 to 720"),
        ({"fps": Fraction(24)}, "setting fps went from 15 to 24"),
        ({"theme": "light"}, "setting theme went from dark to light"),
        ({"portrait": True}, "setting portrait went from False to True"),
    ],
)
def test_settings_are_part_of_the_key(root: Path, change: dict[str, object], says: str) -> None:
    before, after = hook(root), hook(root, replace(SETTINGS, **change))  # type: ignore[arg-type]
    assert before.digest != after.digest
    assert says in compare(before.parts, after.parts)


def test_encoder_and_versions_are_part_of_the_key(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, crf = hook(root), keys.ENCODER.crf
    monkeypatch.setattr(keys, "ENCODER", replace(keys.ENCODER, crf=30))
    found = dict(keys.versions())
    monkeypatch.setattr(keys, "versions", lambda: {**found, "manim": "99.0"})
    assert compare(before.parts, hook(root).parts) == [
        f"encoder crf went from {crf} to 30",
        f"version of manim went from {found['manim']} to 99.0",
    ]


def test_versions_cover_what_draws_and_encodes() -> None:
    needed = {"python", "manim", "numpy", "scipy", "typst", "pycairo", "cairo", "pango", "av", "libavcodec"}
    assert needed <= set(keys.versions())


def test_neither_place_nor_time_is_part_of_the_key(root: Path, tmp_path: Path) -> None:
    moved = tmp_path / "it's ünï 数学"
    shutil.copytree(root, moved)
    for path in moved.rglob("*"):
        os.utime(path, (1, 1))
    assert hook(moved).parts == hook(root).parts
    assert hook(moved).digest == hook(root).digest


def test_a_file_that_cannot_be_parsed_gets_a_sentence(root: Path) -> None:
    (root / "scenes/curves.py").write_text("def broken(:\n")
    with pytest.raises(FilmError, match=r"curves\.py, line 1"):
        hook(root)


def test_closure_follows_relative_imports_upwards(root: Path) -> None:
    (root / "scenes/kit/parts").mkdir()
    (root / "scenes/kit/parts/__init__.py").write_text("")
    (root / "scenes/kit/parts/bar.py").write_text("from ..look import x\nfrom ... import curves\n")
    names = [path.relative_to(root).as_posix() for path in imports.closure(root, ["scenes.kit.parts.bar"])]
    assert names == [
        "mathcore/__init__.py",
        "mathcore/scores.py",
        "scenes/__init__.py",
        "scenes/curves.py",
        "scenes/kit/__init__.py",
        "scenes/kit/beat.py",
        "scenes/kit/look.py",
        "scenes/kit/parts/__init__.py",
        "scenes/kit/parts/bar.py",
    ]


@pytest.mark.parametrize("edit", [lambda path: path.write_text("# longer\n"), lambda path: path.unlink()])
def test_an_edit_during_the_build_is_noticed(root: Path, edit: Callable[[Path], object]) -> None:
    key = hook(root)
    require_unchanged(key.stamps)
    edit(root / "scenes/kit/motion.py")
    with pytest.raises(FilmError, match=r"motion\.py was changed"):
        require_unchanged(key.stamps)


def test_the_real_beats_have_keys_with_their_own_script_and_the_fonts() -> None:
    root = Path(__file__).resolve().parents[2]
    parts = Keys(root, SETTINGS, ["hook", "simulate"]).key("simulate", "scenes.b03_simulate").parts
    assert {"assets/script/simulate.toml", "scenes/kit/beat.py", "pipeline/renderer.py"} <= set(parts)
    assert "assets/script/hook.toml" not in parts
    assert any(name.startswith("assets/fonts/") for name in parts)
    assert not any(str(root) in name for name in parts)
