"""Scores against integrals, simulations and numpy's own histogram."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

from mathcore import scores

DIMENSIONS = (1, 2, 3, 4, 5, 8, 16, 33, 51, 52, 64, 100, 256, 511, 512)


def _pdf(x: float, d_k: int) -> float:
    return float(scores.score_pdf(x, d_k))


def _twice_integral(power: int, d_k: int) -> float:
    """2 * integral of x^power f(x) over x > 0, in pieces so that the spike at 0 and the tail are both seen."""
    reach = np.sqrt(d_k)
    ends = [0, 1e-6 * reach, 1e-2 * reach, reach, 4 * reach, 12 * reach, 60 * reach + 60]
    pieces = [
        integrate.quad(lambda x: x**power * _pdf(x, d_k), a, b, epsabs=1e-13, epsrel=1e-11, limit=200)[0]
        for a, b in pairwise(ends)
    ]
    return 2 * sum(pieces)


@pytest.mark.parametrize("d_k", DIMENSIONS)
def test_density_has_mass_one_variance_d_k_and_the_stated_kurtosis(d_k: int) -> None:
    assert _twice_integral(0, d_k) == pytest.approx(1, rel=1e-7)
    variance = _twice_integral(2, d_k)
    assert variance == pytest.approx(d_k, rel=1e-8)
    assert scores.score_variance(d_k) == d_k
    kurtosis = _twice_integral(4, d_k) / variance**2 - 3
    assert kurtosis == pytest.approx(6 / d_k, abs=1e-6)
    assert scores.excess_kurtosis(d_k) == pytest.approx(kurtosis, abs=1e-6)


@pytest.mark.parametrize("d_k", [3, 16, 51, 52, 53, 64, 200, 512])
@pytest.mark.parametrize("deviations", [1e-9, 0.3, 1.0, 3.0, 6.0])
def test_density_equals_the_mixture_of_normals_it_stands_for(d_k: int, deviations: float) -> None:
    """Given the query, a score is N(0, |q|^2), and |q|^2 is chi-square: another road to the same density."""
    x = deviations * np.sqrt(d_k)

    # Integrated over log |q|^2, whose weight has no long tail at either end.
    def over_log(t: float) -> float:
        size = np.exp(t)
        return float(np.exp(stats.norm.logpdf(x, scale=np.sqrt(size)) + stats.chi2.logpdf(size, d_k) + t))

    middle = np.log(d_k)
    width = 12 * np.sqrt(2 / d_k) + 2 * np.log1p(deviations)
    mixture, _ = integrate.quad(
        over_log, middle - width - 80 / d_k, middle + width, points=[middle], epsabs=0, epsrel=1e-11, limit=400
    )
    assert _pdf(x, d_k) == pytest.approx(mixture, rel=1e-8)


def test_density_of_two_dimensions_is_laplace() -> None:
    x = np.array([-30.0, -2.0, 0.0, 1e-300, 0.5, 7.0, 700.0])
    np.testing.assert_allclose(scores.score_pdf(x, 2), np.exp(-np.abs(x)) / 2, rtol=1e-13)


def test_density_at_zero_and_beyond_everything() -> None:
    assert np.isposinf(_pdf(0.0, 1))
    assert np.isfinite(_pdf(1e-300, 1))
    assert _pdf(np.inf, 7) == 0 == _pdf(-np.inf, 512)
    assert _pdf(1e5, 16) == 0
    for d_k in (2, 3, 52, 512):
        # From d_k = 2 on the density is continuous at zero, so the formula there must meet the one beside it.
        assert _pdf(1e-12, d_k) == pytest.approx(_pdf(0.0, d_k), rel=1e-9)


def test_density_keeps_the_shape_of_its_input() -> None:
    assert scores.score_pdf(0.5, 3).shape == ()
    assert scores.score_pdf([], 3).shape == (0,)
    assert scores.score_pdf(np.zeros((2, 3)), 512).shape == (2, 3)
    assert scores.score_pdf([1, 2], 64).dtype == np.float64


@example(4.9e-307, 1354)
@given(st.floats(-1e4, 1e4), st.integers(2, 2000))
def test_density_is_even_finite_and_largest_in_the_middle(x: float, d_k: int) -> None:
    at, mirrored, middle = scores.score_pdf([x, -x, 0.0], d_k)
    assert at == mirrored
    assert 0 <= at <= middle * (1 + 1e-12) < np.inf


@pytest.mark.parametrize("d_k", [50, 51, 52, 53])
def test_both_ways_of_computing_the_density_meet_at_the_changeover(d_k: int, monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.linspace(0.01, 12 * np.sqrt(d_k), 400)
    monkeypatch.setattr("mathcore._density._LARGE_ORDER", 1e9)
    by_bessel = scores.score_pdf(x, d_k)
    monkeypatch.setattr("mathcore._density._LARGE_ORDER", 0.0)
    np.testing.assert_allclose(scores.score_pdf(x, d_k), by_bessel, rtol=2e-11)


@pytest.mark.parametrize("d_k", [1, 2, 16, 64, 512])
def test_simulated_scores_follow_the_density(d_k: int) -> None:
    """Kolmogorov-Smirnov against the integrated density; the seed is fixed, so this never flickers."""
    sample = np.sort(scores.nested_scores(scores.simulate_products(4_000, d_k, seed=d_k))[:, -1])
    grid = np.unique(np.concatenate([[0.0], np.geomspace(1e-9, 1, 3_000), np.linspace(1, 60 * np.sqrt(d_k), 60_000)]))
    midpoints = (grid[1:] + grid[:-1]) / 2
    half = np.concatenate([[0.0], np.cumsum(scores.score_pdf(midpoints, d_k) * np.diff(grid))])
    half *= 0.5 / half[-1]
    cdf = 0.5 + np.sign(sample) * np.interp(np.abs(sample), grid, half)
    assert stats.ks_1samp(sample, lambda _: cdf).pvalue > 0.01


@pytest.mark.parametrize("d_k", [4, 16, 64, 512])
def test_simulated_moments_are_those_of_the_law(d_k: int) -> None:
    """Twice the 95 % interval, so that sixteen comparisons can all hold; how often it covers is tested below."""
    measured = scores.moments(scores.nested_scores(scores.simulate_products(20_000, d_k, seed=5))[:, -1])
    for estimate, truth in (
        (measured.mean, 0.0),
        (measured.variance, d_k),
        (measured.std, np.sqrt(d_k)),
        (measured.excess_kurtosis, 6 / d_k),
    ):
        reach = estimate.high - estimate.low
        assert abs(estimate.value - truth) < reach, estimate
        assert estimate.n_rows == 20_000
    assert measured.std.value == pytest.approx(np.sqrt(measured.variance.value))


def test_intervals_of_moments_cover_as_often_as_they_say() -> None:
    covered = np.zeros(3)
    repeats = 400
    for seed in range(repeats):
        m = scores.moments(scores.simulate_products(2_000, 16, seed).sum(axis=1))
        truths = ((m.mean, 0.0), (m.variance, 16.0), (m.std, 4.0))
        covered += [estimate.low < truth < estimate.high for estimate, truth in truths]
    # 95 % of 400 is 380, with a standard deviation of 4.4.
    assert (np.abs(covered - 380) < 4 * 4.4).all(), covered


def test_moments_agree_with_scipy() -> None:
    sample = np.random.default_rng(3).gamma(2.0, size=5_000)
    measured = scores.moments(sample)
    assert measured.variance.value == pytest.approx(np.var(sample, ddof=1))
    assert measured.excess_kurtosis.value == pytest.approx(stats.kurtosis(sample))
    assert measured.mean.high - measured.mean.value == pytest.approx(1.959964 * stats.sem(sample), rel=1e-6)


def test_nested_scores_only_add_terms() -> None:
    rng = np.random.default_rng(0)
    query, keys = rng.standard_normal(40), rng.standard_normal((6, 40))
    nested = scores.nested_scores(scores.products(query, keys))
    for d_k in (1, 7, 40):
        np.testing.assert_allclose(nested[:, d_k - 1], keys[:, :d_k] @ query[:d_k], rtol=1e-12, atol=1e-12)


def test_a_smaller_simulation_is_the_start_of_a_larger_one() -> None:
    large = scores.simulate_products(2_500, 8, seed=4)
    np.testing.assert_array_equal(scores.simulate_products(1_300, 8, seed=4), large[:1_300])
    assert not np.array_equal(scores.simulate_products(10, 8, seed=5), large[:10])


@settings(max_examples=40)
@given(
    n=st.integers(1, 40),
    d_max=st.integers(1, 12),
    seed=st.integers(0, 10**6),
    cuts=st.lists(st.integers(-8, 8), min_size=2, max_size=9, unique=True),
)
def test_histogram_sweep_counts_as_numpy_does(n: int, d_max: int, seed: int, cuts: list[int]) -> None:
    """Whole-number terms put many scores exactly on the edges, where the two could differ."""
    terms = np.random.default_rng(seed).integers(-3, 4, size=(n, d_max)).astype(float)
    edges = np.sort(np.array(cuts, dtype=float))
    counts = scores.histogram_sweep(terms, edges)
    for d_k in range(1, d_max + 1):
        expected, _ = np.histogram(terms[:, :d_k].sum(axis=1), bins=edges)
        np.testing.assert_array_equal(counts[d_k - 1], expected)


def test_histogram_sweep_over_more_rows_than_it_takes_at_once() -> None:
    terms = scores.simulate_products(2_345, 5, seed=1)
    counts = scores.histogram_sweep(terms, np.linspace(-100, 100, 21))
    assert (counts.sum(axis=1) == 2_345).all()


@pytest.mark.parametrize("bad", [0, -1, 2.5, np.nan, np.inf, True, "16", None])
@pytest.mark.parametrize("function", [scores.score_variance, scores.score_std, scores.excess_kurtosis])
def test_a_bad_d_k_is_named(function: object, bad: object) -> None:
    with pytest.raises(ValueError, match="d_k must be a whole number of at least 1, but it is"):
        function(bad)  # type: ignore[operator]
    with pytest.raises(ValueError, match="d_k"):
        scores.score_pdf(0.0, bad)  # type: ignore[arg-type]


def test_whole_floats_are_accepted_as_dimensions() -> None:
    assert scores.score_std(np.float64(64.0)) == 8  # type: ignore[arg-type]
    assert scores.score_std(np.int32(64)) == 8  # type: ignore[arg-type]


def test_a_query_and_a_key_of_different_sizes_have_no_score() -> None:
    with pytest.raises(ValueError, match=r"512 entries and keys have 64.*no dot product"):
        scores.products(np.ones(512), np.ones(64))
    with pytest.raises(ValueError, match="no dot product"):
        scores.products(np.ones(512), np.ones(1))  # numpy alone would broadcast this


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: scores.products(np.ones((2, 4)), np.ones((3, 4))), "do not broadcast"),
        (lambda: scores.products([], []), "queries is empty along axis -1"),
        (lambda: scores.products(1.0, 2.0), "queries has no axis -1"),
        (lambda: scores.products([1, np.nan], [1, 2]), "queries must be finite, but 1 of 2"),
        (lambda: scores.products([[1, 2], [3]], [1, 2]), "rows differ in length"),
        (lambda: scores.products(["a"], ["b"]), "queries must hold real numbers"),
        (lambda: scores.nested_scores([1, np.inf]), "products must be finite"),
        (lambda: scores.nested_scores(np.ones((3, 0))), "products is empty"),
        (lambda: scores.score_pdf(np.nan, 4), "x must not be NaN, but 1 of 1"),
        (lambda: scores.score_pdf(1j, 4), "x must hold real numbers"),
        (lambda: scores.simulate_products(0, 4, 1), "n must be a whole number"),
        (lambda: scores.simulate_products(4, 4, -1), "seed must be a whole number of at least 0"),
        (lambda: scores.moments([1.0] * 7), "at least 8"),
        (lambda: scores.moments([2.0] * 9), "all equal"),
        (lambda: scores.moments(np.ones((9, 9))), "shape is"),
        (lambda: scores.histogram_sweep(np.ones(3), [0, 1]), "shape"),
        (lambda: scores.histogram_sweep(np.ones((3, 2)), [0, 0]), "increasing"),
        (lambda: scores.histogram_sweep(np.ones((3, 2)), [0]), "at least two"),
    ],
)
def test_bad_input_gets_a_sentence(call: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        call()  # type: ignore[operator]
