"""Rules over a palette. Each yields a sentence for every colour that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scenes.kit.look import TEXT_ROLES, THEMES, channels

TEXT_CONTRAST, MARK_CONTRAST = 4.5, 3.0
# Light in proportion, 0 to 1, for each value of an sRGB channel, and each channel's share of luminance (WCAG 2.2).
LINEAR = tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (i / 255 for i in range(256)))
LUMINANCE = (0.2126, 0.7152, 0.0722)


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two hex colours, 1 to 21: (L1 + 0.05) / (L2 + 0.05), WCAG 2.2."""
    bright, dim = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def legible(theme: str) -> Iterator[str]:
    """Text stands out from its ground by 4.5, marks by 3."""
    palette = THEMES[theme]
    for role, colour in palette.items():
        if role in ("background", "panel"):
            continue
        floor = TEXT_CONTRAST if role in TEXT_ROLES else MARK_CONTRAST
        for ground in ("background", "panel"):
            ratio = contrast(colour, palette[ground])
            if ratio < floor:
                yield f"{role} ({colour}) has contrast {ratio:.2f} on the {theme} {ground}, under {floor}"


PALETTE_RULES: tuple[Callable[[str], Iterator[str]], ...] = (legible,)


def _luminance(colour: str) -> float:
    """Relative luminance of sRGB, 0 to 1."""
    return sum(weight * LINEAR[value] for weight, value in zip(LUMINANCE, channels(colour), strict=True))
