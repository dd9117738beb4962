"""A bundle is whole or not there, the same bytes from the same record, and holds nothing it should not."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from bundles import POLICY, SMALL, document_of, wrong_in
from judged_study import GOOD, GUESSING, NOW, STUDY, Shape, make_study
from sqlalchemy import Engine

from agreement.policy import policy_from_toml
from data.engine import reading, writing
from data.errors import InputError, NotFound, StoreError
from data.publication.bundle import TABLES, publications, publish
from data.publication.manifest import MANIFEST, PUBLISHED, hash_of
from data.publication.tables import read_csv, read_parquet
from data.studies import study_named
from data.tables import Answer, Rater, Study

pytestmark = pytest.mark.whole


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
    document = document_of(original)
    withheld = [entry for entry in document["withheld"] if entry["labelled_by"] == GUESSING]
    assert {entry["metric"] for entry in withheld} == {"unsupported", "necessity", "accuracy", "thoroughness"}
    for entry in withheld:
        assert entry["reasons"]
        assert set(entry) == {"metric", "title", "labelled_by", "labellers", "status", "reasons", "next_step"}
    assert GUESSING not in {entry["labelled_by"] for entry in (*document["metrics"], *document["extras"])}


def test_no_value_is_rounded_and_no_row_number_is_told(original: Path) -> None:
    document = document_of(original)
    value = document["agreement"]["support"]["verdicts"][0]["evidence"]["judge_human"]["estimate"]["value"]
    assert len(repr(value)) > 10
    assert '"id"' not in (original / "publication.json").read_text(encoding="utf-8")


def test_a_study_without_labels_publishes_what_needs_none(engine: Engine, tmp_path: Path) -> None:
    make_study(engine, Shape(queries=2, people=(), judges=()))
    folder = publish(engine, STUDY, POLICY, tmp_path / "empty", NOW).folder
    document = document_of(folder)
    assert [entry["metric"] for entry in document["metrics"]] == ["uncited"]
    assert len(document["withheld"]) >= 7
    assert wrong_in(folder) == []


def test_a_study_without_answers_can_be_published_and_verified(engine: Engine, tmp_path: Path) -> None:
    with writing(engine) as session:
        session.add(Study(name=STUDY, title="Nothing yet", created_at=NOW))
    folder = publish(engine, STUDY, POLICY, tmp_path / "empty", NOW).folder
    assert wrong_in(folder) == []


def test_texts_of_answers_and_sources_stay_at_home(original: Path) -> None:
    assert Answer.__tablename__ == "answer"
    columns = {name: list(read_csv(original / name).columns) for name in TABLES}
    assert not {"text", "url"} & {column for names in columns.values() for column in names}
    assert list(read_parquet(original / "labels.parquet").columns) == columns["labels.csv"]
