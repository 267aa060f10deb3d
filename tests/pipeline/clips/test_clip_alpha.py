"""Clips over nothing: what was drawn comes out over white and over black as if it had been drawn there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from clip_source import decoded, ghost, ghosts, job, over
from colour_chart import HEIGHT, WIDTH

from pipeline.alpha import straight
from pipeline.clips.budget import make
from pipeline.clips.colours import bled
from pipeline.clips.source import Source
from pipeline.clips.spec import CLEAR


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    return ghosts(tmp_path_factory.mktemp("plays"))


def on(ground: int, premultiplied: np.ndarray) -> np.ndarray:
    """What Cairo would have drawn on a grey ground."""
    alpha = premultiplied[..., 3:].astype(float) / 255
    return premultiplied[..., :3] + ground * (1 - alpha)


def test_colours_are_divided_by_their_opacity() -> None:
    alpha, colour = np.meshgrid(np.arange(256), np.arange(256))
    premultiplied = np.round(colour * alpha / 255)
    picture = np.stack([premultiplied, premultiplied, 0 * alpha, alpha], axis=2).astype(np.uint8)
    found = straight(picture).astype(int)
    for ground in (0, 255):
        assert np.abs(over(found.astype(np.uint8), ground) - on(ground, picture)).max() <= 0.51
    assert (found[..., 3] == alpha).all()
    assert (found[:, 255, 0] == colour[:, 255]).all()
    assert not found[:, 0].any()


def test_the_plays_keep_every_value(source: Source) -> None:
    for number, picture in enumerate(source.pictures(range(source.frames))):
        argb = picture.to_ndarray()
        assert np.array_equal(np.roll(argb, -1, axis=2), straight(ghost(max(0, number - 4))))


@pytest.mark.parametrize("kind", [kind for kind in CLEAR if kind != "gif"])
def test_half_transparent_white_over_white_and_black_within_two(kind: str, source: Source, tmp_path: Path) -> None:
    wanted = job(source, kind, tmp_path)
    make(wanted)
    pictures, _ = decoded(wanted.path)
    assert len(pictures) >= 10  # those that are held may be one
    for step, picture in ((0, pictures[0]), (9, pictures[-1])):
        drawn = ghost(step)
        flat = np.s_[50:160, 30 + 4 * step : 74 + 4 * step]
        disc = np.s_[80:136, 272:328]
        nothing = np.s_[:30, :200]
        for ground in (0, 255):
            found, right = over(picture, ground), on(ground, drawn)
            for part in (flat, disc, nothing):
                assert np.abs(found[part] - right[part]).max() <= 2
            # No dark or bright rim: the soft edge of the disc is what it was, but for the noise of the codec.
            rim = (drawn[..., 3] > 0) & (drawn[..., 3] < 255) & (np.arange(WIDTH) > 200)
            assert np.abs((found - right)[rim].mean(axis=0)).max() <= 2
            assert np.percentile(np.abs(found - right)[rim], 95) <= (2 if kind == "png-sequence" else 12)


def test_a_gif_is_there_or_not(source: Source, tmp_path: Path) -> None:
    wanted = job(source, "gif", tmp_path)
    make(wanted)
    pictures, _ = decoded(wanted.path)
    for picture in pictures:
        assert set(np.unique(picture[..., 3])) == {0, 255}
        assert not picture[:30, :, 3].any()
        assert np.abs(picture[108, 300, :3].astype(int) - (246, 239, 73)).max() <= 3


def test_colours_run_out_under_what_cannot_be_seen() -> None:
    picture = straight(ghost(0))
    made = bled(picture)
    seen = picture[..., 3] > 0
    assert np.array_equal(made[seen], picture[seen])
    assert np.array_equal(made[..., 3], picture[..., 3])
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    around = (np.hypot(x - 300, y - 108) > 63) & (np.hypot(x - 300, y - 108) < 67)
    assert np.abs(made[around][:, :3].astype(int) - (246, 239, 73)).max() <= 20
