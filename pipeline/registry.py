"""The film's beats for the command line: found by name, and a sentence for those that cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipeline.atomic import write_atomic
from pipeline.errors import CommandError, FilmError, did_you_mean
from pipeline.inside import explain
from pipeline.paths import Paths

if TYPE_CHECKING:
    from scenes import BeatInfo


def all_beats(paths: Paths) -> tuple[BeatInfo, ...]:
    """Every beat in the film's order. Raises FilmError if the scenes cannot be read, or there are none."""
    try:
        import scenes

        found = scenes.beats()
    except Exception as error:
        outcome = explain(error)
        if not outcome.trace:
            raise FilmError(outcome.sentence) from error
        log = paths.logs / "scenes.log"
        write_atomic(log, outcome.trace)
        sentence = f"The scenes cannot be read: {outcome.sentence}; the whole account is in {paths.shown(log)}."
        raise FilmError(sentence) from error
    if not found:
        cure = "restore them (git checkout scenes), or write one (see the README)"
        raise FilmError(f"There are no beats: the folder scenes holds no file named like b01_hook.py; {cure}.")
    return found


def named_beats(names: Sequence[str], paths: Paths) -> list[BeatInfo]:
    """The beats with these ids or numbers, in the film's order; all for no names. CommandError for an unknown."""
    found = all_beats(paths)
    by_name = {beat.id: beat for beat in found} | {str(beat.index): beat for beat in found}
    for name in names:
        if name not in by_name:
            hint = did_you_mean(name, [beat.id for beat in found])
            raise CommandError(f"There is no beat {name!r}. {hint}")
    chosen = {by_name[name].id for name in names}
    return [beat for beat in found if not names or beat.id in chosen]
