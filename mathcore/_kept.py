"""Slow results kept in a file beside the code: written whole; refused if damaged or made with other parameters."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mathcore._validate import frozen

Arrays = Mapping[str, NDArray[Any]]


def write(path: Path, made_with: str, arrays: Arrays) -> None:
    """Put the arrays in `path`, which is replaced only when the new file is whole."""
    part = path.with_name(path.name + ".part")
    with part.open("wb") as stream:
        # numpy's own signature cannot tell arrays given by name from its options.
        np.savez_compressed(stream, allow_pickle=False, made_with=np.array(made_with), **arrays)
    part.replace(path)


def read(path: Path, made_with: str, module: str) -> Arrays:
    """Read-only arrays of `path`. Raises ValueError if missing, damaged, or made with other parameters."""
    again = f"write it again with: .venv/bin/python -m {module}"
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
            held = {name: frozen(archive[name]) for name in archive.files}
    except FileNotFoundError:
        raise ValueError(f"{path} is missing; {again}") from None
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} cannot be read ({error}); {again}") from error
    if str(held.pop("made_with", "")) != made_with:
        raise ValueError(f"{path} was made with other parameters; {again}")
    return MappingProxyType(held)
