"""Numbers measured on samples, kept together with their confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy

from mathcore._validate import Floats


@dataclass(frozen=True, slots=True)
class Estimate:
    """A statistic measured on `n_rows` rows, with a two-sided confidence interval from `low` to `high`."""

    value: float
    low: float
    high: float
    statistic: str
    n_rows: int
    confidence: float = 0.95


def normal_quantile(confidence: float) -> float:
    """Return z with P(-z < N(0, 1) < z) = confidence; 1.96 for 0.95."""
    return float(scipy.special.ndtri(0.5 + confidence / 2))


def from_error(value: float, error: float, statistic: str, n_rows: int, confidence: float = 0.95) -> Estimate:
    """Interval value +- z * error, for a statistic that is close to normal with standard error `error`."""
    reach = normal_quantile(confidence) * error
    return Estimate(value, value - reach, value + reach, statistic, n_rows, confidence)


def mean_estimate(values: Floats, statistic: str, confidence: float = 0.95) -> Estimate:
    """Mean of a 1-D sample, with standard error s / sqrt(n)."""
    error = float(values.std(ddof=1) / np.sqrt(values.size))
    return from_error(float(values.mean()), error, statistic, values.size, confidence)


def median_estimate(values: Floats, statistic: str, confidence: float = 0.95) -> Estimate:
    """Median of a 1-D sample, with the interval between two order statistics.

    The number of values below the true median is binomial(n, 1/2) whatever the distribution, so ranks
    n/2 -+ z sqrt(n)/2 enclose the median with the wanted confidence; nothing is assumed about its shape.
    Source: David and Nagaraja, Order Statistics, third edition, section 7.1.
    """
    n = values.size
    reach = normal_quantile(confidence) * np.sqrt(n) / 2
    lower = max(int(np.floor(n / 2 - reach)) - 1, 0)
    upper = min(int(np.ceil(n / 2 + reach)), n - 1)
    ordered = np.partition(values, [lower, upper])
    low, high = float(ordered[lower]), float(ordered[upper])
    return Estimate(float(np.median(values)), low, high, statistic, n, confidence)


def ratio_of_medians(above: Floats, below: Floats, statistic: str, confidence: float = 0.95) -> Estimate:
    """median(above) / median(below) for positive samples, with a cautious interval.

    Both medians get an interval at confidence 1 - (1 - confidence) / 2, so that both hold together with
    at least the wanted confidence (Bonferroni), whether or not the two samples are paired.
    """
    each = 1 - (1 - confidence) / 2
    top, bottom = median_estimate(above, statistic, each), median_estimate(below, statistic, each)
    low, high = top.low / bottom.high, top.high / bottom.low
    return Estimate(top.value / bottom.value, low, high, statistic, above.size, confidence)
