"""lesson.pptx taken apart: each part is what PowerPoint and its kin need, and each film is the clip's own bytes."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
import pytest
from deck_project import CAPTION, Decked
from lxml import etree
from PIL import Image
from pptx import Presentation
from pptx.media import SPEAKER_IMAGE_BYTES

from scenes import FILM_TITLE
from scenes.kit.look import THEMES

NS = {
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "p": "http://schemas.openxmlformats.org/presentationml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "p14": "http://schemas.microsoft.com/office/powerpoint/2010/main",
    "rel": "http://schemas.openxmlformats.org/package/2006/relationships",
    "ct": "http://schemas.openxmlformats.org/package/2006/content-types",
}
FILMS = (2, 3, 4, 5)  # first, second, its clip, third
WIDE = {"cx": "12192000", "cy": "6858000"}


@pytest.fixture(scope="module")
def parts(decked: Decked) -> dict[str, bytes]:
    with zipfile.ZipFile(decked.pptx) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def xml(parts: dict[str, bytes], name: str) -> Any:
    return etree.fromstring(parts[name])


def slide(parts: dict[str, bytes], number: int) -> Any:
    return xml(parts, f"ppt/slides/slide{number}.xml")


def relations(parts: dict[str, bytes], source: str) -> dict[str, tuple[str, str]]:
    """Of a part: each relationship's type and the part (or the address) that it leads to."""
    place = PurePosixPath(source)
    name = str(place.parent / "_rels" / f"{place.name}.rels")
    found = {}
    for each in xml(parts, name) if name in parts else ():
        target = each.get("Target")
        if each.get("TargetMode") != "External":
            steps: list[str] = []
            for step in (
                (place.parent / target).parts if not target.startswith("/") else PurePosixPath(target).parts[1:]
            ):
                if step == "..":
                    steps.pop()
                else:
                    steps.append(step)
            target = "/".join(steps)
        found[each.get("Id")] = (each.get("Type").rpartition("/")[2], target)
    return found


def content_type(parts: dict[str, bytes], name: str) -> str:
    types = xml(parts, "[Content_Types].xml")
    own = types.xpath(f"ct:Override[@PartName='/{name}']", namespaces=NS)
    ending = types.xpath(f"ct:Default[@Extension='{name.rpartition('.')[2]}']", namespaces=NS)
    return str((own or ending)[0].get("ContentType"))


def test_the_slides_are_16_to_9_by_size_and_not_by_a_name(parts: dict[str, bytes]) -> None:
    size = xml(parts, "ppt/presentation.xml").find("p:sldSz", NS)
    assert dict(size.attrib) == WIDE
    assert not any(b"screen4x3" in content for name, content in parts.items() if name.endswith(".xml"))


def test_there_are_a_title_a_slide_a_film_and_the_sources(decked: Decked, parts: dict[str, bytes]) -> None:
    deck = Presentation(str(decked.pptx))
    titles = [page.shapes.title.text for page in deck.slides]
    assert titles == [
        FILM_TITLE,
        "The first beep",
        "The second beep",
        "Flash",
        "The third beep",
        "Sources, licence and citation",
    ]
    assert decked.powerpoint["slides"] == len(titles)
    assert len([name for name in parts if re.fullmatch(r"ppt/slides/slide\d+\.xml", name)]) == len(titles)


def test_every_relationship_leads_to_a_part_and_every_part_says_what_it_is(parts: dict[str, bytes]) -> None:
    sources = ["", *(name for name in parts if not name.endswith(".rels") and name != "[Content_Types].xml")]
    reached = {"[Content_Types].xml"}
    for source in sources:
        for kind, target in relations(parts, source or ".").values() if source else _root(parts):
            if target.startswith("http"):
                assert kind == "hyperlink"
            else:
                assert target in parts, (source, target)
                reached.add(target)
    assert {name for name in parts if not name.endswith(".rels")} == reached
    assert all(content_type(parts, name) for name in parts if name != "[Content_Types].xml")


def _root(parts: dict[str, bytes]) -> list[tuple[str, str]]:
    return [(each.get("Type").rpartition("/")[2], each.get("Target")) for each in xml(parts, "_rels/.rels")]


