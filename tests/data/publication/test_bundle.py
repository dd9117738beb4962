"""A bundle: whole or not there, the same bytes from the same record, and found out when anything in it is changed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from judged_study import GOOD, GUESSING, NOW, STUDY, Shape, make_study
from sqlalchemy import Engine

from agreement.policy import policy_from_toml
from data.engine import open_engine, reading, writing
from data.errors import InputError, NotFound, StoreError
from data.publication.bundle import TABLES, publications, publish, write_bundle
from data.publication.manifest import MANIFEST, PUBLISHED, changed_files, data_sha, hash_of, read_manifest
from data.publication.tables import read_csv, read_parquet, write_csv, write_parquet
from data.publication.verify import verify
from data.snapshot import Snapshot, snapshot
from data.studies import study_named
from data.tables import Answer, Rater, Study

SMALL = Shape(queries=8, statements=2, noise=0.2, questions=("relevance", "support"))
LEAN = Shape(queries=4, statements=1, questions=("support",))
POLICY = policy_from_toml(
    """
    [gate]
    human_clusters = 4
    human_alpha_above = 0.0
    validated_above = 0.2
    caveat_above = 0.2
    refuted_at_most = 0.2
    """,
    "small",
)


@pytest.fixture(scope="module")
def record(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """A database with the small judged study."""
    path = tmp_path_factory.mktemp("publication") / "study.db"
    path.write_bytes(migrated_file.read_bytes())
    engine = open_engine(str(path))
    make_study(engine, SMALL)
    return engine


@pytest.fixture(scope="module")
def original(record: Engine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its published bundle; tests work on copies."""
    return publish(record, STUDY, POLICY, tmp_path_factory.mktemp("bundles") / "one", NOW).folder


