"""`verify --rebuild`: the film made once more from nothing, in a folder of its own, and compared file by file.

Where only the bytes differ (another processor, another version of a library), pictures and sound are decoded and
compared with a tolerance: a picture counts as the same if every square of 8 x 8 pixels has the same mean colour
within `LEVELS`. Rounding and the encoder's noise stay far below that; a label of one word that is missing does not.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray

from pipeline.account import ACCOUNT, Account, read_account
from pipeline.atomic import make_folder
from pipeline.build import Options
from pipeline.cache import lock
from pipeline.encode import sha256_of
from pipeline.film import film
from pipeline.likeness import square_means
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.verify import Difference, other_versions

# Of 255; and of full scale, for sound that was compressed with the same settings elsewhere.
LEVELS, SOUND = 4.0, 0.02
_SQUARE = 8
_PREFIX = "rebuild-"


def rebuild(account: Account, options: Options, paths: Paths, bar: Bar) -> dict[str, Any]:
    """Make the film of `account` again and compare; {"same_bytes", "notes", "differences"}.

    `notes` tells of files whose bytes alone differ, and of what may be the cause. Raises FilmError if the film
    cannot be made.
    """
    make_folder(paths.cache)
    with lock(paths.cache / "rebuild.lock", lambda: bar.say("Another rebuild is at work; waiting for it to end.")):
        for left in paths.cache.glob(f"{_PREFIX}*"):  # of one that was killed
            shutil.rmtree(left, ignore_errors=True)
        with TemporaryDirectory(prefix=_PREFIX, dir=paths.cache) as place:
            private = replace(paths, out_folder=Path(place) / "out", cache_folder=Path(place) / "cache")
            film(account.settings, options, private, bar, muted=account.muted)
            made = read_account(private.out / account.settings.folder_name / ACCOUNT)
            return _compare(account, made)


def _compare(account: Account, made: Account) -> dict[str, Any]:
    same, notes, differences = [], [], []
    for name in sorted({*account.files, *made.files}):
        old, new = account.folder / name, made.folder / name
        if not old.is_file() or not new.is_file():
            text = f"{name} is made now, and was not." if new.is_file() else f"{name} was made, and is not now."
            if old.is_file() or name not in account.files:  # a lost file is told already
                differences.append(Difference(name, "rebuild", text))
        elif sha256_of(old) == sha256_of(new):
            same.append(name)
        else:
            unlike = list(_unlike(old, new))
            differences += [Difference(name, "rebuild", f"{name}, rendered again, {text}.") for text in unlike]
            if not unlike:
                notes.append(f"{name}, rendered again, has other bytes and the same pictures and sound.")
    if notes or differences:
        notes += [f"{each}." for each in (*other_versions(account), *_other_keys(account, made))]
    return {"same_bytes": same, "notes": notes, "differences": [asdict(each) for each in differences]}


def _other_keys(account: Account, made: Account) -> Iterator[str]:
    keys = {beat.id: beat.key for beat in made.beats}
    for beat in account.beats:
        if keys.get(beat.id, beat.key) != beat.key:
            yield f"What {beat.id} is drawn from has changed since this film was made"


def _unlike(old: Path, new: Path) -> Iterator[str]:
    """What a person would notice between two files of one name, which differ in their bytes; nothing if nothing."""
    if old.suffix in (".mp4", ".jpg"):
        try:
            yield from _unlike_pictures(old, new)
            yield from _unlike_sound(old, new)
        except (av.error.FFmpegError, OSError) as error:
            yield f"cannot be compared: {error.strerror}"
    else:
        pairs = zip_longest(_lines(old), _lines(new))
        number = next((at for at, (one, other) in enumerate(pairs, 1) if one != other), None)
        yield "has other bytes" if number is None else f"differs first in line {number}"


def _unlike_pictures(old: Path, new: Path) -> Iterator[str]:
    wrong, worst, first, number = 0, 0.0, -1, -1
    for number, (one, other) in enumerate(zip_longest(_pictures(old), _pictures(new))):
        if one is None or other is None or one.shape != other.shape:
            yield "has another number or size of pictures"
            return
        off = float(np.abs(one - other).max())
        if off > LEVELS:
            wrong, worst = wrong + 1, max(worst, off)
            first = number if first < 0 else first
    if wrong:
        yield f"has {wrong} of {number + 1} pictures that differ, first frame {first}, by up to {worst:.0f} levels"


def _pictures(path: Path) -> Iterator[NDArray[np.float64]]:
    """The mean red, green and blue of every square of each frame."""
    with av.open(str(path)) as container:
        for frame in container.decode(video=0):
            yield square_means(frame.to_ndarray(format="rgb24"), _SQUARE)


def _unlike_sound(old: Path, new: Path) -> Iterator[str]:
    one, other = _samples(old), _samples(new)
    if len(one) != len(other):
        yield "has sound of another length"
    elif len(one) and (off := float(np.abs(one - other).max())) > SOUND:
        yield f"has other sound, by up to {off:.2f} of full scale"


def _samples(path: Path) -> NDArray[np.float32]:
    with av.open(str(path)) as container:
        if not container.streams.audio:
            return np.zeros(0, np.float32)
        pieces = [frame.to_ndarray().ravel() for frame in container.decode(audio=0)]
    return np.concatenate(pieces)


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().split(b"\n")
