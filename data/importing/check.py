"""Checking waiting rows against each other and against the study, set by set. Nothing is written to the record."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    FromClause,
    Row,
    Select,
    Table,
    Text,
    and_,
    case,
    cast,
    exists,
    func,
    literal,
    literal_column,
    or_,
    select,
    true,
    update,
)

from data.importing.check_words import change, moved, named, unmet, words
from data.importing.kinds import ANY, KINDS, NUMBERED, PARTS, SHOWN_AS, Kind, Reference
from data.importing.stage import STAGE
from data.importing.views import VIEWS
from data.problems import MOST_SHOWN, Problems


class Checks:
    """The checks of one import.

    `study` is the study's id, None while it does not exist; `filled` are the kinds there are rows of.
    """

    def __init__(self, connection: Connection, study: int | None, filled: Collection[str], problems: Problems):
        self._kinds = [kind for name, kind in KINDS.items() if name in filled]
        self._connection = connection
        self._study = study
        self._problems = problems
        self._views: dict[str, FromClause] = {}

    def within_file(self) -> None:
        """No record is given twice."""
        for kind in self._kinds:
            self._twice(kind)

    def against_study(self, supersede: bool = False) -> None:
        """What rows point to is there, what the study has already is the same, and wholes stay what they are.

        Marks the rows the study has. With `supersede`, labels that differ from the study's are to take their place.
        """
        self._look_up()
        self._recognise(supersede)
        for kind in self._kinds:
            self._dangling(kind)
        self._problems.refuse_if_any()
        for kind in self._kinds:
            if kind.name in PARTS:
                self._late_parts(kind)
            if kind.name in NUMBERED:
                self._gaps(kind.name)
        self._moved_statements()
        self._long_evidence()
        self._decisions()
        self._undone()

    def _run(self, query: Any) -> Any:
        return self._connection.execute(query)

    def _stored(self, kind: str) -> FromClause | None:
        """What the study has of a kind; None while there is no study."""
        if self._study is None:
            return None
        if kind not in self._views:  # making one costs more than most queries on it
            self._views[kind] = VIEWS[kind].params(study=self._study).subquery()
        return self._views[kind]

    def _twice(self, kind: Kind) -> None:
        waiting = STAGE[kind.name]
        key = [waiting.c[name] for name in kind.key]
        found = select(func.max(waiting.c.place).label("place"), func.min(waiting.c.place).label("first"), *key)
        for row in self._run(found.group_by(*key).having(func.count() > 1).order_by("place").limit(MOST_SHOWN)):
            first = self._problems.places.text(row.first)
            what = f"the {words(kind.name)} ({named(kind.key, row)})"
            self._problems.add(row.place, kind.key[-1], f"{what} is given twice (first: {first}); keep one")

    def _look_up(self) -> None:
        """Fill in what lies in other records: a query's type, and the length of a listed source's text."""
        answer, listed = STAGE["answer"], STAGE["answer_source"]
        query_type = self._value("query", "type", {"key": answer.c.query})
        length = self._value("source", "length", {"key": listed.c.source})
        self._run(update(answer).values(query_type=query_type))
        self._run(update(listed).values(length=length))

    def _value(self, kind: str, wanted: str, key: Mapping[str, ColumnElement[Any]]) -> ColumnElement[Any]:
        """A column of the record with that key, in the file or else in the study."""
        found = [
            select(place.c[wanted]).where(*(place.c[name] == value for name, value in key.items())).scalar_subquery()
            for place in (STAGE[kind].alias(), self._stored(kind))
            if place is not None
        ]
        return func.coalesce(*found, None)

    def _dangling(self, kind: Kind) -> None:
        """References to what is neither in the file nor in the study; one problem a row, the first."""
        seen: set[int] = set()
        for reference in kind.references:
            waiting = STAGE[kind.name]
            query = select(waiting).where(
                waiting.c[next(iter(reference.fields))].is_not(None),
                waiting.c.question == reference.only if reference.only else true(),
                ~self._met(waiting, reference),
            )
            for row in self._first(query):
                if row.place not in seen:
                    seen.add(row.place)
                    self._problems.add(row.place, next(iter(reference.fields)), unmet(reference, row))

    def _met(self, waiting: Table, reference: Reference) -> ColumnElement[bool]:
        def there(place: FromClause) -> ColumnElement[bool]:
            same = [place.c[theirs] == waiting.c[ours] for ours, theirs in reference.fields.items()]
            says = [
                place.c[name].is_not(None) if value == ANY else place.c[name] == value
                for name, value in reference.must.items()
            ]
            return exists(select(literal_column("1")).select_from(place).where(*same, *says))

        places = (STAGE[reference.to].alias(), self._stored(reference.to))
        return or_(*(there(place) for place in places if place is not None))

    def _recognise(self, supersede: bool) -> None:
        """Mark rows the study has; a row that says something else of a known record is a problem."""
        for kind in self._kinds:
            waiting, stored = STAGE[kind.name], self._stored(kind.name)
            if stored is None:
                return
            same_key = and_(*(stored.c[name] == waiting.c[name] for name in kind.key))
            self._run(update(waiting).values(known=exists(select(literal_column("1")).where(same_key))))
            if kind.name == "label" and supersede:
                self._replace_labels(kind, waiting, stored, same_key)
            elif kind.values:
                self._changed(kind, waiting, stored, same_key)

    def _changed(self, kind: Kind, waiting: Table, stored: FromClause, same_key: ColumnElement[bool]) -> None:
        differs = {name: _contradicts(kind, waiting, stored, name) for name in kind.values}
        query = (
            select(waiting, *(column.label(f"differs_{name}") for name, column in differs.items()))
            .join(stored, same_key)
            .where(waiting.c.known, or_(*differs.values()))
        )
        for row in self._first(query):
            fields = [SHOWN_AS.get((kind.name, name), name) for name in differs if row._mapping[f"differs_{name}"]]
            self._problems.add(row.place, fields[0], change(kind, row, fields))

    def _replace_labels(self, kind: Kind, waiting: Table, stored: FromClause, same_key: ColumnElement[bool]) -> None:
        differs = or_(*(_contradicts(kind, waiting, stored, name) for name in kind.values))
        other = select(stored.c.label_id).where(same_key, differs)
        self._run(update(waiting).values(replaces=None))
        self._run(update(waiting).where(waiting.c.known).values(replaces=other.scalar_subquery()))
        self._run(update(waiting).where(waiting.c.replaces.is_not(None)).values(known=False))

    def _late_parts(self, kind: Kind) -> None:
        """New parts of a whole the study already has."""
        part, waiting = PARTS[kind.name], STAGE[kind.name]
        closed = self._stored(part.closed)
        if closed is None:
            return
        same = [closed.c[theirs] == waiting.c[ours] for ours, theirs in part.fields.items()]
        late = exists(select(literal_column("1")).select_from(closed).where(*same))
        for row in self._first(select(waiting).where(~waiting.c.known, late)):
            whole = named(tuple(part.fields), row)
            self._problems.add(
                row.place,
                kind.key[-1],
                f"the study already has {whole} without this {words(kind.name)}; a {part.whole} is not "
                "changed afterwards, use a new key or a new study",
            )

    def _gaps(self, name: str) -> None:
        waiting, whole = STAGE[name], NUMBERED[name]
        columns = [waiting.c[field] for field in whole]
        highest, different = func.max(waiting.c.position), func.count(waiting.c.position.distinct())
        query = (
            select(
                func.min(waiting.c.place).label("place"), func.count().label("rows"), highest.label("highest"), *columns
            )
            .where(~waiting.c.known)
            .group_by(*columns)
            .having(or_(highest != different, func.count() != different))
            .order_by("place")
            .limit(MOST_SHOWN)
        )
        for row in self._run(query):
            what = f"{words(name)}s of {named(whole, row)}"
            self._problems.add(
                row.place,
                "position",
                f"the {what} must be numbered from 1 without gaps or repeats; there are {row.rows}, "
                f"the highest position is {row.highest}",
            )

    def _moved_statements(self) -> None:
        """Statements whose text is not what stands at their place in the answer's text."""
        waiting = STAGE["statement"]
        query = (
            select(waiting.c.place, waiting.c.answer, waiting.c.text, waiting.c.start, waiting.c.end)
            .where(waiting.c.start.is_not(None), ~waiting.c.known)
            .order_by(waiting.c.answer, waiting.c.position)
        )
        answer, whole = None, ""
        for row in self._run(query).yield_per(1000):
            if row.answer != answer:
                answer, whole = row.answer, self._answer_text(row.answer)
            if whole[row.start : row.end] != row.text:
                self._problems.add(row.place, "start", moved(row, len(whole)))
                if self._problems.many:
                    return

    def _answer_text(self, key: str) -> str:
        return str(self._run(select(self._value("answer", "text", {"key": literal(key)}))).scalar_one())

    def _long_evidence(self) -> None:
        """Evidence that reaches beyond the end of the source's text."""
        for kind in ("label", "past_label"):
            self._too_long(STAGE[kind])

    def _too_long(self, waiting: Table) -> None:
        length = self._value("answer_source", "length", {"answer": waiting.c.answer, "position": waiting.c.source})
        query = select(waiting, length.label("length")).where(waiting.c.reach > 0, waiting.c.reach > length)
        for row in self._first(query):
            self._problems.add(
                row.place,
                "evidence",
                f"a span ends at {row.reach}, the source's text has {row.length} characters; "
                "count code points from 0, the end exclusive",
            )

    def _decisions(self) -> None:
        """Decisions beyond the answer's text, and stretches with more or less than one decision that holds."""
        waiting, later = STAGE["mark_decision"], STAGE["mark_decision"].alias()
        length = func.length(self._value("answer", "text", {"key": waiting.c.answer}))
        for row in self._first(select(waiting, length.label("length")).where(waiting.c.end > length)):
            self._problems.add(row.place, "end", f"ends at {row.end}, the answer's text has {row.length} characters")
        same = [later.c[name] == waiting.c[name] for name in NUMBERED["mark_decision"]]
        newest = ~exists(select(later.c.place).where(later.c.position > waiting.c.position, *same))
        for row in self._first(select(waiting).where(newest == waiting.c.superseded_at.is_not(None))):
            said = "belongs to every decision about a stretch but the newest, which holds"
            self._problems.add(row.place, "superseded_at", said)

    def _undone(self) -> None:
        """Undos with no change before them that they could take back."""
        waiting = STAGE["statement_edit"]
        standing = func.sum(case((waiting.c.action == "undo", -1), else_=1))
        so_far = standing.over(partition_by=waiting.c.answer, order_by=waiting.c.position).label("standing")
        running = select(waiting.c.place, so_far).subquery()
        for row in self._first(select(running).where(running.c.standing < 0)):
            self._problems.add(row.place, "action", "takes back a change, but none before it still stands")

    def _first(self, query: Select[Any]) -> Iterable[Row[Any]]:
        found: Iterable[Row[Any]] = self._run(query.order_by("place").limit(MOST_SHOWN))
        return found


def _differs(waiting: FromClause, stored: FromClause, name: str) -> ColumnElement[bool]:
    ours: ColumnElement[Any] = waiting.c[name]
    theirs: ColumnElement[Any] = stored.c[name]
    if isinstance(ours.type, JSON):  # PostgreSQL cannot compare JSON
        ours, theirs = cast(ours, Text), cast(theirs, Text)
    return ours.is_distinct_from(theirs)


def _contradicts(kind: Kind, waiting: FromClause, stored: FromClause, name: str) -> ColumnElement[bool]:
    """Whether a row says something else of a known record than the study; what it leaves open it does not deny."""
    differs = _differs(waiting, stored, name)
    if name not in kind.left_open:
        return differs
    field, value = kind.left_open[name]
    return and_(differs, waiting.c[field].is_distinct_from(value))
