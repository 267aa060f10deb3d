"""lesson.pptx opened by LibreOffice and turned into pages: each slide is there, and shows what it should."""

from __future__ import annotations

import shutil
import subprocess

import numpy as np
import pytest
from deck_project import Decked
from numpy.typing import NDArray
from PIL import Image

from scenes.kit.look import THEMES, channels

Picture = NDArray[np.int64]


@pytest.fixture(scope="module")
def pages(decked: Decked, soffice: str, tmp_path_factory: pytest.TempPathFactory) -> list[Picture]:
    folder = tmp_path_factory.mktemp("pages")
    own = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [soffice, own, "--headless", "--convert-to", "pdf", "--outdir", str(folder), str(decked.pptx)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    assert shutil.which("pdftoppm"), "pdftoppm is missing; ./run test installs it or says how"
    subprocess.run(["pdftoppm", "-r", "48", "-png", str(folder / "lesson.pdf"), str(folder / "page")], check=True)
    # A page is a fraction of a pixel wider than its pictures: the last column is half paper.
    return [np.asarray(Image.open(path).convert("RGB"), int)[:, :-1] for path in sorted(folder.glob("page*.png"))]


def test_every_slide_is_a_page_of_16_to_9(pages: list[Picture]) -> None:
    assert len(pages) == 6
    assert all(page.shape[1] / page.shape[0] == pytest.approx(16 / 9, abs=0.01) for page in pages)


def test_a_films_page_is_its_poster(decked: Decked, pages: list[Picture]) -> None:
    clips = decked.powerpoint["clips"]
    for page, clip in zip(pages[1:5], clips, strict=True):
        small = (page.shape[1] // 8, page.shape[0] // 8)
        poster = Image.open(decked.project.root / clip["poster"]).convert("RGB").resize(small, Image.Resampling.BOX)
        shown = Image.fromarray(page.astype(np.uint8)).resize(small, Image.Resampling.BOX)
        assert np.abs(np.asarray(poster, int) - np.asarray(shown, int)).mean() < 4


def test_the_last_page_has_words_in_the_films_colours_inside_the_margins(pages: list[Picture]) -> None:
    page = pages[-1]
    ground, ink, link = (np.array(channels(THEMES["dark"][role])) for role in ("background", "ink", "scaled"))
    assert np.abs(page[2, 2] - ground).max() <= 2
    assert (np.abs(page - ink).max(axis=2) < 40).mean() > 0.005
    assert (np.abs(page - link).max(axis=2) < 60).sum() > 20
    marked = np.argwhere(np.abs(page - ground).max(axis=2) > 40)
    top, left = marked.min(axis=0) / page.shape[:2]
    bottom, right = marked.max(axis=0) / page.shape[:2]
    # Nothing but the ground in the film's margins, and the lower eighth is free here too.
    assert left >= 95 / 1920 and right <= 1825 / 1920
    assert top >= 50 / 1080 and bottom <= 945 / 1080
