"""The film's own query, 16 keys and 20 000 scores: the same ones from the first beat to the last.

A d_k between two whole numbers has no dot product. Where a function takes one, it is for drawing a slider
on the move: it mixes the two neighbours linearly, and at whole d_k it is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import numpy as np
import scipy

from mathcore import parameters
from mathcore._validate import Floats, frozen, real, whole
from mathcore.gradients import jacobian_norm, softmax_backward, softmax_jacobian
from mathcore.information import effective_keys
from mathcore.results import results
from mathcore.scores import nested_scores, products, simulate_products
from mathcore.softmax import softmax


def _draw(seed: int) -> tuple[Floats, Floats]:
    """Query (512,) and keys (16, 512), standard normal; the query is drawn first."""
    generator = np.random.default_rng(seed)
    query = generator.standard_normal(parameters.D_QUERY)
    return query, generator.standard_normal((parameters.N_KEYS, parameters.D_MAX))


@cache
def film_vectors() -> tuple[Floats, Floats]:
    """The film's query (512,) and 16 keys (16, 512), read-only."""
    query, keys = _draw(parameters.KEY_SEED)
    return frozen(query), frozen(keys)


@cache
def film_walks() -> Floats:
    """The film's 16 scores as walks, shape (16, 513): column d is the score at d_k = d, column 0 is 0."""
    return frozen(_walks(products(*film_vectors())))


def _walks(terms: Floats) -> Floats:
    return np.concatenate([np.zeros((len(terms), 1)), nested_scores(terms)], axis=1)


def _between(d_k: float) -> tuple[int, int, float]:
    """Whole neighbours of d_k and the share of the upper one. Raises ValueError outside 1..512."""
    at = real("d_k", d_k, 1, parameters.D_MAX)
    lower = int(np.floor(at))
    return lower, min(lower + 1, parameters.D_MAX), at - lower


def film_scores(d_k: float) -> Floats:
    """Raw scores of the film's query with its 16 keys, shape (16,): sums of the first d_k terms."""
    lower, upper, share = _between(d_k)
    walks = film_walks()
    return np.asarray((1 - share) * walks[:, lower] + share * walks[:, upper])


def film_weights(d_k: float, scaled: bool) -> Floats:
    """Attention weights over the film's 16 keys, shape (16,); scaled divides scores by sqrt(d_k) first."""
    scores = film_scores(d_k)
    return softmax(scores / np.sqrt(d_k) if scaled else scores)


def film_jacobian(d_k: float, scaled: bool) -> Floats:
    """Softmax Jacobian at the film's weights, shape (16, 16)."""
    return softmax_jacobian(film_weights(d_k, scaled))


def _upstream(seed: int) -> Floats:
    """Upstream gradient (16,) of a seed: standard normal, then shifted to mean 0 and scaled to variance 1."""
    drawn = np.random.default_rng(seed).standard_normal(parameters.N_KEYS)
    return np.asarray((drawn - drawn.mean()) / drawn.std())


@cache
def film_upstream() -> Floats:
    """What learning asks of the film's 16 weights, shape (16,), read-only: above 0 where it asks for more weight.

    The upstream gradient, downhill on the loss, of values and an error that are random: normal entries, of mean 0
    because softmax passes on nothing of a mean, and of variance 1. Which draw it is, `choose_upstream_seed` says.
    """
    return frozen(_upstream(parameters.UPSTREAM_SEED))


def film_score_gradient(d_k: float, scaled: bool) -> Floats:
    """What `film_upstream` asks of the numbers that softmax is fed, once it is sent back through it, shape (16,)."""
    return softmax_backward(film_weights(d_k, scaled), film_upstream())


def film_gradient_share(d_k: float) -> float:
    """Jacobian norm of the film's weights, raw as a share of scaled, in percent; a single draw, no median."""
    return float(100 * jacobian_norm(film_weights(d_k, False)) / jacobian_norm(film_weights(d_k, True)))


def film_effective_keys(d_k: float, scaled: bool) -> float:
    """Keys that still count among the film's 16: exp of the entropy of their weights."""
    return float(effective_keys(film_weights(d_k, scaled)))


