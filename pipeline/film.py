"""`film` and `beat`: finished plays joined to the files that people watch, and the account of it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from pipeline import imports
from pipeline.aac import name_m4a
from pipeline.atomic import require_writable, sweep_parts, write_atomic
from pipeline.build import Made, Options, hire, make
from pipeline.cache import lock
from pipeline.captions import Cue, cues, write_srt, write_vtt
from pipeline.errors import FilmError
from pipeline.join import chapter_marks, join
from pipeline.keys import versions
from pipeline.outputs import Outputs, recipe
from pipeline.paths import Paths
from pipeline.plan import BeatPlan
from pipeline.poster import write_poster
from pipeline.progress import Bar
from pipeline.report import beat_report, rate, recorded, sound_report
from pipeline.settings import Settings
from pipeline.sound import Sound
from pipeline.transcript import Part, seen, transcript
from scenes import FILM_TITLE, BeatInfo, beats


def film(settings: Settings, options: Options, paths: Paths, bar: Bar, *, muted: bool = False) -> dict[str, Any]:
    """Make the whole film in `<out>/<folder name>/` and return what its `film.json` says.

    Raises FilmError if a beat fails; then `film.mp4` and the files beside it stay as they were.
    """
    return _Work(settings, options, paths, bar, muted).film()


def film_sound(settings: Settings, options: Options, paths: Paths, bar: Bar) -> dict[str, Any]:
    """Make the film's narration alone, `<out>/<folder name>/film.m4a`, without drawing; return an account of it.

    Raises FilmError if a beat fails or nothing at all is recorded.
    """
    return _Work(settings, options, paths, bar).sound_alone()


def some_beats(
    wanted: Sequence[BeatInfo], settings: Settings, options: Options, paths: Paths, bar: Bar, *, muted: bool = False
) -> dict[str, Any]:
    """Make `beats/<nn>_<id>.mp4` for each beat; return an account like the film's, with each beat's path."""
    return _Work(settings, options, paths, bar, muted).some_beats(wanted)


class _Work:
    def __init__(self, settings: Settings, options: Options, paths: Paths, bar: Bar, muted: bool = False) -> None:
        self.settings, self.options, self.paths, self.bar = settings, options, paths, bar
        memory: imports.Memory = {}
        self.muted = muted
        self.sound = None if muted else Sound(paths, settings.fps, bar, memory)
        self.folder = paths.out / settings.folder_name
        self.started = time.monotonic()
        self.jobs = options.jobs
        self.cut: dict[str, list[Cue]] = {}
        # A change in how files are joined or captions are cut is a change in what they are made of.
        code = ("pipeline.join", "pipeline.captions", "pipeline.poster")
        self.recipe = recipe(code, settings, paths.root, memory)

    def film(self) -> dict[str, Any]:
        with self.made(beats()) as (made, outputs):
            for plan in made.plans:
                self.join_beat(plan, outputs)
            made.require()
            report = {**self.join_film(made.plans, outputs), "files": outputs.listed()}
            write_atomic(self.folder / "film.json", _dump(report))
            outputs.clear("beats")
        return report

    def sound_alone(self) -> dict[str, Any]:
        assert self.sound is not None
        with self.made(beats(), draw=False) as (made, outputs):
            made.require()
            track = self.sound.track([plan.timeline for plan in made.plans])
            if track is None:
                raise FilmError("No line of the film is recorded; run ./run narrate first.")
            chapters, frames = self.chapters(made.plans), _starts(made.plans)[-1]
            marks = chapter_marks(chapters, frames, self.settings.fps)
            made_of = [self.recipe, track.key, chapters]
            digest = outputs.refresh("film.m4a", made_of, lambda path: name_m4a(track.path, path, FILM_TITLE, marks))
            path = self.folder / "film.m4a"
            return {
                "path": self.paths.shown(path),
                "sound": sound_report(made.plans, self.sound.measured(path, digest)),
                **self.footer(),
            }

    def some_beats(self, wanted: Sequence[BeatInfo]) -> dict[str, Any]:
        with self.made(wanted) as (made, outputs):
            reports = []
            for plan in made.plans:
                path = self.folder / self.join_beat(plan, outputs)
                report = beat_report(plan, 0, self.settings.fps)
                reports.append({**report, "path": self.paths.shown(path)})
            made.require()
        return {"beats": reports, **self.footer()}

    @contextmanager
    def made(self, wanted: Sequence[BeatInfo], *, draw: bool = True) -> Iterator[tuple[Made, Outputs]]:
        """The beats, drawn, with their folder of results held for this build alone."""
        require_writable(self.folder)
        if draw:
            require_writable(self.folder / "beats")
        waiting = f"Another build is at work on {self.paths.shown(self.folder)}; waiting for it to end."
        with lock(self.paths.beside_cache(self.folder, ".lock"), lambda: self.bar.say(waiting)):
            for folder in (self.folder, self.folder / "beats"):
                sweep_parts(folder)
            with (
                hire(self.options, self.paths) as workers,
                make(wanted, self.settings, self.options, self.paths, self.bar, workers, draw=draw) as made,
            ):
                self.jobs = workers.jobs
                yield made, Outputs(self.folder, self.paths.beside_cache(self.folder, ".json"))

    def join_beat(self, plan: BeatPlan, outputs: Outputs) -> str:
        name = f"beats/{plan.stem}.mp4"
        self.join_plans([plan], name, plan.title, outputs)
        return name

    def join_plans(self, plans: Sequence[BeatPlan], name: str, title: str, outputs: Outputs) -> str:
        chapters = self.chapters(plans)
        captions = self.captions(plans)
        track = self.sound.track([plan.timeline for plan in plans]) if self.sound else None
        segments = [path for plan in plans for path in plan.segments]

        def make(path: Path) -> None:
            join(segments, path, self.settings, chapters, captions, title, sound=track.path if track else None)

        pictures = [plan.cache.plays[play.index].sha256 for plan in plans for play in plan.timeline.plays]
        made_of = [self.recipe, pictures, chapters, [asdict(cue) for cue in captions], title]
        made_of.append(track.key if track else None)
        return outputs.refresh(name, made_of, make)

    def chapters(self, plans: Sequence[BeatPlan]) -> list[tuple[int, str]]:
        return [(start, plan.title) for plan, start in zip(plans, _starts(plans), strict=False)]

    def captions(self, plans: Sequence[BeatPlan]) -> list[Cue]:
        """Captions of beats that follow one another; each beat's own are cut once."""
        for plan in plans:
            if plan.id not in self.cut:
                self.cut[plan.id] = cues([plan.timeline])
        return [
            replace(cue, start=cue.start + start, end=cue.end + start)
            for plan, start in zip(plans, _starts(plans), strict=False)
            for cue in self.cut[plan.id]
        ]

    def join_film(self, plans: Sequence[BeatPlan], outputs: Outputs) -> dict[str, Any]:
        fps = self.settings.fps
        digest = self.join_plans(plans, "film.mp4", FILM_TITLE, outputs)
        captions = self.captions(plans)
        words = [self.recipe, [asdict(cue) for cue in captions]]
        outputs.refresh("film.srt", words, lambda path: write_srt(path, captions, fps))
        outputs.refresh("film.vtt", words, lambda path: write_vtt(path, captions, fps))
        text = self.transcript(plans)
        outputs.refresh("transcript.md", text, lambda path: write_atomic(path, text))
        # The poster is the film's first picture, the title: whoever presses play sees it come alive.
        first = plans[0].timeline.plays[0].index
        segment = plans[0].cache.segment(first)
        picture = [self.recipe, plans[0].cache.plays[first].sha256]
        outputs.refresh("film.jpg", picture, lambda path: write_poster(segment, path))
        *starts, frames = _starts(plans)
        return {
            "film": {
                "path": self.paths.shown(self.folder / "film.mp4"),
                "seconds": round(float(frames / fps), 6),
                "frames": frames,
                "fps": rate(fps),
                "width": self.settings.width,
                "height": self.settings.height,
                "sha256": digest,
            },
            "settings": self.settings.to_json(),
            "muted": self.muted,
            "sound": sound_report(plans, self.heard(plans, digest)),
            "beats": [beat_report(plan, start, fps) for plan, start in zip(plans, starts, strict=True)],
            **self.footer(),
        }

    def heard(self, plans: Sequence[BeatPlan], digest: str) -> dict[str, Any] | None:
        """What the sound of the finished film is like; None if it has none."""
        if self.sound is None or not recorded(plans):
            return None
        return self.sound.measured(self.folder / "film.mp4", digest)

    def transcript(self, plans: Sequence[BeatPlan]) -> str:
        parts = []
        for plan, start in zip(plans, _starts(plans), strict=False):
            lines = [(start + line.start, line.caption) for line in plan.timeline.lines]
            parts.append(Part(plan.title, start, seen(plan.id), lines))
        return transcript(FILM_TITLE, parts, self.settings.fps)

    def footer(self) -> dict[str, Any]:
        return {
            "wall_seconds": round(time.monotonic() - self.started, 3),
            "workers": self.jobs,
            "versions": dict(versions()),
        }


def _starts(plans: Sequence[BeatPlan]) -> list[int]:
    """The first frame of every beat, and the number of frames of them all."""
    starts = [0]
    for plan in plans:
        starts.append(starts[-1] + plan.timeline.frames)
    return starts


def _dump(report: dict[str, Any]) -> str:
    return json.dumps(report, ensure_ascii=False, indent=2) + "\n"
