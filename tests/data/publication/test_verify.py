"""Whatever is changed in a bundle is found out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bundles import document_of, forge_label, mend, wrong_in
from judged_study import GOOD, GUESSING

from data.errors import InputError
from data.publication.manifest import MANIFEST, PUBLISHED, changed_files, read_manifest
from data.publication.verify import verify

pytestmark = pytest.mark.whole


def test_a_fresh_bundle_holds(original: Path) -> None:
    checks = verify(original)
    assert [check.wrong for check in checks] == [()] * len(checks)
    assert any("scikit-learn" in check.what and not check.what.startswith("0 ") for check in checks)


FORGERIES: dict[str, Callable[[Path], None]] = {
    "a label in the CSV": lambda folder: forge_label(folder, GOOD, csv=True, parquet=False),
    "a label in the Parquet file": lambda folder: forge_label(folder, GOOD, csv=False, parquet=True),
    "a person's label in both": lambda folder: forge_label(folder, "annotator 1", csv=True, parquet=True),
    "a label of the refuted judge in both": lambda folder: forge_label(folder, GUESSING, csv=True, parquet=True),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_one_changed_label_is_found_by_the_hashes_and_by_the_numbers_when_those_are_mended(
    forgery: str, bundle: Path
) -> None:
    FORGERIES[forgery](bundle)
    assert list(changed_files(bundle, read_manifest(bundle)))
    mend(bundle)
    wrong = wrong_in(bundle)
    assert any("does not hold the same labels" in found or "recomputed" in found for found in wrong)
    assert not any("not the file that was published" in found for found in wrong)


def test_a_changed_number_is_found_by_name(bundle: Path) -> None:
    path = bundle / "publication.json"
    document = document_of(bundle)
    entry = next(entry for entry in document["metrics"] if entry["metric"] == "uncited")
    entry["systems"][0]["figure"]["mean"]["estimate"]["value"] += 0.01
    path.write_text(json.dumps(document), encoding="utf-8")
    mend(bundle)
    wrong = wrong_in(bundle)
    assert len(wrong) == 1
    assert wrong[0].startswith("metrics[uncited].systems[0].figure.mean.estimate.value: published 0.51")


def test_a_scorecard_that_says_something_else_is_found(bundle: Path) -> None:
    path = bundle / "scorecard.html"
    path.write_text(path.read_text(encoding="utf-8").replace("INCONCLUSIVE", "VALIDATED"), encoding="utf-8")
    mend(bundle)
    assert wrong_in(bundle) == ["it is not what the numbers say"]


def test_a_policy_made_milder_is_found(bundle: Path) -> None:
    document = document_of(bundle)
    document["policy"]["questions"]["support"]["validated_above"] = 0.5
    (bundle / "publication.json").write_text(json.dumps(document), encoding="utf-8")
    mend(bundle)
    assert any("not those of its hash" in wrong for wrong in wrong_in(bundle))


def test_a_question_with_another_scale_under_the_same_version_is_found(bundle: Path) -> None:
    document = document_of(bundle)
    document["questions"]["support"]["question"]["scale"]["codes"] = [0.0, 1.9, 2.0]
    (bundle / "publication.json").write_text(json.dumps(document), encoding="utf-8")
    mend(bundle)
    assert any("is not the one of that version" in wrong for wrong in wrong_in(bundle))


@pytest.mark.parametrize(
    "name", ["labels.csv", "labels.parquet", "citations.csv", "publication.json", "scorecard.html"]
)
def test_a_missing_file_is_found(name: str, bundle: Path) -> None:
    (bundle / name).unlink()
    assert f"{name} is missing" in wrong_in(bundle)
    _mend_what_is_there(bundle)
    assert wrong_in(bundle)


def _mend_what_is_there(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    manifest["files"] = {name: row for name, row in manifest["files"].items() if (folder / name).exists()}
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def test_a_file_that_does_not_belong_is_found(bundle: Path) -> None:
    (bundle / "notes.txt").write_text("hello")
    assert wrong_in(bundle) == ["notes.txt is not part of the bundle"]


def test_a_time_beside_another_manifest_is_found(bundle: Path) -> None:
    (bundle / PUBLISHED).write_text('{"published_at": "2020-01-01", "manifest_sha256": "0"}')
    assert wrong_in(bundle) == ["it names another manifest"]
    (bundle / PUBLISHED).unlink()
    assert any(PUBLISHED in wrong for wrong in wrong_in(bundle))


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document.pop("questions"),
        lambda document: document["questions"]["support"]["question"]["scale"].update(values=["a"]),
        lambda document: document.update(policy=[]),
        lambda document: document.update(study=None),
        lambda document: document.pop("software"),
        lambda document: document.update(format="another"),
    ],
)
def test_a_document_that_makes_no_sense_is_a_finding_and_no_crash(change: Callable[[Any], Any], bundle: Path) -> None:
    document = document_of(bundle)
    change(document)
    (bundle / "publication.json").write_text(json.dumps(document), encoding="utf-8")
    assert len(wrong_in(bundle)) >= 2


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "countermark bundle 1", "files": {"a": 1}}', "[" * 90_000]
)
def test_a_folder_without_a_manifest_is_no_bundle(text: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=MANIFEST):
        verify(tmp_path)
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(InputError, match=MANIFEST):
        verify(tmp_path)


def test_a_manifest_cannot_reach_out_of_its_folder(bundle: Path) -> None:
    manifest = json.loads((bundle / MANIFEST).read_text(encoding="utf-8"))
    manifest["files"]["../secret"] = {"sha256": "0", "bytes": 0}
    (bundle / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    (bundle.parent / "secret").write_text("hello")
    assert "../secret is missing" in wrong_in(bundle)
