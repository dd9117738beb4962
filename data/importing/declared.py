"""What a file says a few times at most: its study, raters and batches. Held in memory; the rest waits in tables."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, func, select

from data.importing.kinds import NAMING_RATERS
from data.importing.reading import IMPLIED_RATER, Placed
from data.importing.rows import BatchRow, JudgeOutputRow, RaterRow, StudyRow
from data.importing.stage import STAGE
from data.importing.views import T
from data.problems import Problems


@dataclass(frozen=True)
class Declared:
    """A row with its place."""

    place: int
    row: Any


@dataclass
class Declarations:
    """The study, raters and batches a file declares, and what it says of its judges' models.

    `implied` raters come from a table that names only their kind. `models[name]` is a judge's specification.
    """

    study: Declared | None = None
    raters: dict[str, Declared] = field(default_factory=dict)
    implied: set[str] = field(default_factory=set)
    models: dict[str, Declared] = field(default_factory=dict)
    batches: dict[str, Declared] = field(default_factory=dict)

    def take(self, placed: Placed, problems: Problems) -> bool:
        """Take up a declaration; False when the row belongs in a waiting table (also the output of a judge)."""
        match placed.row:
            case StudyRow():
                if self.study is not None:
                    problems.add(placed.place, None, "a second study row; a file holds one study")
                self.study = Declared(placed.place, placed.row)
            case RaterRow() if placed.kind == IMPLIED_RATER:
                self._imply(placed.place, placed.row, problems)
            case RaterRow(name=name):
                self._once(self.raters, name, "rater", placed, problems)
            case BatchRow(name=name):
                self._once(self.batches, name, "batch", placed, problems)
            case JudgeOutputRow():
                self._model(placed.place, placed.row, problems)
                return False
            case _:
                return False
        return True

    def _imply(self, place: int, row: RaterRow, problems: Problems) -> None:
        known = self.raters.setdefault(row.name, Declared(place, row))
        self.implied.add(row.name)
        if known.row.rater_kind != row.rater_kind:
            message = f"rater '{row.name}' is a {known.row.rater_kind} in an earlier row"
            problems.add(place, "rater_kind", message)

    def _once(self, held: dict[str, Declared], name: str, what: str, placed: Placed, problems: Problems) -> None:
        if name in held:
            first = problems.places.text(held[name].place)
            problems.add(placed.place, "name", f"{what} '{name}' is given twice (first: {first}); keep one")
        held.setdefault(name, Declared(placed.place, placed.row))

    def _model(self, place: int, row: JudgeOutputRow, problems: Problems) -> None:
        spec = {"model": row.model, "prompt_version": row.prompt_version}
        said = {name: value for name, value in spec.items() if value is not None}
        known = self.models.setdefault(row.rater, Declared(place, said))
        for name in sorted(set(said) | set(known.row)):
            if said.get(name) != known.row.get(name):
                problems.add(
                    place, name, f"judge '{row.rater}' had {known.row.get(name)!r} before; one rater is one judge"
                )
                return


def spec_sha(spec: dict[str, Any]) -> str:
    """The hash by which a judge's specification is known."""
    return hashlib.sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()


