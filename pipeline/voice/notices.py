"""What every render and check says of lines that have no sound of their own yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.voice.lines import unspoken_sentence
from scenes import BeatInfo
from scenes.kit import KitError


def silent_beats(wanted: Sequence[BeatInfo]) -> Iterator[tuple[str, str]]:
    """(beat, sentence) for each beat with a line that is not recorded, or not as it stands in the script now."""
    for beat in wanted:
        try:
            sentence = unspoken_sentence(beat.id)
        except KitError:
            continue  # a script or manifest that cannot be read: the beat itself says so when it is made
        if sentence:
            yield beat.id, sentence
