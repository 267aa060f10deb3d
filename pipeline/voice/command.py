"""`render.py narrate`: record what is missing or stale, take in a person's recordings, or print what to read."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pipeline.cache import lock
from pipeline.errors import CommandError, FilmError
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.voice import person
from pipeline.voice.engine import Engine
from pipeline.voice.lines import Spoken, lines_of, named_lines
from pipeline.voice.manifest import SYNTHESISED, Manifest
from pipeline.voice.record import narrate, stale
from pipeline.voice.sheet import sheet
from scenes import BeatInfo
from scenes.kit import KitError
from scenes.kit.narration import NARRATION_DIR

Say = Callable[[str], None]


def voices_folder() -> Path:
    """Where the voices in use are kept."""
    return NARRATION_DIR.parent / "voices"


def kokoro(paths: Paths) -> Callable[[], Engine]:
    """Loads the engine when it is needed."""

    def load() -> Engine:
        from pipeline.voice.kokoro import Kokoro

        return Kokoro(paths.cache / "voice", voices_folder())

    return load


def run(
    given: Namespace, beats: Sequence[BeatInfo], paths: Paths, bar: Bar, say: Say, engine: Callable[[], Engine]
) -> dict[str, Any]:
    """What the command asks for; its document. Raises FilmError or CommandError as its parts do."""
    try:
        return _run(given, beats, paths, bar, say, engine)
    except KitError as error:
        raise FilmError(str(error)) from error


def _run(
    given: Namespace, beats: Sequence[BeatInfo], paths: Paths, bar: Bar, say: Say, engine: Callable[[], Engine]
) -> dict[str, Any]:
    every = lines_of(beats)
    wanted = named_lines(given.names, beats)
    if given.script_sheet:
        lines = [{"name": line.name, "text": line.text} for line in wanted]
        if not given.json:
            print("\n".join(sheet(wanted, beats)))
        return {"lines": lines}
    if given.folder is not None and (given.voice or given.speed):
        raise CommandError("Your own recordings have their own voice and speed; leave --voice and --speed out.")
    waiting = "Another narrate is at work; waiting for it to end."
    with lock(paths.cache / "voice" / "narration.lock", lambda: bar.say(waiting)):
        manifest = Manifest()
        if given.folder is not None:
            made = _import(given, wanted, every, manifest, bar, say)
        else:
            made = _record(given, wanted, manifest, bar, engine)
        gone = [] if given.names else _tidy(every, manifest)
    for name, seconds in made.items():
        say(f"{name}: {seconds:.1f} s.")
    for name in gone:
        say(f"{name}: removed; the script no longer has this line.")
    if given.names and given.folder is None:
        _tell_current([line.name for line in wanted if line.name not in made], say)
    verb = "Recorded" if given.folder is None else "Took in"
    say(f"{verb} {len(made)} of {len(wanted)} lines; the others stay as they are.")
    return {
        "recorded": {name: round(seconds, 3) for name, seconds in made.items()},
        "removed": sorted(gone),
        "voice": manifest.narrator.voice,
        "speed": manifest.narrator.speed,
    }


def _tell_current(names: list[str], say: Say) -> None:
    """Say why lines that were asked for are not recorded."""
    if names:
        verb = "is" if len(names) == 1 else "are"
        said = f"{', '.join(names)} {verb} recorded as script and narrator are now"
        say(f"{said}; change the text, or give another --voice or --speed, to have it spoken anew.")


def _record(
    given: Namespace, wanted: list[Spoken], manifest: Manifest, bar: Bar, engine: Callable[[], Engine]
) -> dict[str, float]:
    asked = {"voice": given.voice, "speed": given.speed}
    narrator = replace(manifest.narrator, **{key: value for key, value in asked.items() if value is not None})
    keep_imported = narrator == manifest.narrator and not given.voice
    jobs = list(stale(wanted, manifest, narrator, voices_folder(), keep_imported=keep_imported))
    if not jobs:
        return {}
    bar.begin("Loading the voice", 1)
    speaker = engine()
    if not given.names:
        # The film has one narrator: who speaks all of it. A few lines in another voice are a trial, and stale.
        manifest.appoint(narrator)
    return narrate(jobs, manifest, narrator, speaker, bar)


def _import(
    given: Namespace, wanted: list[Spoken], every: list[Spoken], manifest: Manifest, bar: Bar, say: Say
) -> dict[str, float]:
    found = person.find(given.folder, wanted, every)
    made = person.take_in(found, manifest, bar)
    lacking = [line.name for line in wanted if line.name not in {each.line.name for each in found}]
    if lacking:
        say(f"{given.folder} has no file for {', '.join(lacking)}; what was recorded of them stays.")
    return made


def _tidy(every: list[Spoken], manifest: Manifest) -> list[str]:
    """Drop what the script no longer has; a person's recordings stay, nobody can make them again."""
    names = manifest.lines.keys() - {line.name for line in every}
    gone = sorted(name for name in names if manifest.lines[name].source == SYNTHESISED)
    manifest.drop(gone)
    return gone
