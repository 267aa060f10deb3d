"""`film.json` read back: which files a film has, and what they have to be like."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from pipeline.encode import sha256_of
from pipeline.errors import CommandError, FilmError
from pipeline.paths import Paths
from pipeline.settings import Settings

ACCOUNT = "film.json"


@dataclass(frozen=True)
class Listed:
    """A file of the film as it was when it was made."""

    bytes: int
    sha256: str


@dataclass(frozen=True)
class BeatAccount:
    """A beat: its file from the folder of results, where it lies in the film (in frames), and whether it speaks."""

    id: str
    title: str
    file: str
    first: int
    frames: int
    key: str
    spoken: bool


@dataclass(frozen=True)
class Account:
    """What `path`, a `film.json`, says. `sound` is `lufs`, `true_peak_dbtp` and so on, all null for a silent film."""

    path: Path
    settings: Settings
    frames: int
    muted: bool
    files: Mapping[str, Listed]
    beats: tuple[BeatAccount, ...]
    sound: Mapping[str, Any]
    versions: Mapping[str, str]

    @property
    def folder(self) -> Path:
        return self.path.parent


def find_account(named: str | None, settings: Settings | None, paths: Paths) -> Path:
    """The `film.json` that is meant: the one `named` (or its folder), of the look `settings`, or the newest of all.

    Raises CommandError if there is none.
    """
    if named is not None:
        path = Path(named).absolute()
        path = path / ACCOUNT if path.is_dir() else path
        if not path.is_file():
            raise CommandError(f"There is no file {named}; name the film.json of a film that was made here.")
        if path.suffix != Path(ACCOUNT).suffix:
            raise CommandError(f"{named} is not the account of a film; name its film.json, or the folder of it.")
        return path
    if settings is not None:
        path = paths.out / settings.folder_name / ACCOUNT
        if not path.is_file():
            raise CommandError(f"There is no {paths.shown(path)}; make that film first, or name another film.json.")
        return path
    found = sorted(paths.out.glob(f"*/{ACCOUNT}"), key=lambda each: each.stat().st_mtime_ns)
    if not found:
        raise CommandError(f"There is no film in {paths.shown(paths.out)}; make one first, or name a film.json.")
    return found[-1]


def difference(path: Path, name: str, listed: Listed) -> str | None:
    """How the file at `path`, told as `name`, is not what was listed, in one sentence; None if it is."""
    if not path.is_file():
        return f"{name} is missing."
    if path.stat().st_size != listed.bytes:
        return f"{name} has {path.stat().st_size} bytes, and was made with {listed.bytes}."
    if sha256_of(path) != listed.sha256:
        return f"{name} has other bytes than when it was made."
    return None


def read_account(path: Path) -> Account:
    """Read a `film.json`. Raises FilmError if it is damaged or of a version that noted less."""
    try:
        data = json.loads(path.read_text("utf-8"))
        settings, film = data["settings"], data["film"]
        return Account(
            path,
            Settings(
                int(settings["width"]),
                int(settings["height"]),
                Fraction(settings["fps"]),
                str(settings["theme"]),
                bool(settings["portrait"]),
            ),
            int(film["frames"]),
            bool(data["muted"]),
            {str(each["path"]): Listed(int(each["bytes"]), str(each["sha256"])) for each in data["files"]},
            tuple(
                BeatAccount(
                    str(each["id"]),
                    str(each["title"]),
                    f"beats/{number:02}_{each['id']}.mp4",
                    int(each["first_frame"]),
                    int(each["frames"]),
                    str(each["key"]),
                    each["lines_recorded"] > 0 and not data["muted"],
                )
                for number, each in enumerate(data["beats"], 1)
            ),
            dict(data["sound"]),
            dict(data["versions"]),
        )
    except KeyError as error:
        sentence = f"{path} says nothing of {error}, so it is of an older version; make the film again."
        raise FilmError(sentence) from error
    except (OSError, ValueError, TypeError, ZeroDivisionError) as error:
        sentence = f"{path} is damaged and cannot be read; make the film again."
        raise FilmError(sentence) from error
