"""What was exported: an entry for each file, for programs (`clips.json`, `--json`) and for people."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pipeline.atomic import write_atomic
from pipeline.clips.budget import told_bytes
from pipeline.paths import Paths

ACCOUNT = "clips.json"


@dataclass(frozen=True)
class Made:
    """A file (or folder of pictures) of a clip, with what stands beside it.

    `captions` are a .vtt and a .srt, if it speaks. `alt` is what is seen, for those who cannot see it; `spoken` the
    words that are heard in it. `loop` is None, "as it is" (its last picture is its first) or "forth and back".
    `how` tells people what was chosen for it. A folder of pictures has no `sha256`.
    """

    name: str
    beat: str
    title: str
    format: str
    path: Path
    poster: Path
    captions: tuple[Path, ...]
    seconds: float
    frames: int
    fps: float
    width: int
    height: int
    bytes: int
    sha256: str | None
    theme: str
    transparent: bool
    loop: str | None
    speaks: bool
    caption: str
    alt: str
    spoken: str
    how: str

    def to_json(self, paths: Paths) -> dict[str, Any]:
        """Plain data, with paths as people read them."""
        shown = {"path": paths.shown(self.path), "poster": paths.shown(self.poster)}
        return {**asdict(self), **shown, "captions": [paths.shown(each) for each in self.captions]}

    def told(self, paths: Paths) -> str:
        """One line for people."""
        return f"{paths.shown(self.path)}: {self.seconds:.1f} s, {told_bytes(self.bytes)}; {self.how}."


def write_account(folder: Path, made: Iterable[Made], paths: Paths) -> None:
    """Enter what was made into the folder's `clips.json`, in place of older entries, and drop those without a file."""
    entries = {entry["path"]: entry for entry in read_account(folder)}
    entries |= {entry["path"]: entry for entry in (each.to_json(paths) for each in made)}
    kept = [entry for path, entry in sorted(entries.items()) if (paths.root / path).exists()]
    write_atomic(folder / ACCOUNT, json.dumps({"clips": kept}, ensure_ascii=False, indent=2) + "\n")


def read_account(folder: Path) -> list[dict[str, Any]]:
    """The entries of a folder's `clips.json`; none if there is none, or it is damaged."""
    try:
        found = json.loads((folder / ACCOUNT).read_text("utf-8"))["clips"]
        return [entry for entry in found if isinstance(entry["path"], str)]
    except (OSError, ValueError, KeyError, TypeError):
        return []
