"""Hearing what mathcore returns while a beat runs, and what its numbers are set to."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from types import FunctionType
from typing import Any

import numpy as np

from mathcore import lesson
from mathcore.figures import Number
from scenes.kit.parts.numeral import Numeral

# Longer arrays are curves and histograms: no number on screen is read from them.
LARGEST_ARRAY, LARGEST_KEPT = 600, 256


class Heard:
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
def listening(heard: Heard, on_set: Callable[[Any, str], None]) -> Iterator[None]:
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


def _noting(function: Any, heard: Heard) -> Any:
    @functools.wraps(function)
    def noted(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        heard.take(result)
        return result

    return noted
