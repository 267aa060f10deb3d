"""`check`: rehearse every beat and hold it against the rules of the film's look and timing, without pixels.

A rule is a function that yields sentences. Four kinds: over what is on screen at the end of every play
(`PICTURE_RULES`), over a beat's timeline (`TIME_RULES`), over the palettes (`PALETTE_RULES`), over what a voice
is to say (`script_rules`). To add one, write the function beside its kin and name it in their tuple. Besides, every
beat's pictures must be described in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from pipeline import tasks
from pipeline.build import Options, failure_sentence, hire
from pipeline.errors import FilmError
from pipeline.findings import Finding
from pipeline.palette_rules import PALETTE_RULES
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings
from pipeline.time_rules import TIME_RULES
from pipeline.transcript import seen
from pipeline.voice.rules import script_rules
from pipeline.workers import Task
from scenes import BeatInfo
from scenes.kit.timeline import Timeline


def check(wanted: Sequence[BeatInfo], settings: Settings, options: Options, paths: Paths, bar: Bar) -> dict[str, Any]:
    """All findings about the beats `wanted` in one theme and layout: {"beats": [...], "findings": [...]}.

    Raises FilmError if a beat cannot be rehearsed (with `options.keep_going` after the others are done).
    """
    indices = {beat.id: beat.index for beat in wanted}
    found = [Finding("", rule.__name__, 0.0, text) for rule in PALETTE_RULES for text in rule(settings.theme)]
    failures: list[str] = []
    bar.begin("Checking", len(wanted))
    with hire(options, paths) as workers:
        work = [Task(beat.id, tasks.examine, (beat.id, settings)) for beat in wanted]
        for task, outcome in workers.run(work, lambda _: None):
            bar.done(1)
            bar.beat(task.beat)
            if outcome.sentence:
                failures.append(failure_sentence(indices[task.beat], task.beat, outcome, paths))
                if not options.keep_going:
                    break
            else:
                timeline, seen = outcome.value
                told = Timeline.from_json(timeline)
                found += [*seen, *_timely(told), *_speakable(told), *_described(told.beat)]
    if failures:
        raise FilmError("\n".join(failures))
    order = {name: index for index, name in enumerate(("", *indices))}
    found.sort(key=lambda each: (order[each.beat], each.seconds, each.rule, each.text))
    return {
        "folder": settings.folder_name,
        "beats": [beat.id for beat in wanted],
        "findings": [asdict(each) for each in found],
    }


def _timely(timeline: Timeline) -> list[Finding]:
    return [
        Finding(timeline.beat, rule.__name__, round(frame / timeline.fps, 3), text)
        for rule in TIME_RULES
        for frame, text in rule(timeline)
    ]


def _speakable(timeline: Timeline) -> list[Finding]:
    starts = {line.id: line.start for line in timeline.lines}
    return [
        Finding(timeline.beat, script_rules.__name__, round(starts.get(line, 0) / timeline.fps, 3), text)
        for line, text in script_rules(timeline.beat)
    ]


def _described(beat: str) -> list[Finding]:
    if seen(beat):
        return []
    cure = f'say in a sentence what is seen: picture = "..." at the top of assets/script/{beat}.toml'
    return [Finding(beat, "described", 0.0, f"Nothing tells people who cannot see it what it shows; {cure}.")]