def test_each_film_is_the_clips_own_bytes_as_mp4(decked: Decked, parts: dict[str, bytes]) -> None:
    clips = decked.powerpoint["clips"]
    assert [each["name"] for each in clips] == ["first", "second", "flash", "third"]
    for number, clip in zip(FILMS, clips, strict=True):
        links = relations(parts, f"ppt/slides/slide{number}.xml")
        picture = slide(parts, number).find(".//p:pic", NS)
        video = links[picture.find(".//a:videoFile", NS).get(f"{{{NS['r']}}}link")]
        media = links[picture.find(".//p14:media", NS).get(f"{{{NS['r']}}}embed")]
        assert (video[0], media[0]) == ("video", "media")
        assert video[1] == media[1]
        assert re.fullmatch(r"ppt/media/media\d+\.mp4", media[1])
        assert content_type(parts, media[1]) == "video/mp4"
        file = decked.project.root / clip["path"]
        assert parts[media[1]] == file.read_bytes()
        assert hashlib.sha256(parts[media[1]]).hexdigest() == clip["sha256"]


def test_each_film_fills_its_slide_behind_a_poster_of_its_own(decked: Decked, parts: dict[str, bytes]) -> None:
    for number, clip in zip(FILMS, decked.powerpoint["clips"], strict=True):
        picture = slide(parts, number).find(".//p:pic", NS)
        assert dict(picture.find("p:spPr/a:xfrm/a:off", NS).attrib) == {"x": "0", "y": "0"}
        assert dict(picture.find("p:spPr/a:xfrm/a:ext", NS).attrib) == WIDE
        link = picture.find("p:blipFill/a:blip", NS).get(f"{{{NS['r']}}}embed")
        kind, name = relations(parts, f"ppt/slides/slide{number}.xml")[link]
        assert kind == "image"
        assert content_type(parts, name) == "image/png"
        assert parts[name] != SPEAKER_IMAGE_BYTES
        poster = np.asarray(Image.open(io.BytesIO(parts[name])))
        assert np.array_equal(poster, np.asarray(Image.open(decked.project.root / clip["poster"])))


def test_each_film_plays_when_its_slide_opens_and_a_click_pauses_it(decked: Decked, parts: dict[str, bytes]) -> None:
    for number, clip in zip(FILMS, decked.powerpoint["clips"], strict=True):
        page = slide(parts, number)
        [timing] = page.findall("p:timing", NS)
        assert [etree.QName(each).localname for each in page][-1] == "timing"
        shape = page.find(".//p:pic//p:cNvPr", NS).get("id")
        targets = {each.get("spid") for each in timing.iter(f"{{{NS['p']}}}spTgt")}
        assert targets == {shape}
        ids = [each.get("id") for each in timing.iter(f"{{{NS['p']}}}cTn")]
        assert len(ids) == len(set(ids))
        [main] = timing.xpath(".//p:cTn[@nodeType='mainSeq']", namespaces=NS)
        [begin] = main.xpath("p:childTnLst/p:par/p:cTn/p:stCondLst/p:cond[@evt='onBegin']/p:tn", namespaces=NS)
        assert begin.get("val") == main.get("id")
        [play] = main.iter(f"{{{NS['p']}}}cmd")
        assert (play.get("type"), play.get("cmd")) == ("call", "playFrom(0.0)")
        assert int(play.find("p:cBhvr/p:cTn", NS).get("dur")) == pytest.approx(1000 * clip["seconds"], abs=1)
        [effect] = play.xpath("ancestor::p:cTn[@presetClass='mediacall']", namespaces=NS)
        assert effect.get("nodeType") == "afterEffect"
        assert len(timing.findall(".//p:video/p:cMediaNode", NS)) == 1
        [click] = timing.xpath(".//p:cTn[@nodeType='interactiveSeq']", namespaces=NS)
        assert [each.get("cmd") for each in click.iter(f"{{{NS['p']}}}cmd")] == ["togglePause"]
    assert slide(parts, 1).find("p:timing", NS) is None


def test_pictures_and_films_say_what_is_seen(decked: Decked) -> None:
    deck = Presentation(str(decked.pptx))
    said = [
        shape._element.xpath(".//p:cNvPr/@descr")[0]
        for page in deck.slides
        for shape in page.shapes
        if shape._element.tag.endswith("}pic")
    ]
    assert len(said) == 5
    assert FILM_TITLE in said[0]
    assert "A white flash." in said[1] and "The first beep" in said[1]
    assert CAPTION in said[3]


