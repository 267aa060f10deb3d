"""The files that people get, each made again only when what it is made of has changed.

A record in the cache says of every file what it was made of and which bytes came out. A file whose bytes are
others now (damaged, edited, replaced) is made again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pipeline.atomic import sweep_parts, write_atomic
from pipeline.encode import sha256_of


class Outputs:
    """The files in one folder of results; `record` is the file in the cache that describes them.

    Made only while the folder's lock is held.
    """

    def __init__(self, folder: Path, record: Path) -> None:
        self.folder, self._record = folder, record
        self.current: dict[str, str] = {}  # the files that this run has vouched for, with their digests
        sweep_parts(record.parent, record.name)  # records of other folders lie beside it
        try:
            found = json.loads(record.read_text("utf-8"))
        except (OSError, ValueError):
            found = {}
        self._known: dict[str, Any] = found if isinstance(found, dict) else {}

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

    def _entry(self, name: str, made_of: object) -> dict[str, str]:
        path = self.folder / name
        ingredients = hashlib.sha256(json.dumps(made_of, sort_keys=True).encode()).hexdigest()
        return {"made_of": ingredients, "sha256": sha256_of(path) if path.is_file() else ""}

    def listed(self) -> list[dict[str, Any]]:
        """Path from the folder of results, size and SHA-256 of every file that this run made or found current."""
        return [
            {"path": name, "bytes": (self.folder / name).stat().st_size, "sha256": digest}
            for name, digest in sorted(self.current.items())
        ]