@pytest.fixture(scope="module")
def lean(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of a study with one question only, quick to verify."""
    path = tmp_path_factory.mktemp("lean") / "study.db"
    path.write_bytes(migrated_file.read_bytes())
    engine = open_engine(str(path))
    make_study(engine, LEAN)
    return publish(engine, STUDY, POLICY, path.parent / "bundle", NOW).folder


@pytest.fixture
def bundle(lean: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(lean, tmp_path / "bundle"))


def _document(folder: Path) -> dict[str, Any]:
    found = json.loads((folder / "publication.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def _wrong(folder: Path) -> list[str]:
    return [wrong for check in verify(folder) for wrong in check.wrong]


def _mend(folder: Path) -> None:
    """What a careful forger does: the data hash, the manifest and the hash beside it are made to fit."""
    path = folder / "publication.json"
    document = _document(folder)
    document["data"]["sha256"] = data_sha(folder, TABLES)
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    manifest["files"] = {name: vars(hash_of(folder / name)) for name in manifest["files"] if (folder / name).exists()}
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    stated = {"published_at": NOW.isoformat(), "manifest_sha256": hash_of(folder / MANIFEST).sha256}
    (folder / PUBLISHED).write_text(json.dumps(stated), encoding="utf-8")


def _forge_label(folder: Path, rater: str, *, csv: bool, parquet: bool) -> None:
    """One label of a rater on support becomes another."""
    labels = read_csv(folder / "labels.csv")
    row = labels.index[(labels["question"] == "support") & (labels["rater"] == rater)][0]
    labels.loc[row, "value"] = "none" if labels.loc[row, "value"] == "full" else "full"
    if csv:
        write_csv(labels, folder / "labels.csv")
    if parquet:
        write_parquet(labels, folder / "labels.parquet")


def test_a_fresh_bundle_holds(original: Path) -> None:
    checks = verify(original)
    assert [check.wrong for check in checks] == [()] * len(checks)
    assert any("scikit-learn" in check.what and not check.what.startswith("0 ") for check in checks)


def test_the_same_record_gives_the_same_bytes_at_another_time(record: Engine, original: Path, tmp_path: Path) -> None:
    again = publish(record, STUDY, POLICY, tmp_path / "two", NOW + timedelta(days=1)).folder
    names = sorted(path.name for path in original.iterdir())
    assert names == sorted(path.name for path in again.iterdir())
    differing = [name for name in names if (again / name).read_bytes() != (original / name).read_bytes()]
    assert differing == [PUBLISHED]


def test_every_database_gives_the_same_bytes(engine: Engine, original: Path, tmp_path: Path) -> None:
    with writing(engine) as session:  # so that no row number is the same
        other = Study(name="other", title="other", created_at=NOW)
        session.add(other)
        session.flush()
        session.add(Rater(study_id=other.id, name="somebody", kind="human", origin="app"))
    make_study(engine, SMALL)
    again = publish(engine, STUDY, POLICY, tmp_path / "two", NOW).folder
    assert [path.name for path in original.iterdir() if path.read_bytes() != (again / path.name).read_bytes()] == []


def test_a_publication_is_recorded_with_its_hashes(record: Engine, tmp_path: Path) -> None:
    written = publish(record, STUDY, POLICY, tmp_path / "two", NOW + timedelta(days=2))
    with reading(record) as session:
        newest = publications(session, study_named(session, STUDY))[0]
    assert (newest.manifest_sha256, newest.data_sha256) == (written.manifest_sha256, written.data_sha256)
    assert (Path(newest.folder), newest.published_at) == (tmp_path / "two", NOW + timedelta(days=2))
    assert hash_of(tmp_path / "two" / MANIFEST).sha256 == written.manifest_sha256


def test_an_existing_folder_is_never_written_over(record: Engine, tmp_path: Path) -> None:
    (tmp_path / "two").mkdir()
    with pytest.raises(InputError, match="already exists"):
        publish(record, STUDY, POLICY, tmp_path / "two", NOW)
    assert list((tmp_path / "two").iterdir()) == []


def test_a_failed_publication_leaves_nothing_behind(record: Engine, tmp_path: Path) -> None:
    with reading(record) as session:
        before = len(publications(session, study_named(session, STUDY)))
    with pytest.raises(NotFound):
        publish(record, "no such study", POLICY, tmp_path / "a" / "b", NOW)
    wrong = policy_from_toml('[question.support]\njudge = "nobody"\n', "wrong")
    with pytest.raises(InputError, match="nobody"):
        publish(record, STUDY, wrong, tmp_path / "two", NOW)
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="could not be written"):
        publish(record, STUDY, POLICY, tmp_path / "file" / "two", NOW)
    with reading(record) as session:
        assert len(publications(session, study_named(session, STUDY))) == before
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_names_of_people_do_not_leave_the_record(original: Path) -> None:
    for path in original.iterdir():
        assert b"Ada" not in path.read_bytes(), path.name
    assert set(read_csv(original / "labels.csv")["rater"]) == {"annotator 1", "annotator 2", GOOD, GUESSING}


def test_a_withheld_metric_has_a_name_and_a_reason_and_no_number(original: Path) -> None:
    document = _document(original)
    withheld = [entry for entry in document["withheld"] if entry["labelled_by"] == GUESSING]
    assert {entry["metric"] for entry in withheld} == {"unsupported", "necessity", "accuracy", "thoroughness"}
    for entry in withheld:
        assert entry["reasons"]
        assert set(entry) == {"metric", "title", "labelled_by", "labellers", "status", "reasons", "next_step"}
    assert GUESSING not in {entry["labelled_by"] for entry in (*document["metrics"], *document["extras"])}


def test_no_value_is_rounded_and_no_row_number_is_told(original: Path) -> None:
    document = _document(original)
    value = document["agreement"]["support"]["verdicts"][0]["evidence"]["judge_human"]["estimate"]["value"]
    assert len(repr(value)) > 10
    assert '"id"' not in (original / "publication.json").read_text(encoding="utf-8")


FORGERIES: dict[str, Callable[[Path], None]] = {
    "a label in the CSV": lambda folder: _forge_label(folder, GOOD, csv=True, parquet=False),
    "a label in the Parquet file": lambda folder: _forge_label(folder, GOOD, csv=False, parquet=True),
    "a person's label in both": lambda folder: _forge_label(folder, "annotator 1", csv=True, parquet=True),
    "a label of the refuted judge in both": lambda folder: _forge_label(folder, GUESSING, csv=True, parquet=True),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_one_changed_label_is_found_by_the_hashes_and_by_the_numbers_when_those_are_mended(
    forgery: str, bundle: Path
) -> None:
    FORGERIES[forgery](bundle)
    assert list(changed_files(bundle, read_manifest(bundle)))
    _mend(bundle)
    wrong = _wrong(bundle)
    assert any("does not hold the same labels" in found or "recomputed" in found for found in wrong)
    assert not any("not the file that was published" in found for found in wrong)


def test_a_changed_number_is_found_by_name(bundle: Path) -> None:
    path = bundle / "publication.json"
    document = _document(bundle)
    entry = next(entry for entry in document["metrics"] if entry["metric"] == "uncited")
    entry["systems"][0]["figure"]["mean"]["estimate"]["value"] += 0.01
    path.write_text(json.dumps(document), encoding="utf-8")
    _mend(bundle)
    wrong = _wrong(bundle)
    assert len(wrong) == 1
    assert wrong[0].startswith("metrics[uncited].systems[0].figure.mean.estimate.value: published 0.51")


def test_a_scorecard_that_says_something_else_is_found(bundle: Path) -> None:
    path = bundle / "scorecard.html"
    path.write_text(path.read_text(encoding="utf-8").replace("INCONCLUSIVE", "VALIDATED"), encoding="utf-8")
    _mend(bundle)
    assert _wrong(bundle) == ["it is not what the numbers say"]


def test_a_policy_made_milder_is_found(bundle: Path) -> None:
    document = _document(bundle)
    document["policy"]["questions"]["support"]["validated_above"] = 0.5
    (bundle / "publication.json").write_text(json.dumps(document), encoding="utf-8")
    _mend(bundle)
    assert any("not those of its hash" in wrong for wrong in _wrong(bundle))


def test_a_question_with_another_scale_under_the_same_version_is_found(bundle: Path) -> None:
    document = _document(bundle)
    document["questions"]["support"]["question"]["scale"]["codes"] = [0.0, 1.9, 2.0]
    (bundle / "publication.json").write_text(json.dumps(document), encoding="utf-8")
    _mend(bundle)
    assert any("is not the one of that version" in wrong for wrong in _wrong(bundle))


@pytest.mark.parametrize(
    "name", ["labels.csv", "labels.parquet", "citations.csv", "publication.json", "scorecard.html"]
)
def test_a_missing_file_is_found(name: str, bundle: Path) -> None:
    (bundle / name).unlink()
    assert f"{name} is missing" in _wrong(bundle)
    _mend_what_is_there(bundle)
    assert _wrong(bundle)


def _mend_what_is_there(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    manifest["files"] = {name: row for name, row in manifest["files"].items() if (folder / name).exists()}
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def test_a_file_that_does_not_belong_is_found(bundle: Path) -> None:
    (bundle / "notes.txt").write_text("hello")
    assert _wrong(bundle) == ["notes.txt is not part of the bundle"]


def test_a_time_beside_another_manifest_is_found(bundle: Path) -> None:
    (bundle / PUBLISHED).write_text('{"published_at": "2020-01-01", "manifest_sha256": "0"}')
    assert _wrong(bundle) == ["it names another manifest"]
    (bundle / PUBLISHED).unlink()
    assert any(PUBLISHED in wrong for wrong in _wrong(bundle))


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
    document = _document(bundle)
    change(document)
    (bundle / "publication.json").write_text(json.dumps(document), encoding="utf-8")
    assert len(_wrong(bundle)) >= 2


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
    assert "../secret is missing" in _wrong(bundle)


class _Tags(HTMLParser):
    """The tags and links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "action") or name[:2] == "on"]


