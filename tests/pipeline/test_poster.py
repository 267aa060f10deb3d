"""The poster shows what the film opens on, in its colours."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
from PIL import Image

from pipeline.encode import SegmentWriter
from pipeline.poster import write_poster
from pipeline.settings import Settings

SMALL = Settings(128, 72, Fraction(30))
FIRST, LATER = (66, 133, 245), (238, 115, 80)


def test_the_poster_is_the_first_picture_of_its_segment(tmp_path: Path) -> None:
    with SegmentWriter(tmp_path / "0000.mp4", SMALL, 3) as writer:
        for rgb in (FIRST, LATER, LATER):
            picture = np.full((SMALL.height, SMALL.width, 4), 255, np.uint8)
            picture[..., :3] = rgb
            writer.write(picture)
        writer.close()
    write_poster(tmp_path / "0000.mp4", tmp_path / "film.jpg")
    with Image.open(tmp_path / "film.jpg") as poster:
        assert poster.size == (SMALL.width, SMALL.height)
        seen = np.asarray(poster.convert("RGB")).reshape(-1, 3).astype(int)
    assert np.abs(seen - FIRST).max() <= 6
