"""Pictures of a clip in the colours and the size that a format wants.

Opaque ones are limited BT.709; those without a ground are straight RGB with opacity. Before a picture of the second
kind is made smaller or compressed with loss, its colours are let run out under what cannot be seen: a codec and a
scaler mix neighbours, and black behind nothing would come out as a dark fringe.
"""

from __future__ import annotations

import av
import numpy as np
import numpy.typing as npt
from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc, Interpolation, VideoReformatter
from PIL import Image, ImageFilter

from pipeline.alpha import PIXEL_FORMAT, Picture

_REACH = 8  # pixels


def is_clear(picture: av.VideoFrame) -> bool:
    """Whether the picture has an opacity of its own."""
    return picture.format.name == PIXEL_FORMAT


def rgb(picture: av.VideoFrame) -> Picture:
    """(height, width, 3) for an opaque picture, (height, width, 4) with straight colours for a clear one."""
    if is_clear(picture):
        return np.ascontiguousarray(np.roll(picture.to_ndarray(), -1, axis=2))
    made: Picture = picture.to_ndarray(  # type: ignore[assignment]
        format="rgb24",
        src_colorspace=Colorspace.ITU709,
        src_color_range=ColorRange.MPEG,
        dst_color_range=ColorRange.JPEG,
        interpolation=Interpolation.BICUBIC | Interpolation.FULL_CHR_H_INT | Interpolation.BITEXACT,
    )
    return made


def block_means(picture: av.VideoFrame) -> npt.NDArray[np.float32]:
    """Means of 8 x 8 pixels of every channel, colours times opacity: two pictures compared without their noise."""
    image = Image.fromarray(rgb(picture))
    image = image.convert("RGBa") if is_clear(picture) else image
    return np.asarray(image.reduce(8), np.float32)


def bled(rgba: Picture) -> Picture:
    """The same picture with the colours of its edges behind what is wholly transparent near them."""
    image = Image.fromarray(rgba)
    # "RGBa" is premultiplied: a mean over it weighs colours by their opacity.
    around = image.convert("RGBa").reduce(_REACH).filter(ImageFilter.BoxBlur(1)).convert("RGBA")
    wide = np.asarray(around.resize(image.size, Image.Resampling.NEAREST))
    made = rgba.copy()
    nothing = rgba[:, :, 3] == 0
    made[nothing, :3] = wide[nothing, :3]
    return made


class To:
    """Frames of a pixel format and a size: "rgb24" or "rgba" in full range, any other as limited BT.709.

    A picture that comes twice in a row is converted once.
    """

    def __init__(self, pixel_format: str, width: int, height: int) -> None:
        self._format, self._size = pixel_format, (width, height)
        self._reformatter = VideoReformatter()
        self._last: tuple[av.VideoFrame, av.VideoFrame] | None = None

    def __call__(self, picture: av.VideoFrame) -> av.VideoFrame:
        if self._last is None or self._last[0] is not picture:
            self._last = picture, self._converted(picture)
        return self._last[1]

    def _converted(self, picture: av.VideoFrame) -> av.VideoFrame:
        same = (picture.width, picture.height) == self._size
        full = self._format in ("rgb24", "rgba", "bgra")
        if is_clear(picture):
            whole = rgb(picture)
            picture = av.VideoFrame.from_ndarray(whole if same and full else bled(whole), format="rgba")
            source, source_range = None, ColorRange.JPEG
        else:
            source, source_range = Colorspace.ITU709, ColorRange.MPEG
            if same and picture.format.name == self._format:
                return picture
        method = Interpolation.BICUBIC if same else Interpolation.AREA
        made = self._reformatter.reformat(
            picture,
            *self._size,
            format=self._format,
            src_colorspace=source,
            src_color_range=source_range,
            dst_colorspace=None if full else Colorspace.ITU709,
            dst_color_range=ColorRange.JPEG if full else ColorRange.MPEG,
            interpolation=method | Interpolation.FULL_CHR_H_INT | Interpolation.FULL_CHR_H_INP | Interpolation.BITEXACT,
            threads=1,
        )
        if not full:
            made.color_trc, made.color_primaries = ColorTrc.BT709, ColorPrimaries.BT709
        return made
