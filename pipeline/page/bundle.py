"""What runs in the browser: built from `web` with esbuild and kept in `bundle`, so that nobody else needs Node.

The bundle begins with a digest of its sources, which says without Node whether it is theirs.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from pipeline.errors import FilmError

FOLDER = Path(__file__).with_name("bundle")
WEB = Path(__file__).with_name("web")
SCRIPT, STYLE, LICENCES = FILES = ("page.js", "page.css", "LICENSES.txt")
_SOURCES = ("build.mjs", "package.json", "package-lock.json", "style.css", "src")
_DIGEST = re.compile(r"sources: sha256 ([0-9a-f]{64})")
CURE = "build it again: cd pipeline/page/web && npm ci && npm run build"


def sources_digest(web: Path = WEB) -> str:
    """SHA-256 over the names and contents of the sources, as `build.mjs` takes it: lines as `sha256sum` prints them."""
    named = [web / name for name in _SOURCES]
    files = [path for each in named for path in ([each] if each.is_file() else each.rglob("*")) if path.is_file()]
    lines = sorted((path.relative_to(web).as_posix(), hashlib.sha256(path.read_bytes()).hexdigest()) for path in files)
    return hashlib.sha256("".join(f"{digest}  {name}\n" for name, digest in lines).encode()).hexdigest()


def bundled_digest(file: Path) -> str | None:
    """The digest that a file of the bundle says its sources have; None if it says none."""
    found = _DIGEST.search(file.read_text("utf-8")[:400])
    return found[1] if found else None


def bundle() -> dict[str, bytes]:
    """The bundle's files by name. Raises FilmError if one is missing."""
    try:
        return {name: (FOLDER / name).read_bytes() for name in FILES}
    except OSError as error:
        raise FilmError(f"The page's {Path(str(error.filename)).name} is missing; restore it, or {CURE}.") from error
