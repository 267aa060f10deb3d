"""The training experiment: its gradient, its shortcut, and what it shows."""

from __future__ import annotations

import numpy as np
import pytest

from mathcore import training
from mathcore.training import TrainingConfig

SMALL = {"n_keys": 5, "batch": 12}


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("seed", [0, 1])
def test_gradient_matches_finite_differences(scaled: bool, seed: int) -> None:
    config = TrainingConfig(6, scaled, seed=seed, **SMALL)
    problem = training.draw_problem(config)
    _, gradient = training.loss_and_gradient(problem.start, problem, config.scale)
    step, slopes = 1e-6, np.empty((6, 6))
    for i in range(6):
        for j in range(6):
            nudge = np.zeros((6, 6))
            nudge[i, j] = step
            above, _ = training.loss_and_gradient(problem.start + nudge, problem, config.scale)
            below, _ = training.loss_and_gradient(problem.start - nudge, problem, config.scale)
            slopes[i, j] = (above - below) / (2 * step)
    assert np.abs(slopes).max() > 1e-3
    np.testing.assert_allclose(gradient, slopes, atol=2e-9)


@pytest.mark.parametrize("scaled", [False, True])
def test_steps_on_the_logits_are_gradient_descent_on_the_matrix(scaled: bool) -> None:
    config = TrainingConfig(8, scaled, steps=25, **SMALL)
    problem = training.draw_problem(config)
    matrix, losses = problem.start.copy(), []
    for _ in range(config.steps + 1):
        loss, gradient = training.loss_and_gradient(matrix, problem, config.scale)
        losses.append(loss)
        matrix -= config.rate * gradient
    np.testing.assert_allclose(training.train(config).losses, losses, rtol=1e-9)


def test_raw_and_scaled_start_from_the_very_same_problem() -> None:
    raw, scaled = (training.draw_problem(TrainingConfig(16, flag, seed=3)) for flag in (False, True))
    for name in ("inputs", "keys", "targets", "start"):
        np.testing.assert_array_equal(getattr(raw, name), getattr(scaled, name))
    assert not np.array_equal(raw.start, training.draw_problem(TrainingConfig(16, False, seed=4)).start)


def test_queries_and_keys_start_with_unit_variance_and_targets_are_reachable() -> None:
    problem = training.draw_problem(TrainingConfig(256, True))
    assert (problem.inputs @ problem.start).var() == pytest.approx(1, abs=0.05)
    assert problem.keys.var() == pytest.approx(1, abs=0.1)
    assert len(set(problem.targets.tolist())) == 16


def test_losses_lie_in_their_range_and_start_before_the_first_step() -> None:
    config = TrainingConfig(16, True, steps=3)
    result = training.train(config)
    assert result.losses.shape == (4,)
    assert ((result.losses >= 0) & (result.losses <= 2)).all()
    start, _ = training.loss_and_gradient(
        training.draw_problem(config).start, training.draw_problem(config), config.scale
    )
    assert result.losses[0] == pytest.approx(start, rel=1e-12)
    assert training.train(TrainingConfig(16, True, steps=0)).losses.shape == (1,)


def test_the_outcome_over_seeds() -> None:
    """Seeds that the film does not show, so that the outcome is not a property of the ones it does."""
    seeds = range(100, 105)
    accuracy = {
        (d_k, scaled): training.train_seeds(d_k, scaled, seeds)[1] for d_k in (16, 64, 256) for scaled in (False, True)
    }
    assert accuracy[16, False].min() > 0.95  # at 16 both learn
    assert accuracy[16, True].min() > 0.7
    assert (accuracy[64, False] < accuracy[64, True] - 0.1).all()  # at 64 the raw one lags, on every seed
    assert accuracy[64, True].min() > 0.9
    assert accuracy[256, False].max() < 0.3  # chance is 1 in 16
    assert accuracy[256, True].min() > 0.97


def test_seeds_keep_their_order() -> None:
    losses, accuracies = training.train_seeds(4, True, (5, 2), steps=10)
    single = training.train(TrainingConfig(4, True, steps=10, seed=2))
    np.testing.assert_array_equal(losses[1], single.losses)
    assert accuracies[1] == single.accuracy
    assert losses.shape == (2, 11)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: TrainingConfig(0, True), "d_k must be a whole number of at least 1, but it is 0"),
        (lambda: TrainingConfig(4, True, n_keys=1), "n_keys must be a whole number of at least 2"),
        (lambda: TrainingConfig(4, True, steps=-1), "steps must be a whole number of at least 0"),
        (lambda: TrainingConfig(4, True, rate=float("nan")), "rate must be a number from 0 to"),
        (lambda: training.train_seeds(4, True, ()), "seeds must hold at least one"),
        (lambda: training.train_seeds(4, True, (-1,)), "seed must be a whole number of at least 0"),
    ],
)
def test_bad_input_gets_a_sentence(call: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        call()  # type: ignore[operator]


def test_a_matrix_that_does_not_fit_is_refused() -> None:
    config = TrainingConfig(4, True, **SMALL)
    problem = training.draw_problem(config)
    with pytest.raises(ValueError, match=r"matrix must have shape \(4, 4\), but it has \(3, 4\)"):
        training.loss_and_gradient(np.ones((3, 4)), problem, config.scale)
    with pytest.raises(ValueError, match="matrix must be finite"):
        training.loss_and_gradient(np.full((4, 4), np.nan), problem, config.scale)
