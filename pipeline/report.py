"""The machine-readable account of a run: `film.json`, and what `--json` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pipeline.plan import BeatPlan


def beat_report(plan: BeatPlan, start: int, fps: Fraction) -> dict[str, Any]:
    """One beat that begins at frame `start` of the film. All times are seconds from the film's start."""

    def seconds(frame: int) -> float:
        return round(float((start + frame) / fps), 6)

    timeline = plan.timeline
    return {
        "id": plan.id,
        "title": plan.title,
        "start": seconds(0),
        "seconds": round(float(timeline.frames / fps), 6),
        "first_frame": start,
        "frames": timeline.frames,
        "key": plan.cache.key.short,
        "plays": len(timeline.plays),
        "rendered": plan.rendered,
        "reused": len(timeline.plays) - plan.rendered,
        "lines_recorded": recorded([plan]),
        "lines": [
            {
                "id": line.id,
                "start": seconds(line.start),
                "end": seconds(line.end),
                "text": line.caption,
                "marks": {name: seconds(frame) for name, frame in line.marks.items()},
            }
            for line in timeline.lines
        ],
        "clips": [
            {"name": clip.name, "start": seconds(clip.start), "end": seconds(clip.end)} for clip in timeline.clips
        ],
        "shown": [[seconds(each.frame), each.name, each.value] for each in timeline.shown],
    }


def sound_report(plans: Sequence[BeatPlan], measured: Mapping[str, Any] | None) -> dict[str, Any]:
    """The sound of a film of these beats, as `pipeline.loudness.measured` found it; nulls if it has none."""
    lines = sum(len(plan.timeline.lines) for plan in plans)
    names = ("lufs", "true_peak_dbtp", "longest_gap_seconds", "starts_ms", "seconds", "codec", "bitrate")
    return {
        **{name: measured[name] if measured else None for name in names},
        "lines_recorded": recorded(plans),
        "lines_estimated": lines - recorded(plans),
    }


def recorded(plans: Sequence[BeatPlan]) -> int:
    """How many lines of these beats have sound."""
    return sum(line.sound is not None for plan in plans for line in plan.timeline.lines)


def rate(fps: Fraction) -> float | int:
    """60 as 60, 2997/100 as 29.97."""
    return fps.numerator if fps.denominator == 1 else float(fps)
