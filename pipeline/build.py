"""Bring the plays of some beats up to date: key, lock, rehearse, plan, draw.

What `make` yields is held under the beats' locks until the `with` block ends, so that what is joined from it
cannot change meanwhile. Every finished play is kept at once; a run that is killed goes on from there.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline import tasks
from pipeline.atomic import make_folder, write_atomic
from pipeline.cache import BeatCache
from pipeline.deal import deal, with_run_up
from pipeline.errors import FilmError
from pipeline.inside import Outcome
from pipeline.keys import Keys
from pipeline.paths import Paths
from pipeline.plan import BeatPlan, count, reason
from pipeline.progress import Bar
from pipeline.room import require_room
from pipeline.settings import Settings
from pipeline.workers import STALL_SECONDS, Crew, Task, Workers
from scenes import BeatInfo, beats
from scenes.kit.timeline import Play, Timeline


@dataclass(frozen=True)
class Options:
    """How to go about it; none of this changes a single byte of the film."""

    jobs: int = 1
    fresh: bool = False
    keep_going: bool = False
    why: bool = False
    verbosity: str = "WARNING"
    cluster: str = ""
    stall: float = STALL_SECONDS


@dataclass(frozen=True)
class Failure:
    """A beat that could not be made, and the sentence that says so."""

    beat: str
    sentence: str


@dataclass
class Made:
    """`plans`: the beats that are ready, in order. `failures`: the others that were tried."""

    plans: list[BeatPlan] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def require(self) -> None:
        """Raise FilmError with the sentences of the beats that failed, if any."""
        if self.failures:
            raise FilmError("\n".join(failure.sentence for failure in self.failures))


@contextmanager
def make(
    wanted: Sequence[BeatInfo],
    settings: Settings,
    options: Options,
    paths: Paths,
    bar: Bar,
    workers: Crew,
    *,
    draw: bool = True,
    only: Callable[[BeatPlan], Collection[int]] | None = None,
) -> Iterator[Made]:
    """Make the beats `wanted` ready: their timelines and, with `draw`, all their plays, or those that `only` names.

    The first beat that fails ends the work, unless `options.keep_going`; see `Made.failures`.
    """
    run = _Run(settings, options, paths, bar)
    with ExitStack() as held:
        run.key_and_lock(wanted, held)
        if run.may_go_on:
            run.rehearse(workers, then_draw=draw)
        if draw and run.may_go_on:
            run.draw(workers, only)
        if not run.may_go_on:
            run.made.plans.clear()
        yield run.made


def hire(options: Options, paths: Paths) -> Crew:
    """The worker processes that `options` ask for; none is started before there is work."""
    make_folder(paths.logs)
    if options.cluster:
        from pipeline.cluster import Cluster

        return Cluster(options.cluster)
    return Workers(options.jobs, paths.logs, options.verbosity, options.stall)


class _Run:
    def __init__(self, settings: Settings, options: Options, paths: Paths, bar: Bar) -> None:
        self.settings, self.options, self.paths, self.bar = settings, options, paths, bar
        self.made = Made()

    @property
    def may_go_on(self) -> bool:
        return self.options.keep_going or not self.made.failures

    def key_and_lock(self, wanted: Sequence[BeatInfo], held: ExitStack) -> None:
        keys = Keys(self.paths.root, self.settings, [beat.id for beat in beats()])
        folder = self.paths.transparent if self.settings.transparent else self.paths.segments
        # Always in the film's order: two builds that both hold and want a beat cannot come about.
        for beat in sorted(wanted, key=lambda each: each.index):
            try:
                key = keys.key(beat.id, beat.module)
            except FilmError as error:
                self.fail(beat.index, beat.id, Outcome(sentence=str(error)))
                if not self.may_go_on:
                    return
                continue
            plan = BeatPlan(beat.index, beat.id, beat.title, BeatCache(folder, beat.id, key))
            waiting = f"Another build is at work on {beat.id}; waiting for it to end."
            held.enter_context(plan.cache.locked(lambda text=waiting: self.bar.say(text)))  # type: ignore[misc]
            if self.options.fresh:
                plan.cache.forget()
            plan.cache.adopt()
            plan.why = "asked for with --fresh" if self.options.fresh else reason(plan.cache)
            self.made.plans.append(plan)

    def rehearse(self, workers: Crew, *, then_draw: bool) -> None:
        unknown = [plan for plan in self.made.plans if plan.cache.timeline is None]
        if self.options.why and not then_draw:
            for plan in self.made.plans:
                told = f"rehearsing: {plan.why}" if plan in unknown else "known from before: nothing changed"
                self.bar.say(f"{plan.id}: {told}.")
        if unknown and then_draw:
            workers.warm()  # all will be needed in a second, and load Manim while the first rehearses
        self.bar.begin("Rehearsing", len(unknown))

        def keep(plan: BeatPlan, value: Any) -> None:
            plan.cache.keep_timeline(Timeline.from_json(value))
            self.bar.done(1)

        calls = [(plan, Task(plan.id, tasks.rehearse, (plan.id, self.settings, plan.key))) for plan in unknown]
        self._perform(workers, calls, keep, lambda _: None)

    def draw(self, workers: Crew, only: Callable[[BeatPlan], Collection[int]] | None) -> None:
        for plan in self.made.plans:
            plan.find_missing()
            if only is not None:
                wanted = only(plan)
                plan.missing = [play for play in plan.missing if play in wanted]
            if self.options.why:
                plays = count(len(plan.missing or plan.timeline.plays), "play")
                self.bar.say(f"{plan.id}: {'drawing' if plan.missing else 'reusing'} {plays}: {plan.why}.")
        require_room(self.made.plans, self.settings, self.paths)
        calls = self._portions(workers.jobs)
        self.bar.begin("Drawing", sum(task.frames for _, task in calls))

        def keep(plan: BeatPlan, value: Any) -> None:
            folder, infos = value
            plan.cache.take(folder, infos)
            shutil.rmtree(folder, ignore_errors=True)
            plan.rendered += len(infos)
            self.bar.done(sum(info.frames for info in infos.values()))
            if plan.rendered == len(plan.missing):
                seconds = sum(play.frames for play in plan.missing_plays) / float(self.settings.fps)
                self.bar.finished(f"{plan.stem}: drawn, {seconds:.1f} s.")

        self._perform(workers, calls, keep, self.bar.now)
        # A few plays out of a beat are no reason to drop an older look of it; those drawn over nothing have no other.
        if only is None or self.settings.transparent:
            for plan in self.made.plans:
                plan.cache.touch()

    def _portions(self, jobs: int) -> list[tuple[BeatPlan, Task]]:
        """The dearest first, so that no worker is left with a long one while the others have nothing to do."""
        at_work = [plan for plan in self.made.plans if plan.missing]
        dealt = zip(at_work, deal([plan.missing_plays for plan in at_work], jobs), strict=True)
        cut = [(plan, portion) for plan, of_beat in dealt for portion in of_beat]
        return [self._call(plan, portion) for plan, portion in sorted(cut, key=lambda each: -with_run_up(each[1]))]

    def _call(self, plan: BeatPlan, portion: Sequence[Play]) -> tuple[BeatPlan, Task]:
        planned = {play.index: play.frames for play in portion}
        arguments = (plan.id, self.settings, plan.key, planned, plan.cache.new_job())
        return plan, Task(plan.id, tasks.draw, arguments, sum(planned.values()))

    def _perform(
        self,
        workers: Crew,
        calls: Sequence[tuple[BeatPlan, Task]],
        keep: Callable[[BeatPlan, Any], None],
        tick: Callable[[int], None],
    ) -> None:
        plans = {plan.id: plan for plan, _ in calls}
        for task, outcome in workers.run([task for _, task in calls], tick):
            plan = plans[task.beat]
            self.bar.beat(f"beat {plan.index} of {len(beats())}, {plan.id}")
            if not outcome.sentence:
                keep(plan, outcome.value)
            elif plan in self.made.plans:
                self.made.plans.remove(plan)
                self.fail(plan.index, plan.id, outcome)
                if not self.may_go_on:
                    return

    def fail(self, index: int, beat: str, outcome: Outcome) -> None:
        """Note a failure; the traceback, if it tells more than the sentence, goes to a log file."""
        self.made.failures.append(Failure(beat, failure_sentence(index, beat, outcome, self.paths)))


def failure_sentence(index: int, beat: str, outcome: Outcome, paths: Paths) -> str:
    """One sentence for a failed task of a beat; writes the log that it names."""
    if not outcome.trace:
        return f"Beat {index}, {beat}: {outcome.sentence}"
    log: Path = paths.logs / f"{index:02}_{beat}.log"
    write_atomic(log, outcome.trace)
    return f"Beat {index}, {beat}, {outcome.sentence}; the whole account is in {paths.shown(log)}."
