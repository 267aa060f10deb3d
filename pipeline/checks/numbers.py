"""Sin 15: a number on screen that is not mathcore's value, rounded.

While a beat is watched, every function of mathcore that it calls is listened to (`listening`). What a text may say is
then known: a number that the beat asked the lesson for, as the lesson rounds it; a parameter of the lesson; and for a
number that changes, what mathcore returned in the very update that set it, or before the play began, rounded to the
digits that are shown.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from types import FunctionType
from typing import Any, Self

import numpy as np

from mathcore import lesson, parameters
from mathcore.figures import Number
from pipeline.checks.moment import Fault, Moment, Rule
from pipeline.checks.seen import Text
from pipeline.checks.space import seen_texts
from scenes.kit.parts.numeral import Numeral
from scenes.kit.timeline import Play

# 0, 1 and 2 are part of how things are written: indices, powers, "mean 0".
STRUCTURE = (0.0, 1.0, 2.0)
LARGEST_ARRAY, LARGEST_KEPT = 600, 256
_DIGITS = re.compile("<?[−-]?\\d[\\d\u2009]*(?:\\.\\d+)*%?")


class Numbers(Rule):
    """Every number that is held on screen is mathcore's, rounded."""

    def __init__(self) -> None:
        self.heard = _Heard()
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


class _Heard:
    """What mathcore has returned: `texts` of numbers asked for by name, and values.

    What was asked for between plays is kept for the beat, what a play asks for while it runs until the next moment but
    one: what is on screen then has been set anew.
    """

    def __init__(self) -> None:
        self.texts: set[str] = set()
        self.playing = False
        self._kept: list[float] = []
        self._now: list[float] = []
        self._before: list[float] = []

    def turn(self) -> None:
        """A new moment."""
        self._before, self._now = self._now, []

    def recent(self) -> np.ndarray:
        """The values that can be meant by what is set now."""
        return np.array([*self._kept, *self._before, *self._now])

    def _note(self, values: list[float]) -> None:
        if self.playing:
            self._now += values
        else:
            self._kept += values if len(values) <= LARGEST_KEPT else [min(values), max(values)]

    def take(self, value: Any) -> None:
        """Note a result, whatever it is made of."""
        if isinstance(value, Number):
            self.texts.update((value.text, value.label))
            self._note([value.value])
        elif isinstance(value, bool | str):
            return
        elif isinstance(value, int | float | np.number):
            self._note([float(value)])
        elif isinstance(value, np.ndarray):
            if 0 < value.size <= LARGEST_ARRAY and value.dtype.kind in "fiu":
                self._note(value.ravel().astype(float).tolist())
        elif isinstance(value, tuple | list):
            for each in value:
                self.take(each)
        elif is_dataclass(value):
            for each in fields(value):
                self.take(getattr(value, each.name))


@contextmanager
def listening(heard: _Heard, on_set: Callable[[Any, str], None]) -> Iterator[None]:
    """Hand each result of mathcore's functions to `heard`, wherever scenes call them, and each text set to `on_set`."""
    replaced: list[tuple[Any, str, Any]] = []
    wrapped: dict[Any, Any] = {}

    def replace(owner: Any, name: str, function: Any, by: Any) -> None:
        replaced.append((owner, name, function))
        setattr(owner, name, by)

    modules = [lesson, *(m for key, m in list(sys.modules.items()) if key.split(".")[0] == "scenes" and m is not None)]
    for module in modules:
        for name, value in list(vars(module).items()):
            if _is_of_mathcore(value):
                if value not in wrapped:
                    wrapped[value] = _noting(value, heard)
                replace(module, name, value, wrapped[value])
    show = Numeral.set_text

    def set_text(self: Numeral, text: str) -> Numeral:
        on_set(self, text)
        return show(self, text)

    replace(Numeral, "set_text", show, set_text)
    try:
        yield
    finally:
        for owner, name, value in reversed(replaced):
            setattr(owner, name, value)


def _is_of_mathcore(value: Any) -> bool:
    function = isinstance(value, FunctionType) or hasattr(value, "cache_info")
    return function and str(getattr(value, "__module__", "")).startswith("mathcore")


def _noting(function: Any, heard: _Heard) -> Any:
    @functools.wraps(function)
    def noted(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        heard.take(result)
        return result

    return noted


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
