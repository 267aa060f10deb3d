"""Rules over the script: what a voice would drop, or say wrong, does not belong into it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.errors import FilmError
from pipeline.voice import lexicon
from pipeline.voice.line import sentences
from scenes.kit.script import ScriptLine, load_script

_SPOKEN = re.compile(r"[A-Za-z ,.;:?!'’“”–-]")
# "d k" is heard as "decay", and "root d k" always; a subscript or a root sign is not said at all.
_SAID_WRONG = {
    r"\bd k\b": 'write "d sub k" (or `d_k`)',
    r"\bd_?k\b": 'write "d sub k" (or `d_k`)',
    r"\bsqrt\b": 'write "the square root of"',
}


def script_rules(beat: str) -> Iterator[tuple[str, str]]:
    """(line, sentence) for everything in a beat's script that a voice cannot say as it is meant."""
    try:
        lexicon.pronunciations()
    except FilmError as error:
        yield "", str(error)
    for line in load_script(beat).values():
        for text in spoken_faults(line):
            yield line.id, text


def spoken_faults(line: ScriptLine) -> Iterator[str]:
    """What is wrong with the spoken form of a line."""
    dropped = sorted({each for each in line.spoken if not _SPOKEN.match(each)})
    if dropped:
        kind = "digits" if all(map(str.isdigit, dropped)) else "signs"
        cure = "name the number, {like_this}" if kind == "digits" else "write them in words or as a `symbol`"
        yield f"the line {line.id!r} has {kind} that a voice drops or guesses at, {' '.join(dropped)}; {cure}"
    for pattern, cure in _SAID_WRONG.items():
        found = re.search(pattern, line.spoken)
        if found:
            yield f"the line {line.id!r} says {found.group()!r}, which is heard wrong; {cure}"
    for sentence in sentences(line.spoken):
        first = next((each for each in sentence[0] if each.isalpha()), "A")
        if first.islower():
            yield f"the line {line.id!r} begins a sentence with the small letter of {sentence[0]!r}; write a capital"
        if sum(map(len, sentence)) > 300:
            yield f"the line {line.id!r} has a sentence too long for one breath, {sentence[0]}...; cut it in two"
