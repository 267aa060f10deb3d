"""Size, rate, theme and layout of a film, checked before anything is drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pipeline.errors import CommandError, did_you_mean

# The letters are Manim's own (manim -q l|m|h|p|k).
QUALITIES: dict[str, tuple[int, int, int]] = {
    "l": (854, 480, 15),
    "m": (1280, 720, 30),
    "h": (1920, 1080, 60),
    "p": (2560, 1440, 60),
    "k": (3840, 2160, 60),
}
THEMES = ("dark", "light")
SMALLEST, LARGEST = 64, 7680
SLOWEST, FASTEST = 1, 120
LONG, SHORT = 16, 9
# The frame in Manim's units: its short side is always 8, so a stroke or a text has one size in every look.
SHORT_UNITS = 8.0
LONG_UNITS = SHORT_UNITS * LONG / SHORT


@dataclass(frozen=True)
class Settings:
    """What every picture of one film shares. Sizes in pixels, `fps` in frames a second, exact."""

    width: int
    height: int
    fps: Fraction
    theme: str = "dark"
    portrait: bool = False
    transparent: bool = False  # drawn over nothing, for slides with a ground of their own

    @classmethod
    def from_options(
        cls,
        quality: str = "h",
        resolution: str | tuple[int, int] | None = None,
        fps: str | float | Fraction | None = None,
        theme: str = "dark",
        portrait: bool = False,
        transparent: bool = False,
    ) -> Settings:
        """Settings from the command line's options; raises CommandError with one sentence for bad ones.

        `resolution` ("W,H" or a pair) and `fps` override the quality's own; an upright resolution means
        portrait, and `portrait` turns a lying one upright.
        """
        if quality not in QUALITIES:
            raise CommandError(f"Unknown quality {quality!r}; choose one of {', '.join(QUALITIES)}.")
        if theme not in THEMES:
            raise CommandError(f"Unknown theme {theme!r}. {did_you_mean(theme, THEMES)}")
        width, height, rate = QUALITIES[quality]
        if resolution is not None:
            width, height = _parse_resolution(resolution)
            _check_size(width, height)
        portrait = portrait or height > width
        if portrait and width > height:
            width, height = height, width
        exact = Fraction(rate) if fps is None else _parse_fps(fps)
        return cls(width, height, exact, theme, portrait, transparent)

    @property
    def folder_name(self) -> str:
        """`1080p60`, `480p15-light`, `1080p60-light-portrait`: the folder under `out/`."""
        light = "-light" if self.theme == "light" else ""
        rest = f"{light}{'-portrait' * self.portrait}{'-transparent' * self.transparent}"
        return f"{min(self.width, self.height)}p{rate_text(self.fps)}{rest}"

    @property
    def frame_size(self) -> tuple[float, float]:
        """(width, height) of the frame in Manim's units: 14.22 x 8, or 8 x 14.22 in portrait."""
        return (SHORT_UNITS, LONG_UNITS) if self.portrait else (LONG_UNITS, SHORT_UNITS)

    def manim_config(self) -> dict[str, Any]:
        """Entries for `manim.tempconfig`: all that shapes a picture, and nothing of where files go."""
        from scenes.kit.look import THEMES as PALETTES

        frame_width, frame_height = self.frame_size
        return {
            "pixel_width": self.width,
            "pixel_height": self.height,
            "frame_rate": float(self.fps),
            "frame_width": frame_width,
            "frame_height": frame_height,
            "background_color": PALETTES[self.theme]["background"],
            "background_opacity": 0.0 if self.transparent else 1.0,
            "disable_caching": True,
            "write_to_movie": False,
            "save_last_frame": False,
            "preview": False,
            "progress_bar": "none",
        }

    def to_json(self) -> dict[str, Any]:
        """Plain values for keys and reports."""
        return {
            "width": self.width,
            "height": self.height,
            "fps": str(self.fps),
            "theme": self.theme,
            "portrait": self.portrait,
            # Named only where it is so: the keys of opaque looks say nothing of it.
            **({"transparent": True} if self.transparent else {}),
        }


def rate_text(fps: Fraction) -> str:
    """60 -> "60", 2997/100 -> "29.97", 30000/1001 -> "30000-1001": safe in a path and never ambiguous."""
    if fps.denominator == 1:
        return str(fps.numerator)
    text = f"{float(fps):.6f}".rstrip("0")
    return text if Fraction(text) == fps else f"{fps.numerator}-{fps.denominator}"


def _parse_resolution(resolution: str | tuple[int, int]) -> tuple[int, int]:
    parts = resolution.replace("x", ",").split(",") if isinstance(resolution, str) else list(resolution)
    try:
        width, height = (int(part) for part in parts)
    except (TypeError, ValueError) as error:
        sentence = f"Cannot read the resolution {resolution!r}; write it as W,H, say 1920,1080."
        raise CommandError(sentence) from error
    return width, height


def _check_size(width: int, height: int) -> None:
    asked = f"{width}x{height}"
    for side in (width, height):
        if not SMALLEST <= side <= LARGEST:
            raise CommandError(f"Cannot draw {asked}: each side must be from {SMALLEST} to {LARGEST} pixels.")
    ratio = max(width, height) / min(width, height)
    if abs(ratio * SHORT / LONG - 1) > 0.01:
        near = [_shaped(width, height, by_width=True), _shaped(width, height, by_width=False)]
        names = " and ".join(dict.fromkeys(f"{w},{h}" for w, h in near))
        raise CommandError(f"Cannot draw {asked}: the film is {LONG}:{SHORT}; the nearest sizes are {names}.")
    if width % 2 or height % 2:
        even = f"{_even(width)},{_even(height)}"
        raise CommandError(f"Cannot draw {asked}: video needs even sides; the nearest even size is {even}.")


def _even(side: float) -> int:
    """The nearest even number, the larger of two equally near: 855 -> 856, 479 -> 480."""
    return 2 * math.floor(side / 2 + 0.5)


def _shaped(width: int, height: int, *, by_width: bool) -> tuple[int, int]:
    """The 16:9 (or 9:16) size with even sides that keeps the asked width, or the asked height."""
    ratio = SHORT / LONG if height > width else LONG / SHORT
    return (_even(width), _even(width / ratio)) if by_width else (_even(height * ratio), _even(height))


def _parse_fps(fps: str | float | Fraction) -> Fraction:
    sentence = f"Cannot use {fps} frames a second; give a number from {SLOWEST} to {FASTEST}, say 30."
    try:
        exact = Fraction(str(fps))
    except (ValueError, ZeroDivisionError) as error:
        raise CommandError(sentence) from error
    # Time bases in an MP4 are 32-bit: a rate with a dozen decimals could not be kept exactly.
    if not SLOWEST <= exact <= FASTEST or exact.denominator > 100_000:
        raise CommandError(sentence)
    return exact
