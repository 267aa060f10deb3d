"""Sins 4 and 10: too little contrast where a thing really stands, and colours that are no role's."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from pipeline.checks.moment import Fault, Moment, Rule
from pipeline.checks.outlines import inside
from pipeline.checks.picture import FAINTEST, Paint, Picture, Shape, Text, surfaces
from pipeline.checks.space import seen_texts
from pipeline.palette_rules import MARK_CONTRAST, TEXT_CONTRAST, contrast
from scenes.kit.look import ACCENTS, Rgb, channels, colour, get_look, hexed, laid_over
from scenes.kit.timeline import Timeline

DIMMED = 1.5  # what stands back on purpose can still be made out
FULL = 0.95
MOST_ACCENTS = 4
# Channels are rounded to whole numbers, and a change of colour passes through fractions of them.
ROUNDING = 2.5
NEUTRAL = ("ink", "muted", "axis", "background", "panel")


class Contrast(Rule):
    """Sin 4: text has a contrast of 4.5 on what it really stands on, marks of 3.

    Measured with the colour at full strength, on the background with all that is filled under it: for dimming is meant,
    and undone. Text that is held while dimmed keeps 1.5, and a text that never comes to full strength has to declare it
    (`allow_faint`). Marks are measured against surfaces (background, panels, tints), not against other marks.
    """

    least = 0.2

    def __init__(self) -> None:
        self.strongest: dict[int, tuple[float, float, int, str]] = {}

    def see(self, moment: Moment) -> Iterator[Fault]:
        if not moment.whole and not moment.still:
            return
        for text in seen_texts(moment.picture):
            yield from self._text(moment, text)
        for shape in moment.picture.ink if moment.still else ():
            if "allow_faint" not in shape.flags and "allow_colours" not in shape.flags:
                yield from self._mark(moment, shape)

    def _text(self, moment: Moment, text: Text) -> Iterator[Fault]:
        worst, drawn_worst = 21.0, 21.0
        for shape in text.shapes[:: max(1, len(text.shapes) // 4)]:
            if shape.fill is None or shape.alpha <= FAINTEST:
                continue
            ground = ground_under(shape, moment.picture)
            worst = min(worst, contrast(shape.fill.hex, hexed(ground)))
            drawn_worst = min(drawn_worst, contrast(hexed(_over(shape.fill, ground)), hexed(ground)))
        if worst < TEXT_CONTRAST:
            sentence = f"the text {text.name!r} has contrast {worst:.2f} where it stands, under {TEXT_CONTRAST}"
            yield Fault(moment.frame, sentence, (text.name,), TEXT_CONTRAST - worst)
        if not moment.still:
            return
        if drawn_worst < DIMMED:
            sentence = f"the text {text.name!r} is dimmed to contrast {drawn_worst:.2f}, under {DIMMED}"
            yield Fault(moment.frame, sentence, (text.name, "dimmed"), DIMMED - drawn_worst)
        if "allow_faint" not in text.flags:
            known = self.strongest.get(id(text.mobject), (0.0, 0.0, 0, ""))
            if text.alpha > known[0]:
                self.strongest[id(text.mobject)] = (text.alpha, drawn_worst, moment.frame, text.name)

    def _mark(self, moment: Moment, shape: Shape) -> Iterator[Fault]:
        paints = [paint for paint in (shape.fill, shape.stroke) if paint is not None and paint.alpha > FAINTEST]
        if not paints or any(_is_surface(paint) for paint in paints):
            return
        ground = ground_under(shape, moment.picture, marks=False)
        best = max(contrast(paint.hex, hexed(ground)) for paint in paints)
        if best < MARK_CONTRAST - 0.005:
            sentence = f"the mark {shape.where} has contrast {best:.2f} where it stands, under {MARK_CONTRAST}"
            yield Fault(moment.frame, sentence, (shape.name,), MARK_CONTRAST - best, id(shape.mobject))

    def end(self, _: Timeline) -> Iterator[Fault]:
        for alpha, drawn, frame, name in self.strongest.values():
            if alpha < FULL and drawn < TEXT_CONTRAST:
                sentence = f"the text {name!r} is never stronger than contrast {drawn:.2f}: say so (allow_faint)"
                yield Fault(frame, sentence, (name, "never at full strength"), TEXT_CONTRAST - drawn)


class Colours(Rule):
    """Sin 10: every colour is a role's, or a role's blended with a neutral one; never two accents mixed, no gradients.

    A mixture may show for a quarter of a second, while one turns into the other. Held pictures have four accents at
    most.
    """

    least = 0.25

    def see(self, moment: Moment) -> Iterator[Fault]:
        if not moment.whole:
            return
        theme = get_look().theme
        accents: set[str] = set()
        for shape in moment.picture.shapes:
            if "allow_colours" in shape.flags:
                continue
            for paint in (shape.fill, shape.stroke):
                if paint is None or paint.alpha <= 0.02:
                    continue
                role = role_of(paint.rgb, theme)
                if role is None:
                    sentence = f"{shape.where} is {paint.hex}, which is no role's colour nor a blend of one"
                    yield Fault(moment.frame, sentence, (shape.name,), 1.0, id(shape.mobject))
                elif role in ACCENTS and paint.alpha > FAINTEST:
                    accents.add(role)
            if shape.mobject.get_fill_rgbas().shape[0] > 1 and np.ptp(shape.mobject.get_fill_rgbas(), axis=0).max() > 0:
                yield Fault(moment.frame, f"{shape.name!r} has a gradient", (shape.name, "gradient"), 1.0)
        if moment.still and len(accents) > MOST_ACCENTS:
            sentence = f"{len(accents)} accents at once ({', '.join(sorted(accents))}); {MOST_ACCENTS} are the most"
            yield Fault(moment.frame, sentence, ("accents",), len(accents))


@cache
def role_of(rgb: Rgb, theme: str) -> str | None:
    """The role whose colour this is, in full or blended with a neutral one; None if it is nobody's."""
    palette = {role: np.array(channels(colour(role)), float) for role in (*NEUTRAL, *ACCENTS)}
    here = np.array(rgb, float)
    best, nearest = None, ROUNDING
    for role in (*NEUTRAL, *ACCENTS):
        for other in NEUTRAL:
            off = _off_segment(here, palette[role], palette[other])
            # A neutral colour is taken for neutral, however little of an accent might be in it.
            if off < nearest - (0.5 if role in ACCENTS else 0.0):
                best, nearest = role, off
    return best


