"""The nine beats, in order. A file ``bNN_name.py`` with one Beat class in it is a beat; nothing else registers it."""

from __future__ import annotations

import ast
import importlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from mathcore import lesson

from .kit import KitError, script

if TYPE_CHECKING:
    from .kit import Beat

FILM_TITLE = "When Queries and Keys Speak Different Languages"

_FILE = re.compile(r"b(\d\d)_[a-z0-9_]+\.py")

script.use_numbers(lesson.numbers)


class UnknownBeat(ValueError):
    """A beat was asked for that the film does not have."""


@dataclass(frozen=True)
class BeatInfo:
    """A beat's place in the film (from 1), its id, title, claim and face, and where its class is."""

    index: int
    id: str
    title: str
    claim: str
    module: str
    class_name: str
    path: Path
    face: str = ""


@cache
def beats() -> tuple[BeatInfo, ...]:
    """All beats in the order of their file numbers. Raises KitError for a file that holds no beat."""
    folder = Path(__file__).parent
    files = sorted(p for p in folder.glob("b*.py") if _FILE.fullmatch(p.name))
    found = [_describe(i, path) for i, path in enumerate(files, start=1)]
    seen: dict[str, Path] = {}
    for beat in found:
        if beat.id in seen:
            raise KitError(f"{seen[beat.id].name} and {beat.path.name} both call their beat {beat.id!r}; rename one.")
        seen[beat.id] = beat.path
    return tuple(found)


def _describe(index: int, path: Path) -> BeatInfo:
    """What a beat's file says of it, read without running it: a fault in one beat must not hide the others."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        where = f"scenes/{path.name}, line {error.lineno}"
        raise KitError(f"{where}, cannot be read as Python: {error.msg}; correct it.") from None
    except (OSError, ValueError) as error:
        raise KitError(f"scenes/{path.name} cannot be read as Python: {error}; correct it.") from None
    found = [(node.name, facts) for node in tree.body if isinstance(node, ast.ClassDef) and (facts := _facts(node))]
    if len(found) != 1 or not {"id", "title"} <= set(found[0][1]):
        raise KitError(f"scenes/{path.name} needs exactly one Beat class, with id and title as plain text.")
    name, facts = found[0]
    module = f"{__name__}.{path.stem}"
    return BeatInfo(
        index, facts["id"], facts["title"], facts.get("claim", ""), module, name, path, facts.get("face", "")
    )


def _facts(node: ast.ClassDef) -> dict[str, str]:
    """The class's id, title, claim and face, where it assigns them as literals."""
    found: dict[str, str] = {}
    for statement in node.body:
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            continue
        target, value = statement.targets[0], statement.value
        pairs = [(target, value)]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = list(zip(target.elts, value.elts, strict=False))
        for left, right in pairs:
            if not (isinstance(left, ast.Name) and left.id in ("id", "title", "claim", "face")):
                continue
            if isinstance(right, ast.Constant) and isinstance(right.value, str) and right.value:
                found[left.id] = right.value
    return found


def find(beat_id: str) -> BeatInfo:
    """The beat with this id. Raises UnknownBeat with the nearest name."""
    for beat in beats():
        if beat.id == beat_id:
            return beat
    known = [beat.id for beat in beats()]
    hint = script.suggest(beat_id, known) or f"; the beats are {', '.join(known)}"
    raise UnknownBeat(f"There is no beat {beat_id!r}{hint}.")


def load(beat_id: str) -> type[Beat]:
    """The class of the beat with this id. Raises UnknownBeat with the nearest name."""
    info = find(beat_id)
    found: type[Beat] = getattr(importlib.import_module(info.module), info.class_name)
    return found
