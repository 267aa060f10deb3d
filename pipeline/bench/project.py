"""A private copy of the project: its cache starts empty, and a beat in it can be edited."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from pipeline.bench.simulation import Measured
from pipeline.bench.timed import Timed, timed
from pipeline.settings import Settings
from scenes import BeatInfo
from scenes.kit.timeline import Play

SOURCES = ("scenes", "mathcore", "pipeline", "assets", "render.py", "pyproject.toml", "requirements.lock")


@dataclass(frozen=True)
class Drawn:
    """What one command took and made: `files` in order, `played` seconds of film, its `frames`."""

    timed: Timed
    files: tuple[Path, ...]
    played: float
    frames: int


@dataclass(frozen=True)
class Project:
    """The copy at `root`, asked for pictures like `settings`."""

    root: Path
    settings: Settings

    @classmethod
    def copy_of(cls, source: Path, root: Path, settings: Settings) -> Self:
        """Copy the sources and assets of the project at `source`, without its cache and results."""
        root.mkdir(parents=True)
        for name in SOURCES:
            path = source / name
            if path.is_dir():
                shutil.copytree(path, root / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif path.exists():
                shutil.copy2(path, root / name)
        return cls(root, settings)

    def beats(self, names: list[str], *, jobs: int, fresh: bool = False, alone: bool = False) -> Drawn:
        """Run `render.py beat NAMES`; with `alone` on one processor."""
        return self._run(["beat", *names], jobs, fresh, alone)

    def film(self, *, jobs: int, fresh: bool = False) -> Drawn:
        """Run `render.py film`."""
        return self._run(["film"], jobs, fresh)

    def plays(self, names: list[str]) -> list[Measured]:
        """Seconds of every play of these beats, drawn by one process; see `pipeline.bench.plays`."""
        look = [f"{self.settings.width},{self.settings.height}", str(self.settings.fps), self.settings.theme]
        _, printed = timed([sys.executable, "-m", "pipeline.bench.plays", *look, *names], self.root)
        return [
            Measured(told["beat"], told["walk"], tuple(Play(**play) for play in told["plays"]), tuple(told["seconds"]))
            for told in json.loads(printed)
        ]

    def edit(self, beat: BeatInfo) -> None:
        """Change the beat's file, though not its picture."""
        path = self.root / "scenes" / beat.path.name
        path.write_text(path.read_text("utf-8") + "\n_EDITED = True\n", "utf-8")

    def _run(self, what: list[str], jobs: int, fresh: bool, alone: bool = False) -> Drawn:
        size = f"{self.settings.width},{self.settings.height}"
        look = ["-r", size, "--fps", str(self.settings.fps), "--theme", self.settings.theme]
        options = ["--jobs", str(jobs), "--json", "--progress_bar", "none", *(["--fresh"] if fresh else [])]
        took, printed = timed([sys.executable, "render.py", *what, *look, *options], self.root, alone=alone)
        report: dict[str, Any] = json.loads(printed)
        made = [report["film"]] if "film" in report else report["beats"]
        played = sum(each["seconds"] for each in made)
        files = tuple(self.root / each["path"] for each in made)
        return Drawn(took, files, played, round(played * float(self.settings.fps)))
