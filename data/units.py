"""Units: what one label is about. They follow from the content, so they are made from it, set by set.

Keys are made of the keys of what a unit names: ``{answer}`` for confidence, ``{answer}/{statement}`` for relevance and
stance (debate queries only), ``{answer}/{statement}/{source}`` for support (readable sources only, positions from 1),
``{answer}/{checklist}@{version}/{item}`` for presentation (checklists for every answer) and coverage (checklists of the
answer's query), ``{answer}/{issue}``, ``{answer}/{claim}``, ``{pair}`` for depth, ``{query}`` for query quality, and
``{checklist}@{version}/{item}`` for item quality (checklists of one query).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import (
    Integer,
    ScalarSelect,
    Select,
    SQLColumnExpression,
    String,
    and_,
    bindparam,
    cast,
    literal,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, SQLModel, col

from data.engine import count_anew
from data.tables import (
    Answer,
    AnswerSource,
    Checklist,
    ChecklistItem,
    Claim,
    Issue,
    Query,
    ReportPair,
    Source,
    Statement,
    Study,
    Unit,
)
from data.tables.types import stored

Item = TypeVar("Item")
Column = SQLColumnExpression[Any]

_CHUNK = 500
"""Answers, or keys, named in one statement: well below what either database takes."""


def make_units(session: Session, study: Study, answers: Collection[int] | None = None) -> int:
    """Create the units of the study's answers that are not there yet; how many were created.

    `answers` limits the work to those answer ids (after an import, the ones it touched).
    """
    count_anew(session, "answer", "statement", "answersource", "source", "query")
    if answers is None:
        return sum(_make(session, study, recipe) for recipe in _OF_ANSWERS)
    chunks = [col(Answer.id).in_(chunk) for chunk in _chunks(sorted(answers))]
    return sum(_make(session, study, recipe, only) for only in chunks for recipe in _OF_ANSWERS)


def make_units_of_answer(session: Session, study: Study, answer_id: int) -> int:
    """Create the missing units of one answer, whose statements were cut anew; how many."""
    return sum(_make(session, study, recipe, col(Answer.id) == answer_id) for recipe in _OF_ANSWERS)


def rename_units_of_statements(session: Session, answer_id: int) -> None:
    """Give the units of an answer's statements the keys that the statements' positions now say."""
    of_answer = and_(col(Unit.answer_id) == answer_id, col(Unit.statement_id).is_not(None))
    session.connection().execute(update(Unit).where(of_answer).values(key=" " + cast(col(Unit.id), String)))
    for recipe in _OF_ANSWERS:
        if "statement_id" in recipe.references:
            session.connection().execute(
                update(Unit).where(of_answer, col(Unit.question) == recipe.question).values(key=_key_of_unit(recipe))
            )


def _key_of_unit(recipe: _Recipe) -> ScalarSelect[Any]:
    """The key of a unit that there is, from the answer, statement and source it names."""
    its_source = col(AnswerSource.id) == col(Unit.answer_source_id)
    rows = select(recipe.key).select_from(Answer).join(Statement, col(Statement.id) == col(Unit.statement_id))
    rows = rows.outerjoin(AnswerSource, its_source).where(col(Answer.id) == col(Unit.answer_id))
    return rows.correlate(Unit).scalar_subquery()


def make_other_units(session: Session, study: Study) -> int:
    """Create the missing units that are about no single answer: pairs, queries and checklist items; how many."""
    return sum(_make(session, study, recipe) for recipe in _OF_QUERIES)


def make_units_of_source(session: Session, study: Study, source_id: int) -> int:
    """Create the missing support units of a source that has become readable; how many."""
    return _make(session, study, _SUPPORT, col(Source.id) == source_id)


def units_by_key(session: Session, study: Study, question: str, keys: Iterable[str]) -> dict[str, int]:
    """Unit ids by key; keys that name no unit of the question are left out."""
    found: dict[str, int] = {}
    for chunk in _chunks(keys):
        named = select(col(Unit.key), col(Unit.id)).where(
            col(Unit.study_id) == study.id, col(Unit.question) == question, col(Unit.key).in_(chunk)
        )
        found.update((key, stored(identity)) for key, identity in session.connection().execute(named))
    return found


def _chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    rest = iter(items)
    while chunk := list(islice(rest, _CHUNK)):
        yield chunk


@dataclass(frozen=True, eq=False)
class _Recipe:
    """How the units of a question follow from content: one unit a row of `owner` joined with `joins`."""

    question: str
    owner: type[Answer] | type[Query] | type[ReportPair]
    joins: tuple[tuple[type[SQLModel], Column], ...]
    key: Column
    references: Mapping[str, Column]
    where: Column | None = None

    @cached_property
    def rows(self) -> Select[*tuple[Any, ...]]:
        """The units of a study, which is given as the parameter `of_study`."""
        study = bindparam("of_study", type_=Integer)
        rows = select(study, literal(self.question), self.key, *self.references.values()).select_from(self.owner)
        for content, condition in self.joins:
            rows = rows.join(content, condition)
        return rows.where(col(self.owner.study_id) == study, *(() if self.where is None else (self.where,)))


def _make(session: Session, study: Study, recipe: _Recipe, only: Column | None = None) -> int:
    rows = recipe.rows if only is None else recipe.rows.where(only)
    columns = ["study_id", "question", "key", *recipe.references]
    made = _insert(session).from_select(columns, rows).on_conflict_do_nothing(index_elements=columns[:3])
    made = made.execution_options(preserve_rowcount=True)
    return session.connection().execute(made, {"of_study": study.id}).rowcount


def _insert(session: Session) -> sqlite.Insert | postgresql.Insert:
    """An insert that can leave out what is there: looking first is slow where PostgreSQL misjudges the table."""
    return sqlite.insert(Unit) if session.get_bind().dialect.name == "sqlite" else postgresql.insert(Unit)


def _path(*parts: Column) -> Column:
    """The parts as one key, with slashes between."""
    key: Column = cast(parts[0], String)
    for part in parts[1:]:
        key = key + "/" + cast(part, String)
    return key


_ANSWER = {"answer_id": col(Answer.id)}
_STATEMENT = {**_ANSWER, "statement_id": col(Statement.id)}
_ITEM = {"item_id": col(ChecklistItem.id)}

_statements = (Statement, col(Statement.answer_id) == col(Answer.id))
_its_query = (Query, col(Query.id) == col(Answer.query_id))
_listed = (AnswerSource, col(AnswerSource.answer_id) == col(Answer.id))
_sources = (Source, col(Source.id) == col(AnswerSource.source_id))
_common_checklists = (
    Checklist,
    and_(col(Checklist.study_id) == col(Answer.study_id), col(Checklist.query_id).is_(None)),
)
_its_checklists = (Checklist, col(Checklist.query_id) == col(Answer.query_id))
_query_checklists = (Checklist, col(Checklist.query_id) == col(Query.id))
_items = (ChecklistItem, col(ChecklistItem.checklist_id) == col(Checklist.id))
_issues = (Issue, col(Issue.answer_id) == col(Answer.id))
_claims = (Claim, col(Claim.answer_id) == col(Answer.id))

_answer = col(Answer.key)
_statement_path = _path(_answer, col(Statement.position))
_checklist_item = _path(col(Checklist.key) + "@" + col(Checklist.version), col(ChecklistItem.key))
_issue = {**_ANSWER, "issue_id": col(Issue.id)}
_issue_path = _path(_answer, col(Issue.key))

_SUPPORT = _Recipe(
    "support",
    Answer,
    (_statements, _listed, _sources),
    _path(_statement_path, col(AnswerSource.position)),
    {**_STATEMENT, "answer_source_id": col(AnswerSource.id)},
    where=col(Source.status) == "ok",
)

_OF_ANSWERS = (
    _Recipe("confidence", Answer, (), _answer, _ANSWER),
    _Recipe("relevance", Answer, (_statements,), _statement_path, _STATEMENT),
    _Recipe(
        "stance", Answer, (_its_query, _statements), _statement_path, _STATEMENT, where=col(Query.type) == "debate"
    ),
    _SUPPORT,
    _Recipe(
        "presentation", Answer, (_common_checklists, _items), _path(_answer, _checklist_item), {**_ANSWER, **_ITEM}
    ),
    _Recipe("coverage", Answer, (_its_checklists, _items), _path(_answer, _checklist_item), {**_ANSWER, **_ITEM}),
    _Recipe("consistency_issue", Answer, (_issues,), _issue_path, _issue, where=col(Issue.type) == "consistency"),
    _Recipe("citation_issue", Answer, (_issues,), _issue_path, _issue, where=col(Issue.type) == "citation"),
    _Recipe(
        "citation_accuracy",
        Answer,
        (_claims,),
        _path(_answer, col(Claim.key)),
        {**_ANSWER, "claim_id": col(Claim.id)},
    ),
)

_OF_QUERIES = (
    _Recipe("query_quality", Query, (), col(Query.key), {"query_id": col(Query.id)}),
    _Recipe(
        "item_quality",
        Query,
        (_query_checklists, _items),
        _checklist_item,
        {"query_id": col(Query.id), **_ITEM},
    ),
    _Recipe(
        "depth",
        ReportPair,
        (),
        col(ReportPair.key),
        {"query_id": col(ReportPair.query_id), "pair_id": col(ReportPair.id)},
    ),
)
