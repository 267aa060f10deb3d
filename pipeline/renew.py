"""`still --update-references`: draw the reference stills anew, and replace those that a viewer could tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pipeline import references, tasks
from pipeline.atomic import require_writable
from pipeline.build import Options, failure_sentence, hire, make
from pipeline.encode import Picture
from pipeline.errors import FilmError
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.references import LOOKS, Shot
from pipeline.workers import Task
from scenes import BeatInfo


def renew(wanted: Sequence[BeatInfo], options: Options, paths: Paths, bar: Bar) -> dict[str, Any]:
    """Renew the references of the beats `wanted`; what became of each, {"references": [{"id", "look", ...}]}.

    Before one is replaced, a picture of both is written to `<out>/references`. Those that no beat asks for any more
    are removed. Raises FilmError if a beat fails; its references then stay as they are.
    """
    require_writable(references.folder(paths))
    require_writable(paths.out / "references")
    by_id = {beat.id: beat for beat in wanted}
    found: list[dict[str, Any]] = []
    with hire(options, paths) as workers:
        with make(wanted, LOOKS["dark"], options, paths, bar, workers, draw=False) as ready:
            shots = {plan.id: references.shots(by_id[plan.id], plan.timeline) for plan in ready.plans}
            failures = [failure.sentence for failure in ready.failures]
        bar.begin("Drawing references", len(shots))
        work = [Task(beat, tasks.pictures, (beat, _by_look(own))) for beat, own in shots.items()]
        for task, outcome in workers.run(work, lambda _: None):
            bar.done(1)
            bar.beat(task.beat)
            if outcome.sentence:
                failures.append(failure_sentence(by_id[task.beat].index, task.beat, outcome, paths))
                if not options.keep_going:
                    break
            else:
                drawn = [picture for look in outcome.value for picture in look]
                found += [_keep(shot, now, paths) for shot, now in zip(shots[task.beat], drawn, strict=True)]
    if failures:
        raise FilmError("\n".join(failures))
    for path in references.strays([shot for own in shots.values() for shot in own], wanted, paths):
        found.append(_remove(path, paths))
    order = {beat.id: beat.index for beat in wanted}
    return {"references": sorted(found, key=lambda each: (order.get(each["id"], 0), each["path"]))}


def _by_look(shots: Sequence[Shot]) -> list[tuple[Any, list[int]]]:
    return [(LOOKS[look], [shot.frame for shot in shots if shot.look == look]) for look in LOOKS]


def _keep(shot: Shot, now: Picture, paths: Paths) -> dict[str, Any]:
    verdict = references.compare(shot, now, paths)
    if verdict.fault:
        references.write(shot, now, paths)
    state = "same" if not verdict.fault else "changed" if verdict.known else "new"
    return {
        "id": shot.beat,
        "look": shot.look,
        "at": shot.moment,
        "path": paths.shown(references.folder(paths) / shot.name),
        "state": state,
        "both": paths.shown(verdict.both) if verdict.both else None,
    }


def _remove(path: Path, paths: Paths) -> dict[str, Any]:
    path.unlink()
    beat, _, moment = path.stem.rpartition("_")
    shown = paths.shown(path)
    return {"id": beat, "look": path.parent.name, "at": moment, "path": shown, "state": "removed", "both": None}
