"""The commands of `render.py`: each does its work, says on stderr what came of it, and returns its document."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from pipeline.account import find_account, read_account
from pipeline.atomic import write_atomic
from pipeline.build import Options
from pipeline.check import check as run_checks
from pipeline.clean import clean as run_clean
from pipeline.clips.command import run as run_clips
from pipeline.doctor import examine
from pipeline.errors import CommandError, FilmError
from pipeline.film import film as make_film
from pipeline.film import film_sound, some_beats
from pipeline.kept_stills import film_sheet, update_references
from pipeline.listing import list_beats
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.rebuild import rebuild
from pipeline.registry import all_beats, named_beats
from pipeline.settings import THEMES, Settings
from pipeline.slides.command import run as run_slides
from pipeline.still import END, stills
from pipeline.verify import verify as run_verify
from pipeline.voice.command import kokoro
from pipeline.voice.command import run as run_narrate
from pipeline.voice.notices import silent_beats
from pipeline.workers import processors
from scenes import BeatInfo

Document = dict[str, Any]


def film(given: Namespace) -> Document:
    """Make the film, or with -s the last picture of every beat."""
    settings, paths = _settings(given), _paths(given)
    all_beats(paths)
    if given.last_frame:
        return _stills(given, [], [END], settings, paths)
    _tell_silent(given, all_beats(paths))
    if given.audio_only and given.muted:
        raise CommandError("--audio-only and --muted together leave nothing; give one of them.")
    if given.audio_only:
        return _sound(given, settings, paths)
    with Bar(given.progress_bar) as bar:
        report = make_film(settings, _options(given), paths, bar, muted=given.muted)
    made = report["film"]
    drawn = sum(beat["rendered"] for beat in report["beats"])
    reused = sum(beat["reused"] for beat in report["beats"])
    minutes, seconds = divmod(round(made["seconds"]), 60)
    _say(f"{made['path']}: {minutes} min {seconds:02} s; drew {drawn} plays, reused {reused}, {_took(report)}.")
    _say(_heard(report["sound"]))
    _preview(given, [made["path"]], paths)
    return report


def beat(given: Namespace) -> Document:
    """Make the beats named, or with -s their last pictures."""
    settings, paths = _settings(given), _paths(given)
    wanted = named_beats(given.names, paths)
    if given.last_frame:
        return _stills(given, given.names, [END], settings, paths)
    _tell_silent(given, wanted)
    with Bar(given.progress_bar) as bar:
        report = some_beats(wanted, settings, _options(given), paths, bar, muted=given.muted)
    for each in report["beats"]:
        _say(f"{each['path']}: {each['seconds']:.1f} s; drew {each['rendered']} plays, reused {each['reused']}.")
    _preview(given, [each["path"] for each in report["beats"]], paths)
    return report


def clip(given: Namespace) -> Document:
    """Make clips of named moments, or with --list tell which there are."""
    look = given.quality, given.resolution, given.fps, given.theme, given.portrait, given.transparent
    paths = _paths(given)
    all_beats(paths)
    report = run_clips(given, Settings.from_options(*look), _options(given), paths, _say)
    _preview(given, [] if given.list else [each["path"] for each in report["clips"]], paths)
    return report


def slides(given: Namespace) -> Document:
    """Make a deck of the film's beats and some of its clips."""
    paths = _paths(given)
    all_beats(paths)
    report = run_slides(given, _settings(given), _options(given), paths, _say)
    first = report["written"][0]["path"]
    _preview(given, [f"{first}/index.html" if given.html else first], paths)
    return report


def page(given: Namespace) -> Document:
    """Make the learner's page of a finished film."""
    # Imported when it is asked for: no other command needs mathcore and Typst for as much.
    from pipeline.page.command import run as run_page

    paths = _paths(given)
    report = run_page(given, _options(given), paths, _say)
    _preview(given, [report["page"]], paths)
    return report


def still(given: Namespace) -> Document:
    """Draw single pictures, or renew those that are kept with the project."""
    if given.update_references or given.sheet:
        keep = update_references if given.update_references else film_sheet
        report, shown = keep(given, _options(given), _paths(given), _say)
        _preview(given, shown, _paths(given))
        return report
    if not given.names:
        raise CommandError("Name the beats to draw (see list), or --update-references or --sheet.")
    return _stills(given, given.names, given.at or [END], _settings(given), _paths(given))


