"""What the learner's slider shows is what the film shows, and the rest of it is computed alike."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from mathcore import explorer, lesson, parameters, saturation
from mathcore.softmax import softmax


def test_stops_are_whole_fine_below_and_hold_all_that_the_film_rests_on() -> None:
    stops = explorer.STOPS
    assert stops[:16] == tuple(range(1, 17))
    assert stops[-1] == 512
    assert {*parameters.STOPS, *parameters.TOGGLE_STOPS} <= set(stops)
    assert {size for _, size in parameters.MODEL_HEAD_DIMS} <= set(stops)
    steps = np.diff(np.log2(stops[15:]))
    assert (steps > 0).all()
    assert steps.max() < 1.7 / 16  # a whole number may be missing where an octave has few of them


@pytest.mark.parametrize("d_k", parameters.STOPS)
def test_the_first_sixteen_keys_are_the_films(d_k: int) -> None:
    scores = explorer.set_scores(0)[explorer.stop_index(d_k)]
    assert scores.shape == (64,)
    np.testing.assert_array_equal(scores[:16], lesson.film_scores(d_k))


def test_there_are_over_twenty_sets_and_no_two_are_alike() -> None:
    assert len(explorer.SET_SEEDS) >= 21
    last = np.array([explorer.set_scores(i)[-1] for i in range(len(explorer.SET_SEEDS))])
    assert len(np.unique(last, axis=0)) == len(last)
    # Scores of one query are normal with its length as their spread; of many, their variance is d_k.
    assert last.var() == pytest.approx(512, rel=0.2)
    with pytest.raises(ValueError, match="key_set must be a whole number from 0 to"):
        explorer.set_scores(len(explorer.SET_SEEDS))


def test_moving_the_slider_only_adds_terms() -> None:
    """Between two stops a score changes by the terms in between: neighbours differ by about sqrt(of their distance)."""
    walks = explorer.set_scores(3)
    steps = np.diff(walks, axis=0) / np.sqrt(np.diff(explorer.STOPS))[:, None]
    assert steps.std() == pytest.approx(1, abs=0.1)


def test_fixed_point_keeps_weights_to_a_millionth() -> None:
    for key_set in range(len(explorer.SET_SEEDS)):
        scores = explorer.set_scores(key_set)
        fixed = explorer.fixed_point(scores)
        assert fixed.dtype == np.int32
        back = np.ldexp(fixed.astype(float), -explorer.SCORE_BITS)
        assert np.abs(softmax(back) - softmax(scores)).max() < 2e-7
    with pytest.raises(ValueError, match=r"under 256 in size, but one is 256"):
        explorer.fixed_point(np.array([1.0, -256.0]))


@pytest.mark.parametrize("d_k", [1, 4, 64, 512])
def test_histograms_variances_and_curves_are_the_films(d_k: int) -> None:
    at = explorer.stop_index(d_k)
    density = explorer.histograms()[at] / (parameters.N_SCORES * np.diff(parameters.BIN_EDGES))
    np.testing.assert_array_equal(density, lesson.score_histogram(d_k))
    assert explorer.sample_variances()[at] == lesson.score_sample_variance(d_k)
    curve = explorer.curves()[at]
    assert curve.shape == (281,)
    # A sum over both halves is one, wherever the density is finite and falls off within the axis.
    if d_k in (4, 64):
        assert (curve.sum() * 2 - curve[0]) * explorer.CURVE_STEP == pytest.approx(1, abs=1e-4)
    if d_k == 512:
        assert curve[0] == pytest.approx(stats.norm(0, np.sqrt(512)).pdf(0), rel=0.01)
    assert np.isinf(curve[0]) == (d_k == 1)


def test_no_other_d_k_is_a_stop() -> None:
    with pytest.raises(ValueError, match="must be a stop of the slider, but it is 65"):
        explorer.stop_index(65)


def test_sixteen_keys_have_the_films_median() -> None:
    row = explorer.gradient_shares()[explorer.KEY_COUNTS.index(16)]
    for d_k, share in zip(explorer.STOPS, row, strict=True):
        assert 100 * share == pytest.approx(lesson.gradient_share_at(d_k), rel=1e-12)


@pytest.mark.parametrize("n_keys", explorer.KEY_COUNTS)
def test_kept_medians_are_what_the_code_computes(n_keys: int) -> None:
    kept = explorer.read()["shares"]
    assert kept.shape == (len(explorer.KEY_COUNTS), len(explorer.STOPS))
    for d_k in (1, 7, 40, 215):
        fresh = saturation.gradient_share(d_k, n_keys).value
        assert kept[explorer.KEY_COUNTS.index(n_keys), explorer.stop_index(d_k)] == pytest.approx(fresh, rel=1e-8)


def test_more_keys_lose_less_of_the_gradient() -> None:
    shares = explorer.gradient_shares()
    assert (np.diff(shares[:, explorer.STOPS.index(64) :], axis=0) > 0).all()
    assert (np.diff(shares[:, explorer.STOPS.index(64) :], axis=1) < 0).all()


def test_other_stops_make_the_file_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "STOPS", (1, 2, 512))
    again = r"other parameters; write it again with: \.venv/bin/python -m mathcore\.explorer"
    with pytest.raises(ValueError, match=again):
        explorer.read()


def test_a_missing_file_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"missing; write it again with: \.venv/bin/python -m mathcore\.explorer"):
        explorer.read(tmp_path / "explorer.npz")


def test_write_then_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "compute", lambda: {"shares": np.array([[1.0]])})
    path = tmp_path / "explorer.npz"
    explorer.write(path)
    assert explorer.read(path)["shares"] == [[1.0]]