def test_notes_have_the_narration_and_the_moments_with_their_times(decked: Decked) -> None:
    deck = Presentation(str(decked.pptx))
    notes = [page.notes_slide.notes_text_frame.text for page in deck.slides]
    assert all(notes)
    assert "Narration\n0:00  Now a beep." in notes[1]
    second = notes[2]
    assert "Part 2, The second beep" in second
    assert re.search(r"Moments\n0:00 to 0:0\d  flash: " + re.escape(CAPTION), second)
    assert second.endswith("On screen\nA white flash.")
    assert "A moment of part 2, The second beep, where it begins at 0:00" in notes[3]
    assert "Now a beep." in notes[3] and "Moments" not in notes[3]
    assert "https://creativecommons.org/licenses/by/4.0/" in notes[-1]


def test_the_last_slide_has_sources_licence_and_citation_in_words(decked: Decked, parts: dict[str, bytes]) -> None:
    deck = Presentation(str(decked.pptx))
    last = deck.slides[len(deck.slides) - 1]
    text = "\n".join(shape.text_frame.text for shape in last.shapes if shape.has_text_frame).replace("\u00a0", " ")
    for words in ("Vaswani et al. 2017", "section 3.2.1", "CC BY 4.0", "MIT", FILM_TITLE):
        assert words in text
    addresses = {target for kind, target in relations(parts, "ppt/slides/slide6.xml").values() if kind == "hyperlink"}
    assert addresses == {"https://arxiv.org/abs/1706.03762", "https://creativecommons.org/licenses/by/4.0/"}


def test_the_theme_has_the_films_colours_and_a_font_that_is_everywhere(parts: dict[str, bytes]) -> None:
    theme = xml(parts, "ppt/theme/theme1.xml")
    palette = {name: colour.lstrip("#") for name, colour in THEMES["dark"].items()}
    scheme = {etree.QName(each).localname: each[0].get("val") for each in theme.find(".//a:clrScheme", NS) if len(each)}
    assert (scheme["dk1"], scheme["lt1"]) == (palette["background"], palette["ink"])
    assert scheme["accent1"] == palette["query"]
    master = xml(parts, "ppt/slideMasters/slideMaster1.xml")
    assert master.find("p:clrMap", NS).get("bg1") == "dk1"
    fonts = {each.get("typeface") for each in theme.iterfind(".//a:latin", NS)}
    assert fonts == {"Arial"}
    used = {
        each.get("typeface")
        for name in parts
        if "slides/slide" in name and name.endswith(".xml")
        for each in xml(parts, name).iter(f"{{{NS['a']}}}latin")
    }
    assert used <= {"Arial"}


def test_nothing_of_the_library_s_own_template_is_left(parts: dict[str, bytes]) -> None:
    core = parts["docProps/core.xml"].decode()
    assert FILM_TITLE in core
    assert "python-pptx" not in core and "2013" not in core
    assert not [name for name in parts if "printer" in name]
    thumbnail = Image.open(io.BytesIO(parts["docProps/thumbnail.jpeg"]))
    assert thumbnail.size == (256, 144)
    layouts = [xml(parts, name) for name in parts if re.fullmatch(r"ppt/slideLayouts/slideLayout\d+\.xml", name)]
    assert len(layouts) == 5
    for layout in layouts:
        for box in layout.iterfind(".//p:sp/p:spPr/a:xfrm", NS):
            right = int(box.find("a:off", NS).get("x")) + int(box.find("a:ext", NS).get("cx"))
            assert 9_144_000 < right <= 12_192_000 or int(box.find("a:off", NS).get("x")) < 6_096_000


def test_films_are_stored_as_they_are_and_no_part_has_a_date(decked: Decked) -> None:
    with zipfile.ZipFile(decked.pptx) as archive:
        for info in archive.infolist():
            assert info.date_time == (1980, 1, 1, 0, 0, 0)
            if info.filename.endswith(".mp4"):
                assert info.compress_type == zipfile.ZIP_STORED
        assert archive.namelist()[0] == "[Content_Types].xml"


def test_what_was_written_is_told(decked: Decked) -> None:
    [told] = decked.powerpoint["written"]
    assert told["path"] == "out/180p15/lesson.pptx"
    assert told["bytes"] == decked.pptx.stat().st_size
    assert told["sha256"] == hashlib.sha256(Path(decked.pptx).read_bytes()).hexdigest()
