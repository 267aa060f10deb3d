"""What the page says and does along the film, as plain data from the film's own account: times are seconds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from pipeline.clips.moments import captions as clip_captions
from pipeline.errors import FilmError
from pipeline.transcript import seen
from pipeline.verify_text import written

Account = Mapping[str, Any]
# What the figure is of before the film has shown one.
FIRST_STATE = {"d_k": 4.0, "scaled": 0.0}


def read_film(path: Path) -> dict[str, Any]:
    """A `film.json`, with all that the page needs of it. Raises FilmError if it is damaged or says too little."""
    try:
        account: dict[str, Any] = json.loads(path.read_text("utf-8"))
        for beat in account["beats"]:
            _ = beat["shown"], [line["marks"] for line in beat["lines"]]
        _ = account["film"]["seconds"], account["settings"]["theme"]
    except KeyError as error:
        raise FilmError(
            f"{path} says nothing of {error}, so it is of an older version; make the film again."
        ) from error
    except (OSError, ValueError, TypeError) as error:
        raise FilmError(f"{path} is damaged and cannot be read; make the film again.") from error
    return account


def film_data(account: Account, captions: Path) -> dict[str, Any]:
    """Chapters, spoken lines, captions, clips and what the picture is of, of the film of this account.

    `captions` is its WebVTT file. Raises FilmError if that or a script cannot be read.
    """
    film, beats = account["film"], account["beats"]
    ends = [*(beat["start"] for beat in beats[1:]), film["seconds"]]
    return {
        **{name: film[name] for name in ("seconds", "fps", "width", "height")},
        "chapters": [
            {"id": beat["id"], "title": beat["title"], "start": beat["start"], "end": end, "pictures": seen(beat["id"])}
            for beat, end in zip(beats, ends, strict=True)
        ],
        "lines": [
            {"beat": beat["id"], **{name: line[name] for name in ("id", "start", "end", "text")}}
            for beat in beats
            for line in beat["lines"]
        ],
        "captions": _captions(captions),
        "clips": list(_clips(beats)),
        "states": states(beats),
    }


def states(beats: Iterable[Account]) -> list[list[float]]:
    """[second, d_k, scaled] from which on the picture is of that whole d_k, with the division (1) or without (0)."""
    now, found = dict(FIRST_STATE), [[0.0, FIRST_STATE["d_k"], FIRST_STATE["scaled"]]]
    told = [each for beat in beats for each in beat["shown"] if each[1] in now]
    for (second, name, value), following in zip(told, [*told[1:], None], strict=False):
        now[name] = float(value)
        if following is not None and following[0] == second:
            continue  # the rest of what is shown from this moment on comes first
        state = [second, float(round(now["d_k"])), float(now["scaled"] >= 0.5)]
        if state[1:] != found[-1][1:]:
            found.append(state)
    return [[second, int(d_k), int(scaled)] for second, d_k, scaled in found]


def mark(account: Account, beat_id: str, line_id: str, name: str | None = None) -> float | None:
    """When the marked word of a line is spoken, or the line ends; None in a film that has no such line or mark."""
    for beat in account["beats"]:
        for line in beat["lines"]:
            if (beat["id"], line["id"]) == (beat_id, line_id):
                found = line["end"] if name is None else line["marks"].get(name)
                return None if found is None else float(found)
    return None


def clip_start(account: Account, beat_id: str, name: str) -> float | None:
    """When a clip of a beat begins; None in a film without it."""
    for beat in account["beats"]:
        for clip in beat["clips"]:
            if (beat["id"], clip["name"]) == (beat_id, name):
                return float(clip["start"])
    return None


def _captions(path: Path) -> list[list[Any]]:
    try:
        shown = written(path)
    except (OSError, ValueError) as error:
        raise FilmError(f"{path} is missing or damaged; make the film again.") from error
    return [[start / 1000, end / 1000, text] for start, end, text in shown]


def _clips(beats: Iterable[Account]) -> Iterable[dict[str, Any]]:
    """Clips with names of their own: a name that two beats use is not a link to anything."""
    beats = list(beats)
    names = sorted([clip["name"] for beat in beats for clip in beat["clips"]] + [beat["id"] for beat in beats])
    twice = {one for one, other in pairwise(names) if one == other}
    for beat in beats:
        said = clip_captions(beat["id"])
        for clip in beat["clips"]:
            if clip["name"] not in twice:
                yield {**clip, "beat": beat["id"], "caption": said.get(clip["name"], "")}
