"""`verify`: does a finished film still hold what its account says, file by file, down to the time of every frame?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

import av

from pipeline import verify_sound, verify_text, verify_video
from pipeline.account import Account, BeatAccount, difference
from pipeline.keys import versions
from pipeline.paths import Paths

FILM = "film.mp4"
_PROMISED = (FILM, "film.srt", "film.vtt", "film.jpg", "transcript.md")


@dataclass(frozen=True)
class Difference:
    """Something that is not as the account says: of which file, found by which check, in one sentence."""

    file: str
    check: str
    text: str


def verify(account: Account, paths: Paths) -> dict[str, Any]:
    """Look at every file of a film; {"account", "files", "checks", "differences"}, each difference a `Difference`.

    Nothing is drawn. Raises nothing for a damaged file: that is what it is to find.
    """
    found = [*_account(account), *_hashes(account)]
    for beat in account.beats:
        found += _clip(account, beat)
    found += _film(account)
    return {
        "account": paths.shown(account.path),
        "files": len(account.files),
        "checks": ["account", "hash", "pictures", "index", "chapters", "captions", "sound", "loudness", "poster"],
        "differences": [asdict(each) for each in found],
    }


def other_versions(account: Account) -> list[str]:
    """What this machine has in another version than the one the film was made on; no fault by itself."""
    here = versions()
    names = sorted({*account.versions, *here})
    pairs = [(name, account.versions.get(name, "none"), here.get(name, "none")) for name in names]
    return [f"{name} was {was} and is {now} here" for name, was, now in pairs if was != now]


def _account(account: Account) -> Iterator[Difference]:
    def wrong(text: str) -> Difference:
        return Difference("film.json", "account", text)

    for name in (*_PROMISED, *(beat.file for beat in account.beats)):
        if name not in account.files:
            yield wrong(f"film.json does not list {name}, which belongs to a film.")
    end = 0
    for beat in account.beats:
        if beat.first != end:
            yield wrong(f"film.json lets {beat.id} begin at frame {beat.first}, and the beat before ends at {end}.")
        end = beat.first + beat.frames
    if end != account.frames:
        yield wrong(f"film.json gives the film {account.frames} frames, and its beats {end}.")


def _hashes(account: Account) -> Iterator[Difference]:
    for name, listed in account.files.items():
        text = difference(account.folder / name, name, listed)
        if text is not None:
            yield Difference(name, "hash", text)


def _film(account: Account) -> Iterator[Difference]:
    if not (account.folder / FILM).is_file():  # told already
        return
    spoken = any(beat.spoken for beat in account.beats)
    wanted = [(beat.title, beat.first, beat.first + beat.frames) for beat in account.beats]
    unreadable = False
    for each in _video(account, FILM, account.frames, wanted, spoken):
        unreadable = unreadable or each.check == "readable"
        yield each
    if unreadable:
        return
    yield from _captions(account)
    if spoken and _has_sound(account):
        try:
            texts = list(verify_sound.loudness(account.folder / FILM, account.sound))
        except av.error.FFmpegError as error:
            texts = [f"has sound that cannot be decoded ({error.strerror})"]
        for text in texts:
            yield Difference(FILM, "loudness", f"{FILM} {text}.")
    yield from _poster(account)


def _clip(account: Account, beat: BeatAccount) -> Iterator[Difference]:
    if (account.folder / beat.file).is_file():
        wanted = [(beat.title, 0, beat.frames)]
        yield from _video(account, beat.file, beat.frames, wanted, beat.spoken)


def _video(
    account: Account, name: str, frames: int, wanted: list[tuple[str, int, int]], spoken: bool
) -> Iterator[Difference]:
    settings, path = account.settings, account.folder / name
    container = verify_video.opened(path)
    if container is None:
        yield Difference(name, "readable", f"{name} cannot be read as a video.")
        return
    with container:
        try:
            looked = [
                ("chapters", list(verify_video.chapters(container, wanted, settings.fps))),
                ("sound", list(verify_sound.times(container, frames / settings.fps, spoken))),
                ("index", list(verify_video.index_first(path))),
                ("pictures", list(verify_video.pictures(container, settings, frames))),
            ]
        except av.error.FFmpegError as error:
            yield Difference(name, "readable", f"{name} cannot be read to its end ({error.strerror}).")
            return
    for check, texts in looked:
        for text in texts:
            yield Difference(name, check, f"{name} {text}.")


def _captions(account: Account) -> Iterator[Difference]:
    with av.open(str(account.folder / FILM)) as container:
        soft = verify_text.soft(container)
    seconds = account.frames / account.settings.fps
    for name in ("film.srt", "film.vtt"):
        path = account.folder / name
        if not path.is_file():
            continue
        try:
            found = verify_text.written(path)
        except (OSError, ValueError):
            yield Difference(name, "captions", f"{name} cannot be read as captions.")
            continue
        for text in verify_text.unlike(name, found, soft, seconds):
            yield Difference(name, "captions", text)


def _has_sound(account: Account) -> bool:
    with av.open(str(account.folder / FILM)) as container:
        return bool(container.streams.audio)


def _poster(account: Account) -> Iterator[Difference]:
    path = account.folder / "film.jpg"
    if not path.is_file():
        return
    size = None
    with suppress(av.error.FFmpegError, OSError, StopIteration), av.open(str(path)) as picture:
        frame = next(picture.decode(video=0))
        size = (frame.width, frame.height)
    if size != (account.settings.width, account.settings.height):
        what = "cannot be read as a picture" if size is None else f"is {size[0]}x{size[1]} pixels"
        yield Difference("film.jpg", "poster", f"film.jpg {what}, and the film is {_size(account)}.")


def _size(account: Account) -> str:
    return f"{account.settings.width}x{account.settings.height}"