def list_(given: Namespace) -> Document:
    """Tell the beats in order, with their lengths."""
    paths = _paths(given)
    with Bar(given.progress_bar) as bar:
        report = list_beats(all_beats(paths), _settings(given), _options(given), paths, bar)
    if not given.json:
        for each in report["beats"]:
            print(f"{each['index']}  {each['id']:<12} {each['seconds']:6.1f} s  {each['title']}")
    return report


def narrate(given: Namespace) -> Document:
    """Record what is missing or stale, take in a person's recordings, or print what to read."""
    paths = _paths(given)
    with Bar(given.progress_bar) as bar:
        return run_narrate(given, all_beats(paths), paths, bar, _say, kokoro(paths))


def check(given: Namespace) -> Document:
    """Run the beats without pictures and hold them against the rules; a finding is a failure."""
    looks, paths = _looks(given), _paths(given)
    wanted = named_beats(given.names, paths)
    _tell_silent(given, wanted)
    with Bar(given.progress_bar) as bar:
        report = run_checks(wanted, looks, _options(given), paths, bar, stills=given.stills)
    for finding in report["findings"]:
        place = f"{finding['beat']} at {finding['seconds']:.2f} s" if finding["beat"] else "film"
        where = ", ".join(part for part in (place, finding["look"]) if part)
        _say(f"{where}: {finding['rule']}: {finding['text']}")
        if finding["still"]:
            _say(f"    {finding['still']}")
    labels = report["labels"]
    count = len(report["beats"])
    _say(f"Looked at {count} beat{'' if count == 1 else 's'} in {', '.join(report['looks'])}; {_named(labels)}.")
    if report["findings"]:
        raise CheckFailed(f"Found {len(report['findings'])} faults; each is listed above.", report)
    _say("No faults.")
    return report


def bench(given: Namespace) -> Document:
    """Measure how quickly this machine renders, and keep the figures in out/bench.json."""
    from pipeline.bench import DEFAULT_BEAT
    from pipeline.bench import bench as run_bench
    from pipeline.bench.table import show

    settings, paths = _settings(given), _paths(given)
    if settings.portrait:
        raise CommandError("bench measures lying pictures, because plain manim draws no others; leave --portrait out.")
    wanted = named_beats(given.names or [DEFAULT_BEAT], paths)
    report = run_bench(wanted, settings, paths, _say, full=given.full)
    path = paths.out / "bench.json"
    write_atomic(path, json.dumps(report, ensure_ascii=False, indent=2) + "\n")
    show(report, Console(stderr=True))
    _say(paths.shown(path))
    return report


def verify(given: Namespace) -> Document:
    """Hold a finished film against its account, and with --rebuild against a new one; a difference is a failure."""
    paths = _paths(given)
    # Without any option of the look, the newest film is meant, whatever its look.
    asked = given.quality or given.resolution or given.fps or given.portrait or given.theme != "dark"
    look = Settings.from_options(given.quality or "h", given.resolution, given.fps, given.theme, given.portrait)
    account = read_account(find_account(given.account, look if asked else None, paths))
    report = run_verify(account, paths)
    if given.rebuild:
        with Bar(given.progress_bar) as bar:
            report["rebuild"] = rebuild(account, _options(given), paths, bar)
        for note in report["rebuild"]["notes"]:
            _say(note)
        report["differences"] += report["rebuild"].pop("differences")
    found = report["differences"]
    for difference in found:
        _say(difference["text"])
    if found:
        differs = "1 thing differs" if len(found) == 1 else f"{len(found)} things differ"
        raise CheckFailed(f"{report['account']}: {differs}; each is told above. Make the film again.", report)
    again = ", and rendered again they come out the same" if given.rebuild else ""
    _say(f"{report['account']}: all {report['files']} files are as they were made{again}.")
    return report


def clean(given: Namespace) -> Document:
    """Empty the cache, and with --out the results too."""
    report = run_clean(_paths(given), results=given.out_too)
    for each in report["removed"]:
        _say(f"Removed {each['path']}, {each['bytes'] / 1e6:.1f} MB.")
    if not report["removed"]:
        _say("There was nothing to remove.")
    return report


