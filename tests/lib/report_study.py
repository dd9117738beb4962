"""A small study with a unit of every question that can be put to a model, and a reply for each."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from judge_cases import NOW
from sqlalchemy import Engine
from sqlmodel import Session

from data.engine import writing
from data.studies import create_study
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
)
from data.tables.types import stored
from data.units import make_other_units, make_units

REPORTS = {
    "north": ("The pier was built in 1901 [1].", "It has two lamps [2].", "I hope this helps!"),
    "south": ("The pier was built in 1899 [1].", "Nobody knows how many lamps it has."),
}
PAGES = {
    "p-ok": ("https://pier.example/history", "ok"),
    "p-gone": ("https://pier.example/gone", "not found"),
    "p-new": ("https://pier.example/new", "not fetched"),
}


def report_study(engine: Engine) -> Study:
    """Two reports on one debate query: statements, checklists, issues, a pair, and claims on three pages and none."""
    with writing(engine) as session:
        study = create_study(session, "s", "A study", NOW)
        query = Query(study_id=study.id, key="q", text="Why keep the pier?", type="debate", bias="Keep the pier.")
        session.add(query)
        session.flush()
        pages = [_page(study, key, url, status) for key, (url, status) in PAGES.items()]
        session.add_all(pages)
        session.flush()
        answers = [_report(session, study, query, key, texts, pages) for key, texts in REPORTS.items()]
        session.add(
            ReportPair(study_id=study.id, key="n-s", query_id=query.id, first_id=answers[0].id, second_id=answers[1].id)
        )
        _checklists(session, study, query)
        session.flush()
        make_units(session, study)
        make_other_units(session, study)
    return study


def _page(study: Study, key: str, url: str, status: str) -> Source:
    text = "Title: The pier. It was built in 1901 and has two lamps." if status == "ok" else None
    sha = None if text is None else _sha(text)
    return Source(study_id=study.id, key=key, url=url, status=status, text=text, sha256=sha)


def _report(
    session: Session, study: Study, query: Query, key: str, texts: Sequence[str], pages: Sequence[Source]
) -> Answer:
    text = " ".join(texts)
    answer = Answer(study_id=study.id, key=key, query_id=query.id, system=key, text=text, sha256=_sha(text))
    session.add(answer)
    session.flush()
    for position, statement in enumerate(texts, 1):
        start = text.index(statement)
        placed = {"start": start, "end": start + len(statement)}
        session.add(Statement(answer_id=answer.id, position=position, text=statement, **placed))
    for position, page in enumerate(pages, 1):
        session.add(AnswerSource(answer_id=answer.id, position=position, source_id=page.id))
    for kind in ("consistency", "citation"):
        session.add(
            Issue(
                answer_id=answer.id, key=f"{kind}-1", type=kind, text=f"A {kind} fault.", quote=texts[0], found_by="x"
            )
        )
    session.add(Issue(answer_id=answer.id, key="citation-2", type="citation", text="No page at all.", found_by="x"))
    for number, url in enumerate((*(url for url, _ in PAGES.values()), "https://pier.example/unlisted"), 1):
        session.add(Claim(answer_id=answer.id, key=f"c{number}", text=f"Claim {number} of {key}.", url=url))
    session.flush()
    return answer


def _checklists(session: Session, study: Study, query: Query) -> None:
    for key, query_id, items in (("layout", None, 3), ("pier", stored(query.id), 2)):
        checklist = Checklist(study_id=study.id, key=key, version="1", query_id=query_id)
        session.add(checklist)
        session.flush()
        for position in range(1, items + 1):
            text = f"Item {position} of {key}."
            session.add(ChecklistItem(checklist_id=checklist.id, key=f"i{position}", position=position, text=text))


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
