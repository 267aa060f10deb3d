"""The pictures that are kept with the project, as `still` is asked for them: the references and the film's sheet."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pipeline.build import Options
from pipeline.errors import CommandError
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.registry import named_beats
from pipeline.renew import renew
from pipeline.settings import Settings
from pipeline.sheet import place, sheet

Say = Callable[[str], None]


def update_references(given: Namespace, options: Options, paths: Paths, say: Say) -> tuple[dict[str, Any], list[str]]:
    """`--update-references`: its document, and the pictures to look at. Raises CommandError, FilmError as `renew`."""
    _refuse(given, "--update-references", "at", "quality", "resolution", "fps", "theme", "portrait", "sheet")
    with Bar(given.progress_bar) as bar:
        report = renew(named_beats(given.names, paths), options, paths, bar)
    states = [each["state"] for each in report["references"]]
    for each in report["references"]:
        if each["state"] != "same":
            both = f"; {each['both']} shows the old and the new" if each["both"] else ""
            say(f"{each['path']}: {each['state']}{both}.")
    counted = [f"{states.count(state)} {state}" for state in ("changed", "new", "removed") if state in states]
    kept = len(states) - states.count("removed")
    say(f"{kept} references: {', '.join(counted) or 'nothing changed'}.")
    return report, [each["both"] for each in report["references"] if each["both"]]


def film_sheet(given: Namespace, options: Options, paths: Paths, say: Say) -> tuple[dict[str, Any], list[str]]:
    """`--sheet`: its document, and the picture to look at. Raises CommandError, and FilmError as `sheet`."""
    _refuse(given, "--sheet", "names", "at", "quality", "resolution", "fps")
    look = Settings.from_options(theme=given.theme, portrait=given.portrait)
    out = _sheet_file(paths) or place(paths)
    if out == place(paths) and (look.theme, look.portrait) != ("dark", False):
        raise CommandError("The README shows the dark, lying sheet; name a file for another: -o film-sheet.jpg.")
    with Bar(given.progress_bar) as bar:
        report = sheet(named_beats([], paths), look.theme, look.portrait, options, paths, bar, out)
    say(f"{report['sheet']}: {len(report['pictures'])} pictures, {report['width']} x {report['height']}.")
    return report, [report["sheet"]]


def _sheet_file(paths: Paths) -> Path | None:
    """What -o names: a JPEG file, or the folder for one."""
    out = paths.out_folder
    return out if out is None or out.suffix.lower() in (".jpg", ".jpeg") else out / "film-sheet.jpg"


def _refuse(given: Namespace, option: str, *others: str) -> None:
    """Raise CommandError if one of `others` was given beside `option`, which decides it itself."""
    usual = {"quality": "h", "theme": "dark"}
    for other in others:
        if (getattr(given, other) or None) != usual.get(other):
            if other == "names":
                raise CommandError(f"{option} is of the whole film; leave {' '.join(given.names)} out.")
            raise CommandError(f"{option} draws what it always draws; leave --{other} out.")
