"""What a deck says of itself: how to show it; where it comes from, what one may do with it, how to cite it."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.slides.notes import Block, Row
from scenes import FILM_TITLE
from scenes.kit.script import parse_line

HEADING = "Sources, licence and citation"


@dataclass(frozen=True)
class Entry:
    """A label, a sentence or two, and an address behind it, if there is one."""

    label: str
    text: str
    link: str = ""


def sources() -> tuple[Entry, ...]:
    """Where the film's argument and numbers come from."""
    return (
        Entry(
            "The argument",
            _filled(
                "Vaswani et al. {paper_year}, “Attention Is All You Need”, section 3.2.1, "
                "with its footnote on the variance of the dot product"
            ),
            "https://arxiv.org/abs/1706.03762",
        ),
        Entry(
            "The dimensions of heads in use",
            "The same paper, table\u00a03 (Transformer); Radford et al. 2019 (GPT-2); "
            "Grattafiori et al. 2024, table\u00a03 (Llama\u00a03); Gemma Team 2024, table\u00a01",
        ),
        Entry("The numbers", "Computed and tested in the film’s own code: ./run test runs them again"),
    )


def rights() -> tuple[Entry, ...]:
    """What one may do with the film, and how to name it."""
    return (
        Entry(
            "Licence",
            "Film, script and narration are under CC\u00a0BY\u00a04.0: show, share and change them, "
            "as long as you name the film and say what you changed. The code is under the MIT licence.",
            "https://creativecommons.org/licenses/by/4.0/",
        ),
        Entry("Cite it as", citation()),
    )


def citation() -> str:
    """As the file LICENSE has it."""
    return f"“{FILM_TITLE}”, an explainer film, CC\u00a0BY\u00a04.0."


def cover_notes(length: str, films: int, keys: str) -> list[Block]:
    """For the speaker, on the first slide: `length` of the beats together, and the `keys` that work."""
    return [
        Block("", [Row("", f"{FILM_TITLE}. {films} films; the parts together last {length}.")]),
        Block(
            "To present",
            [
                Row("", keys),
                Row("", "The lower eighth of every picture is free: nothing of the film is ever there."),
                Row("", "What is said and seen in each film, with its times, is in the notes of its slide."),
            ],
        ),
    ]


def source_notes() -> list[Block]:
    """For the speaker, on the last slide: all of it once more, to copy."""
    return [Block(each.label, [Row("", f"{each.text} {each.link}".strip())]) for each in (*sources(), *rights())]


def _filled(text: str) -> str:
    """The text with the lesson's numbers in it."""
    return parse_line("sources", text, "pipeline/slides/sources.py").caption
