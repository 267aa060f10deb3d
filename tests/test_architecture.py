"""The rooms of the house and the one direction in which imports may go."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("mathcore", "scenes", "pipeline")

# What a file in a room may import of the others. The registry and the beats know mathcore; the kit never does.
ALLOWED = {
    "mathcore": {"mathcore"},
    "scenes.kit": {"scenes.kit"},
    "scenes": {"mathcore", "scenes", "scenes.kit"},
    "pipeline": {"scenes", "scenes.kit", "pipeline", "pipeline.checks", "pipeline.page"},
    # Whether a number on the screen is mathcore's can only be told by who knows mathcore.
    "pipeline.checks": {"mathcore", "scenes", "scenes.kit", "pipeline", "pipeline.checks"},
    # The page hands mathcore's numbers on to a figure that draws them elsewhere.
    "pipeline.page": {"mathcore", "scenes", "scenes.kit", "pipeline", "pipeline.page"},
    "render": {"pipeline"},
}


def _sources() -> list[Path]:
    files = [p for room in ROOMS for p in sorted((ROOT / room).rglob("*.py"))]
    return [*files, ROOT / "render.py"]


def _room(module: str) -> str:
    for room in ("scenes.kit", "pipeline.checks", "pipeline.page"):
        if f"{module}.".startswith(f"{room}."):
            return room
    return module.split(".")[0]


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def _imports(path: Path) -> set[str]:
    module, found = _module(path), set()
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    if path.name == "__init__.py":
        package = package[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            name = ".".join([*base, node.module or ""]).strip(".")
            found.add(name)
            if name == "scenes":
                found |= {f"scenes.{alias.name}" for alias in node.names if alias.name == "kit"}
    return found


@pytest.mark.parametrize("path", _sources(), ids=_module)
def test_imports_go_one_way(path: Path) -> None:
    here = _room(_module(path))
    for name in _imports(path):
        there = _room(name)
        if there in ALLOWED:
            assert there in ALLOWED[here], f"{path.relative_to(ROOT)} must not import {name}"


@pytest.mark.parametrize("path", [p for p in _sources() if p.parent.name == "mathcore"], ids=_module)
def test_mathcore_needs_numpy_and_scipy_only(path: Path) -> None:
    for name in _imports(path):
        top = name.split(".")[0]
        assert top in {"numpy", "scipy", "mathcore"} or top in sys.stdlib_module_names, name


@pytest.mark.parametrize("path", _sources(), ids=_module)
def test_no_star_imports(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    stars = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and any(a.name == "*" for a in n.names)]
    assert not stars


def test_the_check_sees_a_wrong_arrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = tmp_path / "scenes" / "kit" / "bad.py"
    wrong.parent.mkdir(parents=True)
    wrong.write_text("from mathcore import lesson\nfrom .. import b01_hook\n", encoding="utf-8")
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    with pytest.raises(AssertionError, match="must not import"):
        test_imports_go_one_way(wrong)


def test_the_command_line_does_without_manim() -> None:
    """Manim takes a second to load: only the workers, who draw, have it."""
    code = "import sys, pipeline.commands; sys.exit('manim' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
