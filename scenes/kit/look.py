"""How the film looks this time: theme and orientation, and the palette that follows from them.

Colours are roles (art direction): a part asks for ``colour("key")``, never for a hex value, so that a theme
is one table and every picture follows it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from .errors import KitError

Rgb = tuple[int, int, int]
"""Red, green and blue, 0..255."""

ROLES = ("background", "panel", "ink", "muted", "axis", "query", "key", "raw", "scaled", "gradient")
TEXT_ROLES = ("ink", "muted", "query", "key", "raw", "scaled", "gradient")
ACCENTS = ("query", "key", "raw", "scaled", "gradient")

THEMES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "dark": MappingProxyType(
            dict(
                background="#0F141B",
                panel="#18202B",
                ink="#F4F1EA",
                muted="#A7B1BF",
                axis="#66758A",
                query="#F6EF49",
                key="#7FF0C2",
                raw="#EE7350",
                scaled="#4285F5",
                gradient="#FBB4FE",
            )
        ),
        "light": MappingProxyType(
            dict(
                background="#FBF9F4",
                panel="#F1EDE4",
                ink="#1A2230",
                muted="#55606F",
                axis="#857E70",
                query="#80610D",
                key="#2B6C50",
                raw="#720309",
                scaled="#0056EF",
                gradient="#A00185",
            )
        ),
    }
)


@dataclass(frozen=True)
class Look:
    """A theme and an orientation. Raises KitError for a theme that is not in THEMES."""

    theme: str = "dark"
    portrait: bool = False
    palette: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise KitError(f"There is no theme {self.theme!r}; choose one of: {', '.join(THEMES)}.")
        object.__setattr__(self, "palette", THEMES[self.theme])


def _from_environment() -> Look:
    """The look for plain ``manim``, which has no --theme: FILM_THEME=light."""
    return Look(os.environ.get("FILM_THEME", "dark"))


_current: Look | None = None


def set_look(look: Look) -> None:
    """Every part made from now on takes its colours and its layout from ``look``."""
    global _current
    _current = look


def get_look() -> Look:
    """The look in force (from the environment until ``set_look`` is called)."""
    global _current
    if _current is None:
        _current = _from_environment()
    return _current


def colour(role: str) -> str:
    """The hex colour of a role in the look in force. Raises KitError for an unknown role."""
    try:
        return get_look().palette[role]
    except KeyError:
        raise KitError(f"There is no colour role {role!r}; choose one of: {', '.join(ROLES)}.") from None


def blend(role: str, strength: float, ground: str = "background") -> str:
    """The colour of ``role`` laid over ``ground`` with opacity ``strength`` in 0..1, as an opaque hex."""
    return hexed(laid_over(channels(colour(role)), channels(colour(ground)), min(max(strength, 0.0), 1.0)))


def channels(hexa: str) -> Rgb:
    """Red, green and blue, 0..255, of "#RRGGBB"."""
    return int(hexa[1:3], 16), int(hexa[3:5], 16), int(hexa[5:7], 16)


def hexed(rgb: Rgb) -> str:
    """ "#RRGGBB" of red, green and blue, 0..255."""
    return "#{:02X}{:02X}{:02X}".format(*rgb)


def laid_over(upper: Rgb, lower: Rgb, share: float) -> Rgb:
    """What is seen of ``upper``, of which the ``share`` 0..1 is opaque, on ``lower``."""
    red, green, blue = (round(b + (a - b) * share) for a, b in zip(upper, lower, strict=True))
    return red, green, blue
