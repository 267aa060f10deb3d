"""The one picture that stands for a beat, apart from its last: the end of a named stretch."""

from __future__ import annotations

from pipeline.errors import FilmError, did_you_mean
from scenes import BeatInfo
from scenes.kit.timeline import Clip, Timeline


def face(beat: BeatInfo, timeline: Timeline) -> Clip | None:
    """The clip that the beat calls its `face`, else the one that ends nearest its middle; None if none will do.

    A clip after which nothing moves will not do by itself: its last picture is the beat's own.
    Raises FilmError for a face that is no clip.
    """
    clips = {clip.name: clip for clip in timeline.clips}
    if beat.face:
        if beat.face not in clips:
            hint = did_you_mean(beat.face, clips) if clips else "It has no clips; name none."
            raise FilmError(f"Beat {beat.index}, {beat.id}: its face {beat.face!r} is none of its clips. {hint}")
        return clips[beat.face]
    moving = max((play.end for play in timeline.plays if play.kind == "play"), default=0)
    early = [clip for clip in timeline.clips if clip.end < moving]
    return min(early, key=lambda clip: (abs(2 * clip.end - timeline.frames), clip.end), default=None)
