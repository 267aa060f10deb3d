"""results.npz is what the code computes today, and a bad file is noticed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from mathcore import parameters, results


@pytest.fixture(scope="module")
def kept() -> Mapping[str, np.ndarray]:
    return results.read()


def _same_scores(fresh: Mapping[str, np.ndarray], kept: Mapping[str, np.ndarray]) -> None:
    # Another processor may add in another order; a score on the very edge of a bin may then change sides.
    moved = np.abs(fresh["histogram"].astype(int) - kept["histogram"].astype(int)).sum(axis=1)
    assert moved.max() <= 2
    np.testing.assert_allclose(fresh["variance"], kept["variance"], rtol=1e-10)


def _same_sweeps(fresh: Mapping[str, np.ndarray], kept: Mapping[str, np.ndarray]) -> None:
    np.testing.assert_array_equal(fresh["sweep_d_ks"], kept["sweep_d_ks"])
    for name in ("share", "share_low", "share_high", "top_median", "top_mean", "effective_median"):
        np.testing.assert_allclose(fresh[name], kept[name], rtol=1e-8, err_msg=name)


def _same_training(fresh: Mapping[str, np.ndarray], kept: Mapping[str, np.ndarray]) -> None:
    """Scaled runs step by step; raw ones by their level, since they overshoot and a last digit then moves a curve."""
    for d_k in parameters.TOGGLE_STOPS:
        name = results.training_name(d_k, True)
        np.testing.assert_allclose(fresh[f"losses_{name}"], kept[f"losses_{name}"], rtol=1e-5, atol=1e-7)
        np.testing.assert_allclose(fresh[f"accuracy_{name}"], kept[f"accuracy_{name}"], atol=1 / 256 + 1e-12)
        name = results.training_name(d_k, False)
        one, other = fresh[f"losses_{name}"], kept[f"losses_{name}"]
        np.testing.assert_allclose(one[:, :5], other[:, :5], atol=1e-4)
        np.testing.assert_allclose(one.mean(axis=0), other.mean(axis=0), atol=0.05)
        assert fresh[f"accuracy_{name}"].mean() == pytest.approx(kept[f"accuracy_{name}"].mean(), abs=0.03)


def test_computing_everything_again_gives_what_is_kept(kept: Mapping[str, np.ndarray]) -> None:
    """One test, because computing takes about 20 seconds and should happen once."""
    fresh = results.compute()
    assert set(fresh) == set(kept)
    for name in fresh:
        assert (fresh[name].shape, fresh[name].dtype) == (kept[name].shape, kept[name].dtype), name
    _same_scores(fresh, kept)
    _same_sweeps(fresh, kept)
    _same_training(fresh, kept)


def test_every_score_is_counted_once_or_beyond_the_axis(kept: Mapping[str, np.ndarray]) -> None:
    totals = kept["histogram"].sum(axis=1, dtype=int)
    assert totals[0] == parameters.N_SCORES
    assert parameters.N_SCORES * 0.997 < totals[-1] < parameters.N_SCORES


def test_the_file_is_small() -> None:
    assert results.PATH.stat().st_size < 1_000_000


def test_kept_arrays_cannot_be_changed(kept: Mapping[str, np.ndarray]) -> None:
    with pytest.raises(ValueError, match="read-only"):
        kept["share"][0] = 0
    with pytest.raises(TypeError):
        kept["share"] = np.zeros(1)  # type: ignore[index]


def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "compute", lambda: {"share": np.array([1.0])})


def test_write_then_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _tiny(monkeypatch)
    path = tmp_path / "it's ünï 数学.npz"
    results.write(path)
    first = path.read_bytes()
    assert results.read(path)["share"] == [1.0]
    results.write(path)
    assert path.read_bytes() == first  # no time stamp inside
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _tiny(monkeypatch)
    path = tmp_path / "results.npz"
    results.write(path)
    before = path.read_bytes()

    def fail() -> dict[str, np.ndarray]:
        raise KeyboardInterrupt

    monkeypatch.setattr(results, "compute", fail)
    with pytest.raises(KeyboardInterrupt):
        results.write(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"not an archive", b"PK\x03\x04 cut short"])
def test_a_damaged_file_says_how_to_make_it_again(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "results.npz"
    path.write_bytes(content)
    again = r"cannot be read .*write it again with: \.venv/bin/python -m mathcore\.results"
    with pytest.raises(ValueError, match=again):
        results.read(path)


def test_a_flipped_bit_is_noticed(tmp_path: Path) -> None:
    whole = bytearray(results.PATH.read_bytes())
    whole[len(whole) // 2] ^= 0x10
    path = tmp_path / "results.npz"
    path.write_bytes(whole)
    with pytest.raises(ValueError, match="cannot be read"):
        results.read(path)


def test_a_missing_file_says_how_to_make_it(tmp_path: Path) -> None:
    again = r"results\.npz is missing; write it again with: \.venv/bin/python -m mathcore"
    with pytest.raises(ValueError, match=again):
        results.read(tmp_path / "results.npz")


@pytest.mark.parametrize("name", ["SCORE_SEED", "N_SCORES", "SWEEP_ROWS", "TRAINING_STEPS", "N_TRAINING_SEEDS"])
def test_a_changed_parameter_makes_the_file_stale(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parameters, name, getattr(parameters, name) + 1)
    with pytest.raises(ValueError, match="made with other parameters"):
        results.read()