def score_histogram(d_k: float) -> Floats:
    """Density of the 20 000 simulated scores in the bins of BIN_EDGES, per unit of score, shape (141,).

    Scores beyond the axis count in the total, so the bars add up to the share that is on the axis.
    """
    lower, upper, share = _between(d_k)
    counts = results()["histogram"]
    mixed = (1 - share) * counts[lower - 1] + share * counts[upper - 1]
    return np.asarray(mixed / (parameters.N_SCORES * np.diff(parameters.BIN_EDGES)))


def score_sample_variance(d_k: float) -> float:
    """Variance measured on the 20 000 simulated scores."""
    lower, upper, share = _between(d_k)
    variance = results()["variance"]
    return float((1 - share) * variance[lower - 1] + share * variance[upper - 1])


def score_sample_std(d_k: float) -> float:
    """Standard deviation measured on the 20 000 simulated scores."""
    return float(np.sqrt(score_sample_variance(d_k)))


def walks(n: int = parameters.N_WALKS) -> Floats:
    """The first n of the 20 000 scores as walks, shape (n, 513): column d is the score at d_k = d."""
    n = whole("n", n, most=parameters.N_SCORES)
    return _walks(simulate_products(n, parameters.D_MAX, parameters.SCORE_SEED))


def _top_log_odds(seed: int) -> Floats:
    """log(p / (1 - p)) of the largest weight at each stop, raw and then scaled, shape (2, stops)."""
    query, keys = _draw(seed)
    raw = nested_scores(products(query, keys))[:, [stop - 1 for stop in parameters.STOPS]]
    logits = np.sort(np.stack([raw, raw / np.sqrt(parameters.STOPS)]), axis=1)
    return np.asarray(logits[:, -1] - scipy.special.logsumexp(logits[:, :-1], axis=1))


def key_seed_distance(seed: int) -> float:
    """How untypical a seed's draw is: squared distance of its largest weights from the medians, in log odds.

    Summed over d_k = 4, 16, 64, 256, 512, raw and scaled. Log odds, because 0.9997 and 0.97 are far apart
    for a gradient though they are near each other as numbers.
    """
    swept = results()
    columns = np.searchsorted(swept["sweep_d_ks"], parameters.STOPS)
    typical = scipy.special.logit(swept["top_median"][:, columns])
    return float(((_top_log_odds(whole("seed", seed, least=0)) - typical) ** 2).sum())


def choose_key_seed(candidates: Iterable[int]) -> int:
    """The most typical of the candidate seeds: the smallest `key_seed_distance`, the first one of equals.

    Over range(20 000) it is KEY_SEED, which is how the film's keys were chosen. Raises ValueError if empty.
    """
    return _nearest(candidates, key_seed_distance)


def _nearest(candidates: Iterable[int], distance: Callable[[int], float]) -> int:
    found = min(candidates, key=distance, default=None)
    if found is None:
        raise ValueError("candidates must hold at least one seed, but it is empty.")
    return found


def upstream_seed_distance(seed: int) -> float:
    """How untypical a seed's upstream gradient is at d_k = 512: a sum of three squares, 0 at best.

    The logarithms of how much longer than the Jacobian's Frobenius norm, which is their root mean square over all
    draws, its products with the Jacobian are, raw and scaled; and how far it is from asking the winner to lose one
    standard deviation: a gradient that leaves the winner as it is would not show that the winner is stuck, too.
    """
    asked = _upstream(whole("seed", seed, least=0))
    weights = [film_weights(parameters.D_MAX, scaled) for scaled in (False, True)]
    longer = [np.log(np.linalg.norm(softmax_backward(p, asked)) / jacobian_norm(p)) for p in weights]
    return float(longer[0] ** 2 + longer[1] ** 2 + (asked[int(weights[0].argmax())] + 1) ** 2)


def choose_upstream_seed(candidates: Iterable[int]) -> int:
    """The most typical of the candidate seeds: the smallest `upstream_seed_distance`, the first one of equals.

    Over range(1000) it is UPSTREAM_SEED. Raises ValueError if there are no candidates.
    """
    return _nearest(candidates, upstream_seed_distance)
