"""The stage: theme, type, layout, motion, narration cues, the Beat base class and reusable parts."""

from typing import TYPE_CHECKING, Any

from .errors import KitError
from .look import Look, colour, get_look, set_look

if TYPE_CHECKING:
    from .beat import Beat

__all__ = ["Beat", "KitError", "Look", "colour", "get_look", "set_look"]


def __getattr__(name: str) -> Any:
    """``Beat`` is fetched when it is asked for: it brings Manim, which the command line does without."""
    if name != "Beat":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .beat import Beat

    return Beat
