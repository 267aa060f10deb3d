"""Loudness of a mono recording after ITU-R BS.1770-4, and bringing it to one level.

A line is often shorter than the meters of media libraries want, so the few lines of the standard stand here.
scipy's filters are imported where they are used: most runs measure nothing, and they take most of a second to load.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]

LINE_LUFS = -20.0
PEAK_DBFS = -3.0
_BLOCK_SECONDS, _STEP_SECONDS = 0.4, 0.1
_STEPS_AT_ONCE = 600
_ABSOLUTE_GATE, _RELATIVE_GATE = -70.0, -10.0
_LOOK_AHEAD_SECONDS = 0.005


def loudness(samples: Samples, rate: int) -> float:
    """Integrated loudness in LUFS of one channel at `rate` Hz; -inf for silence.

    A recording shorter than one block of 0.4 s is taken as one block. Source: ITU-R BS.1770-4, annex 1.
    """
    step = round(_STEP_SECONDS * rate)
    energy = _energies(samples, rate, step)
    steps = round(_BLOCK_SECONDS / _STEP_SECONDS)
    if len(samples) < steps * step:
        means = np.array([energy.sum() / max(1, len(samples))])
    else:
        # Whole blocks only: what is left at the end of a recording belongs to none.
        whole = energy[: len(samples) // step]
        means = np.convolve(whole, np.ones(steps), "valid") / (steps * step)
    kept = means[_level(means) > _ABSOLUTE_GATE]
    if not kept.size:
        return -math.inf
    gate = float(_level(kept.mean())) + _RELATIVE_GATE
    return float(_level(kept[_level(kept) > gate].mean()))


def level(samples: Samples, rate: int, target: float = LINE_LUFS, peak: float = PEAK_DBFS) -> Samples:
    """`samples` at `target` LUFS with no sample above `peak` dBFS; peaks are rounded off, not cut.

    Raises ValueError for silence, which has no loudness.
    """
    wanted = samples
    for _ in range(4):  # rounding peaks off costs some loudness, which the next pass makes up for
        now = loudness(limit(wanted, rate, peak), rate)
        if not math.isfinite(now):
            raise ValueError("silence has no loudness")
        wanted = (wanted * 10 ** ((target - now) / 20)).astype(np.float32)
    return limit(wanted, rate, peak)


def limit(samples: Samples, rate: int, peak: float = PEAK_DBFS) -> Samples:
    """Turn the sound down smoothly around every sample above `peak` dBFS."""
    from scipy.ndimage import minimum_filter1d

    ceiling = 10 ** (peak / 20)
    if not samples.size or float(np.abs(samples).max()) <= ceiling:
        return samples
    gain = np.minimum(1.0, ceiling / np.maximum(np.abs(samples.astype(np.float64)), 1e-9))
    reach = round(_LOOK_AHEAD_SECONDS * rate)
    # A mean over 2 reach + 1 minima, each over as many samples, never lies above the gain a sample needs.
    held = minimum_filter1d(gain, 2 * reach + 1, mode="nearest")
    window = np.hanning(2 * reach + 3)[1:-1]
    smooth = np.convolve(np.pad(held, reach, mode="edge"), window / window.sum(), mode="valid")
    return np.clip(samples * smooth, -ceiling, ceiling).astype(np.float32)


def _energies(samples: Samples, rate: int, step: int) -> NDArray[np.float64]:
    """The weighted signal's sum of squares in every `step` samples, the last ones too; a minute at a time in memory."""
    from scipy.signal import lfilter

    stages = _k_weighting(rate)
    states = [np.zeros(2) for _ in stages]
    found = []
    for start in range(0, len(samples), _STEPS_AT_ONCE * step):
        part = samples[start : start + _STEPS_AT_ONCE * step].astype(np.float64)
        for number, (numerator, denominator) in enumerate(stages):
            part, states[number] = lfilter(numerator, denominator, part, zi=states[number])
        found.append(np.add.reduceat(part**2, np.arange(0, len(part), step)))
    return np.concatenate(found) if found else np.zeros(1)


def _level(power: NDArray[np.float64] | float) -> NDArray[np.float64]:
    return np.asarray(-0.691 + 10 * np.log10(np.maximum(power, 1e-20)), dtype=np.float64)


def _k_weighting(rate: int) -> list[tuple[list[float], list[float]]]:
    """The standard's shelf and high-pass for any rate: its two analogue filters by the bilinear transform."""
    frequency, quality, gain = 1681.974450955533, 0.7071752369554196, 3.999843853973347
    k = math.tan(math.pi * frequency / rate)
    high = 10 ** (gain / 20)
    middle = high**0.4996667741545416
    scale = 1 + k / quality + k * k
    shelf = (
        [
            (high + middle * k / quality + k * k) / scale,
            2 * (k * k - high) / scale,
            (high - middle * k / quality + k * k) / scale,
        ],
        [1.0, 2 * (k * k - 1) / scale, (1 - k / quality + k * k) / scale],
    )
    frequency, quality = 38.13547087602444, 0.5003270373238773
    k = math.tan(math.pi * frequency / rate)
    scale = 1 + k / quality + k * k
    return [shelf, ([1.0, -2.0, 1.0], [1.0, 2 * (k * k - 1) / scale, (1 - k / quality + k * k) / scale])]
