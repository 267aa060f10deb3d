"""Colours are roles: contrast floors and distances that hold in both themes and for every kind of sight."""

from __future__ import annotations

from itertools import combinations

import pytest
from coloraide import Color as Base
from coloraide.contrast.wcag21 import WCAG21Contrast
from coloraide.distance.delta_e_2000 import DE2000
from coloraide.filters.cvd import Deutan, Protan, Tritan

from scenes.kit.errors import KitError
from scenes.kit.look import ACCENTS, TEXT_ROLES, THEMES, Look, blend, colour, get_look, set_look


class Color(Base):
    """coloraide's Color with what these tests need."""


Color.register([DE2000(), WCAG21Contrast(), Protan(), Deutan(), Tritan()], overwrite=True)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["background", "panel"])
def test_text_and_marks_keep_their_contrast(theme: str, ground: str) -> None:
    palette = THEMES[theme]
    for role in (*TEXT_ROLES, "axis"):
        ratio = Color(palette[role]).contrast(palette[ground], method="wcag21")
        assert ratio >= (3.0 if role == "axis" else 4.5), f"{role} on {ground}: {ratio:.2f}"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", [None, "protan", "deutan", "tritan"])
def test_accents_are_told_apart_by_every_sight(theme: str, sight: str | None) -> None:
    seen = {role: Color(THEMES[theme][role]) for role in ACCENTS}
    if sight is not None:
        # Machado, Oliveira and Fernandes 2009: one model for all three kinds, as the palette was chosen with.
        seen = {role: c.filter(sight, method="machado") for role, c in seen.items()}
    for a, b in combinations(ACCENTS, 2):
        assert seen[a].delta_e(seen[b], method="2000") >= 15, (a, b)


def test_unknown_theme_and_role_are_named() -> None:
    with pytest.raises(KitError, match="no theme 'sepia'; choose one of: dark, light"):
        Look("sepia")
    with pytest.raises(KitError, match="no colour role 'red'"):
        colour("red")


def test_blend_is_between_ground_and_role() -> None:
    before = get_look()
    try:
        set_look(Look("dark"))
        assert blend("key", 0.0) == colour("background")
        assert blend("key", 1.0) == colour("key")
    finally:
        set_look(before)