def test_the_page_runs_nothing_and_loads_nothing(original: Path) -> None:
    page = _Tags()
    page.feed((original / "scorecard.html").read_text(encoding="utf-8"))
    assert not page.tags & {"script", "link", "img", "iframe", "object", "form"}
    assert page.links == []


EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&{{7*7}}\u202e=cmd()"


def _evil(study: Snapshot) -> Snapshot:
    """Every name that comes from outside, made hostile."""
    answers = study.structure.answers.assign(system=study.structure.answers["system"].replace("Vega", EVIL))
    labels = {
        name: frame.assign(
            system=frame["system"].replace("Vega", EVIL),
            rater=frame["rater"].replace({GOOD: EVIL, GUESSING: f"=1{EVIL}"}),
        )
        for name, frame in study.labels.items()
    }
    facts = replace(study.study, title=EVIL, notice=EVIL)
    judges = tuple(replace(judge, about=EVIL, spec={"prompt": EVIL}) for judge in study.judges)
    structure = replace(study.structure, answers=answers)
    return replace(study, study=facts, labels=labels, judges=judges, structure=structure)


def test_hostile_names_are_shown_and_run_nothing_and_the_bundle_holds(record: Engine, tmp_path: Path) -> None:
    with reading(record) as session:
        taken = snapshot(session, study_named(session, STUDY))
    folder = write_bundle(_evil(taken), POLICY, tmp_path / "evil", NOW).folder
    text = (folder / "scorecard.html").read_text(encoding="utf-8")
    page = _Tags()
    page.feed(text)
    assert not page.tags & {"script", "img"}
    assert page.links == []
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "{{7*7}}" in text
    assert "\u202e" not in text
    assert ",=1<script>" not in (folder / "labels.csv").read_text(encoding="utf-8")
    assert _wrong(folder) == []


def test_a_study_without_labels_publishes_what_needs_none(engine: Engine, tmp_path: Path) -> None:
    make_study(engine, Shape(queries=2, people=(), judges=()))
    folder = publish(engine, STUDY, POLICY, tmp_path / "empty", NOW).folder
    document = _document(folder)
    assert [entry["metric"] for entry in document["metrics"]] == ["uncited"]
    assert len(document["withheld"]) >= 7
    assert _wrong(folder) == []


def test_a_study_without_answers_can_be_published_and_verified(engine: Engine, tmp_path: Path) -> None:
    with writing(engine) as session:
        session.add(Study(name=STUDY, title="Nothing yet", created_at=NOW))
    folder = publish(engine, STUDY, POLICY, tmp_path / "empty", NOW).folder
    assert _wrong(folder) == []


def test_texts_of_answers_and_sources_stay_at_home(original: Path) -> None:
    assert Answer.__tablename__ == "answer"
    columns = {name: list(read_csv(original / name).columns) for name in TABLES}
    assert not {"text", "url"} & {column for names in columns.values() for column in names}
    assert list(read_parquet(original / "labels.parquet").columns) == columns["labels.csv"]
