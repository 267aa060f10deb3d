"""Pictures drawn over nothing: from Cairo's premultiplied colours to straight ones, kept without loss.

Cairo stores a colour already multiplied by its opacity. Players and slides expect it straight (PNG, WebM and ProRes
alike), and a premultiplied picture taken for a straight one has dark fringes.
"""

from __future__ import annotations

import av
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]

# QuickTime Animation: exact to the bit with its opacity, a held picture costs next to nothing, and it is quick.
CODEC, PIXEL_FORMAT, CONTAINER = "qtrle", "argb", "mov"


def straight(premultiplied: Picture) -> Picture:
    """RGBA, shape (height, width, 4), with colours divided by opacity: c = min(255, round(255 c' / a)); a new array.

    Where the opacity is 0 the colour is black: there is none.
    """
    made = premultiplied.copy()
    flat = made.reshape(-1, 4)
    opacity = flat[:, 3]
    flat[opacity == 0] = 0
    partly = np.flatnonzero((opacity > 0) & (opacity < 255))
    if partly.size:
        part = flat[partly].astype(np.uint32)
        alpha = part[:, 3:]
        flat[partly, :3] = np.minimum(255, (510 * part[:, :3] + alpha) // (2 * alpha))
    return made


class ToAlpha:
    """Premultiplied RGBA pictures to frames with straight colours; the picture's memory is free afterwards."""

    def __call__(self, rgba: Picture) -> av.VideoFrame:
        argb = np.ascontiguousarray(np.roll(straight(rgba), 1, axis=2))
        return av.VideoFrame.from_ndarray(argb, format=PIXEL_FORMAT)
