"""What is asked of an export: formats, loop, sound, budget and poster, checked before anything is drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pipeline.errors import CommandError, did_you_mean
from pipeline.settings import Settings

FORMATS = ("mp4", "webm", "gif", "webp", "mov", "png-sequence")
SPEAKING = ("mp4", "webm", "mov")
# H.264 in MP4 has no place for opacity.
CLEAR = tuple(name for name in FORMATS if name != "mp4")
FIRST, LAST = "first", "last"
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Spec:
    """`max_bytes` is the most that a file may take; `poster` is "first", "last" or a moment in seconds.

    `limits` are in its place for some clips, by beat and clip. With `or_smallest` a film that cannot keep to its
    limit is made as small as can be, and is no failure.
    """

    formats: tuple[str, ...] = ("mp4",)
    loop: bool = False
    silent: bool = False
    max_bytes: int | None = None
    poster: str | Fraction = FIRST
    limits: Mapping[tuple[str, str], int] = field(default_factory=dict)
    or_smallest: bool = False

    @classmethod
    def from_options(
        cls,
        formats: Sequence[str] | None,
        settings: Settings,
        *,
        loop: bool = False,
        silent: bool = False,
        max_mb: str | None = None,
        poster: str = FIRST,
    ) -> Spec:
        """A specification from the command line's options; without `formats` what suits the look.

        Raises CommandError with one sentence for what cannot be.
        """
        # No browser but Safari plays the one with its opacity, and Safari plays only that one.
        usual = ("webm", "mov") if settings.transparent else ("mp4",)
        names = tuple(dict.fromkeys(part for each in formats or () for part in each.split(","))) or usual
        for name in names:
            if name not in FORMATS:
                raise CommandError(f"There is no format {name!r}. {did_you_mean(name, FORMATS)}")
            if settings.transparent and name not in CLEAR:
                raise CommandError(f"MP4 cannot be transparent; choose one of {', '.join(CLEAR)}.")
        return cls(names, loop, silent, _bytes(max_mb), _moment(poster))

    def speaks(self, name: str) -> bool:
        """Whether a file of the format `name` has narration: a loop has none, for words cannot go backwards."""
        return name in SPEAKING and not self.silent and not self.loop


def _bytes(max_mb: str | None) -> int | None:
    if max_mb is None:
        return None
    try:
        size = float(max_mb)
    except ValueError:
        size = math.nan
    if not 0 < size < math.inf:
        raise CommandError(f"Cannot keep to {max_mb} MB; give the most that a file may take, say --max-mb 8.")
    return max(1, int(size * MEGABYTE))


def _moment(poster: str) -> str | Fraction:
    if poster in (FIRST, LAST):
        return poster
    try:
        seconds = Fraction(poster.removesuffix("s"))
    except (ValueError, ZeroDivisionError):
        seconds = Fraction(-1)
    if seconds < 0:
        raise CommandError(f"A poster is the first picture, the last, or one at so many seconds, not {poster!r}.")
    return seconds
