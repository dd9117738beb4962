"""Archives come out as the folder they hold, and never reach beyond it."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from data.errors import InputError
from data.importing import unpacking
from data.importing.unpacking import unpacked


def archive(folder: Path, files: Mapping[str, str], packing: int = zipfile.ZIP_DEFLATED) -> Path:
    path = folder / "reports.zip"
    with zipfile.ZipFile(path, "w", packing) as opened:
        for name, text in files.items():
            opened.writestr(name, text)
    return path


def unpack(folder: Path, path: Path) -> Path:
    into = folder / "into" / "reports"
    into.mkdir(parents=True)
    return unpacked(path, into)


def names(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


def test_the_only_folder_is_the_folder(tmp_path: Path) -> None:
    root = unpack(tmp_path, archive(tmp_path, {"all/Orion/q1.md": "東京", "all/Vega/q1.md": "b"}))
    assert (root.name, names(root)) == ("all", ["Orion/q1.md", "Vega/q1.md"])
    assert (root / "Orion/q1.md").read_text() == "東京"


def test_several_files_are_a_folder_of_the_given_name_and_one_is_that_file(tmp_path: Path) -> None:
    root = unpack(tmp_path, archive(tmp_path, {"q1.md": "a", "q2.md": "b"}))
    assert (root.name, names(root)) == ("reports", ["q1.md", "q2.md"])
    (tmp_path / "other").mkdir()
    assert unpack(tmp_path / "other", archive(tmp_path, {"labels.csv": "unit,label\n"})).name == "labels.csv"


def test_what_systems_add_is_left_out_and_backslashes_part_folders(tmp_path: Path) -> None:
    files = {"Orion\\q1.md": "a", "__MACOSX/Orion/q1.md": "x", ".DS_Store": "x", "Orion/.hidden/q2.md": "x", "e/": ""}
    root = unpack(tmp_path, archive(tmp_path, files))
    assert (root.name, names(root)) == ("Orion", ["q1.md"])


def test_a_link_becomes_a_plain_file(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("q1.md")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    path = tmp_path / "reports.zip"
    with zipfile.ZipFile(path, "w") as opened:
        opened.writestr(link, "/etc/passwd")
    found = unpack(tmp_path, path)
    assert (found.is_symlink(), found.read_text()) == (False, "/etc/passwd")


@pytest.mark.parametrize("name", ["../out.md", "a/../../out.md", "/etc/out.md", "..\\out.md"])
def test_nothing_leaves_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"reports\.zip: holds '.*out\.md', which leads out of the folder"):
        unpack(tmp_path, archive(tmp_path, {"q1.md": "a", name: "b"}))
    assert names(tmp_path) == ["reports.zip"]


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds 'a/q1\.md' twice"):
        unpack(tmp_path, archive(tmp_path, {"a/q1.md": "a", "a\\q1.md": "b"}))


def test_an_archive_is_no_larger_than_it_says_and_that_has_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacking, "MOST_BYTES", 1_000)
    with pytest.raises(InputError, match="holds too much"):
        unpack(tmp_path, archive(tmp_path, {"q1.md": "a" * 600, "q2.md": "a" * 600}))
    path = archive(tmp_path, {"q1.md": "a" * 100_000})
    lying = path.read_bytes().replace((100_000).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    path.write_bytes(lying)
    (tmp_path / "other").mkdir()
    with pytest.raises(InputError, match="is no sound ZIP archive"):
        unpack(tmp_path / "other", path)
    assert sum(file.stat().st_size for file in (tmp_path / "other").rglob("*") if file.is_file()) <= 100


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MOST_FILES", 2)
    with pytest.raises(InputError, match="at most 2 files"):
        unpack(tmp_path, archive(tmp_path, {"1.md": "", "2.md": "", "3.md": ""}))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"no archive at all", "is no sound ZIP archive"),
        (b"", "is no sound ZIP archive"),
        (b"cut", "is no sound ZIP archive"),
        (b"locked", "is locked by a password"),
        (b"strange", "is packed in a way that is not known"),
        (b"nothing", "holds no file"),
        (b"long", "cannot be unpacked: File name too long"),
    ],
)
def test_what_cannot_be_unpacked_is_said_in_words(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "reports.zip"
    sound = archive(tmp_path, {"q1.md": "abc " * 1_000}).read_bytes()
    central = sound.rindex(b"PK\x01\x02")
    spoilt = {
        b"cut": sound[: len(sound) // 2],
        b"locked": sound[: central + 8] + b"\x01" + sound[central + 9 :],
        b"strange": sound[: central + 10] + b"\x63" + sound[central + 11 :],
        b"nothing": archive(tmp_path, {"empty/": ""}).read_bytes(),
        b"long": archive(tmp_path, {"q" * 300: ""}).read_bytes(),
    }
    path.write_bytes(spoilt.get(content, content))
    with pytest.raises(InputError, match=words):
        unpack(tmp_path, path)


def test_a_damaged_file_in_it_is_told(tmp_path: Path) -> None:
    path = archive(tmp_path, {"q1.md": "abc"}, zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b"abc", b"abd", 1))
    assert zipfile.is_zipfile(io.BytesIO(path.read_bytes()))
    with pytest.raises(InputError, match="is no sound ZIP archive"):
        unpack(tmp_path, path)
