"""A study to review: answers in Markdown, stored as the reading of a report makes them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from records import NOON, later, person
from sqlalchemy import Engine
from sqlmodel import Session

from data import studies, units
from data.engine import reading, writing
from data.importing.reports import GivenSource, Report, rows_of_report
from data.review import Reviewed, reviewed
from data.tables import Answer, AnswerSource, Citation, Query, Rater, Source, Statement, StatementEdit, Study
from data.tables.types import stored

TEXT = """# Why tea helps

Tea is old [1] and it is loved [2]. The matrix m[1] holds it. Rain fell. [3][9]

- Green tea calms, and black tea wakes [2].

## More

It costs little.

## References

[1] Old tea, https://leaf.example/old
[2] Loved tea, https://leaf.example/loved
[3] Rain, https://rain.example/
[4] Snow, https://snow.example/
"""
"""Five statements. [9] is not listed, [4] is not cited, m[1] is no citation."""

NOW = later(60)
PAGE = "What the page says, in a few words."


def review_study(
    engine: Engine,
    texts: Sequence[str] = (TEXT,),
    study: str = "tea",
    given: tuple[GivenSource, ...] | None = None,
    readable: bool = True,
) -> None:
    """A study with the answers r1, r2, …; the sources of `given` come beside the text."""
    with writing(engine) as session:
        made = studies.create_study(session, study, study, NOON)
        for number, text in enumerate(texts, start=1):
            report = Report(f"r{number}", f"q{number}", "Does tea help?", "hidden-system", text, sources=given)
            _store(session, made, report, readable)
        session.flush()
        units.make_units(session, made)


def _store(session: Session, study: Study, report: Report, readable: bool) -> None:
    query = Query(study_id=stored(study.id), key=report.query, text=report.query_text, type="other")
    session.add(query)
    session.flush()
    digest = hashlib.sha256(report.text.encode()).hexdigest()
    more = {"study_id": stored(study.id), "system": report.system, "text": report.text, "sha256": digest}
    answer = Answer(key=report.key, query_id=stored(query.id), **more)
    session.add(answer)
    session.flush()
    read = [(row.kind, row.fields) for row in rows_of_report(report).rows]
    for position, fields in enumerate((fields for kind, fields in read if kind == "source"), start=1):
        _add_source(session, study, answer, position, fields, readable)
    statements = {fields["position"]: _statement(answer, fields) for kind, fields in read if kind == "statement"}
    session.add_all(statements.values())
    session.flush()
    for cited in (fields for kind, fields in read if kind == "citation"):
        session.add(Citation(statement_id=stored(statements[cited["statement"]].id), position=cited["source"]))


def _add_source(
    session: Session, study: Study, answer: Answer, position: int, fields: dict[str, str], readable: bool
) -> None:
    text = PAGE if readable else None
    source = Source(
        study_id=stored(study.id),
        key=fields["key"],
        url=fields.get("url"),
        title=fields.get("title"),
        status="ok" if readable else "not fetched",
        text=text,
        sha256=text and hashlib.sha256(text.encode()).hexdigest(),
    )
    session.add(source)
    session.flush()
    session.add(AnswerSource(answer_id=stored(answer.id), position=position, source_id=stored(source.id)))


def _statement(answer: Answer, fields: dict[str, int | str]) -> Statement:
    return Statement(answer_id=answer.id, **{name: fields[name] for name in ("position", "text", "start", "end")})


def of(session: Session, study: str = "tea") -> Study:
    """The study."""
    return studies.study_named(session, study)


def reader(session: Session, name: str = "Ada", study: str = "tea") -> Rater:
    """A person who reviews."""
    return person(session, of(session, study), name)


def seen(engine: Engine, answer: str = "r1", study: str = "tea") -> Reviewed:
    """An answer as a reviewer sees it."""
    with reading(engine) as session:
        return reviewed(session, of(session, study), answer)


def done(engine: Engine, act: Callable[..., StatementEdit], *args: object, seconds: float = 60) -> StatementEdit:
    """One of a reviewer's acts at r1, in a transaction of its own."""
    with writing(engine) as session:
        return act(session, of(session), "r1", *args, reader(session), later(seconds))
