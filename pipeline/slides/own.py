"""Which decks are as they were made here: people go on working in a deck, and what they did is not written over."""

from __future__ import annotations

import json
from pathlib import Path

from pipeline.atomic import write_atomic
from pipeline.encode import sha256_of
from pipeline.errors import FilmError
from pipeline.outputs import noted


class Own:
    """The files of one folder; `record` is the file in the cache that has their digests."""

    def __init__(self, record: Path) -> None:
        self._record = record

    def require(self, path: Path) -> None:
        """Raise FilmError if the file `path` is there, and has other bytes than were written to it."""
        if path.exists() and sha256_of(path) not in noted(self._record).get(path.name, []):
            sentence = f"Cannot replace {path}: it was changed since it was made, or not made here"
            raise FilmError(f"{sentence}; move it, or give it another name, first.")

    def note(self, path: Path, part: Path) -> None:
        """Note that `path` is about to get the bytes of `part`; until then, and if it never does, it keeps its own."""
        digests = [sha256_of(each) for each in (path, part) if each.exists()]
        write_atomic(self._record, json.dumps({**noted(self._record), path.name: digests}))
