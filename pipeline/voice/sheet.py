"""What a person has to read, line by line, and under which names to save it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from pipeline.voice.lines import Spoken
from scenes import BeatInfo
from scenes.kit.script import load_script

ADVICE = (
    "One file a line (WAV, FLAC, MP3 or M4A), named as printed here, such as {name}.wav.",
    "A second of silence before and after does no harm: it is cut off. Then: ./run narrate --import FOLDER",
)


def sheet(lines: Sequence[Spoken], beats: Sequence[BeatInfo]) -> Iterator[str]:
    """The script sheet, line by line of text; a line's caption follows where it is written otherwise than spoken."""
    titles = {beat.id: f"{beat.index}. {beat.title}" for beat in beats}
    yield from (each.format(name=lines[0].name) for each in ADVICE)
    for beat, spoken in groupby(lines, key=lambda line: line.beat):
        captions = {line.id: line.caption for line in load_script(beat).values()}
        yield f"\n{titles[beat]}"
        for line in spoken:
            yield f"\n{line.name}\n    {line.text}"
            if captions[line.line] != line.text:
                yield f"    (shown: {captions[line.line]})"
