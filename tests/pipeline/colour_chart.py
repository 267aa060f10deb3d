"""A chart of nine flat colours, for whatever encodes and decodes pictures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

CHART = [
    (255, 0, 0), (0, 255, 0), (0, 0, 255),
    (255, 255, 0), (0, 255, 255), (255, 0, 255),
    (255, 255, 255), (0, 0, 0), (128, 128, 128),
]  # fmt: skip
WIDTH, HEIGHT = 384, 216


def chart() -> NDArray[np.uint8]:
    """The colours in three rows of three tiles, each 128 x 72, as opaque RGBA."""
    picture = np.full((HEIGHT, WIDTH, 4), 255, np.uint8)
    for i, rgb in enumerate(CHART):
        row, column = divmod(i, 3)
        picture[row * 72 : row * 72 + 72, column * 128 : column * 128 + 128, :3] = rgb
    return picture
