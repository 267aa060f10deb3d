"""A small attention layer that learns to route to the right one of n_keys values, raw or scaled.

The layer turns an input x (d_k numbers) into a query x W, scores it against fixed keys and returns the mix
of values V = identity that the weights p give; the loss is the squared error |p V - v_target|^2, averaged
over the batch. The target is the key that scores best under a hidden matrix. W starts with entries of
variance 1 / d_k, so queries start with entries of variance 1. Training is plain gradient descent, the same
rate either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy

from mathcore._validate import Floats, Integers, finite, frozen, real, whole

_BLOCK = 32


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """One run: sizes, gradient descent rate and number of steps. Raises ValueError for sizes below 1."""

    d_k: int
    scaled: bool
    n_keys: int = 16
    batch: int = 256
    steps: int = 400
    rate: float = 0.3
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("d_k", "batch"):
            whole(name, getattr(self, name))
        whole("n_keys", self.n_keys, least=2)
        whole("steps", self.steps, least=0)
        whole("seed", self.seed, least=0)
        real("rate", self.rate, 0.0, 1e6)

    @property
    def scale(self) -> float:
        """Factor on the scores: 1 / sqrt(d_k) when scaled, 1 when raw."""
        return float(1 / np.sqrt(self.d_k)) if self.scaled else 1.0


@dataclass(frozen=True, slots=True)
class Problem:
    """Drawn from the seed: inputs (batch, d_k), keys (n_keys, d_k), targets (batch,), start W (d_k, d_k)."""

    inputs: Floats
    keys: Floats
    targets: Integers
    start: Floats


@dataclass(frozen=True, slots=True)
class TrainingResult:
    """Losses (steps + 1,), before every step and after the last; final share of inputs routed right, 0..1."""

    config: TrainingConfig
    losses: Floats
    accuracy: float


def draw_problem(config: TrainingConfig) -> Problem:
    """Draw the problem of `config.seed`; raw and scaled runs of one seed and d_k get the very same."""
    generator = np.random.default_rng(config.seed)
    d_k = config.d_k
    inputs = generator.standard_normal((config.batch, d_k))
    keys = generator.standard_normal((config.n_keys, d_k))
    hidden = generator.standard_normal((d_k, d_k)) / np.sqrt(d_k)
    targets = np.argmax(inputs @ hidden @ keys.T, axis=1)
    start = generator.standard_normal((d_k, d_k)) / np.sqrt(d_k)
    return Problem(frozen(inputs), frozen(keys), frozen(targets), frozen(start))


def _loss_and_logit_gradient(logits: Floats, wanted: Floats) -> tuple[float, Floats, Floats]:
    """Mean squared error, its gradient with respect to the logits (batch, n_keys), and the weights."""
    weights = scipy.special.softmax(logits, axis=1)
    error = weights - wanted
    upstream = 2 * error / logits.shape[0]
    # Softmax Jacobian times upstream, without forming the Jacobian.
    gradient = weights * (upstream - (weights * upstream).sum(axis=1, keepdims=True))
    return float((error**2).sum(axis=1).mean()), gradient, weights


def loss_and_gradient(matrix: Floats, problem: Problem, scale: float) -> tuple[float, Floats]:
    """Loss at W = `matrix` (d_k, d_k), and dL/dW of the same shape: X^T (dL/dlogits) K times `scale`.

    Raises ValueError if the matrix does not fit the problem or is not finite.
    """
    at = finite("matrix", matrix)
    if at.shape != problem.start.shape:
        raise ValueError(f"matrix must have shape {problem.start.shape}, but it has {at.shape}.")
    wanted = np.eye(len(problem.keys))[problem.targets]
    loss, gradient, _ = _loss_and_logit_gradient(scale * problem.inputs @ at @ problem.keys.T, wanted)
    return loss, np.asarray(scale * problem.inputs.T @ gradient @ problem.keys)


def train(config: TrainingConfig) -> TrainingResult:
    """Run gradient descent on W and return the loss curve and the final accuracy on the batch.

    W enters only through the logits c X W K^T, and a step on W moves them by -rate c^2 (X X^T) G (K K^T)
    with G = dL/dlogits. Taking that step directly is the same descent and costs no d_k x d_k products.
    Raw runs at large d_k overshoot, and that makes single curves sensitive to the last digit of the
    arithmetic; their level is not.
    """
    problem = draw_problem(config)
    wanted = np.eye(config.n_keys)[problem.targets]
    logits = config.scale * (problem.inputs @ (problem.start @ problem.keys.T))
    step_inputs = config.rate * config.scale**2 * (problem.inputs @ problem.inputs.T)
    # Blocks small enough for BLAS to stay on one thread: at this size threads only wait for each other, and
    # the result would depend on how many there are.
    blocks = [step_inputs[row : row + _BLOCK] for row in range(0, config.batch, _BLOCK)]
    step_keys = problem.keys @ problem.keys.T
    losses = np.empty(config.steps + 1)
    losses[0], gradient, weights = _loss_and_logit_gradient(logits, wanted)
    for step in range(1, config.steps + 1):
        logits = logits - np.concatenate([block @ gradient for block in blocks]) @ step_keys
        losses[step], gradient, weights = _loss_and_logit_gradient(logits, wanted)
    accuracy = float((weights.argmax(axis=1) == problem.targets).mean())
    return TrainingResult(config, frozen(losses), accuracy)


def train_seeds(d_k: int, scaled: bool, seeds: Sequence[int], steps: int = 400) -> tuple[Floats, Floats]:
    """Loss curves (len(seeds), steps + 1) and final accuracies (len(seeds),) over several seeds."""
    runs = [train(TrainingConfig(d_k, scaled, steps=steps, seed=seed)) for seed in seeds]
    if not runs:
        raise ValueError("seeds must hold at least one seed, but it is empty.")
    return np.array([run.losses for run in runs]), np.array([run.accuracy for run in runs])
