"""The script is data: one TOML file a beat in assets/script, turned into spoken lines and captions.

Beside its lines a script has a ``picture``: what is seen, in a sentence or a list of them (``load_pictures``),
and a table ``[clips]`` with a caption for each of the beat's clips (``load_clip_captions``).

A line's text holds three things beside words:

* ``{name}``   a number of the lesson: spoken in words, shown in digits. A name and nothing else: no attribute, no code.
* ```d_k```    a symbol of lexicon.toml between backquotes: spoken one way, shown another.
* ``[mark]``   a name for the moment at which the next word is spoken.

Numbers are handed in by whoever runs the beat (``use_numbers``): the kit knows nothing of the lesson.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from num2words import num2words

from .errors import KitError

SCRIPT_DIR = Path(__file__).resolve().parents[2] / "assets" / "script"
LEXICON = "lexicon.toml"

_NAME = re.compile(r"[a-z][a-z0-9_]*")
# A line's id is part of the name of its recording, beat.line, and of files.
_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
_ENTRY = re.compile(r"^[ \t]*\[\[[ \t]*line[ \t]*\]\]", re.MULTILINE)
_MARK = re.compile(r"\[([a-z0-9][a-z0-9-]*)\]")
_MARKS = re.compile(rf"(?:{_MARK.pattern})*")
_PIECE = re.compile(r"\{([^{}]*)\}|`([^`]*)`")


class ScriptNumber(Protocol):
    """What the script needs of a number (mathcore.lesson.Number has it)."""

    @property
    def rounded(self) -> float: ...
    @property
    def text(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def grouped(self) -> bool: ...


@dataclass(frozen=True)
class Token:
    """A stretch of text without spaces: how it is shown, how it is spoken, and the marks that stand before it."""

    caption: str
    spoken: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class ScriptLine:
    """A line of the script with its numbers and symbols filled in."""

    id: str
    tokens: tuple[Token, ...]

    @property
    def caption(self) -> str:
        return " ".join(t.caption for t in self.tokens)

    @property
    def spoken(self) -> str:
        return " ".join(t.spoken for t in self.tokens)


_numbers: Callable[[], Mapping[str, Any]] = dict


def use_numbers(provider: Callable[[], Mapping[str, ScriptNumber]]) -> None:
    """Templates name numbers of ``provider()`` from now on."""
    global _numbers
    _numbers = provider


def script_path(beat: str) -> Path:
    """The script file of a beat."""
    return SCRIPT_DIR / f"{beat}.toml"


def load_script(beat: str) -> dict[str, ScriptLine]:
    """The lines of a beat by id, in order. Raises KitError that names the file and the line at fault."""
    entries = _of_beat(beat).get("line", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise KitError(f"assets/script/{beat}.toml: write each spoken line under a heading of its own, [[line]].")
    lines: dict[str, ScriptLine] = {}
    for entry, place in zip(entries, _places(beat, len(entries)), strict=True):
        name = entry.get("id")
        where = f"assets/script/{place}, line {name!r}" if isinstance(name, str) else f"assets/script/{place}"
        for key in ("id", "text"):
            if not isinstance(entry.get(key), str):
                raise KitError(f'{where}: a line has an id and a text; write {key} = "..." under its [[line]].')
        if unknown := sorted(set(entry) - {"id", "text"}):
            raise KitError(f"{where}: a line has an id and a text and nothing else; take {unknown[0]!r} out.")
        if not _ID.fullmatch(entry["id"]):
            raise KitError(f"{where}: an id is of small letters, digits and hyphens, such as 'two-rows'; rename it.")
        if entry["id"] in lines:
            raise KitError(f"{where}: two lines have this id; rename one.")
        lines[entry["id"]] = parse_line(entry["id"], entry["text"], where)
    return lines


def _places(beat: str, count: int) -> list[str]:
    """Where in the beat's file each of its ``count`` lines begins: "hook.toml:12", as editors write it."""
    text = script_path(beat).read_text(encoding="utf-8")
    found = [f"{beat}.toml:{text.count(chr(10), 0, match.start()) + 1}" for match in _ENTRY.finditer(text)]
    # Other ways to write a list of tables have no heading a line; then the file alone is named.
    return found if len(found) == count else [f"{beat}.toml"] * count


def load_pictures(beat: str) -> tuple[str, ...]:
    """What is seen in a beat, a sentence a picture, for people who cannot see it: the key ``picture`` of its script.

    One text or a list of them, with numbers and symbols as in a line; none if the script has none. Raises KitError.
    """
    where = f"assets/script/{beat}.toml, picture"
    given = _of_beat(beat).get("picture", [])
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not all(isinstance(text, str) and text.strip() for text in texts):
        raise KitError(f"{where}: write a sentence in quotation marks, or a list of such sentences.")
    return tuple(parse_line("picture", text, where).caption for text in texts)


def load_clip_captions(beat: str) -> dict[str, str]:
    """What each clip of a beat shows, in a line, by the clip's name: the table ``[clips]`` of its script.

    Numbers and symbols are written as in a line. Raises KitError that names the caption at fault.
    """
    given = _of_beat(beat).get("clips", {})
    where = f"assets/script/{beat}.toml, [clips]"
    if not isinstance(given, dict):
        raise KitError(f'{where}: write a caption for each clip under this heading, such as walk = "Squares walk.".')
    for name, text in given.items():
        if not _ID.fullmatch(name):
            raise KitError(f"{where}: a clip's name is of small letters, digits and hyphens; rename {name!r}.")
        if not isinstance(text, str) or not text.strip():
            raise KitError(f"{where}: the caption of {name!r} has to be a sentence in quotation marks.")
    return {name: parse_line(name, text, f"{where}, {name}").caption for name, text in given.items()}


