"""The nine beats, in order. A file ``bNN_name.py`` with one Beat class in it is a beat; nothing else registers it."""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mathcore import lesson

from .kit import Beat, KitError, script

FILM_TITLE = "When Queries and Keys Speak Different Languages"

_FILE = re.compile(r"b(\d\d)_[a-z0-9_]+\.py")

script.use_numbers(lesson.numbers)


class UnknownBeat(ValueError):
    """A beat was asked for that the film does not have."""


@dataclass(frozen=True)
class BeatInfo:
    """A beat's place in the film (from 1), its id, title and claim, and where its class is."""

    index: int
    id: str
    title: str
    claim: str
    module: str
    class_name: str
    path: Path


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
    name = f"{__name__}.{path.stem}"
    module = importlib.import_module(name)
    classes = [
        item
        for item in vars(module).values()
        if isinstance(item, type) and issubclass(item, Beat) and item.__module__ == name
    ]
    if len(classes) != 1 or not classes[0].id or not classes[0].title:
        raise KitError(f"scenes/{path.name} needs exactly one Beat class, with an id and a title.")
    beat = classes[0]
    return BeatInfo(index, beat.id, beat.title, beat.claim, name, beat.__name__, path)


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
