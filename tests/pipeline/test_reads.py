"""A file that a beat reads and no key holds is refused by name: an edit of it would be missed."""

from __future__ import annotations

from pathlib import Path

import pytest
from film_project import SMALL, Project

from pipeline.errors import FilmError
from pipeline.reads import require_keyed, watched

READ = '(Path(__file__).parents[1] / "data" / "size.txt").read_text()'
WAYS = {
    "data in a folder of its own": ("from pathlib import Path", READ, "data/size.txt", "2"),
    "a table at the top": ("import numpy", 'numpy.loadtxt("size.txt")', "size.txt", "2"),
    "a module under a computed name": (
        "from importlib import import_module",
        'import_module("scenes." + "size".lower()).SIZE',
        "scenes/size.py",
        "SIZE = 2",
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_file_that_no_key_holds_is_refused_and_the_others_are_made(tmp_path: Path, way: str) -> None:
    module, expression, name, text = WAYS[way]
    project = Project.make(tmp_path / "project")
    (project.root / name).parent.mkdir(exist_ok=True)
    project.write(name, text)
    project.replace("scenes/b02_second.py", "from manim import Circle", f"{module}\nfrom manim import Circle")
    project.replace("scenes/b02_second.py", "circle.animate.scale(SIZE)", f"circle.animate.scale(float({expression}))")
    _, err = project.run("film", *SMALL, "--keep-going", code=1)
    assert f"The beat second reads {name}, and an edit of that file would not be noticed" in err
    assert (project.out / "beats" / "01_first.mp4").exists()
    assert not (project.out / "film.mp4").exists()


def test_reading_is_noticed_and_writing_is_not(tmp_path: Path) -> None:
    with watched() as names:
        (tmp_path / "made.txt").write_text("1")
        (tmp_path / "made.txt").read_text()
        (tmp_path / "only made.txt").write_text("1")
    (tmp_path / "made.txt").read_text()
    assert str(tmp_path / "made.txt") in names
    assert str(tmp_path / "only made.txt") not in names
    with pytest.raises(FilmError, match=r"The beat a reads made\.txt"):
        require_keyed("a", names, tmp_path, {})
    require_keyed("a", names, tmp_path, {str(tmp_path / "made.txt"): (1, 1)})
    require_keyed("a", names, tmp_path / "elsewhere", {})


def test_a_linked_folder_counts_under_its_name_in_the_project(tmp_path: Path) -> None:
    root = tmp_path / "project"
    (root / "disk" / "cache").mkdir(parents=True)
    (root / ".cache").symlink_to("disk/cache")
    (root / ".cache" / "made").write_text("1")
    (root / "data").mkdir()
    (root / "data" / "x.txt").write_text("1")
    with watched() as names:
        (root / ".cache" / "made").read_text()
    require_keyed("a", names, root, {})
    with watched() as names:
        (root / "disk" / ".." / "data" / "x.txt").read_text()
    with pytest.raises(FilmError, match=r"The beat a reads data/x\.txt"):
        require_keyed("a", names, root, {})


def test_compiled_code_stands_for_its_source(tmp_path: Path) -> None:
    (tmp_path / "size.py").write_text("SIZE = 2")
    compiled = tmp_path / "__pycache__" / "size.cpython-311.pyc"
    with pytest.raises(FilmError, match=r"The beat a reads size\.py"):
        require_keyed("a", {str(compiled)}, tmp_path, {})
