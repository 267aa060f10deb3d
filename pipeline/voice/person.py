"""A person's own recordings in place of the engine's: one file a line, trimmed, at one loudness, words spread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import CommandError, FilmError, did_you_mean
from pipeline.progress import Bar
from pipeline.voice.line import Take
from pipeline.voice.lines import Spoken
from pipeline.voice.loudness import Samples, level
from pipeline.voice.manifest import IMPORTED, Manifest, imported_key
from pipeline.voice.sound import read, speech_bounds, trim
from scenes.kit import narration
from scenes.kit.narration import SAMPLE_RATE

SUFFIXES = (".wav", ".flac", ".mp3", ".m4a")
# Where no recording of the text gives the times: a word takes as long as its letters, and a pause as long as these.
_WORD, _LETTER = 2.0, 1.0
_PAUSES = {",": 4.0, ";": 5.0, ":": 5.0, ".": 9.0, "?": 9.0, "!": 9.0}


@dataclass(frozen=True)
class Found:
    """A recording in the folder and the line that it is of."""

    line: Spoken
    path: Path


def find(folder: Path, wanted: Sequence[Spoken], every: Sequence[Spoken]) -> list[Found]:
    """The files of `folder` for the lines `wanted`. Raises CommandError for a folder that is missing or empty, a
    file that is named after no line of the film (`every`), or two files of one line.
    """
    if not folder.is_dir():
        raise CommandError(f"There is no folder {folder}; give the one that holds your recordings.")
    names = {line.name: line for line in every}
    found: dict[str, Path] = {}
    for path in sorted(each for each in folder.iterdir() if each.suffix.lower() in SUFFIXES):
        if path.stem not in names:
            raise CommandError(f"{path} is named after no line of the script. {did_you_mean(path.stem, names)}")
        if path.stem in found:
            raise CommandError(f"{found[path.stem]} and {path.name} are both of one line; remove one of them.")
        found[path.stem] = path
    chosen = [Found(line, found[line.name]) for line in wanted if line.name in found]
    if not chosen:
        kinds = ", ".join(each[1:].upper() for each in SUFFIXES)
        example = f"({kinds}, named like {wanted[0].name}.wav)"
        raise CommandError(f"{folder} holds none of these lines {example}; --script-sheet tells all the names.")
    return chosen


def take_in(found: Sequence[Found], manifest: Manifest, bar: Bar) -> dict[str, float]:
    """Make the recordings `found` those of their lines; seconds of each that was new.

    Raises FilmError with a sentence for every file that cannot be used, before anything is changed.
    """
    takes: list[tuple[Found, str, Take]] = []
    faults: list[str] = []
    bar.begin("Reading", len(found))
    for each in found:
        bar.beat(each.line.name)
        try:
            entry = manifest.lines.get(each.line.name)
            samples = read(each.path)
            key = imported_key(each.line.text, each.path)
            if entry is None or entry.key != key or narration.fault(entry, each.line.text):
                takes.append((each, key, _take(each, samples, manifest)))
        except FilmError as error:
            faults.append(str(error))
        except ValueError as error:
            faults.append(f"{each.path} cannot be used: {error}; record it again.")
        bar.done(1)
    if faults:
        raise FilmError("\n".join([*faults, "Nothing was changed."]))
    made: dict[str, float] = {}
    for each, key, take in takes:
        manifest.keep(each.line.name, each.line.text, take, key, IMPORTED)
        made[each.line.name] = len(take.samples) / SAMPLE_RATE
    return made


def _take(found: Found, samples: Samples, manifest: Manifest) -> Take:
    cut, _ = trim(samples)
    first, last = speech_bounds(cut)
    entry = manifest.lines.get(found.line.name)
    same = entry if entry is not None and entry.text == found.line.text else None
    times = [(start, end) for _, start, end in same.words] if same else estimate(found.line.text)
    return Take(level(cut, SAMPLE_RATE), spread(found.line.text.split(), times, first, last))


def estimate(text: str) -> list[tuple[float, float]]:
    """Start and end of each word in units of its letters, with pauses at punctuation."""
    times, at = [], 0.0
    for word in text.split():
        letters = sum(map(str.isalnum, word))
        end = at + (_WORD + _LETTER * letters if letters else 0.0)
        times.append((at, end))
        at = end + _PAUSES.get(word.rstrip("\"'”’)")[-1:], 0.0)
    return times


def spread(
    words: Sequence[str], times: Sequence[tuple[float, float]], first: int, last: int
) -> tuple[tuple[str, int, int], ...]:
    """`words` over the samples [first, last], in the proportions of `times`."""
    begin, end = times[0][0], max(times[-1][1], times[0][0] + 1e-9)

    def at(time: float) -> int:
        return first + round((time - begin) / (end - begin) * (last - first))

    return tuple((word, at(start), at(stop)) for word, (start, stop) in zip(words, times, strict=True))
