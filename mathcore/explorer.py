"""What a learner needs to turn up d_k alone: scores of several key sets and medians, at every stop of a slider.

The stops are whole d_k: each up to 16, and then as many to an octave as a hand can aim at. Key sets are draws like the
film's; the first is the film's own, with more keys after its 16. The medians for other numbers of keys are kept in
explorer.npz beside this file: `python -m mathcore.explorer` computes them again, and a test does so and compares.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mathcore import _kept, parameters
from mathcore._validate import Floats, frozen, whole
from mathcore.results import results
from mathcore.saturation import gradient_share
from mathcore.scores import nested_scores, products, score_pdf

FINE_UP_TO: Final = 16
STOPS_AN_OCTAVE: Final = 16
STOPS: Final = tuple(
    dict.fromkeys(
        [
            *range(1, FINE_UP_TO),
            *(
                round(FINE_UP_TO * 2 ** (i / STOPS_AN_OCTAVE))
                for i in range(1 + round(STOPS_AN_OCTAVE * np.log2(parameters.D_MAX / FINE_UP_TO)))
            ),
        ]
    )
)
SET_KEYS: Final = 64
SET_SEEDS: Final = (parameters.KEY_SEED, *range(1, 21))  # the film's own, and others as they come: none is chosen
KEY_COUNTS: Final = (4, 8, 12, 16, 24, 32, 48, 64)
SCORE_BITS: Final = 23  # of the fraction: a score is right to 6e-8, and 256 still has room in 32 bits
CURVE_STEP: Final = 0.25
PATH = Path(__file__).with_name("explorer.npz")


def fingerprint() -> str:
    """All that the kept medians depend on, as one line."""
    stops, counts = ",".join(map(str, STOPS)), ",".join(map(str, KEY_COUNTS))
    return f"stops={stops} keys={counts} rows={parameters.SWEEP_ROWS}:{parameters.SWEEP_SEED}"


def stop_index(d_k: int) -> int:
    """The place of a d_k among the stops. Raises ValueError if it is none."""
    if d_k not in STOPS:
        raise ValueError(f"d_k must be a stop of the slider, but it is {d_k!r}.")
    return STOPS.index(d_k)


def set_scores(key_set: int) -> Floats:
    """Raw scores of a set's query with its 64 keys at every stop, shape (len(STOPS), 64).

    The query is drawn first and the keys one after the other, as the film's are: its 16 are the first of set 0.
    Raises ValueError for a set that there is not.
    """
    number = whole("key_set", key_set, least=0, most=len(SET_SEEDS) - 1)
    generator = np.random.default_rng(SET_SEEDS[number])
    query = generator.standard_normal(parameters.D_QUERY)
    walks = nested_scores(products(query, generator.standard_normal((SET_KEYS, parameters.D_MAX))))
    return np.ascontiguousarray(walks[:, np.array(STOPS) - 1].T)


def fixed_point(scores: Floats) -> NDArray[np.int32]:
    """Scores as whole multiples of 2^-23, the nearest; same shape. Raises ValueError for scores of 256 and more."""
    if (np.abs(scores) >= 2 ** (31 - SCORE_BITS)).any():
        raise ValueError(f"scores must be under 256 in size, but one is {np.abs(scores).max():g}.")
    return np.rint(np.ldexp(scores, SCORE_BITS)).astype(np.int32)


def histograms() -> NDArray[np.uint16]:
    """Counts of the 20 000 simulated scores in the bins of BIN_EDGES at every stop, shape (len(STOPS), 141)."""
    return np.asarray(results()["histogram"][np.array(STOPS) - 1], dtype=np.uint16)


def sample_variances() -> Floats:
    """Variance measured on the 20 000 simulated scores at every stop, shape (len(STOPS),)."""
    return np.asarray(results()["variance"][np.array(STOPS) - 1])


def curves() -> Floats:
    """Exact density of a score at x = 0, 0.25, ... 70 and every stop, shape (len(STOPS), 281); even in x.

    At d_k = 1 it is infinite at x = 0.
    """
    x = np.arange(0, parameters.SCORE_LIMIT + CURVE_STEP / 2, CURVE_STEP)
    return np.array([score_pdf(x, d_k) for d_k in STOPS])


@cache
def gradient_shares() -> Floats:
    """Median Jacobian norm over rows, raw over scaled, 1 = all of it: shape (len(KEY_COUNTS), len(STOPS)).

    The statistic of mathcore.saturation.gradient_share, for rows of 4 to 64 keys. Where the film has a value of its
    own, for 16 keys, the film's stands here: it lies between two computed dimensions at some stops above 64.
    """
    shares = read()["shares"].copy()
    swept = results()
    shares[KEY_COUNTS.index(parameters.N_KEYS)] = np.interp(
        np.log2(STOPS), np.log2(swept["sweep_d_ks"]), swept["share"]
    )
    return np.asarray(frozen(shares))


def compute() -> dict[str, NDArray[Any]]:
    """The medians that explorer.npz holds; takes under a minute."""
    rows, seed = parameters.SWEEP_ROWS, parameters.SWEEP_SEED
    shares = [[gradient_share(d_k, n_keys, rows, seed).value for d_k in STOPS] for n_keys in KEY_COUNTS]
    return {"shares": np.array(shares)}


def write(path: Path = PATH) -> None:
    """Compute the medians and put them in `path`, which is replaced only when the new file is whole."""
    _kept.write(path, fingerprint(), compute())


def read(path: Path = PATH) -> Mapping[str, NDArray[Any]]:
    """Read-only arrays of `path`. Raises ValueError if missing, damaged, or made with other parameters."""
    return _kept.read(path, fingerprint(), "mathcore.explorer")


if __name__ == "__main__":
    write()
    sys.stdout.write(f"{PATH}: {PATH.stat().st_size:,} bytes\n")
