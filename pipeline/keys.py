"""A beat's key: a digest of everything its pictures depend on, and of nothing else.

Parts have names, so that two keys can be compared and `--why` can name the file, option or version that
differs. No part is a time stamp or an absolute path: a checkout that is moved or touched keeps its cache.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from pipeline import imports
from pipeline.encode import ENCODER
from pipeline.errors import FilmError
from pipeline.settings import Settings

# What draws and encodes besides the beat itself; `scenes` finds the beat by its id.
DRAWING_MODULES = ("pipeline.stage", "pipeline.encode", "scenes")
# Distributions whose code makes pictures, numbers or the spoken form that lines are timed by.
DISTRIBUTIONS = (
    "manim",
    "numpy",
    "scipy",
    "typst",
    "pycairo",
    "ManimPango",
    "av",
    "pillow",
    "svgelements",
    "skia-pathops",
    "mapbox_earcut",
    "fonttools",
    "num2words",
)
_PYTHON = (".py", ".pyc", ".pyi")
_NARRATION = "assets/narration"
_SCRIPTS = "assets/script"
# Folders of assets that belong to all beats, whatever a beat is called.
_KINDS = ("fonts", "narration")
# Made from the film; it shapes none of it.
_SHEET = "assets/film-sheet.jpg"
# How the voice is to say words shapes its recordings, which have digests of their own, and no picture.
_PRONUNCIATIONS = re.compile(rb"^\[pronunciations[\].].*?(?=^\[(?!pronunciations)|\Z)", re.MULTILINE | re.DOTALL)
# What a script says of its pictures in words (to a blank line or the first spoken line) shapes none of them.
_PICTURE = re.compile(rb"^picture\s*=.*?(?=^\s*$|^\[|\Z)", re.MULTILINE | re.DOTALL)

# Nor do the captions of its clips, with the blank lines before them.
_CLIPS = re.compile(rb"\s*^\[clips\][^\n]*.*?(?=^\[|\Z)", re.MULTILINE | re.DOTALL)


Stamps = Mapping[str, tuple[int, int]]
"""Size in bytes and time of change of files: never part of a key, only a watch on files while they are used."""


@dataclass(frozen=True)
class Key:
    """`digest` (64 hexadecimal digits) over `parts`, a digest or a value for each named part.

    `stamps` are of the files among the parts, taken before they were read.
    """

    digest: str
    parts: Mapping[str, str]
    stamps: Stamps

    @property
    def short(self) -> str:
        """The first 16 digits: the name of the beat's folder in the cache."""
        return self.digest[:16]


