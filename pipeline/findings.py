"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A broken rule: in which beat (empty: the film as a whole), which rule, when, and in what way.

    `elements` are at fault, by `measure` (in the rule's own unit, as `text` says; larger is worse). It is seen from
    `since` to `until` and worst at `seconds`, which is frame `frame` of the beat; `look` is the theme and the layout.
    `still` is the picture of that frame, where one was drawn.
    """

    beat: str
    rule: str
    seconds: float
    text: str
    elements: tuple[str, ...] = ()
    measure: float = 0.0
    since: float = 0.0
    until: float = 0.0
    frame: int = 0
    look: str = ""
    still: str = ""
