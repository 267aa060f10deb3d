"""Saturation statistics against plain simulation of vectors and reference values found elsewhere."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special, stats

from mathcore import saturation
from mathcore.estimates import Estimate, mean_estimate, median_estimate, ratio_of_medians

N_KEYS = 16


def _vector_weights(d_k: int, n_rows: int, scaled: bool, seed: int) -> np.ndarray:
    """Weights by the long road: draw a query and 16 keys of d_k entries per row, multiply, add."""
    rng = np.random.default_rng(seed)
    scores = np.empty((n_rows, N_KEYS))
    for row in range(n_rows):
        query, keys = rng.standard_normal(d_k), rng.standard_normal((N_KEYS, d_k))
        scores[row] = keys @ query
    return np.asarray(special.softmax(scores / np.sqrt(d_k) if scaled else scores, axis=1))


@pytest.mark.parametrize("d_k", [1, 4, 64])
@pytest.mark.parametrize("scaled", [False, True])
def test_cheap_rows_have_the_law_of_real_vectors(d_k: int, scaled: bool) -> None:
    real = _vector_weights(d_k, 4_000, scaled, seed=d_k)
    scores = saturation.simulate_row_scores(d_k, N_KEYS, 20_000)
    cheap = special.softmax(scores / np.sqrt(d_k) if scaled else scores, axis=1)
    for statistic in (lambda p: p.max(axis=1), lambda p: special.entr(p).sum(axis=1), lambda p: p[:, 3]):
        assert stats.ks_2samp(statistic(real), statistic(cheap)).pvalue > 0.01


def test_rows_share_one_query() -> None:
    """Scores of one row are uncorrelated but not independent: their squares correlate through |q|^2."""
    scores = saturation.simulate_row_scores(4, 2, 40_000)
    assert abs(np.corrcoef(scores.T)[0, 1]) < 4 / np.sqrt(40_000)
    # Var(|q|^2) / Var(s^2) = 2 d / (3 d (d + 2) - d^2) = 2 / (2 d + 6) = 1/7 at d = 4.
    assert np.corrcoef(scores.T**2)[0, 1] == pytest.approx(1 / 7, abs=0.04)


@pytest.mark.parametrize(
    ("d_k", "reference", "rounded_to"),
    [(16, 1.09, 0.01), (32, 0.75, 0.01), (64, 0.37, 0.01), (128, 0.11, 0.01), (256, 0.022, 0.001), (512, 0.002, 0.001)],
)
def test_gradient_share_meets_the_reference_values(d_k: int, reference: float, rounded_to: float) -> None:
    """The references are medians of 40 000 other rows, so they differ by both samples' noise and by rounding."""
    share = saturation.gradient_share(d_k)
    noise = np.sqrt(2) * (share.high - share.low) / 2
    assert share.value == pytest.approx(reference, abs=noise + rounded_to / 2)
    assert noise < 0.17 * reference
    assert share.low < share.value < share.high
    assert share.n_rows == 40_000
    assert "median Jacobian norm" in share.statistic


def test_share_while_the_division_is_at_work_goes_from_raw_to_all_of_it() -> None:
    raw, whole = (saturation.gradient_share_divided(512, t).value for t in (0.0, 1.0))
    assert raw == saturation.gradient_share(512).value and whole == 1
    # Divided by 512 ** 0.25, scores spread as those at d_k = sqrt(512) do: 23, all but a little of it.
    half = saturation.gradient_share_divided(512, 0.5)
    beside = [saturation.gradient_share(d_k).value for d_k in (22, 23)]
    assert half.value == pytest.approx(np.mean(beside), abs=0.04)
    assert half.low < half.value < half.high


@pytest.mark.parametrize(("d_k", "reference", "within"), [(16, 0.69, 0.005), (64, 0.93, 0.005), (512, 0.9997, 5e-5)])
def test_median_top_weight_meets_the_reference_values(d_k: int, reference: float, within: float) -> None:
    assert saturation.top_weight(d_k).value == pytest.approx(reference, abs=within)
    scaled = saturation.top_weight(d_k, scaled=True)
    assert scaled.value == pytest.approx(0.22, abs=0.006)
    assert scaled.statistic == "median largest weight"


