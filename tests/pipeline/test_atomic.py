"""Files appear whole or not at all, and a place that cannot be written gets a sentence."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from pipeline.atomic import LIST, PART, require_writable, staged, staged_folder, sweep_parts, write_atomic
from pipeline.errors import FilmError


def locked_place(tmp_path: Path) -> Path:
    """A folder in which this user, root or not, cannot make a file."""
    if os.geteuid() == 0:
        return Path("/proc")
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o555)
    return folder


def begin_and_fail(path: Path, error: Exception) -> None:
    with staged(path) as part:
        part.write_bytes(b"half of the n")
        raise error


def test_the_file_has_the_bytes_and_no_part_stays(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file.txt"
    write_atomic(path, "naïve 数学")
    assert path.read_bytes() == "naïve 数学".encode()
    assert list(path.parent.iterdir()) == [path]


def test_an_error_keeps_the_old_file_and_its_own_name(tmp_path: Path) -> None:
    path = tmp_path / "file.bin"
    write_atomic(path, b"old")
    with pytest.raises(ZeroDivisionError):
        begin_and_fail(path, ZeroDivisionError())
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_final_name_is_not_there_before_the_end(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    with staged(path) as part:
        part.write_bytes(b"x")
        assert part.suffix == ".mp4"
        assert part.parent == tmp_path
        assert not path.exists()
    assert path.exists()


def test_a_folder_in_the_way_is_refused(tmp_path: Path) -> None:
    (tmp_path / "film.mp4").mkdir()
    with pytest.raises(FilmError, match="is a folder"):
        write_atomic(tmp_path / "film.mp4", b"x")
    assert list(tmp_path.iterdir()) == [tmp_path / "film.mp4"]


def test_a_file_in_place_of_a_folder_is_refused(tmp_path: Path) -> None:
    write_atomic(tmp_path / "out", b"x")
    with pytest.raises(FilmError, match="a file is in the way"):
        write_atomic(tmp_path / "out" / "1080p60" / "film.mp4", b"x")


def test_an_unwritable_place_is_told_before_and_at_writing(tmp_path: Path) -> None:
    place = locked_place(tmp_path)
    with pytest.raises(FilmError, match="Cannot write"):
        write_atomic(place / "film.mp4", b"x")
    with pytest.raises(FilmError, match="-o"):
        require_writable(place)


def test_a_full_disk_is_told_and_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file.bin"
    write_atomic(path, b"old")
    with pytest.raises(FilmError, match="no space left"):
        begin_and_fail(path, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_writing_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match="Nothing was written"), staged(tmp_path / "film.mp4"):
        pass


def test_leftovers_of_killed_processes_are_swept(tmp_path: Path) -> None:
    (tmp_path / f"{PART}abc-film.mp4").write_bytes(b"half")
    (tmp_path / f"{PART}abc-other.json").write_bytes(b"half")
    write_atomic(tmp_path / "film.mp4", b"whole")
    sweep_parts(tmp_path, "other.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{PART}abc-film.mp4", "film.mp4"]
    sweep_parts(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["film.mp4"]


def begin_folder_and_fail(folder: Path, error: Exception) -> None:
    with staged_folder(folder) as part:
        (part / "new.txt").write_text("half", encoding="utf-8")
        raise error


def test_a_folder_takes_the_place_of_the_old_one_with_all_that_was_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "it's ünï" / "page"
    for name in ("one", "two"):
        with staged_folder(folder) as part:
            (part / name).write_text(name, encoding="utf-8")
            assert not (folder / name).exists()
        assert sorted(each.name for each in folder.iterdir()) == [LIST, name]
    assert list(folder.parent.iterdir()) == [folder]


@pytest.mark.parametrize("mine", ["notes.txt", "deep/notes.txt", "own/notes.txt", "own/", "index.html/"])
def test_a_folder_with_something_of_others_is_not_replaced(tmp_path: Path, mine: str) -> None:
    folder = tmp_path / "page"

    def make(name: str) -> None:
        with staged_folder(folder) as part:
            (part / "deep").mkdir()
            (part / "deep" / name).write_text(name, encoding="utf-8")

    make("one")
    (folder / ".DS_Store").write_bytes(b"of a system")
    make("two")
    if mine.endswith("/"):
        (folder / mine).mkdir()
    else:
        (folder / mine).parent.mkdir(exist_ok=True)
        (folder / mine).write_text("mine", encoding="utf-8")
    before = sorted(folder.rglob("*"))
    named = mine.split("/")[0] if mine.startswith(("own", "index")) else mine
    with pytest.raises(FilmError, match=f"page: {named} in it is not known to have been made here; move it"):
        make("three")
    assert sorted(folder.rglob("*")) == before
    assert list(tmp_path.iterdir()) == [folder]


def test_what_is_put_into_a_folder_while_it_is_made_anew_stays(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    with staged_folder(folder) as part:
        (part / "one").write_text("one", encoding="utf-8")
    with pytest.raises(FilmError, match=r"notes\.txt in it is not known"), staged_folder(folder) as part:
        (folder / "notes.txt").write_text("mine", encoding="utf-8")
    assert (folder / "notes.txt").read_text("utf-8") == "mine"
    assert list(tmp_path.iterdir()) == [folder]


def test_a_folder_that_was_not_made_here_is_not_replaced_unless_it_is_empty(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    folder.mkdir()
    with staged_folder(folder) as part:
        (part / "one").write_text("one", encoding="utf-8")
    (folder / LIST).unlink()
    with pytest.raises(FilmError, match="one in it is not known"), staged_folder(folder):
        pass
    assert [each.name for each in folder.iterdir()] == ["one"]


def test_an_error_keeps_the_old_folder(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    with staged_folder(folder) as part:
        (part / "old.txt").write_text("old", encoding="utf-8")
    with pytest.raises(ZeroDivisionError):
        begin_folder_and_fail(folder, ZeroDivisionError())
    with pytest.raises(FilmError, match=r"Cannot write .*page \(no space left on device\)"):
        begin_folder_and_fail(folder, OSError(errno.ENOSPC, "No space left on device"))
    with pytest.raises(FileNotFoundError, match="elsewhere"):  # a fault of another file is not explained as this one's
        begin_folder_and_fail(folder, FileNotFoundError(errno.ENOENT, "No such file", "elsewhere"))
    assert sorted(each.name for each in folder.iterdir()) == [LIST, "old.txt"]
    assert list(tmp_path.iterdir()) == [folder]


def test_a_file_in_a_folders_way_is_refused_and_left(tmp_path: Path) -> None:
    (tmp_path / "page").write_text("mine", encoding="utf-8")
    with pytest.raises(FilmError, match="a file is in the way"), staged_folder(tmp_path / "page"):
        pass
    assert (tmp_path / "page").read_text("utf-8") == "mine"
    with pytest.raises(FilmError, match="Cannot"), staged_folder(locked_place(tmp_path) / "page"):
        pass


def test_a_killed_process_leaves_a_folder_that_is_swept(tmp_path: Path) -> None:
    left = tmp_path / f"{PART}0123456789ab-new-page"
    left.mkdir()
    (left / "half.txt").write_text("half", encoding="utf-8")
    sweep_parts(tmp_path, "film.mp4")
    assert left.exists()
    sweep_parts(tmp_path, "page")
    assert not left.exists()