def parse_line(line_id: str, text: str, where: str) -> ScriptLine:
    """Fill a line's template. Raises KitError for a stray brace, an unknown number, symbol or a doubled mark."""
    tokens: list[Token] = []
    marks: list[str] = []
    seen: set[str] = set()
    for raw in text.split():
        before = _MARKS.match(raw)
        leading = before.group() if before else ""
        for mark in _MARK.findall(leading):
            if mark in seen:
                raise KitError(f"{where}: the mark [{mark}] stands twice; rename one.")
            seen.add(mark)
            marks.append(mark)
        bare = raw[len(leading) :]
        if not bare:
            continue
        caption, spoken = _fill(bare, where)
        tokens.append(Token(caption, spoken, tuple(marks)))
        marks = []
    if not tokens or marks:
        raise KitError(f"{where}: a line needs words, and a mark a word after it; write one, or take the mark out.")
    return ScriptLine(line_id, tuple(_capitalised(tokens)))


def _capitalised(tokens: list[Token]) -> Iterator[Token]:
    """Sentences begin with a capital in speech too, where a number or a symbol in words begins them."""
    begins = True
    for token in tokens:
        at = next((i for i, c in enumerate(token.spoken) if c.isalnum()), 0)
        said = token.spoken[:at] + token.spoken[at : at + 1].upper() + token.spoken[at + 1 :]
        yield replace(token, spoken=said) if begins else token
        begins = token.spoken.rstrip("\"'”’)").endswith((".", "!", "?"))


def _fill(raw: str, where: str) -> tuple[str, str]:
    caption, spoken, at = [], [], 0
    for found in _PIECE.finditer(raw):
        between = raw[at : found.start()]
        number, symbol = found.group(1), found.group(2)
        shown, said = _number(number, where) if number is not None else _symbol(symbol, where)
        caption += [between, shown]
        spoken += [between, said]
        at = found.end()
    caption.append(raw[at:])
    spoken.append(raw[at:])
    rest = _PIECE.sub("", raw)
    if any(c in rest for c in "{}[]`"):
        raise KitError(f"{where}: {raw!r} has a stray bracket; write {{number}}, [mark] or `symbol`.")
    return "".join(caption), "".join(spoken)


def _number(name: str, where: str) -> tuple[str, str]:
    if not _NAME.fullmatch(name):
        raise KitError(
            f"{where}: {{{name}}} is not the name of a number; write such a name of mathcore/lesson.py and no more."
        )
    try:
        numbers = _numbers()
    except ValueError as error:  # what they are kept in is missing or damaged, and the error says which
        raise KitError(f"{where}: {error}.") from error
    if name not in numbers:
        hint = suggest(name, numbers)
        raise KitError(f"{where}: the lesson has no number {name!r}{hint}; mathcore/lesson.py names those it has.")
    number = numbers[name]
    shown = f"{number.text}\u202f%" if number.unit == "%" else number.text
    return shown, say_number(number)


def say_number(number: ScriptNumber) -> str:
    """A number in words: "five hundred and twelve", "twenty-two point six", "two percent", "twenty seventeen"."""
    value = number.rounded
    if not number.grouped:  # a year, the one kind of number whose thousands are not set apart
        return str(num2words(int(value), to="year"))
    shown = number.text.replace("−", "-").replace("\u2009", "").rstrip("%\u00a0\u202f ")
    said = str(num2words(shown)) if "." in shown else str(num2words(int(value)))
    return f"{said} percent" if number.unit == "%" else said


def _symbol(name: str, where: str) -> tuple[str, str]:
    symbols = _lexicon()
    if name not in symbols:
        raise KitError(f"{where}: lexicon.toml has no symbol {name!r}{suggest(name, symbols)}; add it there.")
    return symbols[name]


def _of_beat(beat: str) -> dict[str, Any]:
    data = _read(script_path(beat))
    if unknown := sorted(set(data) - {"line", "picture", "clips"}):
        hint = suggest(unknown[0], ["line", "picture", "clips"])
        raise KitError(f"assets/script/{beat}.toml: a script has no key {unknown[0]!r}{hint}; take it out.")
    return data


@cache
def _lexicon() -> dict[str, tuple[str, str]]:
    found = {}
    for name, forms in _read(SCRIPT_DIR / LEXICON).get("symbols", {}).items():
        if set(forms) != {"caption", "spoken"}:
            raise KitError(
                f"assets/script/{LEXICON}: the symbol {name!r} needs a caption and a spoken form; give it both."
            )
        found[name] = (forms["caption"], forms["spoken"])
    return found


def _read(path: Path) -> dict[str, Any]:
    shown = f"assets/script/{path.name}"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        cure = "write it: every beat needs one with its spoken lines"
        if path.name == LEXICON:
            cure = "restore it (git checkout assets/script)"
        raise KitError(f"{shown} is missing; {cure}.") from None
    except OSError as error:
        raise KitError(f"{shown} cannot be read ({(error.strerror or str(error)).lower()}); put it right.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise KitError(f"{shown} cannot be read as TOML: {error}; correct it.") from None


def suggest(name: str, known: Mapping[str, Any] | list[str]) -> str:
    """`` (did you mean 'x'?)`` or nothing."""
    close = difflib.get_close_matches(name, list(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""
