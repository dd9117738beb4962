"""A bundle on disk: written whole or not at all, and read back as the snapshot it was made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from agreement.policy import Policy, policy_sha
from data.engine import writing
from data.errors import InputError, StoreError
from data.figures import figures
from data.frames import COLUMNS, typed
from data.publication.document import FORMAT, Document, asked_in, document, judges_in, study_in
from data.publication.manifest import PUBLISHED, data_sha, read_json, write_manifest
from data.publication.plain import written
from data.publication.scorecard import scorecard
from data.publication.tables import read_csv, read_parquet, write_csv, write_parquet
from data.snapshot import Asked, Snapshot, taken
from data.structure import COLUMNS as STRUCTURE_COLUMNS
from data.structure import Structure
from data.studies import study_named
from data.tables import Publication, Study
from data.tables.types import stored

DOCUMENT = "publication.json"
SCORECARD = "scorecard.html"
LABELS = "labels.csv"
LABELS_PARQUET = "labels.parquet"
STRUCTURE = {name: f"{name}.csv" for name in STRUCTURE_COLUMNS}
TABLES = (LABELS, *STRUCTURE.values())
"""The tables figures are computed from; `labels.parquet` holds the labels once more."""

_LABEL_COLUMNS = ("question", "question_version", *COLUMNS)


@dataclass(frozen=True)
class Bundle:
    """A written bundle: where it lies, its hashes, and how many figures it publishes and withholds."""

    folder: Path
    manifest_sha256: str
    data_sha256: str
    policy_sha256: str
    metrics: int
    withheld: int


def publish(engine: Engine, study_name: str, policy: Policy, folder: Path, now: datetime) -> Bundle:
    """Write the bundle of a study into a new folder and record the publication.

    NotFound for an unknown study; InputError when the folder exists, or as `data.figures.figures` says;
    StoreError when the folder cannot be written. Nothing is left behind then.
    """
    study = taken(engine, study_name).people_unnamed()
    if folder.exists():
        raise InputError("already exists; a publication is never written over, give a new folder", file=str(folder))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent, prefix=".countermark-") as place:
            bundle = write_bundle(study, policy, Path(place, "bundle"), now)
            with writing(engine) as session:
                _record(session, study_named(session, study_name), bundle, folder, now)
                bundle.folder.rename(folder)
    except OSError as error:
        raise StoreError(f"the bundle could not be written: {error}") from error
    return Bundle(folder, *(getattr(bundle, field.name) for field in fields(Bundle)[1:]))


def publications(session: Session, study: Study) -> list[Publication]:
    """What was published of a study, the newest first."""
    found = select(Publication).where(Publication.study_id == study.id)
    return list(session.exec(found.order_by(col(Publication.published_at).desc(), col(Publication.id).desc())))


def write_bundle(study: Snapshot, policy: Policy, folder: Path, now: datetime) -> Bundle:
    """Write every file of a bundle into a new folder. The same snapshot and policy give the same files.

    Only `published.json` holds the time; the manifest does not list it.
    """
    folder.mkdir()
    labels = _all_labels(study)
    write_csv(labels, folder / LABELS)
    write_parquet(labels, folder / LABELS_PARQUET)
    for name, file in STRUCTURE.items():
        write_csv(getattr(study.structure, name), folder / file)
    found = document(study, policy, figures(study, policy), data_sha(folder, TABLES))
    _write_text(folder / DOCUMENT, written(found))
    _write_text(folder / SCORECARD, scorecard(found))
    manifest = write_manifest(folder)
    when = {"published_at": now.isoformat(timespec="seconds"), "manifest_sha256": manifest}
    _write_text(folder / PUBLISHED, written(when))
    return Bundle(
        folder, manifest, found["data"]["sha256"], policy_sha(policy), len(found["metrics"]), len(found["withheld"])
    )


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _all_labels(study: Snapshot) -> pd.DataFrame:
    frames = [
        frame.assign(question=name, question_version=study.asked[name].version) for name, frame in study.labels.items()
    ]
    empty = typed(pd.DataFrame(columns=list(_LABEL_COLUMNS)))
    return pd.concat(frames, ignore_index=True)[list(_LABEL_COLUMNS)] if frames else empty


def _record(session: Session, study: Study, bundle: Bundle, folder: Path, now: datetime) -> None:
    session.add(
        Publication(
            study_id=stored(study.id),
            manifest_sha256=bundle.manifest_sha256,
            data_sha256=bundle.data_sha256,
            policy_sha256=bundle.policy_sha256,
            folder=str(folder.resolve()),
            published_at=now,
        )
    )


def read_document(folder: Path) -> Document:
    """The document of a bundle. InputError when it is none."""
    found = read_json(folder / DOCUMENT)
    if found.get("format") != FORMAT:
        raise InputError(f"is of format {found.get('format')!r}; this program reads {FORMAT!r}", file=DOCUMENT)
    return found


def read_snapshot(folder: Path, published: Mapping[str, Any]) -> Snapshot:
    """The snapshot a bundle was made from, its labels from `labels.parquet`. InputError when a part is broken."""
    try:
        asked, study, judges = asked_in(dict(published)), study_in(dict(published)), judges_in(dict(published))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"is no document of a publication: {error!r}", file=DOCUMENT) from error
    labels = _read_labels(folder)
    of_question = {name: _labels_of(labels, name, use) for name, use in asked.items()}
    if sum(map(len, of_question.values())) != len(labels):
        raise InputError("holds labels of questions the publication does not speak of", file=LABELS)
    tables = {
        name: _checked(read_csv(folder / file), STRUCTURE_COLUMNS[name], file) for name, file in STRUCTURE.items()
    }
    return Snapshot(study, Structure(**tables), asked, of_question, judges)


def _read_labels(folder: Path) -> pd.DataFrame:
    """The labels of a bundle. InputError when the CSV and the Parquet file do not hold the same ones."""
    labels = _checked(read_csv(folder / LABELS), _LABEL_COLUMNS, LABELS)
    if not labels.equals(_checked(read_parquet(folder / LABELS_PARQUET), _LABEL_COLUMNS, LABELS_PARQUET)):
        raise InputError(f"does not hold the same labels as {LABELS_PARQUET}", file=LABELS)
    return labels


def _checked(table: pd.DataFrame, columns: tuple[str, ...], file: str) -> pd.DataFrame:
    if tuple(table.columns) != columns:
        raise InputError(f"has other columns than {', '.join(columns)}", file=file)
    return table


def _labels_of(labels: pd.DataFrame, question: str, use: Asked) -> pd.DataFrame:
    own = labels[(labels["question"] == question) & (labels["question_version"] == use.version)]
    return own[list(COLUMNS)].reset_index(drop=True)
