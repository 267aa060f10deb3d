"""Where the project keeps things. Passed along, so that a test can build in a folder of its own."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Paths:
    """`root`: the project with its sources and assets. `out`: what people look at. `cache`: all the rest."""

    root: Path = PROJECT
    out_folder: Path | None = None
    cache_folder: Path | None = None

    @property
    def out(self) -> Path:
        return self.out_folder if self.out_folder is not None else self.root / "out"

    @property
    def cache(self) -> Path:
        return self.cache_folder if self.cache_folder is not None else self.root / ".cache"

    @property
    def segments(self) -> Path:
        return self.cache / "segments"

    @property
    def transparent(self) -> Path:
        """Plays drawn over nothing; apart from the film's, which none of them may crowd out."""
        return self.cache / "transparent"

    @property
    def logs(self) -> Path:
        """Accounts of failures; never in a cache that goes away with its run."""
        return self.root / ".cache" / "logs"

    def shown(self, path: Path) -> str:
        """`path` as a person reads it: from the project when it is inside, else from the disk's root."""
        path = path.absolute()
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else str(path)

    def deck(self, folder: Path, kind: str) -> Paths:
        """The same project, whose results go into the cache: films of a deck in `folder`, apart from people's clips."""
        return replace(self, out_folder=self.beside_cache(folder, f"-deck-{kind}"))

    def beside_cache(self, folder: Path, suffix: str) -> Path:
        """A file in the cache that belongs to the folder of results `folder`."""
        name = hashlib.sha256(self.shown(folder).encode()).hexdigest()[:16]
        return self.cache / "outputs" / f"{name}{suffix}"