def _off_segment(at: np.ndarray, start: np.ndarray, stop: np.ndarray) -> float:
    way = stop - start
    length = float(way @ way)
    share = min(max(float((at - start) @ way) / length, 0.0), 1.0) if length else 0.0
    return float(np.abs(at - start - share * way).max())


def _is_surface(paint: Paint) -> bool:
    """Background, panel, or a tint: less than half of a role laid over one of them."""
    return _tint(paint.rgb, get_look().theme)


@cache
def _tint(rgb: Rgb, theme: str) -> bool:
    if rgb in surfaces():
        return True
    here = np.array(rgb, float)
    for ground in (np.array(surface, float) for surface in surfaces()):
        for role in ("ink", "muted", "axis", *ACCENTS):
            full = np.array(channels(colour(role)), float)
            way = full - ground
            share = float((here - ground) @ way) / float(way @ way)
            if share < 0.5 and np.abs(ground + share * way - here).max() < ROUNDING:
                return True
    return False


def ground_under(shape: Shape, picture: Picture, *, marks: bool = True) -> Rgb:
    """What is seen where the shape's middle is, were it not there. Without `marks`, of surfaces alone."""
    at = _middle(shape)
    ground: Rgb = channels(colour("background"))
    for under in picture.shapes[: shape.order]:
        fill, box = under.fill, under.box
        if fill is None or under.text is not None or fill.alpha < 0.02:
            continue
        if not (box.x <= at[0] <= box.right and box.y <= at[1] <= box.bottom):
            continue
        if not marks and not (_is_surface(fill) or fill.alpha < 0.5):
            continue
        if inside(under.points, at[None]).all():
            ground = _over(fill, ground)
    return ground


def _middle(shape: Shape) -> np.ndarray:
    return np.array([shape.box.cx, shape.box.cy])


def _over(paint: Paint, ground: Rgb) -> Rgb:
    return laid_over(paint.rgb, ground, paint.alpha)
