"""Fifteen kinds of edit, one to a beat: each redraws its beat and no other, and what comes out equals a clean build."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from film_project import SMALL, Project, rendered, told_why

from pipeline.encode import sha256_of

BEAT = '''
"""A square whose place depends on one thing: {id}."""

import functools

from manim import RIGHT, Square

from scenes.kit import Beat
from scenes.kit.motion import Drive
{imports}


class {name}({base}):
    id, title = "{id}", "The {id}"
    claim = "It moves."

    def tell(self):
        square = Square(1.0, fill_opacity=1)
        self.add(square)
{body}
'''
SCRIPT = 'picture = "A square."\n'
MOVE = "        self.play(Drive(lambda t: square.move_to([t * {place} - 2, 0, 0]), [square], run_time=0.2))"
HELPER = "scenes/by_{id}.py"


@dataclass(frozen=True)
class Kind:
    """A kind of edit: what its beat says, what its helper module says, and which text of which file is edited."""

    id: str
    body: str
    imports: str = ""
    helper: str = ""
    edited: str = ""
    old: str = "3.0"
    new: str = "5.0"
    base: str = "Beat"
    script: str = SCRIPT
    data: str = ""


def moved(place: str) -> str:
    return MOVE.format(place=place)


KINDS = [
    Kind("literal", moved("3.0"), edited="scenes/b{number:02}_{id}.py"),
    Kind(
        "method",
        moved("self.far()") + "\n\n    def far(self):\n        return 3.0",
        edited="scenes/b{number:02}_{id}.py",
    ),
    Kind(
        "attribute",
        moved("self.far") + "\n\n    def prepare(self):\n        self.far = 3.0",
        edited="scenes/b{number:02}_{id}.py",
    ),
    Kind("constant", moved("FAR"), "from scenes.by_constant import FAR", "FAR = 3.0\n"),
    Kind("function", moved("far()"), "from scenes.by_function import far", "def far():\n    return 3.0\n"),
    Kind(
        "animation",
        "        self.play(Go(square, run_time=0.2))",
        "from scenes.by_animation import Go",
        "from manim import Animation\n\n\nclass Go(Animation):\n    def interpolate_mobject(self, alpha):\n"
        "        self.mobject.move_to([3.0 * alpha - 2, 0, 0])\n",
    ),
    Kind(
        "updater",
        "        square.add_updater(Mover().move)\n        other = Square(0.1)\n        self.add(other)\n"
        "        self.play(Drive(lambda t: None, [other], run_time=0.2))",
        "from scenes.by_updater import Mover",
        "class Mover:\n    at = 0\n\n    def move(self, mobject):\n        self.at += 1\n"
        "        mobject.move_to([3.0 * self.at / 3 - 2, 0, 0])\n",
    ),
    Kind(
        "partial",
        moved("far()"),
        "from scenes.by_partial import far",
        "import functools\n\nfar = functools.partial(lambda much: much, 3.0)\n",
    ),
    Kind(
        "closure",
        moved("far()"),
        "from scenes.by_closure import far",
        "def make(much=3.0):\n    def far():\n        return much\n    return far\n\n\nfar = make()\n",
    ),
    Kind(
        "decorator",
        moved("far()"),
        "from scenes.by_decorator import further\n\n\n@further\ndef far():\n    return 1.0",
        "def further(function):\n    return lambda: 3.0 * function()\n",
    ),
    Kind(
        "base",
        moved("self.FAR"),
        "from scenes.by_base import Far",
        "from scenes.kit import Beat\n\n\nclass Far(Beat):\n    FAR = 3.0\n",
        base="Far",
    ),
    Kind(
        "late",
        "        from scenes.by_late import FAR\n" + moved("FAR"),
        helper="FAR = 3.0\n",
    ),
    Kind(
        "indirect",
        moved("far()"),
        "from scenes.by_indirect import far",
        "import importlib\n\n\ndef far():\n    return importlib.import_module('scenes.by_indirect_too').FAR\n",
        edited="scenes/by_indirect_too.py",
        data="FAR = 3.0\n",
    ),
    Kind(
        "data",
        moved("far()"),
        "from scenes.data_of_data import far",
        edited="scenes/data_of_data/table.json",
        helper="import json\nfrom pathlib import Path\n\n\ndef far():\n"
        "    return json.loads(Path(__file__).with_name('table.json').read_text())['far']\n",
        data='{"far": 3.0}',
    ),
    Kind(
        "script",
        "        with self.say('one') as line:\n"
        "            self.play(square.animate.shift(RIGHT), until=line.at('there'))",
        script=SCRIPT + '\n[[line]]\nid = "one"\ntext = "It goes [there]there."\n',
        edited="assets/script/script.toml",
        old="It goes",
        new="It goes on and on until it is",
    ),
    Kind("nothing", moved("3.0")),
]


def edited_file(number: int, kind: Kind) -> str:
    return (kind.edited or HELPER).format(number=number, id=kind.id)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = Project.make(tmp_path_factory.mktemp("edits") / "project")
    for old in [*made.root.glob("scenes/b[0-9]*.py"), *made.root.glob("assets/script/[fs]*.toml")]:
        old.unlink()
    for number, kind in enumerate(KINDS, 1):
        source = BEAT.format(
            name=kind.id.capitalize(), id=kind.id, imports=kind.imports, base=kind.base, body=kind.body
        )
        made.write(f"scenes/b{number:02}_{kind.id}.py", source)
        made.write(f"assets/script/{kind.id}.toml", kind.script)
        if kind.id == "data":
            (made.root / "scenes/data_of_data").mkdir()
            made.write("scenes/data_of_data/__init__.py", kind.helper)
        elif kind.helper:
            made.write(HELPER.format(id=kind.id), kind.helper)
        if kind.data:
            made.write(edited_file(number, kind), kind.data)
    return made


def beats(project: Project) -> dict[str, str]:
    return {path.stem[3:]: sha256_of(path) for path in sorted(project.out.glob("beats/*.mp4"))}


def test_every_kind_of_edit_redraws_its_beat_and_equals_a_clean_build(project: Project, tmp_path: Path) -> None:
    first = project.film()
    assert len(first["beats"]) == len(KINDS) == 16
    before = beats(project)
    for number, kind in enumerate(KINDS, 1):
        if kind.id != "nothing":
            project.replace(edited_file(number, kind), kind.old, kind.new)
    out, err = project.run("film", *SMALL, "--json", "--why")
    redrawn = {beat for beat, plays in rendered(json.loads(out)).items() if plays}
    assert redrawn == {kind.id for kind in KINDS} - {"nothing"}
    for number, kind in enumerate(KINDS, 1):
        why = f"{edited_file(number, kind)} changed." if kind.id != "nothing" else "nothing changed."
        said = told_why(err, kind.id)
        assert said.endswith(f": {why}"), said
    after = beats(project)
    assert {beat for beat in before if after[beat] != before[beat]} == redrawn
    # The same sources, with nothing kept from before.
    clean = project.copy(tmp_path / "clean")
    (clean.root / ".cache").rename(tmp_path / "cache")
    (clean.root / "out").rename(tmp_path / "out")
    clean.film()
    assert beats(clean) == after
    assert sha256_of(clean.out / "film.mp4") == sha256_of(project.out / "film.mp4")
