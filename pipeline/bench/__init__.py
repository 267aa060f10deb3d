"""`bench`: how quickly this machine renders, as ratios inside one run, because machines differ and are shared.

On the same beats at the same size and rate: this project's render with one and with two workers; plain `manim` on
the same scene files with its own settings, caching off, and a join; and the limit, the same frames already in
memory, only converted and encoded: those in two rounds, the better of which counts, for whatever else a machine does
makes a run longer and never shorter. Besides, what people wait for: an unchanged build, one edited beat, one beat
at -q l. All of it happens in a private copy of the project, whose cache and results nobody else uses.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pipeline.bench.limit import encode_only
from pipeline.bench.plain import plain_manim
from pipeline.bench.project import Project
from pipeline.bench.simulation import simulate
from pipeline.bench.timed import Timed
from pipeline.keys import versions
from pipeline.paths import Paths
from pipeline.settings import Settings
from pipeline.workers import processors
from scenes import BeatInfo, beats

# One beat with sweeps, holds and fades in the film's own mixture, and short enough for a cup of tea.
DEFAULT_BEAT = "scale"
# How many workers of a cluster the whole film is dealt to, in a simulation from its measured plays.
CLUSTERS = (1, 2, 8, 32, 128)

Say = Callable[[str], None]


def bench(
    wanted: Sequence[BeatInfo], settings: Settings, paths: Paths, say: Say, *, full: bool = False
) -> dict[str, Any]:
    """Measure with the beats `wanted`; with `full` the whole film too. Returns the document that `table` prints.

    Raises FilmError if a render fails; the copy is removed in any case.
    """
    rows: dict[str, Timed] = {}

    def measure(name: str, what: str, run: Callable[[], Timed]) -> None:
        say(f"{what} ...")
        took = run()
        say(f"{what}: {took.seconds:.1f} s")
        rows[name] = min(took, rows.get(name, took), key=lambda each: each.seconds)

    with TemporaryDirectory(prefix="film-bench-") as folder:
        project = Project.copy_of(paths.root, Path(folder) / "project", settings)
        names = [beat.id for beat in wanted]
        quick = Project(project.root, Settings.from_options("l", theme=settings.theme))
        told = ", ".join(names)
        say(f"{told} once, not measured ...")  # or the first that is measured would pay for all that the others find
        drawn = project.beats(names, jobs=processors(), fresh=True)

        def rendered(jobs: int) -> Timed:
            return project.beats(names, jobs=jobs, fresh=True).timed

        def encoded(jobs: int) -> Timed:
            return encode_only(drawn.files, settings, jobs)

        for turn in ("first", "second"):
            for name, count, jobs in (("one", "one worker", 1), ("two", "two workers", 2)):
                measure(name, f"{told}, {count}, {turn} round", partial(rendered, jobs))
                measure(f"limit_{name}", f"only converted and encoded, {count}, {turn} round", partial(encoded, jobs))
        if hasattr(os, "sched_setaffinity"):
            what = f"{told}, one worker that has one processor"
            measure("alone", what, lambda: project.beats(names, jobs=1, fresh=True, alone=True).timed)
        measure("unchanged", f"{told}, unchanged", lambda: project.beats(names, jobs=2).timed)
        measure("plain", "Plain manim on the same beats", lambda: plain_manim(project.root, wanted, settings))
        measure(
            "quick",
            f"{names[0]} at -q l, from the key press",
            lambda: quick.beats(names[:1], jobs=processors(), fresh=True).timed,
        )
        film: dict[str, Any] = {}
        cluster: list[dict[str, Any]] = []
        if full:
            measure("film", "The whole film", lambda: project.film(jobs=processors(), fresh=True).timed)
            whole = project.film(jobs=processors())
            rows["film_unchanged"] = whole.timed
            say(f"The whole film, unchanged: {whole.timed.seconds:.1f} s")
            only = "The whole film, only converted and encoded"
            measure("limit_film", only, lambda: encode_only(whole.files, settings, processors()))
            project.edit(wanted[0])
            measure("film_edited", f"The whole film, {names[0]} edited", lambda: project.film(jobs=processors()).timed)
            film = {"seconds": whole.played}
            say("Every play of the film by itself, for what a cluster would take ...")
            plays = project.plays([beat.id for beat in beats()])
            cluster = [asdict(simulate(plays, workers)) for workers in CLUSTERS]
    return {
        "beats": names,
        "played_seconds": drawn.played,
        "frames": drawn.frames,
        "settings": settings.to_json(),
        "film": film,
        "cluster": cluster,
        "measured": {name: asdict(timed) for name, timed in rows.items()},
        "ratios": ratios(rows, drawn.played, film.get("seconds")),
        "machine": machine(),
    }


def ratios(rows: dict[str, Timed], played: float, film_played: float | None = None) -> dict[str, float]:
    """What the seconds in `rows` mean: `played` is the length of the beats, `film_played` that of the film."""
    seconds = {name: timed.seconds for name, timed in rows.items()}
    found = {
        "render over playing time, two workers": seconds["two"] / played,
        "times as fast as plain manim": seconds["plain"] / seconds["two"],
        "share of the encode-only limit": seconds["limit_two"] / seconds["two"],
        "two workers against one": seconds["one"] / seconds["two"],
        "the same of the encode-only limit": seconds["limit_one"] / seconds["limit_two"],
        "processors that one worker keeps busy": rows["one"].busy,
    }
    if "alone" in rows:
        found["two workers on two processors against one on one"] = seconds["alone"] / seconds["two"]
    if film_played:
        found["whole film over its playing time"] = seconds["film"] / film_played
        found["whole film, share of the encode-only limit"] = seconds["limit_film"] / seconds["film"]
    return {name: round(value, 3) for name, value in found.items()}


def machine() -> dict[str, Any]:
    """What the figures were measured on: sizes, no names."""
    pages, page = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    return {
        "processors": processors(),
        "memory_gib": round(pages * page / 2**30, 1),
        "architecture": platform.machine(),
        "load_before": round(os.getloadavg()[0], 2),
        "versions": dict(versions()),
    }
