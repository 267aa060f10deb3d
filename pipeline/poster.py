"""The film's poster: one picture of it as a JPEG, in sRGB."""

from __future__ import annotations

from pathlib import Path

import av
from av.video.reformatter import ColorRange, Colorspace
from PIL import Image

from pipeline.atomic import staged
from pipeline.errors import FilmError

_QUALITY = 92


def write_poster(segment: Path, out: Path) -> None:
    """Write the first picture of the video `segment` to the JPEG file `out`, whole or not at all."""
    with av.open(str(segment)) as container:
        first = next(container.decode(video=0), None)
    if first is None:
        raise FilmError(f"The segment {segment} holds no picture; make it again with --fresh.")
    rgb = first.to_ndarray(
        format="rgb24",
        src_colorspace=Colorspace.ITU709,
        src_color_range=ColorRange.MPEG,
        dst_color_range=ColorRange.JPEG,
    )
    with staged(out) as part:
        # 4:4:4: thin coloured lines on a dark ground lose their colour in smaller chroma.
        Image.fromarray(rgb).save(part, "JPEG", quality=_QUALITY, subsampling=0, optimize=True)
