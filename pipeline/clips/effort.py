"""How much an export takes trouble over: its width, rate, and quality or colours; and what may be given up of it.

A ladder begins with what a format gets when nobody asks for less, and gives up on every rung what is missed least.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from pipeline.report import rate as number
from pipeline.settings import Settings

# The long side of what is meant for pages that load at once; films keep their own size.
_LONGEST = {"gif": 960, "webp": 1280}
_FASTEST = {"webp": Fraction(30)}
_SMALLEST = 160  # pixels of the short side: below, no word of the film can be read
# Size as a share, quality (H.264 and VP9: crf, the lower the better; WebP: 0..100) or colours, and every how manieth
# picture. Measured on `histogram-widens`, a rung takes about three quarters of the one above.
_RUNGS: dict[str, tuple[tuple[float, int, int], ...]] = {
    "mp4": (
        *((1, crf, 1) for crf in (15, 19, 23, 27)),
        *((2 / 3, crf, 1) for crf in (23, 27, 31)),
        *((1 / 2, crf, 1) for crf in (27, 31, 35)),
        *((1 / 3, crf, 1) for crf in (31, 35, 40)),
    ),
    "webm": (
        *((1, crf, 1) for crf in (18, 26, 34, 42)),
        *((2 / 3, crf, 1) for crf in (34, 40, 46)),
        *((1 / 2, crf, 1) for crf in (40, 46, 52)),
        *((1 / 3, crf, 1) for crf in (46, 54, 63)),
    ),
    "mov": tuple((size, 0, every) for every in (1, 2, 4) for size in (1, 2 / 3, 1 / 2, 1 / 3)),
    "png-sequence": tuple((size, 0, every) for every in (1, 2, 4, 8) for size in (1, 2 / 3, 1 / 2, 1 / 3)),
    "gif": (
        *((1, colours, 1) for colours in (256, 128, 64)),
        *((2 / 3, colours, 1) for colours in (128, 64)),
        *((2 / 3, colours, 2) for colours in (128, 64, 32)),
        *((1 / 2, colours, 2) for colours in (64, 32, 16)),
        *((1 / 3, colours, 2) for colours in (32, 16)),
        *((1 / 3, colours, 4) for colours in (16, 8)),
    ),
    "webp": (
        *((1, quality, 1) for quality in (90, 75, 60)),
        *((2 / 3, quality, 1) for quality in (75, 60, 45)),
        *((2 / 3, quality, 2) for quality in (60, 45)),
        *((1 / 2, quality, 2) for quality in (60, 45, 30)),
        *((1 / 3, quality, 4) for quality in (45, 30, 10)),
    ),
}
_QUALITY = {"mp4": "crf", "webm": "crf", "gif": "colours", "webp": "quality"}


@dataclass(frozen=True)
class Effort:
    """Pixels, frames a second, and what `quality` means to the format: crf, a quality of 0 to 100, or colours."""

    width: int
    height: int
    rate: Fraction
    quality: int = 0

    def told(self, kind: str) -> str:
        """In words: "640 x 360, 12.5 frames a second, 64 colours"."""
        name = _QUALITY.get(kind)
        rest = "" if name is None else f", {self.quality} colours" if name == "colours" else f", {name} {self.quality}"
        return f"{self.width} x {self.height}, {number(self.rate):.4g} frames a second{rest}"


def ladder(kind: str, settings: Settings) -> list[Effort]:
    """The efforts of the format `kind` in a look, from the best down; no two are alike and none too small to read."""
    made: dict[Effort, None] = {}
    for share, quality, every in _RUNGS[kind]:
        effort = Effort(*_size(kind, settings, share), _rate(kind, settings.fps, every), quality)
        if not made or min(effort.width, effort.height) >= _SMALLEST:
            made[effort] = None
    return list(made)


def gif_step(fps: Fraction, every: int = 1) -> int:
    """Hundredths of a second that a picture of a GIF stays: the unit that GIF has.

    Of 4 to 7 the first that takes its pictures evenly, else 4; more for films with fewer frames. Browsers slow down
    what is shorter than 2, and nothing of the film is better for less than 4.
    """
    shortest = max(4, math.ceil(100 / fps))
    even = [step for step in range(shortest, 8) if (step * fps / 100).denominator == 1]
    return (even or [shortest])[0] * every


def _rate(kind: str, fps: Fraction, every: int) -> Fraction:
    if kind == "gif":
        return Fraction(100, gif_step(fps, every))
    whole = math.ceil(fps / _FASTEST.get(kind, fps))
    return max(fps / (whole * every), min(Fraction(1), fps))


def _size(kind: str, settings: Settings, share: float) -> tuple[int, int]:
    longest = max(settings.width, settings.height)
    share *= min(1.0, _LONGEST.get(kind, longest) / longest)
    if share == 1:
        return settings.width, settings.height
    return 2 * round(settings.width * share / 2), 2 * round(settings.height * share / 2)
