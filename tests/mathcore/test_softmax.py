"""Softmax against scipy, in its limits, and by its properties."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import special

from mathcore import information
from mathcore.softmax import log_softmax, scale_scores, softmax, weight_ratio

LOGITS = arrays(np.float64, st.integers(1, 20), elements=st.floats(-800, 800))


@given(LOGITS)
def test_softmax_agrees_with_exact_rational_sums(logits: np.ndarray) -> None:
    """math.fsum adds without rounding, so this is another computation, not scipy against itself."""
    powers = [math.exp(value - logits.max()) for value in logits]
    expected = np.array(powers) / math.fsum(powers)
    np.testing.assert_allclose(softmax(logits), expected, rtol=1e-12, atol=1e-300)
    weights = softmax(logits)
    assert weights.sum() == pytest.approx(1, abs=1e-12)
    assert (weights >= 0).all()


@given(LOGITS, st.floats(-1e4, 1e4))
def test_adding_a_constant_changes_nothing(logits: np.ndarray, shift: float) -> None:
    # Shifting rounds the logits themselves, to about 1e-12 at 1e4; weights move by no more than that.
    np.testing.assert_allclose(softmax(logits + shift), softmax(logits), atol=1e-11)


@given(LOGITS, st.randoms(use_true_random=False))
def test_order_of_keys_does_not_matter(logits: np.ndarray, random: object) -> None:
    order = np.random.default_rng(random.randrange(2**32)).permutation(logits.size)  # type: ignore[attr-defined]
    np.testing.assert_allclose(softmax(logits[order]), softmax(logits)[order], rtol=1e-12)


@given(LOGITS)
def test_log_softmax_is_the_logarithm_and_stays_finite(logits: np.ndarray) -> None:
    logs = log_softmax(logits)
    assert np.isfinite(logs).all()
    np.testing.assert_allclose(np.exp(logs), softmax(logits), rtol=1e-9, atol=1e-300)


@given(
    arrays(np.float64, (3, 4, 5), elements=st.floats(-50, 50)),
    st.integers(-3, 2),
)
def test_any_axis_and_agreement_with_scipy(logits: np.ndarray, axis: int) -> None:
    np.testing.assert_allclose(softmax(logits, axis=axis), special.softmax(logits, axis=axis), rtol=1e-13)
    np.testing.assert_allclose(log_softmax(logits, axis=axis), special.log_softmax(logits, axis=axis), rtol=1e-13)


@pytest.mark.filterwarnings("error")
def test_limits() -> None:
    np.testing.assert_array_equal(softmax([3.0, 3.0, 3.0, 3.0]), [0.25] * 4)
    np.testing.assert_array_equal(softmax([7.0]), [1.0])
    np.testing.assert_array_equal(softmax([1e308, -1e308]), [1.0, 0.0])
    np.testing.assert_array_equal(softmax([1e4, 1e4 - 1e3, 0]), [1.0, 0.0, 0.0])
    np.testing.assert_allclose(softmax([0.0, 1.0]), [1 / (1 + np.e), np.e / (1 + np.e)])
    np.testing.assert_array_equal(softmax([5, 5]), [0.5, 0.5])


@pytest.mark.filterwarnings("error")
def test_masked_keys_get_nothing_and_no_warning() -> None:
    np.testing.assert_array_equal(softmax([-np.inf, 2.0, 2.0]), [0, 0.5, 0.5])
    np.testing.assert_allclose(log_softmax([-np.inf, 2.0, 2.0]), [-np.inf, -np.log(2), -np.log(2)])
    one_left = softmax([[-np.inf, -4.0], [0.0, -np.inf]])
    np.testing.assert_array_equal(one_left, [[0, 1], [1, 0]])


def test_input_is_left_as_it_was() -> None:
    logits = np.array([1.0, 2.0, -np.inf])
    kept = logits.copy()
    softmax(logits)
    log_softmax(logits)
    np.testing.assert_array_equal(logits, kept)


@pytest.mark.parametrize("function", [softmax, log_softmax])
@pytest.mark.parametrize(
    ("logits", "says"),
    [
        ([1.0, np.nan], "logits must not be NaN, but 1 of 2"),
        ([1.0, np.inf], "logits must not be .inf"),
        ([-np.inf, -np.inf], "no key to give the weight to"),
        ([[0.0, 1.0], [-np.inf, -np.inf]], "no key to give the weight to"),
        ([], "logits is empty along axis -1: its shape is .0,."),
        (np.ones((3, 0)), "logits is empty"),
        (4.0, "logits has no axis -1"),
        ([1j, 2], "logits must hold real numbers"),
        (["a"], "logits must hold real numbers"),
    ],
)
def test_bad_logits_get_a_sentence(function: object, logits: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        function(logits)  # type: ignore[operator]


def test_a_missing_axis_is_named() -> None:
    with pytest.raises(ValueError, match="logits has no axis 2"):
        softmax(np.ones((2, 2)), axis=2)


def test_scaled_scores_have_unit_variance_at_every_d_k() -> None:
    rng = np.random.default_rng(8)
    for d_k in (1, 16, 64, 512):
        scores = (rng.standard_normal((20_000, d_k)) * rng.standard_normal((20_000, d_k))).sum(axis=1)
        # The variance of a sample variance here is at most (2 + 6) / n, so this is within four deviations.
        assert scale_scores(scores, d_k).var() == pytest.approx(1, abs=4 * np.sqrt(8 / 20_000))


@pytest.mark.parametrize("bad", [0, -4, 1.5, np.nan])
def test_scaling_refuses_a_bad_d_k(bad: float) -> None:
    with pytest.raises(ValueError, match="d_k must be a whole number of at least 1"):
        scale_scores([1.0], bad)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="scores must be finite"):
        scale_scores([np.inf], 4)


@given(LOGITS)
def test_entropy_and_effective_keys_stay_in_their_range(logits: np.ndarray) -> None:
    weights = softmax(logits)
    assert -1e-12 <= information.entropy(weights) <= np.log(logits.size) + 1e-12
    assert 1 - 1e-12 <= information.effective_keys(weights) <= logits.size * (1 + 1e-12)


def test_entropy_of_known_weights() -> None:
    assert information.entropy([1.0, 0.0, 0.0]) == 0
    assert information.effective_keys([0.25] * 4) == pytest.approx(4)
    assert information.effective_keys([0.5, 0.5, 0.0, 0.0]) == pytest.approx(2)
    assert information.entropy([0.9, 0.1]) == pytest.approx(-(0.9 * math.log(0.9) + 0.1 * math.log(0.1)))
    np.testing.assert_allclose(information.effective_keys([[1.0, 0.0], [0.5, 0.5]]), [1, 2])


@given(LOGITS, st.floats(1.01, 20))
def test_larger_logits_never_spread_the_attention(logits: np.ndarray, factor: float) -> None:
    """Entropy falls as logits are multiplied: its derivative is minus the factor times their variance."""
    wide = information.entropy(softmax(factor * logits))
    assert wide <= information.entropy(softmax(logits)) + 1e-9


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        ([0.5, 0.6], "must sum to 1 along the last axis, but one row sums to 1.1"),
        ([1.5, -0.5], "must not be negative, but the smallest entry is -0.5"),
        ([np.nan, 1.0], "weights must be finite"),
        ([], "weights is empty"),
        ([[0.5, 0.5], [0.2, 0.2]], "one row sums to 0.4"),
    ],
)
def test_bad_weights_get_a_sentence(weights: list[float], says: str) -> None:
    for function in (information.entropy, information.effective_keys):
        with pytest.raises(ValueError, match=says):
            function(weights)


@given(st.floats(-30, 30), st.floats(-300, 300))
def test_a_gap_between_logits_is_a_ratio_of_weights(points: float, other: float) -> None:
    best, second = softmax([other + points, other])
    assert weight_ratio(points) == pytest.approx(best / second, rel=1e-9)


@pytest.mark.parametrize("points", [math.nan, 701.0, "1"])
def test_a_gap_that_is_no_number_gets_a_sentence(points: object) -> None:
    with pytest.raises(ValueError, match="points must be a number from -700 to 700"):
        weight_ratio(points)  # type: ignore[arg-type]