def test_mean_top_weight_is_lower_than_the_typical_row() -> None:
    mean = saturation.top_weight(512, average="mean")
    assert mean.value == pytest.approx(0.945, abs=0.003)
    assert mean.high < saturation.top_weight(512).low
    assert mean.statistic == "mean largest weight"


@pytest.mark.parametrize("d_k", [16, 64, 512])
def test_about_eleven_keys_count_once_scaled(d_k: int) -> None:
    assert saturation.effective_keys(d_k, scaled=True).value == pytest.approx(11, abs=0.3)
    assert saturation.effective_keys(d_k).value < 3.2


def test_the_interval_of_another_seed_overlaps() -> None:
    for d_k in (16, 256):
        one, other = saturation.gradient_share(d_k), saturation.gradient_share(d_k, seed=99)
        assert one.value != other.value
        assert max(one.low, other.low) < min(one.high, other.high)


def test_sweep_is_smooth_and_equals_the_single_statistics() -> None:
    swept = saturation.sweep((63, 64, 65, 256), n_rows=4_000)
    single = saturation.gradient_share(64, n_rows=4_000)
    assert (swept.share[1], swept.share_low[1], swept.share_high[1]) == (single.value, single.low, single.high)
    for i, scaled in enumerate((False, True)):
        assert swept.top_median[i, 1] == saturation.top_weight(64, scaled=scaled, n_rows=4_000).value
        assert swept.effective_median[i, 3] == saturation.effective_keys(256, scaled=scaled, n_rows=4_000).value
    assert swept.top_mean[1] == saturation.top_weight(64, average="mean", n_rows=4_000).value
    # Common draws: the middle of three neighbours lies between them although one point is uncertain by more.
    assert swept.share[0] > swept.share[1] > swept.share[2]
    assert swept.share_high[1] - swept.share_low[1] > swept.share[0] - swept.share[2]
    with pytest.raises(ValueError, match="read-only"):
        swept.share[0] = 0


def test_large_dimensions_stay_finite() -> None:
    share = saturation.gradient_share(10**7, n_rows=1_000)
    assert 0 <= share.low <= share.value <= share.high < 1e-9


def test_more_keys_than_sixteen() -> None:
    assert saturation.top_weight(64, n_keys=1_000, scaled=True, n_rows=500).value < 0.03
    assert saturation.effective_keys(64, n_keys=2, scaled=True, n_rows=500).value < 2


def test_intervals_of_medians_cover_as_often_as_they_say() -> None:
    """Exponential samples, whose median is log 2: at least 95 % by design, and not needlessly more."""
    rng = np.random.default_rng(2)
    repeats = 1_000
    median_hits = mean_hits = ratio_hits = 0
    for _ in range(repeats):
        sample, other = rng.exponential(size=(2, 301))
        median, mean = median_estimate(sample, "median"), mean_estimate(sample, "mean")
        ratio = ratio_of_medians(2 * sample, other, "ratio")
        median_hits += median.low <= np.log(2) <= median.high
        mean_hits += mean.low <= 1 <= mean.high
        ratio_hits += ratio.low <= 2 <= ratio.high
    assert 0.935 < median_hits / repeats < 0.98
    assert 0.92 < mean_hits / repeats < 0.97
    assert ratio_hits / repeats > 0.97  # cautious on purpose


def test_estimates_cannot_be_changed() -> None:
    estimate = Estimate(1.0, 0.5, 1.5, "median", 10)
    with pytest.raises(AttributeError):
        estimate.value = 2.0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: saturation.gradient_share(0), "d_k must be a whole number of at least 1, but it is 0"),
        (lambda: saturation.gradient_share(4, n_keys=1), "n_keys must be a whole number of at least 2"),
        (lambda: saturation.gradient_share_divided(4, 1.5), "divided must be"),
        (lambda: saturation.top_weight(4, n_rows=99), "n_rows must be a whole number of at least 100"),
        (lambda: saturation.top_weight(4, average="mode"), "average must be 'median' or 'mean'"),  # type: ignore[arg-type]
        (lambda: saturation.effective_keys(4, seed=-1), "seed must be a whole number of at least 0"),
        (lambda: saturation.sweep(()), "d_ks must name at least one dimension"),
        (lambda: saturation.sweep((4, 0)), "d_ks.1. must be a whole number"),
    ],
)
def test_bad_input_gets_a_sentence(call: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        call()  # type: ignore[operator]
