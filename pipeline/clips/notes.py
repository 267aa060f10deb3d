"""How each exported file was made, kept in the cache: a file that is left as it is still says what was chosen."""

from __future__ import annotations

import json
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path

from pipeline.atomic import write_atomic
from pipeline.clips.effort import Effort
from pipeline.clips.job import Done
from pipeline.outputs import digest_of, noted


class Notes:
    """A small table on the disk, from the name of a file to what became of its job."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = noted(path)

    def get(self, name: str) -> Done | None:
        """What is noted of the file; None for nothing, or nothing that can be read."""
        try:
            entry = self._known[name]["done"]
            effort = Effort(**{**entry["effort"], "rate": Fraction(entry["effort"]["rate"])})
            sizes = tuple((int(rung), int(size)) for rung, size in entry["sizes"])
            return Done(**{**entry, "effort": effort, "sizes": sizes})
        except (KeyError, TypeError, ValueError, ZeroDivisionError):
            return None

    def sizes(self, name: str, contents: object) -> tuple[tuple[int, int], ...]:
        """The sizes that are known of the file, by the ladder's rung, if it had these contents then."""
        old = self.get(name)
        return old.sizes if old is not None and self._known[name].get("of") == digest_of(contents) else ()

    def put(self, name: str, done: Done, contents: object) -> None:
        """Note it, at once."""
        entry = asdict(done)
        entry["effort"]["rate"] = str(done.effort.rate)
        self._known[name] = {"of": digest_of(contents), "done": entry}
        write_atomic(self._path, json.dumps(self._known, indent=1))
