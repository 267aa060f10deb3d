"""A beat opens on the picture that the one before closed on: the two frames at the cut are one."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import scenes
from pipeline.settings import Settings
from pipeline.stage import rehearse, render_still

# Neighbours that share their picture at the cut, headings and all. Between the others the film starts a new picture.
HANDED_OVER = (
    ("hook", "predict"),
    ("predict", "simulate"),
    ("simulate", "variance"),
    ("saturate", "scale"),
    ("scale", "toggle"),
    ("toggle", "transfer"),
    ("transfer", "resolve"),
    ("variance", "saturate"),
)
LOOKS = {
    "dark": Settings(480, 270, Fraction(15)),
    "light-portrait": Settings(270, 480, Fraction(15), "light", portrait=True),
}
TOLERANCE = 6  # of 255, for what is drawn from a place that was computed in another order


@cache
def _length(beat: str) -> int:
    """Frames of the beat: the same in every look, as test_film_rules holds."""
    return rehearse(beat, LOOKS["dark"]).frames


def _largest_difference(one: np.ndarray, other: np.ndarray) -> int:
    return int(np.abs(one.astype(int) - other.astype(int)).max())


@pytest.mark.parametrize(("before", "after"), HANDED_OVER, ids=["-to-".join(pair) for pair in HANDED_OVER])
@pytest.mark.parametrize("look", LOOKS)
def test_a_beat_opens_where_the_one_before_closed(before: str, after: str, look: str) -> None:
    closing = render_still(before, LOOKS[look], _length(before) - 1)
    opening = render_still(after, LOOKS[look], 0)
    assert _largest_difference(closing, opening) <= TOLERANCE
    # There is a picture, and one that had moved by a single pixel would not have passed.
    assert _largest_difference(closing, np.roll(opening, 1, axis=1)) > 10 * TOLERANCE


def test_only_neighbours_can_hand_over() -> None:
    order = [beat.id for beat in scenes.beats()]
    assert set(HANDED_OVER) <= set(pairwise(order))
