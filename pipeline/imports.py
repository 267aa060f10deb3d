"""Which files of this project a module runs: its imports, followed without running anything.

Every `import a.b`, `from a import b` (a module or a name), relative import, and `import_module("a.b")` with a
literal name counts, wherever it stands, with the `__init__.py` of every package on the way.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from pipeline.errors import FilmError

Memory = dict[Path, tuple[Path, ...]]
"""What each file imports, for calls of `closure` between which no file changes."""


def closure(root: Path, modules: Iterable[str], memory: Memory | None = None) -> tuple[Path, ...]:
    """Files (absolute, sorted) that importing `modules` from the folder `root` runs, `modules` included.

    Raises FilmError if one of them cannot be parsed: the sentence names the file and the line.
    """
    memory = {} if memory is None else memory
    found: set[Path] = set()
    waiting = [path for module in modules for path in _files(root, module)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            if path not in memory:
                names = _imports(path, root)
                memory[path] = tuple(dict.fromkeys(each for name in names for each in _files(root, name)))
            waiting += memory[path]
    return tuple(sorted(found))


def _files(root: Path, module: str) -> Iterator[Path]:
    """The files that run when `module` is imported; none if it is not of this project."""
    parts = [part for part in module.split(".") if part]
    for length in range(1, len(parts) + 1):
        base = root.joinpath(*parts[:length])
        for path in (base / "__init__.py", base.with_name(f"{base.name}.py")):
            if path.is_file():
                yield path
                break


def _imports(path: Path, root: Path) -> tuple[str, ...]:
    package = path.relative_to(root).parent.parts
    return _imported_names(path, path.read_bytes(), package)


@cache
def _imported_names(path: Path, source: bytes, package: tuple[str, ...]) -> tuple[str, ...]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        where = f"{path}, line {line}" if line else str(path)
        what = getattr(error, "msg", error)
        raise FilmError(f"Cannot read {where}: {what}; correct it and try again.") from error
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*start, *filter(None, [node.module])))
            names += [base, *(f"{base}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Call) and _called(node.func) == "import_module":
            names += [arg.value for arg in node.args[:1] if _is_text(arg)]  # type: ignore[attr-defined]
    return tuple(dict.fromkeys(names))


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
