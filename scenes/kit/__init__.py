"""The stage: theme, type, layout, motion, narration cues, the Beat base class and reusable parts."""

from .beat import Beat
from .errors import KitError
from .look import Look, colour, get_look, set_look

__all__ = ["Beat", "KitError", "Look", "colour", "get_look", "set_look"]
