"""Checks shared by the package: each raises ValueError naming the argument and what it got."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]


def whole(name: str, value: object, least: int = 1, most: int | None = None) -> int:
    """Return `value` as an int between `least` and `most`; 4.0 counts as 4, and True does not count as 1."""
    wanted = f"a whole number {f'of at least {least}' if most is None else f'from {least} to {most}'}"
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.integer | np.floating):
        raise ValueError(f"{name} must be {wanted}, but it is {value!r}.")
    if not np.isfinite(value) or value != int(value) or value < least or (most is not None and value > most):
        raise ValueError(f"{name} must be {wanted}, but it is {value}.")
    return int(value)


def real(name: str, value: object, least: float, most: float) -> float:
    """Return `value` as a float between `least` and `most`, both included."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.integer | np.floating):
        raise ValueError(f"{name} must be a number from {least:g} to {most:g}, but it is {value!r}.")
    if not least <= value <= most:  # also catches NaN, which compares false
        raise ValueError(f"{name} must be a number from {least:g} to {most:g}, but it is {value}.")
    return float(value)


def floats(name: str, values: ArrayLike) -> Floats:
    """Return `values` as a float64 array, refusing text, complex numbers and ragged lists."""
    try:
        raw: NDArray[Any] = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must be a rectangular array, but its rows differ in length.") from None
    if raw.dtype.kind not in "buif":
        raise ValueError(f"{name} must hold real numbers, but its type is {raw.dtype}.")
    return raw.astype(np.float64, copy=False)


def finite(name: str, values: ArrayLike) -> Floats:
    """Return `values` as float64, refusing NaN and infinities."""
    array = floats(name, values)
    bad = ~np.isfinite(array)
    if bad.any():
        count = f"{int(bad.sum())} of {array.size} entries"
        raise ValueError(f"{name} must be finite, but {count} are NaN or infinite.")
    return array


def no_nan(name: str, values: ArrayLike) -> Floats:
    """Return `values` as float64, refusing NaN but not infinities."""
    array = floats(name, values)
    bad = np.isnan(array)
    if bad.any():
        raise ValueError(f"{name} must not be NaN, but {int(bad.sum())} of {array.size} entries are.")
    return array


def along(name: str, array: NDArray[Any], axis: int = -1) -> None:
    """Refuse an array that has no such axis, or has nothing along it."""
    if not -array.ndim <= axis < array.ndim:
        raise ValueError(f"{name} has no axis {axis}: its shape is {array.shape}.")
    if array.shape[axis] == 0:
        raise ValueError(f"{name} is empty along axis {axis}: its shape is {array.shape}.")


def weights(name: str, values: ArrayLike) -> Floats:
    """Return attention weights: not negative, summing to 1 along the last axis to one part in 1e6."""
    array = finite(name, values)
    along(name, array)
    if array.size and array.min() < 0:
        raise ValueError(f"{name} must not be negative, but the smallest entry is {array.min()}.")
    totals = array.sum(axis=-1)
    off = np.abs(totals - 1.0) > 1e-6
    if off.any():
        total = totals[off].flat[0]
        raise ValueError(f"{name} must sum to 1 along the last axis, but one row sums to {total}.")
    return array


def dimensions(name: str, values: Sequence[int] | Integers) -> tuple[int, ...]:
    """Return a non-empty run of whole dimensions, each at least 1."""
    found = tuple(whole(f"{name}[{i}]", value) for i, value in enumerate(values))
    if not found:
        raise ValueError(f"{name} must name at least one dimension, but it is empty.")
    return found


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return a read-only array that shares no memory with a writable one."""
    held = np.array(array)
    held.setflags(write=False)
    return held
