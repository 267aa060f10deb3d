"""Rules over a palette. Each yields a sentence for every colour that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scenes.kit.look import TEXT_ROLES, THEMES

TEXT_CONTRAST, MARK_CONTRAST = 4.5, 3.0


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
    linear = []
    for start in (1, 3, 5):
        value = int(colour[start : start + 2], 16) / 255
        linear.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
