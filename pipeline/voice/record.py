"""Record with the engine what is missing or stale, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.progress import Bar
from pipeline.voice import lexicon, voices
from pipeline.voice.engine import Engine, Narrator
from pipeline.voice.line import record
from pipeline.voice.lines import Spoken
from pipeline.voice.manifest import IMPORTED, SYNTHESISED, Manifest, synthesised_key
from scenes.kit import narration


@dataclass(frozen=True)
class Job:
    """A line to record: why, how its words are to sound, and the key of the result."""

    line: Spoken
    why: str
    pronunciations: dict[str, str]
    key: str


def stale(
    wanted: Sequence[Spoken], manifest: Manifest, narrator: Narrator, folder: Path, *, keep_imported: bool = True
) -> Iterator[Job]:
    """The lines whose recording is missing, damaged, or not what this narrator would say now.

    A person's recording of the very text is stale only without `keep_imported`. `folder` holds the voices.
    """
    known = lexicon.pronunciations()
    voice = voices.digest(folder, narrator.voice)
    for line in wanted:
        entry = manifest.lines.get(line.name)
        said = lexicon.of_line(line.name, line.text.split(), known)
        key = synthesised_key(line.text, narrator, voice, said)
        why = narration.fault(entry, line.text)
        if entry is not None and not why and entry.key != key:
            own = entry.source == IMPORTED
            why = "" if own and keep_imported else "its voice, speed or pronunciation changed"
        if why:
            yield Job(line, why, said, key)


def narrate(
    jobs: Sequence[Job],
    manifest: Manifest,
    narrator: Narrator,
    engine: Engine,
    bar: Bar,
) -> dict[str, float]:
    """Record the `jobs`; seconds of each. What is finished is kept at once, however the run ends."""
    made: dict[str, float] = {}
    bar.begin("Recording", len(jobs))
    for job in jobs:
        bar.beat(job.line.name)
        take = record(engine, job.line.text, job.pronunciations, narrator)
        entry = manifest.keep(job.line.name, job.line.text, take, job.key, SYNTHESISED)
        made[job.line.name] = entry.samples / narration.SAMPLE_RATE
        bar.done(1)
    return made
