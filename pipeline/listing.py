"""`list`: the beats in the film's order, with their lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pipeline.build import Options, hire, make
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings
from scenes import BeatInfo


def list_beats(
    wanted: Sequence[BeatInfo], settings: Settings, options: Options, paths: Paths, bar: Bar
) -> dict[str, Any]:
    """Index, id, title, claim and length in seconds of every beat; rehearses those not yet known.

    Raises FilmError if a beat cannot be rehearsed.
    """
    with (
        hire(options, paths) as workers,
        make(wanted, settings, options, paths, bar, workers, draw=False) as made,
    ):
        made.require()
        claims = {beat.id: beat.claim for beat in wanted}
        return {
            "beats": [
                {
                    "index": plan.index,
                    "id": plan.id,
                    "title": plan.title,
                    "claim": claims[plan.id],
                    "seconds": round(float(plan.timeline.frames / settings.fps), 6),
                }
                for plan in made.plans
            ]
        }
