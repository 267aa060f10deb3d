"""The files that people get, each made again only when what it is made of has changed.

A record in the cache says of every file what it was made of and which bytes came out. A file whose bytes are
others now (damaged, edited, replaced) is made again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pipeline import imports
from pipeline.atomic import sweep_parts, write_atomic
from pipeline.encode import sha256_of
from pipeline.keys import versions
from pipeline.settings import Settings


class Outputs:
    """The files in one folder of results; `record` is the file in the cache that describes them.

    Made only while the folder's lock is held.
    """

    def __init__(self, folder: Path, record: Path) -> None:
        self.folder, self._record = folder, record
        self.current: dict[str, str] = {}  # the files that this run has vouched for, with their digests
        sweep_parts(record.parent, record.name)  # records of other folders lie beside it
        self._known = noted(record)

    def refresh(self, name: str, made_of: object, make: Callable[[Path], None]) -> str:
        """Make the file `name` with `make(path)` unless it is up to date; return the SHA-256 of its bytes.

        `made_of` is anything that JSON can write: the file is taken for current while it stays the same.
        """
        if not self.is_current(name, made_of):
            make(self.folder / name)
            self.note(name, made_of)
        return self.current[name]

    def is_current(self, name: str, made_of: object) -> bool:
        """Whether the file `name` is there, made of this and with the bytes that came out."""
        entry = self._entry(name, made_of)
        if self._known.get(name) != entry:
            return False
        self.current[name] = entry["sha256"]
        return True

    def note(self, name: str, made_of: object) -> None:
        """Note the file `name`, which has just been made of this."""
        self._known[name] = entry = self._entry(name, made_of)
        write_atomic(self._record, json.dumps(self._known, indent=1))
        self.current[name] = entry["sha256"]

    def clear(self, folder: str) -> None:
        """Remove the files in `folder` that earlier runs made and this one did not: of beats renamed or taken out.

        One that is not as it was made is somebody's own, and stays.
        """
        stale = [each for each in self._known if each.startswith(f"{folder}/") and each not in self.current]
        if not stale:
            return
        for name in stale:
            path, made = self.folder / name, self._known.pop(name)
            if path.is_file() and sha256_of(path) == made["sha256"]:
                path.unlink()
        write_atomic(self._record, json.dumps(self._known, indent=1))

    def _entry(self, name: str, made_of: object) -> dict[str, str]:
        path = self.folder / name
        return {"made_of": digest_of(made_of), "sha256": sha256_of(path) if path.is_file() else ""}

    def listed(self) -> list[dict[str, Any]]:
        """Path from the folder of results, size and SHA-256 of every file that this run made or found current."""
        return [
            {"path": name, "bytes": (self.folder / name).stat().st_size, "sha256": digest}
            for name, digest in sorted(self.current.items())
        ]


def recipe(modules: Iterable[str], settings: Settings, root: Path, memory: imports.Memory) -> list[object]:
    """What shapes every file that `modules` make, whatever it is made of: their code, the versions, the look."""
    code = imports.closure(root, modules, memory)
    return [[sha256_of(path) for path in code], dict(versions()), settings.to_json()]


def digest_of(made_of: object) -> str:
    """SHA-256 of anything that JSON can write, hexadecimal."""
    return hashlib.sha256(json.dumps(made_of, sort_keys=True).encode()).hexdigest()


def noted(path: Path) -> dict[str, Any]:
    """The JSON object in a file that the program wrote for itself; an empty one if it is missing or damaged."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