class DeclarationChecks:
    """Declarations against the study; `study` is its id, None while it does not exist."""

    def __init__(self, connection: Connection, study: int | None, declared: Declarations, problems: Problems):
        self._connection = connection
        self._study = study
        self._declared = declared
        self._problems = problems

    def check(self) -> None:
        """Add what clashes with the study, and what labels say of raters who are not so."""
        self._check_study()
        raters = self._stored("rater", "name")
        for name, declared in self._declared.raters.items():
            if name in raters:
                self._check_rater(declared, raters[name])
        kinds = {name: row["kind"] for name, row in raters.items()}
        kinds |= {name: declared.row.rater_kind for name, declared in self._declared.raters.items()}
        self._check_labels(kinds)
        self._check_models(raters)
        self._check_batches()

    def _stored(self, table: str, key: str) -> dict[str, RowMapping]:
        if self._study is None:
            return {}
        rows = self._connection.execute(select(T[table]).where(T[table].c.study_id == self._study))
        return {row[key]: row for row in rows.mappings()}

    def _check_study(self) -> None:
        if self._study is None or self._declared.study is None:
            return
        row = self._declared.study.row
        table = T["study"]
        stored = self._connection.execute(select(table).where(table.c.id == self._study)).mappings().one()
        for name in ("title", "notice"):
            if getattr(row, name) != stored[name] and not untold(stored["name"], stored["title"], stored["notice"]):
                self._add(self._declared.study, name, f"the study's {name} is {stored[name]!r}; take over that")

    def _check_rater(self, declared: Declared, stored: RowMapping) -> None:
        row = declared.row
        said = {"rater_kind": (row.rater_kind, stored["kind"])}
        if row.name not in self._declared.implied:
            said |= {name: (getattr(row, name), stored[name]) for name in ("simulated", "slot", "about")}
        for name, (ours, theirs) in said.items():
            if ours != theirs:
                self._add(
                    declared,
                    name,
                    f"the study has a rater '{row.name}' with {theirs!r}, not {ours!r}; use another name",
                )

    def _check_labels(self, kinds: dict[str, str]) -> None:
        """Every label's rater is known, and only judges have outputs and repeated runs."""
        for row in self._raters_of_labels():
            kind = kinds.get(row.rater)
            if kind is None:
                self._problems.add(
                    row.place,
                    "rater",
                    f"there is no rater {row.rater!r} in this file or the study: add a rater row, "
                    "or the rater_kind in a table",
                )
            elif kind != "judge" and row.output:
                self._problems.add(
                    row.place, "rater", f"'{row.rater}' is a {kind}; only judges have outputs, use kind 'label'"
                )
            elif kind != "judge" and row.repeated:
                self._problems.add(row.place, "run", f"'{row.rater}' is a {kind}; only judges are run more than once")
        for kind, field_name in NAMING_RATERS.items():
            self._check_named(STAGE[kind], field_name, kinds)

    def _check_named(self, waiting: Table, field_name: str, known: Collection[str]) -> None:
        named = waiting.c[field_name]
        query = select(func.min(waiting.c.place), named).where(named.is_not(None)).group_by(named)
        for place, name in self._connection.execute(query):
            if name not in known:
                words = f"there is no rater {name!r} in this file or the study: add a rater row"
                self._problems.add(place, field_name, words)

    def _raters_of_labels(self) -> Iterator[Any]:
        label = STAGE["label"]
        repeated = label.c.run > 0
        query = select(
            func.min(label.c.place).label("place"), label.c.rater, label.c.output, repeated.label("repeated")
        )
        yield from self._connection.execute(query.group_by(label.c.rater, label.c.output, repeated).order_by("place"))

    def _check_models(self, raters: dict[str, RowMapping]) -> None:
        """What a judge's outputs say of its model is what the study says, if it says anything yet."""
        for name, declared in self._declared.models.items():
            spec = raters[name]["spec"] if name in raters else None
            if spec is None:
                continue
            for said, value in declared.row.items():
                if spec.get(said) != value:
                    was = repr(spec.get(said))
                    self._add(
                        declared, said, f"judge '{name}' has {was} in the study; another judge needs another name"
                    )

    def _check_batches(self) -> None:
        stored = self._stored("batch", "name")
        for name, declared in self._declared.batches.items():
            if name in stored and not _agrees(declared.row, batch_row(stored[name])):
                self._add(declared, "name", f"the study has another batch '{name}'; use another name")

    def _add(self, declared: Declared, field_name: str, message: str) -> None:
        self._problems.add(declared.place, field_name, message)


def untold(name: str, title: str, notice: str | None) -> bool:
    """Nothing was said of the study yet: it was named on a command line and has no other title."""
    return title == name and notice is None


def batch_row(batch: Mapping[str, Any] | RowMapping) -> BatchRow:
    """A stored batch as the row that draws it."""
    design = {"method": batch["design"]["method"]}
    if design["method"] != "all":
        design |= {"tasks": batch["design"]["drawn"], "seed": batch["design"]["seed"]}
    row = {name: batch[name] for name in ("name", "question", "overlap", "lease_seconds")}
    return BatchRow.model_validate(row | {"design": design, "at": batch["created_at"].isoformat()})


def _agrees(said: BatchRow, known: BatchRow) -> bool:
    """Whether a row says nothing else of a batch than is known; what it leaves out it does not deny."""
    return all(getattr(said, name) in (None, getattr(known, name)) for name in BatchRow.model_fields)
