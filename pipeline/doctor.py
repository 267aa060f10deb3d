"""`doctor`: can this machine make the film? Each thing is looked at, and a bad one says what to do."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pipeline.atomic import require_writable
from pipeline.errors import FilmError
from pipeline.keys import versions
from pipeline.paths import Paths
from pipeline.workers import processors

PYTHON = ((3, 11), (3, 14))
# A film at 1080p60 and its cache take about 1 GB; in 4K several times that.
ROOM_BYTES = 2_000_000_000


def examine(paths: Paths) -> dict[str, Any]:
    """{"examined": [{"what", "good", "found"}, ...]}: every thing, good or bad, in words."""
    things: dict[str, Callable[[Paths], str]] = {
        "Python": _python,
        "packages": _packages,
        "video encoder": _encoder,
        "fonts": _fonts,
        "script and scenes": _scenes,
        "place for results": _places,
        "free room": _room,
        "processors": _processors,
    }
    examined = []
    for what, look in things.items():
        try:
            examined.append({"what": what, "good": True, "found": look(paths)})
        except Exception as error:
            # Whatever goes wrong here is the diagnosis that was asked for.
            examined.append({"what": what, "good": False, "found": f"{error}"})
    return {"examined": examined}


def _python(_: Paths) -> str:
    found = ".".join(map(str, sys.version_info[:3]))
    if not PYTHON[0] <= sys.version_info[:2] < PYTHON[1]:
        raise FilmError(f"{found} is not from 3.11 to 3.13; install one of these and run ./run again.")
    return found


def _packages(paths: Paths) -> str:
    locked = _locked(paths.root / "requirements.lock")
    found = versions()
    astray = [
        f"{name} is {version}, locked {' or '.join(locked[name.lower()])}"
        for name, version in found.items()
        if version not in locked.get(name.lower(), [version])
    ]
    if astray:
        raise FilmError(f"{'; '.join(astray)}; run ./run to install what is locked.")
    return ", ".join(f"{name} {found[name]}" for name in ("manim", "av", "numpy", "typst", "cairo", "pango"))


def _locked(lock: Path) -> dict[str, list[str]]:
    """Name and versions of every package in the lock file, which may pin one by Python version."""
    found: dict[str, list[str]] = {}
    for line in lock.read_text("utf-8").splitlines():
        if line[:1].isalnum() and "==" in line:
            name, _, version = line.split()[0].partition("==")
            found.setdefault(name.lower(), []).append(version)
    return found


def _encoder(_: Paths) -> str:
    import av

    for name in ("libx264", "mov_text"):
        if name not in av.codecs_available:
            raise FilmError(f"PyAV was built without {name}; install its wheel from PyPI with ./run.")
    return "libx264 and mov_text in libavcodec " + versions()["libavcodec"]


def _fonts(_: Paths) -> str:
    from scenes.kit import fonts

    fonts.font_file()
    fonts.require_letters("Attention divides by √ − × 0123456789")
    return f"{fonts.TEXT_FONT}, {fonts.MATH_FONT}"


def _scenes(paths: Paths) -> str:
    from pipeline.registry import all_beats
    from scenes.kit.script import load_script

    lines = sum(len(load_script(beat.id)) for beat in all_beats(paths))
    return f"{len(all_beats(paths))} beats, {lines} spoken lines"


def _places(paths: Paths) -> str:
    return " and ".join(paths.shown(require_writable(folder)) for folder in (paths.out, paths.cache))


def _room(paths: Paths) -> str:
    free = shutil.disk_usage(paths.cache if paths.cache.is_dir() else paths.root).free
    if free < ROOM_BYTES:
        raise FilmError(f"{free / 1e9:.1f} GB, under {ROOM_BYTES / 1e9:.0f} GB; free some, or run ./run clean.")
    return f"{free / 1e9:.0f} GB"


def _processors(_: Paths) -> str:
    return f"{processors()} for this process, {os.cpu_count()} in the machine"
