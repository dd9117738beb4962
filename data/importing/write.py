"""Moving checked rows from the waiting tables into the record, in the transaction of the given session."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Table, exists, func, select, text, union, update
from sqlmodel import Session, col

from data.batches import Design, draw
from data.errors import InputError, StoreError
from data.importing.declared import Declarations, spec_sha, untold
from data.importing.moves import move
from data.importing.stage import STAGE
from data.importing.views import T
from data.problems import MOST_SHOWN, Problems
from data.raters import rater_named
from data.tables import Rater, Study
from data.tables.types import stored
from data.units import make_other_units, make_units

MOVED_ON = "the study was changed by someone else during the import; nothing was imported, try again"

LEASE_SECONDS = 1800
"""How long a task of an imported batch is kept for the person who opened it, where the file does not say."""

_CONTENT = (
    "rater",
    "query",
    "source",
    "answer",
    "answersource",
    "statement",
    "checklist",
    "checklistitem",
    "issue",
    "claim",
)
_LABELS = ("past_label", "label")
_WORTH_STATISTICS = 1_000
_ABOUT_ANSWERS = ("statement", "issue", "claim")


class Writer:
    """Writes one checked import into a study."""

    def __init__(
        self,
        session: Session,
        study: Study,
        declared: Declarations,
        filled: Collection[str],
        now: datetime,
        problems: Problems,
    ):
        self.study = study
        self._session = session
        self._filled = [kind for kind in STAGE if kind in filled]
        self._problems = problems
        self._declared = declared
        self._now = now
        self.created: dict[str, int] = {}
        self.unchanged: dict[str, int] = {}
        self.units = 0
        self.superseded = 0

    def write(self) -> None:
        """Everything that is new, those pointed to before those that point. StoreError if the study has moved on."""
        self._count()
        self._name_study()
        self._add_raters()
        content = [kind for kind in self._filled if kind not in _LABELS]
        for kind in content:
            self._move(kind)
        if "mark_decision" in content:
            mark = T["markdecision"]
            self._chain(mark, T["answer"], mark.c.answer_id, mark.c.start, mark.c.end)
        if content:
            self._make_units()
        if "label" in self._filled:
            self._move_labels()
        self._draw_batches()

    def _move_labels(self) -> None:
        """Past labels come first: that is their order in the record."""
        self._supersede()
        for kind in _LABELS:
            if kind in self._filled:
                self._move(kind)
        if "past_label" in self._filled:
            label, unit = T["label"], T["unit"]
            self._chain(label, unit, label.c.unit_id, label.c.rater_id, label.c.run)
        self._gather_statistics("label")

    def _chain(self, table: Table, about: Table, *alike: ColumnElement[Any]) -> None:
        """Let rows that came with those they took the place of point to them: of rows alike, each to the one before.

        The first of the columns leads to a table that knows the study.
        """
        before = func.lag(table.c.id).over(partition_by=alike, order_by=table.c.id).label("before")
        in_study = select(table.c.id, before).join(about, about.c.id == alike[0])
        chains = in_study.where(about.c.study_id == self.study.id).subquery()
        pointing = update(table).where(table.c.id == chains.c.id, chains.c.before.is_not(None))
        self._run(pointing.where(table.c.supersedes_id.is_(None)).values(supersedes_id=chains.c.before))

    def _count(self) -> None:
        for kind in self._filled:
            table = STAGE[kind]
            query = select(func.count(), func.count().filter(table.c.known))
            rows, known = self._run(query.select_from(table)).one()
            self._tally(kind, rows - known, known)

    def _tally(self, kind: str, new: int, unchanged: int) -> None:
        if kind != "answer_source" and new + unchanged:
            self.created[kind] = self.created.get(kind, 0) + new
            self.unchanged[kind] = self.unchanged.get(kind, 0) + unchanged

    def _run(self, statement: Any) -> Any:
        return self._session.connection().execute(statement)

    def _name_study(self) -> None:
        if self._declared.study is None:
            return
        row = self._declared.study.row
        changes = (row.title, row.notice) != (self.study.title, self.study.notice)
        if changes and untold(self.study.name, self.study.title, self.study.notice):
            self.study.title, self.study.notice = row.title, row.notice
            self._session.add(self.study)
        self._tally("study", int(changes), int(not changes))

    def _add_raters(self) -> None:
        own = select(Rater).where(col(Rater.study_id) == self.study.id)
        known = {rater.name: rater for rater in self._session.execute(own).scalars()}
        for name, declared in self._declared.raters.items():
            self._tally("rater", int(name not in known), int(name in known))
            if name not in known:
                row = declared.row
                more = {"slot": row.slot, "simulated": row.simulated, "about": row.about}
                known[name] = rater_named(self._session, self.study, name, row.rater_kind, "import", **more)
            known[name].labels_shown_at = known[name].labels_shown_at or declared.row.labels_shown_at
        for name, said in self._declared.models.items():
            if said.row and known[name].spec is None:
                known[name].spec, known[name].spec_sha = said.row, spec_sha(said.row)
        self._session.flush()

    def _move(self, kind: str) -> None:
        """Insert the rows of a kind the study has not. The checks promise that each finds what it points to."""
        table = STAGE[kind]
        wanted = self._run(select(func.count()).select_from(table).where(~table.c.known)).scalar_one()
        if not wanted:
            return
        moved = self._run(move(kind, stored(self.study.id), self._now).execution_options(preserve_rowcount=True))
        if moved.rowcount != wanted:
            if kind in _LABELS:
                self._refuse_labels_without_unit(STAGE[kind])
            raise StoreError(MOVED_ON)

    def _refuse_labels_without_unit(self, label: Table) -> None:
        unit = T["unit"]
        its_unit = exists().where(
            unit.c.study_id == self.study.id, unit.c.question == label.c.question, unit.c.key == label.c.unit
        )
        query = select(label.c.place, label.c.question, label.c.unit).where(~label.c.known, ~its_unit)
        for place, question, unit_key in self._run(query.order_by(label.c.place).limit(MOST_SHOWN)):
            self._problems.add(
                place,
                "question",
                f"nothing to ask '{question}' about at '{unit_key}': coverage needs a checklist of the answer's query, "
                "presentation one for every answer, item_quality one of a query",
            )
        self._problems.refuse_if_any()

    def _make_units(self) -> None:
        self._session.flush()
        self._gather_statistics(*_CONTENT)
        answers = None if self._all_answers_touched() else self._answers_touched()
        self.units = make_units(self._session, self.study, answers) + make_other_units(self._session, self.study)
        self._gather_statistics("unit")

    def _gather_statistics(self, *tables: str) -> None:
        """Let the database know how large its tables have become.

        PostgreSQL would plan for empty ones (measured: over ten minutes for what takes five seconds), and SQLite take a
        study to be a handful of rows.
        """
        if sum(self.created.values()) < _WORTH_STATISTICS:
            return
        if self._session.connection().dialect.name == "sqlite":
            self._run(text("PRAGMA analysis_limit = 1000"))  # a look at some rows is enough
        for table in tables:
            self._run(text(f'ANALYZE "{table}"'))

    def _all_answers_touched(self) -> bool:
        """The study is new, or every answer may have got a checklist."""
        answers = func.count(T["answer"].c.id)
        in_study = self._run(select(answers).where(T["answer"].c.study_id == self.study.id)).scalar_one()
        return in_study == self.created.get("answer", 0) or self.created.get("checklist_item", 0) > 0

    def _answers_touched(self) -> list[int]:
        answer = T["answer"]
        keys = union(
            select(STAGE["answer"].c.key).where(~STAGE["answer"].c.known),
            *(select(STAGE[kind].c.answer).where(~STAGE[kind].c.known) for kind in _ABOUT_ANSWERS),
        ).subquery()
        query = select(answer.c.id).join(keys, keys.c[0] == answer.c.key)
        return list(self._run(query.where(answer.c.study_id == self.study.id)).scalars())

    def _supersede(self) -> None:
        label, waiting = T["label"], STAGE["label"]
        old = select(waiting.c.replaces).where(waiting.c.replaces.is_not(None))
        self.superseded = self._run(update(label).where(label.c.id.in_(old)).values(superseded_at=self._now)).rowcount

    def _draw_batches(self) -> None:
        known = set(self._run(select(T["batch"].c.name).where(T["batch"].c.study_id == self.study.id)).scalars())
        for name, declared in self._declared.batches.items():
            row = declared.row
            self._tally("batch", int(name not in known), int(name in known))
            if name not in known:
                design = Design(row.design.method, row.design.tasks, row.design.seed)
                try:
                    lease, at = row.lease_seconds or LEASE_SECONDS, row.at or self._now
                    draw(self._session, self.study, name, row.question, design, row.overlap, lease, at)
                except InputError as error:
                    self._problems.add(declared.place, error.field, error.message)
        self._problems.refuse_if_any()
