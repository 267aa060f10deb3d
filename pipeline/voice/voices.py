"""Voice files: half a megabyte each, committed where they are in use, so that recording needs packages only."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from pipeline.errors import CommandError, FilmError, did_you_mean

# 510 lengths of sentence, a style of 256 numbers for each.
VOICE_BYTES = 510 * 256 * 4
SOURCE = "the folder voices of the npm package kokoro-js 1.2.1"


def voice_file(folder: Path, voice: str) -> Path:
    """The file of a voice. Raises CommandError for one that is not there, FilmError for one that is damaged."""
    path = folder / f"{voice}.bin"
    if not re.fullmatch(r"[ab][fm]_[a-z]+", voice) or not path.is_file():
        known = sorted(each.stem for each in folder.glob("*.bin"))
        hint = did_you_mean(voice, known) if known else ""
        more = f"More English voices are in {SOURCE}: put one into assets/narration/voices."
        raise CommandError(f"There is no voice {voice!r}. {hint} {more}".replace("  ", " "))
    if path.stat().st_size != VOICE_BYTES:
        raise FilmError(f"assets/narration/voices/{path.name} is damaged; take it anew from {SOURCE}.")
    return path


def digest(folder: Path, voice: str) -> str:
    """SHA-256 of a voice's file."""
    return hashlib.sha256(voice_file(folder, voice).read_bytes()).hexdigest()
