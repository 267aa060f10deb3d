"""Is there room on the disk for what is to be made? Asked before the first picture is drawn."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from pipeline.errors import FilmError
from pipeline.paths import Paths
from pipeline.plan import BeatPlan
from pipeline.settings import Settings

# Measured on the film: 2.1 kB a frame at 1080p60 and 2.8 kB at 480p15; these make 5.1 and 3.4 of them.
_BYTES_A_FRAME, _BYTES_A_PIXEL = 3000, 0.001
# Over nothing pictures are kept without loss: 0.06 bytes a pixel were measured on a clip in which much moves.
_BYTES_A_CLEAR_PIXEL = 0.15
_SOUND_BYTES_A_SECOND = 24_000


def needed(plans: Sequence[BeatPlan], settings: Settings) -> tuple[int, int]:
    """About how many bytes the cache and the results will take, at most; nothing if nothing is to be drawn.

    The cache takes every missing play. The results are a file for every beat that changes and one for them all, each
    of which is whole beside its forerunner for a moment.
    """
    pixel = _BYTES_A_CLEAR_PIXEL if settings.transparent else _BYTES_A_PIXEL
    frame = _BYTES_A_FRAME + pixel * settings.width * settings.height
    missing = sum(play.frames for plan in plans for play in plan.missing_plays)
    if not missing:
        return 0, 0
    changed = sum(plan.timeline.frames for plan in plans if plan.missing)
    joined = changed + sum(plan.timeline.frames for plan in plans)
    sound = _SOUND_BYTES_A_SECOND * joined / settings.fps
    return round(frame * missing + sound), round(frame * joined + sound)


def require_room(plans: Sequence[BeatPlan], settings: Settings, paths: Paths) -> None:
    """Raise FilmError if what is to be drawn cannot fit on the disk, or on the two disks of cache and results."""
    wanted = dict(zip((paths.cache, paths.out), needed(plans, settings), strict=True))
    disks: dict[int, tuple[Path, int]] = {}
    for folder, more in wanted.items():
        place = next(each for each in (folder, *folder.parents) if each.exists())
        disk = place.stat().st_dev
        first, before = disks.get(disk, (place, 0))
        disks[disk] = first, before + more
    for place, size in disks.values():
        free = shutil.disk_usage(place).free
        if size > free:
            raise FilmError(
                f"This needs up to {_megabytes(size)} MB and {paths.shown(place)} has {_megabytes(free)} MB free; "
                "free some room, run ./run clean, or choose another disk with -o."
            )


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f}" if size >= 10_000_000 else f"{size / 1e6:.1f}"
