"""The film in words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pipeline.transcript import Part, clock, transcript


def test_headings_pictures_and_lines_with_their_times() -> None:
    parts = [
        Part("The start", 0, ("Two rows.", "Then `one` *row*."), [(30, "Hello <there>."), (1830, "p_i = 8")]),
        Part("The end", 3630, (), []),
    ]
    assert transcript("The film", parts, Fraction(30)) == (
        "# The film\n\nTranscript. Times are minutes and seconds from the film's start.\n\n"
        "## 1. The start (0:00)\n\n*On screen: Two rows.*\n\n*On screen: Then \\`one\\` \\*row\\*.*\n\n"
        "- **0:01** Hello \\<there\\>.\n- **1:01** p\\_i = 8\n\n"
        "## 2. The end (2:01)\n"
    )


@pytest.mark.parametrize(
    ("frame", "text"), [(0, "0:00"), (59, "0:01"), (60, "0:02"), (30 * 600, "10:00"), (30 * 3661, "1:01:01")]
)
def test_the_clock(frame: int, text: str) -> None:
    assert clock(frame, Fraction(30)) == text
