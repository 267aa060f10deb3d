"""Sin 9: flashing, by the general flash threshold of WCAG 2.2 (success criterion 2.3.1), from small frames.

A flash is a pair of opposite changes of relative luminance by a tenth of the full range or more, where the darker of
the two is under 0.8. More than three within a second, over more than a quarter of a third of the frame's width by a
third of its height (ten degrees of the visual field), is a finding. Frames are 64 pixels long, at 12 or more a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from pipeline.checks.moment import Fault, Moment, Rule
from pipeline.palette_rules import LINEAR, LUMINANCE
from scenes.kit.timeline import Timeline

CHANGE, BRIGHT = 0.1, 0.8
FLASHES = 3
SHARE = 0.25
Floats = npt.NDArray[np.float64]

_LINEAR = np.array(LINEAR)


class Flashes(Rule):
    """Nothing flashes more than three times a second."""

    def __init__(self) -> None:
        self.frames: list[int] = []
        self.seen: list[Floats] = []

    def see(self, moment: Moment) -> Iterator[Fault]:
        camera: Any = moment.beat.camera
        camera.reset()
        camera.capture_mobjects(moment.beat.mobjects)
        self.frames.append(moment.frame)
        self.seen.append(_LINEAR[camera.pixel_array[:, :, :3]] @ LUMINANCE)
        return iter(())

    def end(self, timeline: Timeline) -> Iterator[Fault]:
        if len(self.seen) < 2:
            return
        seconds = np.array(self.frames) / timeline.fps
        changes = transitions(np.stack(self.seen))
        total = np.cumsum(np.concatenate([np.zeros((1, *changes.shape[1:]), int), changes]), axis=0)
        first = np.searchsorted(seconds, seconds - 1.0, side="right")
        for i, start in enumerate(first):
            often = total[i + 1] - total[start] > 2 * FLASHES
            if not often.any():
                continue
            share = _largest_share(often)
            if share > SHARE:
                count = int((total[i + 1] - total[start]).max()) // 2
                sentence = f"{share:.0%} of a ninth of the frame flashes, up to {count} times in a second"
                yield Fault(self.frames[i], sentence, ("frame",), share)


def transitions(luminance: Floats) -> npt.NDArray[np.int_]:
    """Where a pixel of `luminance` (t, h, w) has gone the other way by CHANGE since its last turn: 1, else 0."""
    found = np.zeros(luminance.shape, int)
    low = high = luminance[0]
    rising = np.zeros(luminance[0].shape, int)  # 1 after a rise, -1 after a fall
    for i, now in enumerate(luminance):
        low, high = np.minimum(low, now), np.maximum(high, now)
        up = (now - low >= CHANGE) & (low < BRIGHT) & (rising <= 0)
        down = (high - now >= CHANGE) & (now < BRIGHT) & (rising >= 0)
        found[i] = up | down
        rising = np.where(up, 1, np.where(down, -1, rising))
        # From a turn on only what lies beyond it counts: follow the way that it is going.
        low = np.where(up | (rising > 0) & (now > high - 1e-9), now, low)
        high = np.where(down | (rising < 0) & (now < low + 1e-9), now, high)
        low, high = np.where(down, now, low), np.where(up, now, high)
    return found


def _largest_share(often: npt.NDArray[np.bool_]) -> float:
    """The largest share of any window of a third of the width and height."""
    height, width = often.shape[0] // 3, often.shape[1] // 3
    total = np.pad(often.astype(int).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    window = total[height:, width:] - total[:-height, width:] - total[height:, :-width] + total[:-height, :-width]
    return float(int(window.max()) / (height * width))
