"""A clip as QuickTime: ProRes 4444 with its opacity, ProRes 422 HQ without one, and the film's AAC as it is."""

from __future__ import annotations

from pathlib import Path

from av.container.output import OutputContainer

from pipeline.aac import add_sound, sounds
from pipeline.clips.effort import Effort
from pipeline.clips.job import Job
from pipeline.clips.video import add_video, encoded, write
from pipeline.join import Timed, timescale

_HQ, _4444 = "3", "4"


def write_mov(job: Job, effort: Effort, path: Path) -> None:
    """Encode the pictures, each by itself; the sound is copied."""
    kind, profile = ("yuva444p10le", _4444) if job.clear else ("yuv422p10le", _HQ)
    options = {"profile": profile, "vendor": "apl0", **({"alpha_bits": "16"} if job.clear else {})}

    def tracks(container: OutputContainer) -> list[Timed]:
        made = [encoded(add_video(container, "prores_ks", kind, effort, options), job.pictures(effort), effort)]
        if job.sound is not None:
            made.append(sounds(job.sound, add_sound(container, job.sound)))
        container.metadata["title"] = job.title
        return made

    scale = str(timescale(effort.rate))
    write(path, "mov", tracks, movflags="+faststart", write_colr="1", movie_timescale=scale)
