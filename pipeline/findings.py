"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A broken rule: in which beat (empty: the film as a whole), which rule, when, and in what way."""

    beat: str
    rule: str
    seconds: float
    text: str
