"""`still`: single pictures of a beat at a marked word, a line, a second or its end."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from pipeline import tasks
from pipeline.atomic import require_writable
from pipeline.build import Options, failure_sentence, hire, make
from pipeline.errors import CommandError, FilmError, did_you_mean
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings
from pipeline.workers import Task
from scenes import BeatInfo
from scenes.kit.timeline import Timeline

END = "end"
_SECONDS = re.compile(r"(\d+\.?\d*|\.\d+)s?")


def stills(
    wanted: Sequence[BeatInfo],
    moments: Sequence[str],
    settings: Settings,
    options: Options,
    paths: Paths,
    bar: Bar,
    out: Path | None = None,
) -> dict[str, Any]:
    """Draw every beat at every moment to `stills/<nn>_<id>_<moment>.png`, or the only one to the file `out`.

    Raises CommandError for a moment that a beat does not have, FilmError for a beat that fails.
    """
    if out is not None and len(wanted) * len(moments) != 1:
        raise CommandError("-o can name a PNG file for one picture only; name a folder instead.")
    folder = paths.out / settings.folder_name / "stills"
    require_writable(out.parent if out else folder)
    made = []
    with hire(options, paths) as workers:
        with make(wanted, settings, options, paths, bar, workers, draw=False) as ready:
            for plan in ready.plans:
                for moment in moments:
                    frame = frame_at(plan.timeline, moment, settings.fps)
                    made.append((plan, moment, frame, out or folder / f"{plan.stem}_{safe_name(moment)}.png"))
            failures = [failure.sentence for failure in ready.failures]
        plans = {plan.id: plan for plan, *_ in made}
        bar.begin("Drawing stills", len(plans))
        pictures: dict[str, list[tuple[int, Path]]] = {}
        for plan, _, frame, path in made:
            pictures.setdefault(plan.id, []).append((frame, path))
        work = [Task(beat, tasks.stills, (beat, settings, own)) for beat, own in pictures.items()]
        for task, outcome in workers.run(work, lambda _: None):
            bar.done(1)
            if outcome.sentence:
                failures.append(failure_sentence(plans[task.beat].index, task.beat, outcome, paths))
                if not options.keep_going:
                    break
    if failures:
        raise FilmError("\n".join(failures))
    return {
        "stills": [
            {"id": plan.id, "at": moment, "frame": frame, "path": paths.shown(path)}
            for plan, moment, frame, path in made
        ]
    }


def frame_at(timeline: Timeline, moment: str, fps: Fraction) -> int:
    """The frame that is on screen at `moment`: "end", seconds, a line's id or a mark of the script."""
    if moment == END:
        return timeline.frames - 1
    known = timeline.moments()
    if moment in known:
        # A word that is spoken as the beat ends belongs to its last picture.
        return min(known[moment], timeline.frames - 1)
    found = _SECONDS.fullmatch(moment)
    if found:
        frame = math.floor(Fraction(found.group(1)) * fps)
        if frame >= timeline.frames:
            length = float(timeline.frames / fps)
            raise CommandError(
                f"The beat {timeline.beat} lasts {length:.2f} s; it has no picture at {moment}: give less, or end."
            )
        return frame
    hint = did_you_mean(moment, [*known, END])
    raise CommandError(
        f"The beat {timeline.beat} has no mark or line {moment!r}. {hint} Seconds will do too, such as --at 2.5."
    )


def safe_name(moment: str) -> str:
    """A moment as part of a file name."""
    return re.sub(r"[^\w.-]+", "-", moment)