def doctor(given: Namespace) -> Document:
    """Look whether this machine can make the film."""
    report = examine(_paths(given))
    for each in report["examined"]:
        _say(f"{'good' if each['good'] else 'BAD '}  {each['what']}: {each['found']}")
    bad = [each for each in report["examined"] if not each["good"]]
    if bad:
        raise CheckFailed(f"{len(bad)} of {len(report['examined'])} things are not as they should be.", report)
    return report


class CheckFailed(FilmError):
    """Something was looked at and found wanting; `document` says what."""

    def __init__(self, sentence: str, document: Document) -> None:
        super().__init__(sentence)
        self.document = document


COMMANDS: dict[str, Callable[[Namespace], Document]] = {
    "film": film,
    "beat": beat,
    "clip": clip,
    "slides": slides,
    "page": page,
    "still": still,
    "list": list_,
    "narrate": narrate,
    "check": check,
    "bench": bench,
    "verify": verify,
    "clean": clean,
    "doctor": doctor,
}


def _tell_silent(given: Namespace, wanted: Sequence[BeatInfo]) -> None:
    """Say which beats have lines without sound. With --strict that is a failure."""
    silent = dict(silent_beats(wanted))
    for sentence in silent.values():
        _say(sentence)
    if silent and given.strict:
        sentence = f"{len(silent)} of {len(wanted)} beats have lines without sound, and --strict allows none."
        raise CheckFailed(sentence, {"silent": silent})


def _sound(given: Namespace, settings: Settings, paths: Paths) -> Document:
    with Bar(given.progress_bar) as bar:
        report = film_sound(settings, _options(given), paths, bar)
    _say(f"{report['path']}: {_heard(report['sound'])}")
    _preview(given, [report["path"]], paths)
    return report


def _heard(sound: Document) -> str:
    if sound["lufs"] is None:
        return "No sound."
    return f"Sound: {sound['lufs']:.1f} LUFS, true peak {sound['true_peak_dbtp']:.1f} dBTP."


def _stills(
    given: Namespace, names: Sequence[str], moments: Sequence[str], settings: Settings, paths: Paths
) -> Document:
    out = paths.out_folder if paths.out_folder and paths.out_folder.suffix.lower() == ".png" else None
    if out is not None:
        paths = replace(paths, out_folder=None)
    with Bar(given.progress_bar) as bar:
        report = stills(named_beats(names, paths), moments, settings, _options(given), paths, bar, out)
    for each in report["stills"]:
        _say(each["path"])
    _preview(given, [each["path"] for each in report["stills"]], paths)
    return report


def _settings(given: Namespace) -> Settings:
    return Settings.from_options(given.quality, given.resolution, given.fps, given.theme, given.portrait)


def _looks(given: Namespace) -> list[Settings]:
    """The looks that `check` looks at: all of them, unless a theme or the upright layout is asked for."""
    size = given.quality, given.resolution, given.fps
    themes = [given.theme] if given.theme else THEMES
    first = Settings.from_options(*size, themes[0], given.portrait)
    layouts = (True,) if first.portrait else (False, True)
    return [
        first if (theme, upright) == (themes[0], first.portrait) else Settings.from_options(*size, theme, upright)
        for theme in themes
        for upright in layouts
    ]


def _named(labels: Document) -> str:
    return f"{labels['with a mark']} of {labels['seen']} labels say which mark they name"


def _paths(given: Namespace) -> Paths:
    out = getattr(given, "output", None)
    return Paths(out_folder=Path(out).absolute() if out else None)


def _options(given: Namespace) -> Options:
    return Options(
        jobs=given.jobs or processors(),
        fresh=getattr(given, "fresh", False),
        keep_going=getattr(given, "keep_going", False),
        why=getattr(given, "why", False),
        verbosity=given.verbosity,
        cluster=getattr(given, "cluster", None) or "",
    )


def _preview(given: Namespace, shown: Sequence[str], paths: Paths) -> None:
    if not given.preview:
        return
    viewer = "open" if sys.platform == "darwin" else "xdg-open"
    if shutil.which(viewer) is None:
        _say(f"Cannot show it: there is no program {viewer} here; open the file yourself.")
        return
    for each in shown:
        subprocess.Popen(
            [viewer, str(paths.root / each)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def _took(report: Document) -> str:
    return f"{report['wall_seconds']:.1f} s with {report['workers']} worker{'s' * (report['workers'] != 1)}"


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
