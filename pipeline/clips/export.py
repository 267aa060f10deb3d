"""Clips to files: their plays drawn if they are not yet, then cut or encoded side by side.

The film's own segments are read and never written. A file that is there already, made of the same plays in the same
way, is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from pipeline import imports
from pipeline.atomic import PART, remove, require_writable
from pipeline.build import Options, hire, make
from pipeline.cache import lock
from pipeline.clips.account import Made, write_account
from pipeline.clips.item import items, poster_frame
from pipeline.clips.moments import Moment, beats_with, captions, select
from pipeline.clips.produce import Producer
from pipeline.clips.spec import Spec
from pipeline.errors import CommandError, FilmError
from pipeline.outputs import recipe
from pipeline.paths import Paths
from pipeline.plan import BeatPlan
from pipeline.progress import Bar
from pipeline.settings import Settings
from pipeline.sound import Sound
from pipeline.workers import Crew
from scenes import BeatInfo, beats


def export(
    names: Sequence[str], spec: Spec, settings: Settings, options: Options, paths: Paths, bar: Bar
) -> list[Made]:
    """Make every format of `spec` of every clip (clip, beat.clip, or a whole beat by its id) into `<look>/clips/`.

    The list follows the names, and for each the formats. Raises CommandError for an unknown name or a poster beyond
    a clip's end, FilmError for what fails; with `options.keep_going` the others are made first.
    """
    return _Export(spec, settings, options, paths, bar).run(names)


class _Export:
    def __init__(self, spec: Spec, settings: Settings, options: Options, paths: Paths, bar: Bar) -> None:
        self.spec, self.settings, self.options, self.paths, self.bar = spec, settings, options, paths, bar
        self.folder = paths.out / settings.folder_name / "clips"
        memory: imports.Memory = {}
        self.sound = Sound(paths, settings.fps, bar, memory)
        self.recipe = recipe(("pipeline.clips.export",), settings, paths.root, memory)

    def run(self, names: Sequence[str]) -> list[Made]:
        require_writable(self.folder)
        with self.alone(), hire(self.options, self.paths) as workers:
            wanted = self.homes(names, workers)

            def plays(plan: BeatPlan) -> set[int]:
                own = self.chosen(names, plan)
                return {play.index for moment in own for play in moment.plays}

            with make(wanted, self.settings, self.options, self.paths, self.bar, workers, only=plays) as ready:
                ready.require()
                chosen = select(names, ready.plans)
                producer = Producer(self.folder, self.recipe, self.options, self.paths, self.bar)
                work = items(chosen, self.spec, self.settings, self.folder, self.sound, self.recipe)
                made = producer.make(work, workers)
            write_account(self.folder, made, self.paths)
        if producer.failures:
            raise FilmError("\n".join(producer.failures))
        return made

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the folder of clips for this run, and clear away what a killed one left."""
        waiting = f"Another export is at work on {self.paths.shown(self.folder)}; waiting for it to end."
        with lock(self.paths.beside_cache(self.folder, ".lock"), lambda: self.bar.say(waiting)):
            for part in self.folder.glob(f"{PART}*"):
                remove(part)
            yield

    def homes(self, names: Sequence[str], workers: Crew) -> list[BeatInfo]:
        """The beats that have these clips. If the scripts do not say, all beats that can be rehearsed are asked."""
        found = beats_with(names, beats())
        if found is not None:
            return found
        options = replace(self.options, keep_going=True)
        with make(beats(), self.settings, options, self.paths, self.bar, workers, draw=False) as ready:
            told = [name for beat in beats() for name in captions(beat.id)]
            homes = {moment.plan.id for moment in select(names, ready.plans, told)}
        return [beat for beat in beats() if beat.id in homes]

    def chosen(self, names: Sequence[str], plan: BeatPlan) -> list[Moment]:
        """The moments of one beat, whose posters are looked for before anything is drawn."""
        found: list[Moment] = []
        for name in names:
            try:
                found += select([name], [plan])
            except CommandError:
                continue  # a clip of another beat
        for moment in found:
            poster_frame(moment, self.spec, self.settings)
        return found