class Keys:
    """Keys of the beats of one project. Files are read once, when first asked for."""

    def __init__(self, root: Path, settings: Settings, beat_ids: Sequence[str]) -> None:
        self._root = root
        self._beat_ids = beat_ids
        self._digests: dict[Path, str] = {}
        self._stamps: dict[Path, tuple[int, int]] = {}
        self._memory: imports.Memory = {}
        self._shared = {
            **{f"setting {name}": str(value) for name, value in settings.to_json().items()},
            **{f"encoder {name}": str(value) for name, value in ENCODER.to_json().items()},
            **{f"version of {name}": value for name, value in versions().items()},
        }

    def key(self, beat_id: str, module: str) -> Key:
        """The key of the beat `beat_id`, which the module `module` of this project defines."""
        files = set(imports.closure(self._root, (module, *DRAWING_MODULES), self._memory))
        files |= {each for folder in {path.parent for path in files} for each in self._data_beside(folder)}
        files |= set(self._assets(beat_id))
        parts = {path.relative_to(self._root).as_posix(): self._digest(path) for path in sorted(files)}
        parts |= self._narration(beat_id)
        parts |= self._shared
        stamps = {str(path): self._stamps[path] for path in {*files, *self._manifests()}}
        return Key(hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest(), parts, stamps)

    def _data_beside(self, folder: Path) -> list[Path]:
        """Tables that a package keeps beside its modules (the sweeps of mathcore)."""
        if folder == self._root:
            return []
        return [path for path in folder.iterdir() if path.is_file() and path.suffix not in _PYTHON]

    def _assets(self, beat_id: str) -> list[Path]:
        """Every asset but those that carry another beat's name: the fonts, the lexicon, its own script and sounds.

        Of the narration only the beat's own: its sounds here, its entries of the manifest by `_narration`. Of the
        scripts its own and the lexicon: another may be of a beat that is not written yet, or no longer there.
        """
        sheet = self._root / _SHEET
        found = (path for path in (self._root / "assets").rglob("*") if path.is_file() and path != sheet)
        return [path for path in found if self._shapes(path, beat_id)]

    def _shapes(self, path: Path, beat_id: str) -> bool:
        scripts = self._root / _SCRIPTS
        if path.is_relative_to(scripts):
            return path in (scripts / f"{beat_id}.toml", scripts / "lexicon.toml")
        owner = self._owner(path)
        return owner == beat_id or (owner is None and not path.is_relative_to(self._root / _NARRATION))

    def _narration(self, beat_id: str) -> dict[str, str]:
        """A digest of the beat's entries in each manifest; the whole of one that cannot be read."""
        parts = {}
        for path in self._manifests():
            self._digest(path)  # for its stamp
            content = path.read_bytes()
            try:
                lines = json.loads(content)["lines"]
                own = {name: entry for name, entry in lines.items() if name.partition(".")[0] == beat_id}
                content = json.dumps(own, sort_keys=True).encode() if own else b""
            except (ValueError, KeyError, TypeError, AttributeError):
                pass  # the beat itself will say what is wrong with it
            if content:
                name = f"{path.relative_to(self._root).as_posix()}, lines of {beat_id}"
                parts[name] = hashlib.sha256(content).hexdigest()
        return parts

    def _manifests(self) -> list[Path]:
        return sorted((self._root / _NARRATION).glob("*/manifest.json"))

    def _owner(self, path: Path) -> str | None:
        """The beat whose name an asset carries, or the nearest folder around it; a beat may be called "fonts" too."""
        kind, *parts = path.relative_to(self._root / "assets").parts
        for part in reversed(parts if kind in _KINDS else (kind, *parts)):
            bare = re.sub(r"^[a-z]?\d+[_-]", "", part.split(".")[0])
            if bare in self._beat_ids:
                return bare
        return None

    def _digest(self, path: Path) -> str:
        if path not in self._digests:
            try:
                self._stamps[path] = _stamp(path)
                content = path.read_bytes()
                if path.name == "lexicon.toml":
                    content = _PRONUNCIATIONS.sub(b"", content)
                elif path.suffix == ".toml":
                    content = _CLIPS.sub(b"\n", _PICTURE.sub(b"", content))
                self._digests[path] = hashlib.sha256(content).hexdigest()
            except OSError as error:
                sentence = f"Cannot read {path} ({error.strerror}); restore it and try again."
                raise FilmError(sentence) from error
        return self._digests[path]


def require_unchanged(stamps: Stamps) -> None:
    """Raise FilmError if a file has been edited since its stamp was taken: what was made from it has no key."""
    for name, stamp in stamps.items():
        path = Path(name)
        if not path.is_file() or _stamp(path) != stamp:
            raise FilmError(f"{path.name} was changed while the beat was being made; run the same command again.")


def compare(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """What differs between the parts of two keys, in words: "scenes/kit/motion.py changed", ..."""
    said = []
    for name in sorted({*old, *new}):
        before, after = old.get(name), new.get(name)
        if before == after:
            continue
        if before is None or after is None:
            said.append(f"{name} is {'new' if before is None else 'gone'}")
        elif name.startswith(("setting ", "encoder ", "version of ")):
            said.append(f"{name} went from {before} to {after}")
        else:
            said.append(f"{name} changed")
    return said


def _stamp(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_size, status.st_mtime_ns


@cache
def versions() -> Mapping[str, str]:
    """Versions of everything that can change a picture. Raises FilmError if a package is missing."""
    import av
    import cairo
    import manimpango  # type: ignore[import-untyped]

    found = {"python": f"{sys.version_info.major}.{sys.version_info.minor}", "machine": platform.machine()}
    for name in DISTRIBUTIONS:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError as error:
            sentence = f"The package {name} is not installed; run ./run to set the project up."
            raise FilmError(sentence) from error
    found["cairo"] = cairo.cairo_version_string()
    found["pango"] = manimpango.pango_version()
    for library, numbers in av.library_versions.items():
        found[library] = ".".join(map(str, numbers))
    return found
