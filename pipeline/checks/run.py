"""A beat under all rules: one run without pixels, with the rules looking on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from pipeline.checks.charts import Axes, Baseline, Bins
from pipeline.checks.colours import Colours, Contrast
from pipeline.checks.flashes import Flashes
from pipeline.checks.labels import FarLabel
from pipeline.checks.moment import Fault, Moment, Rule
from pipeline.checks.motions import Motions
from pipeline.checks.numbers import Numbers
from pipeline.checks.picture import Known
from pipeline.checks.readouts import Drift
from pipeline.checks.space import Outside, Overlap, SmallText
from pipeline.findings import Finding
from pipeline.settings import Settings
from pipeline.stage import rehearse
from scenes import load
from scenes.kit.beat import Beat
from scenes.kit.timeline import Play, Timeline

RULES: tuple[Callable[[], Rule], ...] = (
    Overlap,
    SmallText,
    Outside,
    Contrast,
    Drift,
    Bins,
    Axes,
    Baseline,
    Colours,
    Flashes,
    FarLabel,
    Motions,
    Numbers,
)

COLOUR_RULES: tuple[Callable[[], Rule], ...] = (Contrast, Colours, Flashes)

LONG_SIDE, SHORT_SIDE = 64, 36  # pixels of the small frames that are drawn for flashes
GLANCES = 12.0  # a second, while something moves
WHOLE_EVERY = 3  # every so many of them, all rules look
TOGETHER = 1.0  # seconds: the same fault again within them is one finding


def examine(
    beat: str | type[Beat], settings: Settings, rules: Iterable[Callable[[], Rule]] = RULES
) -> tuple[Timeline, list[Finding], dict[str, int]]:
    """The beat's timeline, what the rules found in it, and what they counted."""
    kind = load(beat) if isinstance(beat, str) else beat
    watching = [rule() for rule in rules]
    fps = float(settings.fps)
    stride = max(1, int(fps / GLANCES + 1e-6))
    found: dict[str, list[Fault]] = {type(rule).__name__: [] for rule in watching}

    known: Known = {}

    def glance(scene: Any, play: Play, frame: int) -> None:
        whole = frame % (WHOLE_EVERY * stride) == 0 or frame == play.frames - 1
        moment = Moment(scene, play, play.start + frame, fps, whole, known)
        for rule in watching:
            found[type(rule).__name__] += rule.see(moment)

    def at(_: Any, play: Play, moment: str) -> None:
        for rule in watching:
            rule.at(play, moment)

    width, height = (SHORT_SIDE, LONG_SIDE) if settings.portrait else (LONG_SIDE, SHORT_SIDE)
    small = replace(settings, width=width, height=height)
    with ExitStack() as open_rules:
        for rule in watching:
            open_rules.enter_context(rule)
        timeline = rehearse(kind, small, [at], glance=glance, stride=stride)
    findings = []
    for rule in watching:
        name = type(rule).__name__
        findings += gathered(name, [*found[name], *rule.end(timeline)], timeline, rule.least)
    return timeline, findings, dict(pair for rule in watching for pair in rule.counted.items())


def gathered(rule: str, faults: Iterable[Fault], timeline: Timeline, least: float = 0.0) -> list[Finding]:
    """One finding for a fault that goes on, at its worst moment; none for one that lasts under `least` seconds."""
    stretches: dict[tuple[int | str, ...], list[list[Fault]]] = {}
    lasts = {play.start: play.end for play in timeline.plays if play.kind == "wait"}
    for fault in sorted(faults, key=lambda each: each.frame):
        runs = stretches.setdefault((fault.thing, *(fault.elements or (fault.text,))), [])
        last = runs[-1][-1].frame if runs else -1
        until = lasts.get(last, last)
        if runs and fault.frame - until <= TOGETHER * timeline.fps:
            runs[-1].append(fault)
        else:
            runs.append([fault])
    found = []
    for runs in stretches.values():
        for run in runs:
            worst = max(run, key=lambda each: each.measure)
            if lasts.get(run[-1].frame, run[-1].frame) - run[0].frame < least * timeline.fps:
                continue
            found.append(
                Finding(
                    timeline.beat,
                    rule,
                    round(worst.frame / timeline.fps, 3),
                    worst.text,
                    worst.elements,
                    round(worst.measure, 3),
                    round(run[0].frame / timeline.fps, 3),
                    round(lasts.get(run[-1].frame, run[-1].frame) / timeline.fps, 3),
                    worst.frame,
                )
            )
    return found
