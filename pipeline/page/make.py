"""`page`: the folder of the learner's page, made of a finished film and of what mathcore computes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pipeline.account import ACCOUNT, difference, read_account
from pipeline.atomic import require_writable, staged_folder, sweep_parts
from pipeline.build import Options
from pipeline.cache import lock
from pipeline.errors import FilmError
from pipeline.page import typeface
from pipeline.page.bundle import bundle
from pipeline.page.figures import boundary_data, explorer_data, training_data
from pipeline.page.film_data import Account, film_data, read_film
from pipeline.page.formulas import FORMULAS
from pipeline.page.prediction import prediction_data
from pipeline.page.shell import shell
from pipeline.page.stills import SIZE, write_poster, write_stills
from pipeline.page.styles import FONT_FILE, type_css
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.settings import Settings
from scenes import FILM_TITLE, BeatInfo
from scenes.kit.look import THEMES

FORMAT = 1
NAME = "page"
# The film's files that are in the page as they are, or as a smaller picture.
TAKEN = ("film.mp4", "film.jpg")
Say = Callable[[str], None]


@dataclass(frozen=True)
class Film:
    """A finished film: its folder and its account."""

    folder: Path
    account: Account


def make_page(
    wanted: Sequence[BeatInfo], settings: Settings, options: Options, paths: Paths, bar: Bar, say: Say
) -> dict[str, Any]:
    """Make `<out>/<look>/page/`, whole or not at all, and return an account of it.

    Raises FilmError if the dark film of this look is not there, or a picture or a file cannot be made.
    """
    folder = _film(settings, paths).folder  # without it nothing has to wait
    require_writable(folder)
    waiting = f"Another build is at work on {paths.shown(folder)}; waiting for it to end."
    # Held for the film too, which must not be replaced while it is taken over.
    with lock(paths.beside_cache(folder, ".lock"), lambda: bar.say(waiting)):
        sweep_parts(folder, NAME)
        films = {"dark": _film(settings, paths)}
        other = _light_film(settings, films["dark"], paths, say)
        if other is not None:
            films["light"] = other
        for theme, film in films.items():
            _require_whole(film, replace(settings, theme=theme), paths)
        with staged_folder(folder / NAME) as part:
            _fill(part, films, wanted, options, paths, bar)
    return _report(folder / NAME, films, paths)


def _fill(
    part: Path, films: Mapping[str, Film], wanted: Sequence[BeatInfo], options: Options, paths: Paths, bar: Bar
) -> None:
    """Put everything that the page is made of into the folder `part`."""
    data = page_data(films)
    runs = bundle()
    for theme, film in films.items():
        source = data["film"]["sources"][theme]
        link_or_copy(film.folder / "film.mp4", part / source["video"])
        write_poster(film.folder / "film.jpg", part / source["poster"])
    write_stills(wanted, options, paths, bar, part)
    fonts = paths.root / "assets" / "fonts"
    written = {
        "index.html": shell(data, SIZE).encode(),
        "type.css": type_css().encode(),
        "icon.svg": _icon(),
        FONT_FILE: typeface.page_font(fonts),
        typeface.LICENCE: (fonts / typeface.LICENCE).read_bytes(),
        **runs,
    }
    for name, content in written.items():
        (part / name).write_bytes(content)


def _report(folder: Path, films: Mapping[str, Film], paths: Paths) -> dict[str, Any]:
    sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    return {
        "page": paths.shown(folder / "index.html"),
        "themes": list(films),
        "bytes": sum(size for name, size in sizes.items() if not name.endswith(".mp4")),
        "files": [{"path": name, "bytes": size} for name, size in sorted(sizes.items())],
    }


def page_data(films: Mapping[str, Film]) -> dict[str, Any]:
    """All that the page knows, for JSON. `films` holds the dark film, and the light one if there is one."""
    dark = films["dark"]
    sources = {
        "dark": {"video": "film.mp4", "poster": "poster.webp"},
        "light": {"video": "film-light.mp4", "poster": "poster-light.webp"} if "light" in films else None,
    }
    return {
        "format": FORMAT,
        "title": FILM_TITLE,
        "formulas": {name: spoken for name, (_, spoken) in FORMULAS.items()},
        "film": {**film_data(dark.account, dark.folder / "film.vtt"), "sources": sources},
        "prediction": prediction_data(dark.account),
        "explorer": explorer_data(),
        "boundary": boundary_data(),
        "training": training_data(),
    }


def link_or_copy(source: Path, target: Path) -> None:
    """The same file in another place: a second name for it where the disk allows that, else a copy."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _film(settings: Settings, paths: Paths) -> Film:
    """The finished film of a look. Raises FilmError that says how to make it."""
    folder = paths.out / settings.folder_name
    for name in (ACCOUNT, *TAKEN, "film.vtt"):
        if not (folder / name).is_file():
            sentence = f"The page shows the film, and there is no {paths.shown(folder / name)} yet; first run"
            raise FilmError(f"{sentence} {_command(settings, paths)}.")
    account = read_film(folder / ACCOUNT)
    if not account["beats"]:
        raise FilmError(f"The film in {paths.shown(folder)} has no parts; first run {_command(settings, paths)}.")
    return Film(folder, account)


def _require_whole(film: Film, settings: Settings, paths: Paths) -> None:
    """Raise FilmError if a file that the page takes over is not the one that the film's account lists."""
    listed = read_account(film.folder / ACCOUNT).files
    for name in TAKEN:
        path = film.folder / name
        told = difference(path, paths.shown(path), listed[name]) if name in listed else f"{ACCOUNT} lists no {name}."
        if told is not None:
            raise FilmError(f"{told.rstrip('.')}; first run {_command(settings, paths)} again.")


def _light_film(settings: Settings, dark: Film, paths: Paths, say: Say) -> Film | None:
    """The light film of the same look, if it is there and runs as the dark one does."""
    light = replace(settings, theme="light")
    if not (paths.out / light.folder_name / ACCOUNT).is_file():
        return None
    film = _film(light, paths)
    if _times(film.account) == _times(dark.account):
        return film
    again = f"{_command(settings, paths)} and {_command(light, paths)}"
    say(f"The light film is of another state than the dark one and is left out; make both again with {again}.")
    return None


def _times(account: Account) -> list[tuple[str, int, int]]:
    return [(beat["id"], beat["first_frame"], beat["frames"]) for beat in account["beats"]]


def _command(settings: Settings, paths: Paths) -> str:
    """The command that makes the film of these settings."""
    words = ["./run film", f"-r {settings.width},{settings.height} --fps {settings.to_json()['fps']}"]
    for letter in "lmhpk":
        if replace(Settings.from_options(letter), theme=settings.theme) == settings:
            words[1:] = [] if letter == "h" else [f"-q {letter}"]
    if settings.theme != "dark":
        words.append(f"--theme {settings.theme}")
    if paths.out_folder is not None:
        words.append(f"-o {paths.out_folder}")
    return " ".join(words)


def _icon() -> bytes:
    """A few weights, of which one is large: the page's icon."""
    ground, bar = THEMES["dark"]["background"], THEMES["dark"]["key"]
    heights = (4, 7, 22, 5)
    bars = "".join(
        f'<rect x="{4 + 6.5 * i:g}" y="{28 - height}" width="4.5" height="{height}" fill="{bar}"/>'
        for i, height in enumerate(heights)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" rx="6" fill="{ground}"/>{bars}</svg>\n'
    ).encode()
