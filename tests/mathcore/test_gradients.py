"""The softmax Jacobian against finite differences and exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mathcore import gradients
from mathcore.softmax import softmax

LOGITS = arrays(np.float64, st.integers(1, 12), elements=st.floats(-6, 6))


@given(LOGITS)
def test_jacobian_is_the_slope_of_softmax(logits: np.ndarray) -> None:
    step = 1e-5
    slopes = np.empty((logits.size, logits.size))
    for j in range(logits.size):
        nudge = np.zeros(logits.size)
        nudge[j] = step
        slopes[:, j] = (softmax(logits + nudge) - softmax(logits - nudge)) / (2 * step)
    np.testing.assert_allclose(gradients.softmax_jacobian(softmax(logits)), slopes, atol=1e-9)


@given(arrays(np.float64, st.integers(1, 20), elements=st.floats(-300, 300)))
def test_jacobian_is_symmetric_has_zero_rows_and_no_negative_direction(logits: np.ndarray) -> None:
    jacobian = gradients.softmax_jacobian(softmax(logits))
    np.testing.assert_array_equal(jacobian, jacobian.T)
    np.testing.assert_allclose(jacobian.sum(axis=1), 0, atol=1e-15)
    assert np.linalg.eigvalsh(jacobian).min() > -1e-14
    assert gradients.jacobian_norm(softmax(logits)) <= 0.5 + 1e-12  # reached by two equal keys


@given(arrays(np.float64, st.integers(1, 20), elements=st.floats(-300, 300)))
def test_norm_equals_the_norm_of_the_entries(logits: np.ndarray) -> None:
    weights = softmax(logits)
    jacobian = gradients.softmax_jacobian(weights)
    largest = np.abs(jacobian).max()
    # Dividing first keeps the plain sum of squares from underflowing.
    expected = largest * np.linalg.norm(jacobian / largest) if largest > 1e-290 else 0.0
    assert gradients.jacobian_norm(weights) == pytest.approx(expected, rel=1e-12, abs=1e-290)


@pytest.mark.parametrize("gap", [1, 10, 22.6, 40, 100, 300, 600])
def test_saturated_norm_is_right_to_the_last_digits(gap: float) -> None:
    """Two keys: all four entries are p (1 - p). From gap 40 on the larger weight is 1 as a float, and the
    closed form 1 - p is 0; the exact value comes from fractions of the smaller weight."""
    weights = softmax([gap, 0.0])
    small = Fraction(float(np.exp(-gap)))
    exact = 2 * small / (1 + small) ** 2
    assert gradients.jacobian_norm(weights) == pytest.approx(float(exact), rel=1e-12)
    np.testing.assert_allclose(np.abs(gradients.softmax_jacobian(weights)), float(exact / 2), rtol=1e-12)


def test_closed_form_would_have_failed_where_this_does_not() -> None:
    """sum p^2 - 2 sum p^3 + (sum p^2)^2 is the textbook norm; it goes to zero or below when saturated."""
    weights = softmax([60.0, 0.0, -1.0])
    closed = np.sum(weights**2) - 2 * np.sum(weights**3) + np.sum(weights**2) ** 2
    assert closed <= 0
    assert gradients.jacobian_norm(weights) > 1e-27
    moderate = softmax([1.0, 0.0, -1.0])
    closed = np.sum(moderate**2) - 2 * np.sum(moderate**3) + np.sum(moderate**2) ** 2
    assert gradients.jacobian_norm(moderate) == pytest.approx(np.sqrt(closed))


@given(LOGITS, st.integers(0, 2**32 - 1))
def test_backward_pass_is_the_slope_of_what_the_upstream_gradient_is_of(logits: np.ndarray, seed: int) -> None:
    """g is the gradient of sum g_i p_i with respect to the weights; the slopes are those of the same sum."""
    upstream, step = np.random.default_rng(seed).standard_normal(logits.size), 1e-5
    steps = step * np.eye(logits.size)
    slopes = [(upstream @ softmax(logits + s) - upstream @ softmax(logits - s)) / (2 * step) for s in steps]
    np.testing.assert_allclose(gradients.softmax_backward(softmax(logits), upstream), slopes, atol=1e-8)


@given(arrays(np.float64, st.integers(1, 20), elements=st.floats(-300, 300)), st.integers(0, 2**32 - 1))
def test_backward_pass_is_the_product_with_the_jacobian_and_sums_to_zero(logits: np.ndarray, seed: int) -> None:
    weights, upstream = softmax(logits), np.random.default_rng(seed).standard_normal(logits.size)
    back = gradients.softmax_backward(weights, upstream)
    np.testing.assert_allclose(back, gradients.softmax_jacobian(weights) @ upstream, atol=1e-14)
    np.testing.assert_allclose(back.sum(), 0, atol=1e-14)
    np.testing.assert_array_equal(gradients.softmax_backward(weights, np.full(logits.size, upstream[0])), 0)


@pytest.mark.parametrize("gap", [1, 10, 40, 100, 300])
def test_saturated_backward_pass_is_right_to_the_last_digits(gap: float) -> None:
    """Two keys, g = (1, 0): p (1 - p) and its negative. From gap 40 on p_1 (g_1 - sum p_i g_i) would be 0."""
    small = Fraction(float(np.exp(-gap)))
    exact = float(small / (1 + small) ** 2)
    np.testing.assert_allclose(gradients.softmax_backward(softmax([gap, 0.0]), [1, 0]), [exact, -exact], rtol=1e-12)


def test_the_winner_loses_its_gradient_too() -> None:
    """Nothing survives saturation: the winner's own entry is the sum of the losers' weights times its own."""
    jacobian = gradients.softmax_jacobian(softmax([30.0, 0.0, 0.0, 0.0]))
    assert np.abs(jacobian).max() < 1e-12
    assert jacobian[0, 0] == pytest.approx(3 * np.exp(-30), rel=1e-9)


def test_shapes_broadcast_over_leading_axes() -> None:
    weights = softmax(np.random.default_rng(0).standard_normal((2, 3, 5)))
    jacobians = gradients.softmax_jacobian(weights)
    assert jacobians.shape == (2, 3, 5, 5)
    np.testing.assert_array_equal(jacobians[1, 2], gradients.softmax_jacobian(weights[1, 2]))
    assert gradients.jacobian_norm(weights).shape == (2, 3)
    np.testing.assert_allclose(gradients.jacobian_norm(weights), np.linalg.norm(jacobians, axis=(-2, -1)))
    upstream = np.random.default_rng(1).standard_normal((2, 3, 5))
    back = gradients.softmax_backward(weights, upstream)
    assert back.shape == (2, 3, 5)
    np.testing.assert_array_equal(back[1, 2], gradients.softmax_backward(weights[1, 2], upstream[1, 2]))


def test_one_key_and_equal_keys() -> None:
    assert gradients.jacobian_norm([1.0]) == 0
    assert gradients.softmax_jacobian([1.0]) == [[0.0]]
    n = 16
    assert gradients.jacobian_norm(np.full(n, 1 / n)) == pytest.approx(np.sqrt(n - 1) / n)
    assert gradients.jacobian_norm([0.5, 0.5]) == pytest.approx(0.5)
    assert gradients.jacobian_norm([1.0, 0.0, 0.0]) == 0


@pytest.mark.parametrize("function", [gradients.softmax_jacobian, gradients.jacobian_norm])
@pytest.mark.parametrize(
    ("weights", "says"),
    [
        ([0.2, 0.2], "weights must sum to 1"),
        ([2.0, -1.0], "weights must not be negative"),
        ([np.nan], "weights must be finite"),
        (0.5, "weights has no axis -1"),
        (np.ones((2, 0)), "weights is empty"),
    ],
)
def test_bad_weights_get_a_sentence(function: object, weights: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        function(weights)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("upstream", "says"),
    [
        ([1.0], "upstream must have the shape of the weights"),
        ([[1.0, 2.0]], "upstream must have the shape of the weights"),
        ([np.nan, 1.0], "upstream must be finite"),
        (1.0, "upstream has no axis -1"),
    ],
)
def test_a_bad_upstream_gradient_gets_a_sentence(upstream: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        gradients.softmax_backward([0.5, 0.5], upstream)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="weights must sum to 1"):
        gradients.softmax_backward([0.5, 0.2], [1.0, 0.0])
