"""Where a sentence may be cut, and how a caption is laid out in two lines."""

from __future__ import annotations

from collections.abc import Sequence

LINE_CHARACTERS = 42
LINES = 2

_CONJUNCTIONS = frozenset(
    {"and", "but", "or", "nor", "so", "yet", "because", "that", "which", "who", "when", "while", "if", "as"}
    | {"than", "where", "whether", "until", "then"}
)
_PREPOSITIONS = frozenset(
    {"of", "in", "on", "at", "to", "for", "from", "by", "with", "into", "over", "under", "between", "through"}
    | {"per", "against", "across", "past", "about"}
)
# A line that ends in one of these leaves its reader hanging.
_HANGING = (
    {"a", "an", "the", "is", "are", "was", "be", "its", "their", "this", "that", "each", "every"}
    | {"no", "not", "one", "two", "both", "as", "if", "and", "but", "or"}
    | _PREPOSITIONS
)


def lay_out(words: Sequence[str]) -> tuple[tuple[str, ...], float] | None:
    """One or two lines for `words` and how bad the break is; None if two lines cannot hold them."""
    whole = " ".join(words)
    if len(whole) <= LINE_CHARACTERS:
        return (whole,), 0.0
    best: tuple[tuple[str, ...], float] | None = None
    for at in range(1, len(words)):
        upper, lower = " ".join(words[:at]), " ".join(words[at:])
        if max(len(upper), len(lower)) <= LINE_CHARACTERS:
            cost = break_cost(words[at - 1], words[at]) + abs(len(upper) - len(lower)) / 4
            if best is None or cost < best[1]:
                best = (upper, lower), cost
    return best


def break_cost(before: str, after: str) -> float:
    """How much a cut between two words disturbs: 0 at the end of a sentence, 40 inside a formula."""
    if not any(map(str.isalnum, after)) or not any(map(str.isalnum, before)):
        return 2 if before in {"–", "—"} else 40
    if len(before) == 2 and before.endswith(":"):  # the letter of a choice belongs to it
        return 25
    last = before.rstrip("\"'”’)")[-1:]
    for marks, cost in ((".?!…", 0), (":;", 1), (",", 2)):
        if last in marks:
            return cost
    bare = after.strip("\"'“‘(").lower()
    if before.lower() in _HANGING:
        return 25
    return 5 if bare in _CONJUNCTIONS else 7 if bare in _PREPOSITIONS else 14
