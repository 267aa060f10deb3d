"""`check`: every beat held against the fifteen sins of the art direction, in every look.

What is on screen is watched by `pipeline.checks` (what a play holds at its start, at its end and twelve times a second
in between); the timeline by `TIME_RULES`, the palettes by `PALETTE_RULES`, what a voice is to say by `script_rules`.
Besides, every beat's pictures must be described in words. Shapes do not depend on the theme: they are measured once a
layout, and colours in every theme.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from pipeline import tasks
from pipeline.atomic import require_writable
from pipeline.build import Options, failure_sentence, hire
from pipeline.clips.moments import lost_captions
from pipeline.errors import FilmError
from pipeline.findings import Finding
from pipeline.palette_rules import PALETTE_RULES
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings
from pipeline.time_rules import TIME_RULES
from pipeline.transcript import seen
from pipeline.voice.rules import script_rules
from pipeline.workers import Crew, Task
from scenes import BeatInfo
from scenes.kit.timeline import Timeline


def check(
    wanted: Sequence[BeatInfo],
    looks: Sequence[Settings],
    options: Options,
    paths: Paths,
    bar: Bar,
    *,
    stills: bool = False,
) -> dict[str, Any]:
    """All findings about the beats `wanted` in the `looks`: {"looks", "beats", "labels", "findings"}.

    `stills` draws the frame of each finding. Raises FilmError if a beat cannot be rehearsed (with `options.keep_going`
    after the others are done).
    """
    themes = dict.fromkeys(look.theme for look in looks)
    found = [
        Finding("", rule.__name__, 0.0, text, look=theme)
        for theme in themes
        for rule in PALETTE_RULES
        for text in rule(theme)
    ]
    with hire(options, paths) as workers:
        watched, labels = _watch(wanted, looks, options, paths, bar, workers)
        found += watched
        order = {name: index for index, name in enumerate(("", *(beat.id for beat in wanted)))}
        found.sort(key=lambda each: (order[each.beat], each.seconds, each.rule, each.look, each.text))
        if stills:
            found = _draw(found, looks, paths, bar, workers)
    return {
        "looks": [look_name(look) for look in looks],
        "beats": [beat.id for beat in wanted],
        "labels": labels,
        "findings": [asdict(each) for each in found],
    }


def look_name(look: Settings) -> str:
    """A theme and a layout in words: "dark 16:9"."""
    return f"{look.theme} {'9:16' if look.portrait else '16:9'}"


def _watch(
    wanted: Sequence[BeatInfo], looks: Sequence[Settings], options: Options, paths: Paths, bar: Bar, workers: Crew
) -> tuple[list[Finding], dict[str, int]]:
    """What is found in the beats, and how many of their labels say what they name."""
    # The first theme of a layout is looked at for everything, the others for their colours.
    first = {look.portrait: look for look in reversed(looks)}
    work = {
        Task(beat.id, tasks.examine, (beat.id, look, first[look.portrait] != look)): look
        for beat in wanted
        for look in looks
    }
    indices = {beat.id: beat.index for beat in wanted}
    found: list[Finding] = []
    failures: dict[str, str] = {}
    labels = {"seen": 0, "with a mark": 0}
    bar.begin("Checking", len(work))
    for task, outcome in workers.run(work, lambda _: None):
        bar.done(1)
        bar.beat(task.beat)
        if outcome.sentence:
            failures.setdefault(task.beat, failure_sentence(indices[task.beat], task.beat, outcome, paths))
            if not options.keep_going:
                break
            continue
        look = work[task]
        timeline, seen_there, counted = outcome.value
        found += [replace(each, look=look_name(look)) for each in seen_there]
        labels = {key: labels[key] + counted.get(key, 0) for key in labels}
        if look == looks[0]:  # time and words are the same in all of them
            told = Timeline.from_json(timeline)
            found += [*_timely(told), *_speakable(told), *_described(told.beat), *_captioned(told)]
    if failures:
        raise FilmError("\n".join(failures.values()))
    return found, labels


def _draw(found: Sequence[Finding], looks: Sequence[Settings], paths: Paths, bar: Bar, workers: Crew) -> list[Finding]:
    """The findings with a still each, drawn as `still` draws; those of one moment share it."""
    folder = paths.out / "check"
    require_writable(folder)
    by_name = {look_name(look): look for look in looks}
    files: dict[tuple[str, str, int], str] = {}
    work = []
    for beat, name in dict.fromkeys((each.beat, each.look) for each in found if each.beat):
        look = by_name.get(name, looks[0])
        of_beat = [each for each in found if (each.beat, each.look) == (beat, name)]
        frames = sorted({each.frame for each in of_beat})
        places = []
        for frame in frames:
            rules = "-".join(dict.fromkeys(each.rule for each in of_beat if each.frame == frame))
            seconds = f"{frame / float(look.fps):07.3f}"
            path = folder / f"{beat}_{seconds}_{re.sub('[^a-z0-9]+', '-', name or look_name(look))}_{rules}.png"
            places.append((frame, path))
            files[beat, name, frame] = paths.shown(path)
        work.append(Task(beat, tasks.stills, (beat, look, places)))
    bar.begin("Drawing stills", len(work))
    failures = []
    for task, outcome in workers.run(work, lambda _: None):
        bar.done(1)
        if outcome.sentence:
            failures.append(failure_sentence(0, task.beat, outcome, paths))
    if failures:
        raise FilmError("\n".join(failures))
    return [replace(each, still=files.get((each.beat, each.look, each.frame), "")) for each in found]


def _timely(timeline: Timeline) -> list[Finding]:
    last = max(timeline.frames - 1, 0)
    return [
        Finding(timeline.beat, rule.__name__, round(frame / timeline.fps, 3), text, frame=min(frame, last))
        for rule in TIME_RULES
        for frame, text in rule(timeline)
    ]


def _speakable(timeline: Timeline) -> list[Finding]:
    starts = {line.id: line.start for line in timeline.lines}
    return [
        Finding(
            timeline.beat,
            script_rules.__name__,
            round(starts.get(line, 0) / timeline.fps, 3),
            text,
            (line,),
            frame=starts.get(line, 0),
        )
        for line, text in script_rules(timeline.beat)
    ]


def _captioned(timeline: Timeline) -> list[Finding]:
    return [Finding(timeline.beat, "captioned", 0.0, text) for text in lost_captions(timeline)]


def _described(beat: str) -> list[Finding]:
    if seen(beat):
        return []
    cure = f'say in a sentence what is seen: picture = "..." at the top of assets/script/{beat}.toml'
    return [Finding(beat, "described", 0.0, f"Nothing tells people who cannot see it what it shows; {cure}.")]
