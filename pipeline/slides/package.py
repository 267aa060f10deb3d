"""Archives whose bytes follow from what is in them: no times of the day, one order, films stored as they are."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from pipeline.atomic import staged
from pipeline.slides.own import Own

Member = tuple[str, bytes | Path]
"""A name in an archive, and its bytes or the file they are in."""

# Compressed already: deflating them once more takes seconds and saves nothing.
_STORED = (".mp4", ".png", ".jpg", ".jpeg")


def write_zip(path: Path, members: Iterable[Member], own: Own | None = None) -> None:
    """Write the archive `path`, whole or not at all, and note it in `own` before."""
    with staged(path) as part:
        with zipfile.ZipFile(part, "w") as archive:
            for name, content in members:
                stored = name.lower().endswith(_STORED)
                info = zipfile.ZipInfo(name)  # 1980, the first day that ZIP knows
                info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
                info.external_attr = 0o644 << 16
                archive.writestr(info, content.read_bytes() if isinstance(content, Path) else content)
        if own is not None:
            own.note(path, part)


def repack(source: Path, path: Path, instead: Mapping[str, bytes], own: Own | None = None) -> None:
    """Write the archive `source` again to `path`; the members that `instead` names have those bytes."""
    with zipfile.ZipFile(source) as archive:
        names = archive.namelist()
        if lost := sorted(set(instead) - set(names)):
            raise ValueError(f"There is no {', '.join(lost)} in {source.name}.")
        # What says what all the others are comes first, as the reader of a stream wants it.
        ordered = sorted(names, key=lambda name: (name != "[Content_Types].xml", name != "_rels/.rels", name))
        write_zip(path, ((name, instead.get(name) or archive.read(name)) for name in ordered), own)
