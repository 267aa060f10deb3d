"""Speaker notes: headings with rows under them, some of which have a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A sentence, with the time it belongs to ("0:12" or "0:12 to 0:30"), if there is one."""

    time: str
    text: str


@dataclass(frozen=True)
class Block:
    """Rows under a heading, if there is one."""

    heading: str
    rows: Sequence[Row]


def plain(blocks: Sequence[Block]) -> str:
    """Notes as lines of text, as PowerPoint has them."""
    return "\n\n".join(
        "\n".join(
            [
                *([block.heading] if block.heading else []),
                *(f"{row.time}  {row.text}" if row.time else row.text for row in block.rows),
            ]
        )
        for block in blocks
    )
