"""Where bundles go, and how one is carried away."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from data.errors import InputError
from data.publication.folders import next_folder, zipped


def test_the_next_folder_is_the_first_that_is_not_there(tmp_path: Path) -> None:
    assert next_folder(tmp_path, "demo") == tmp_path / "demo-1"
    (tmp_path / "demo-1").mkdir()
    (tmp_path / "demo-3").mkdir()
    assert next_folder(tmp_path, "demo") == tmp_path / "demo-2"
    assert next_folder(tmp_path / "not there", "demo") == tmp_path / "not there" / "demo-1"


def test_an_archive_holds_every_file_below_the_name_of_the_bundle(tmp_path: Path) -> None:
    bundle = tmp_path / "demo-1"
    bundle.mkdir()
    (bundle / "labels.csv").write_bytes(b"unit\r\n")
    (bundle / "scorecard.html").write_text("<p>é</p>", encoding="utf-8")
    with zipfile.ZipFile(io.BytesIO(zipped(bundle))) as archive:
        assert archive.namelist() == ["demo-1/labels.csv", "demo-1/scorecard.html"]
        assert archive.read("demo-1/labels.csv") == b"unit\r\n"


def test_a_bundle_that_is_gone_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"demo-1: the bundle is no longer there"):
        zipped(tmp_path / "demo-1")
