"""Importing a file: everything is checked first, and then written in one transaction, all of it or nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Row, func, select
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from data.engine import own_connection, writing_on
from data.errors import StoreError
from data.importing.check import Checks
from data.importing.declared import DeclarationChecks, Declarations
from data.importing.files import digest_of, refuse_pipe, sha256_of
from data.importing.forms import opened_form
from data.importing.options import ImportOptions
from data.importing.reading import Placed
from data.importing.report import ImportReport, OutOfScale
from data.importing.report_forms.folders import ENDINGS as REPORT_ENDINGS
from data.importing.stage import STAGE, Stage
from data.importing.write import MOVED_ON, Writer
from data.problems import Places, Problems
from data.questions import REASON_OF_IMPORTS
from data.studies import create_study
from data.tables import ImportedFile, Study
from data.tables.types import stored
from data.texts import checked_name

STRANGE_LABELS_SHOWN = 20


def import_file(
    engine: Engine, path: Path, study_name: str, now: datetime, options: ImportOptions | None = None
) -> ImportReport:
    """Take a file into a study, which is created if there is none of that name.

    The same bytes with the same options again change nothing, and records the study has already are counted as
    unchanged. With `supersede` the bytes are looked at again: their labels may have been superseded since. Checking
    takes no lock; writing is one transaction. FileRefused (an InputError) holds the first twenty problems of a file
    that cannot be imported; then nothing of it is. StoreError when the database refuses.
    """
    checked_name(study_name, "study")
    options = options or ImportOptions()
    for file in filter(None, (path, options.support)):
        refuse_pipe(file)
    job = _Import(path, study_name, now, options, _digest(path, options))
    with own_connection(engine) as connection:
        return job.run(connection)


def _digest(path: Path, options: ImportOptions) -> str:
    """What makes an import the same as an earlier one: the bytes, and the options and names that say what they mean."""
    unsaid = asdict(ImportOptions())
    said = {name: value for name, value in asdict(options).items() if name != "supersede" and value != unsaid[name]}
    if options.support is not None:
        said["support"] = sha256_of(options.support)
    if path.is_dir() or path.suffix.lower() in REPORT_ENDINGS or options.format == "markdown":
        said["named"] = path.resolve().parts[-2:]  # the system and the query of a report
    if not said:
        return digest_of(path)
    return hashlib.sha256(json.dumps([digest_of(path), said], sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class _State:
    """How far a study is: its id (None: not there), and the last import into it."""

    study: int | None
    last: int | None


@dataclass
class _Import:
    """One import on its way through the phases."""

    path: Path
    study_name: str
    now: datetime
    options: ImportOptions
    digest: str
    format: str = ""
    problems: Problems = field(default_factory=lambda: Problems(Places()))
    declared: Declarations = field(default_factory=Declarations)
    notes: list[str] = field(default_factory=list)
    filled: set[str] = field(default_factory=set)

    def run(self, connection: Connection) -> ImportReport:
        with connection.begin():
            earlier = self._earlier(connection)
            if earlier is None:
                self._read(connection)
                self._checks(connection, None).within_file()
                self.problems.refuse_if_any()
        if earlier is not None:
            return earlier
        with connection.begin():
            state = self._state(connection)
            self._check(connection, state)
        try:
            with writing_on(connection) as session:
                return self._write(session, state)
        except IntegrityError as error:  # the checks are sound: someone got in between
            raise StoreError(MOVED_ON) from error

    def _read(self, connection: Connection) -> None:
        stage = Stage(connection)
        for row in self._rows():
            if not self.declared.take(row, self.problems):
                stage.add(row)
            if self.problems.many:
                break
        self.problems.refuse_if_any()
        stage.complete()
        self.filled = stage.filled
        if self.format == "aee" and (repeated := stage.keep_last("label")):
            self.notes.append(f"{repeated:,} judgements were given again further down: the last one counts")

    def _rows(self) -> Iterator[Placed]:
        opened = opened_form(self.path, self.options, self.problems)
        self.format = opened.format
        if opened.table is not None:
            opened.table.check_fit(self.problems)
            opened.table.refuse_guesses(self.problems)
            self.problems.refuse_if_any()
        return opened.rows(self.problems, self.notes)

    def _checks(self, connection: Connection, study: int | None) -> Checks:
        return Checks(connection, study, self.filled, self.problems)

    def _check(self, connection: Connection, state: _State) -> None:
        DeclarationChecks(connection, state.study, self.declared, self.problems).check()
        self._checks(connection, state.study).against_study(self.options.supersede)
        self.problems.refuse_if_any()

    def _state(self, connection: Connection) -> _State:
        study = connection.execute(select(col(Study.id)).where(col(Study.name) == self.study_name)).scalar()
        last = select(func.max(col(ImportedFile.id))).where(col(ImportedFile.study_id) == study)
        return _State(study, connection.execute(last).scalar())

    def _earlier(self, connection: Connection) -> ImportReport | None:
        """What to report if the same import was done before and need not be looked at again."""
        done = None if self.options.supersede else self._done(connection)
        if done is None:
            return None
        return ImportReport(self.path.name, self.study_name, done.format, {}, dict(done.counts), same_file=True)

    def _done(self, connection: Connection) -> Row[Any] | None:
        """The same import, if it was done before."""
        query = select(col(ImportedFile.counts), col(ImportedFile.format)).join(Study)
        query = query.where(col(Study.name) == self.study_name, col(ImportedFile.sha256) == self.digest)
        return connection.execute(query).one_or_none()

    def _write(self, session: Session, state: _State) -> ImportReport:
        # The lock is held from here on; whoever wrote since the check must be looked at.
        session.connection().execute(select(col(Study.id)).where(col(Study.id) == state.study).with_for_update())
        earlier = self._earlier(session.connection())
        if earlier is not None:
            return earlier
        current = self._state(session.connection())
        if current != state:
            self._check(session.connection(), current)
        writer = Writer(session, self._study(session, current), self.declared, self.filled, self.now, self.problems)
        writer.write()
        counts = {kind: new + writer.unchanged[kind] for kind, new in writer.created.items()}
        session.add(
            ImportedFile(
                study_id=stored(writer.study.id),
                sha256=self._identity(session.connection(), current),
                name=self.path.name,
                format=self.format,
                counts=counts,
                imported_at=self.now,
            )
        )
        return ImportReport(
            self.path.name,
            self.study_name,
            self.format,
            writer.created,
            writer.unchanged,
            units=writer.units,
            superseded=writer.superseded,
            out_of_scale=self._strange_labels(session.connection()),
            notes=tuple(self.notes),
        )

    def _identity(self, connection: Connection, state: _State) -> str:
        """The digest the import is known by; another one where the same file is taken once more."""
        again = self._done(connection) is not None
        return hashlib.sha256(f"{self.digest} after {state.last}".encode()).hexdigest() if again else self.digest

    def _study(self, session: Session, state: _State) -> Study:
        if state.study is None:
            return create_study(session, self.study_name, self.study_name, self.now)
        return session.get_one(Study, state.study)

    def _strange_labels(self, connection: Connection) -> tuple[OutOfScale, ...]:
        label = STAGE["label"]
        key, count, first = (label.c.question, label.c.raw), func.count(), func.min(label.c.place)
        query = select(*key, count, first).where(label.c.reason == REASON_OF_IMPORTS).group_by(*key)
        rows = connection.execute(query.order_by(count.desc(), first).limit(STRANGE_LABELS_SHOWN))
        places = self.problems.places
        return tuple(OutOfScale(q, raw, n, places.text(place)) for q, raw, n, place in rows)
