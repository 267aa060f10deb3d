"""The kit's one kind of error: a sentence for the person who runs the film."""


class KitError(ValueError):
    """What a beat asked of the kit cannot be had; the message says what is wrong and what to do."""
