"""What the decks of the real film say of themselves agrees with what the project says elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

from film_project import SOURCE

from pipeline.slides import browser
from pipeline.slides.notes import Block, Row, plain
from pipeline.slides.sources import citation, rights, sources
from scenes.kit.look import THEMES


def _plain(text: str) -> str:
    return " ".join(text.replace("“", '"').replace("”", '"').replace("’", "'").split())


def test_the_citation_is_the_one_of_the_licence_file_and_of_the_readme() -> None:
    licence = (SOURCE / "LICENSE").read_text("utf-8")
    assert f"Cite it as: {_plain(citation())}" in licence
    assert _plain(citation()) in _plain((SOURCE / "README.md").read_text("utf-8"))


def test_the_sources_are_those_that_the_numbers_name() -> None:
    said = _plain(" ".join(each.text for each in sources()))
    named = (SOURCE / "mathcore/parameters.py").read_text("utf-8")
    for paper in ("Vaswani et al. 2017", "Radford et al. 2019", "Grattafiori et al. 2024", "Gemma Team 2024"):
        assert paper in named
    for paper in ("Vaswani et al. 2017", "Radford et al. 2019", "Grattafiori et al. 2024", "Gemma Team 2024"):
        assert paper in said
    assert any("creativecommons.org/licenses/by/4.0" in each.link for each in rights())


def test_notes_are_lines_of_text() -> None:
    blocks = [Block("", [Row("", "Hello.")]), Block("Narration", [Row("0:01", "One."), Row("", "Two.")])]
    assert plain(blocks) == "Hello.\n\nNarration\n0:01  One.\nTwo."


def test_every_colour_of_the_page_is_a_role_of_the_palette() -> None:
    style = (Path(browser.__file__).parent / "web/deck.css").read_text("utf-8")
    used = set(re.findall(r"var\(--([a-z]+)\)", style))
    assert used
    for palette in THEMES.values():
        assert used <= set(palette)
    assert not re.search(r"#[0-9a-fA-F]{3}|rgb\(", style)


def test_nothing_in_the_page_s_own_files_comes_from_the_network() -> None:
    folder = Path(browser.__file__).parent
    for path in (*folder.glob("web/*"), *folder.glob("reveal/*.css")):
        assert not re.search(r"url\(['\"]?(?:https?:)?//|@import|src=\"http", path.read_text("utf-8")), path
