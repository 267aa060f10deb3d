"""Sin 15: a number on screen that is not mathcore's value, rounded.

While a beat is watched, every function of mathcore that it calls is listened to (`listening`). What a text may say is
then known: a number that the beat asked the lesson for, as the lesson rounds it; a parameter of the lesson; and for a
number that changes, what mathcore returned in the very update that set it, or before the play began, rounded to the
digits that are shown.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any, Self

import numpy as np

from mathcore import parameters
from pipeline.checks.listening import Heard, listening
from pipeline.checks.moment import Fault, Moment, Rule
from pipeline.checks.picture import Text
from pipeline.checks.space import seen_texts
from scenes.kit.parts.numeral import Numeral
from scenes.kit.timeline import Play

# 0, 1 and 2 are part of how things are written: indices, powers, "mean 0".
STRUCTURE = (0.0, 1.0, 2.0)
_DIGITS = re.compile("<?[−-]?\\d[\\d\u2009]*(?:\\.\\d+)*%?")


class Numbers(Rule):
    """Every number that is held on screen is mathcore's, rounded."""

    def __init__(self) -> None:
        self.heard = Heard()
        self.proof: dict[int, tuple[str, bool]] = {}
        self._listening = listening(self.heard, self._set)

    def __enter__(self) -> Self:
        self._listening.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.__exit__(None, None, None)

    def _set(self, numeral: Any, text: str) -> None:
        """A number is being shown: what has just been computed, says whether it is right."""
        values = self.heard.recent()
        self.proof[id(numeral)] = (text, all(_matches(token, values) or self._given(token) for token in tokens(text)))

    def _given(self, token: str) -> bool:
        return _plain(token) in STRUCTURE or token in self.heard.texts or _is_parameter(token)

    def see(self, moment: Moment) -> Iterator[Fault]:
        self.heard.turn()
        if not moment.still:
            return
        for text in seen_texts(moment.picture):
            if "allow_digits" in text.flags or _is_tick(text):
                continue
            number = text.mobject
            if isinstance(number, Numeral):
                shown, proven = self.proof.get(id(number), (number.text, False))
                wrong = (
                    [] if proven and shown == number.text else [t for t in tokens(number.text) if not self._given(t)]
                )
            else:
                wrong = [t for t in tokens(text.name) if not self._given(t)]
            if wrong:
                sentence = f"{' and '.join(wrong)} in {text.name!r} is not a value of mathcore, rounded"
                yield Fault(moment.frame, sentence, (text.name,), 1.0)

    def at(self, play: Play, moment: str) -> None:
        """A play begins or ends."""
        self.heard.playing = moment == "begin" and play.kind == "play"


def tokens(text: str) -> list[str]:
    """The numbers that a text says, as written; the names of models apart."""
    for name, _ in parameters.MODEL_HEAD_DIMS:
        text = text.replace(name, "")
    return [found.rstrip(".\u2009") for found in _DIGITS.findall(text)]


def _plain(token: str) -> float:
    digits = token.strip("<%").replace("\u2009", "").replace("−", "-")
    return float(digits) if digits.count(".") < 2 else float("nan")


def _matches(token: str, values: np.ndarray) -> bool:
    """Whether one of the values is the token, rounded as the token is."""
    shown = _plain(token)
    if not len(values):
        return False
    if token.startswith("<"):
        return bool((values < shown).any())
    digits = token.strip("%").replace("\u2009", "")
    places = len(digits.partition(".")[2])
    zeros = len(digits) - len(digits.rstrip("0")) if "." not in digits and shown >= 1000 else 0
    found = np.concatenate([values, 100 * values]) if token.endswith("%") else values
    return any(bool((np.abs(np.round(found, p) - shown) < 1e-9).any()) for p in (places, *range(-zeros, 0)))


@functools.cache
def _parameters() -> frozenset[float]:
    found: set[float] = set()
    for name, value in vars(parameters).items():
        if name.isupper():
            many = (
                np.ravel(np.array([v for v in value if not isinstance(v, tuple)]))
                if isinstance(value, tuple)
                else [value]
            )
            found.update(float(v) for v in many if isinstance(v, int | float | np.number))
    found.update(float(size) for _, size in parameters.MODEL_HEAD_DIMS)
    found.add(float(parameters.D_QUERY - parameters.D_KEY))
    return frozenset(found)


def _is_parameter(token: str) -> bool:
    return not token.endswith("%") and _plain(token) in _parameters()


def _is_tick(text: Text) -> bool:
    """A label of an axis or a slider, which says the value that it stands at (`tick_value`)."""
    value = getattr(text.mobject, "tick_value", None)
    said = tokens(text.name)
    return value is not None and len(said) == 1 and _plain(said[0]) == (100 * value if "%" in said[0] else value)
