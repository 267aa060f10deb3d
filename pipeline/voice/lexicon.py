"""How the voice is to say words that it says wrong by itself: [pronunciations] of assets/script/lexicon.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping

from pipeline.errors import FilmError
from scenes.kit import script

# What the model was taught: letters for sounds, stresses (misaki's alphabet for English), and a comma, a short pause.
PHONEMES = frozenset(",AIOQSTWYᵊabdefhijklmnopstuvwzæðŋɐɑɒɔəɛɜɡɪɹɾʃʊʌʒʔʤʧˈˌːθᵻ")
_CORE = re.compile(r"^(\W*)(.*?)((?:['’]s)?\W*)$")
_SHOWN = "assets/script/lexicon.toml, [pronunciations]"


def pronunciations() -> dict[str, dict[str, str]]:
    """Phonemes by lower-case word: for all lines under "", and for a line alone under its name, "beat.line".

    Raises FilmError for an entry that no voice can follow.
    """
    path = script.SCRIPT_DIR / script.LEXICON
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8")).get("pronunciations", {})
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FilmError(f"assets/script/{script.LEXICON} cannot be read ({error}); correct it.") from None
    tables = {"": {word: said for word, said in found.items() if not isinstance(said, dict)}}
    tables |= {name: said for name, said in found.items() if isinstance(said, dict)}
    for table in tables.values():
        for word, phonemes in table.items():
            _require(word, phonemes)
    return tables


def of_line(name: str, words: Iterable[str], known: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Those of the `known` pronunciations that the line `name` of these words needs; its own come first."""
    said = {split(word)[1].lower() for word in words}
    fitting = {**known.get("", {}), **known.get(name, {})}
    return {word: phonemes for word, phonemes in sorted(fitting.items()) if word in said}


def _require(word: str, phonemes: object) -> None:
    if word != word.lower() or not re.fullmatch(r"[a-z]+(?:['-][a-z]+)*", word):
        raise FilmError(
            f"{_SHOWN}: {word!r} is not one word in lower-case letters; write each word by itself, and small."
        )
    strange = sorted(set(str(phonemes)) - PHONEMES)
    if not isinstance(phonemes, str) or not phonemes or strange:
        wrong = "".join(strange) or "nothing"
        raise FilmError(f"{_SHOWN}: {word!r} has {wrong!r}, which is no phoneme; use those of its neighbours.")


def split(word: str) -> tuple[str, str, str]:
    """A word of a text as punctuation before it, the word, and what follows: ("“", "scaled", "”,")."""
    found = _CORE.match(word)
    assert found is not None  # the pattern takes any word
    return found.group(1), found.group(2), found.group(3)
