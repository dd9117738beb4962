"""A study for the app's tests: matrices of a chosen size, with texts a careless page would stumble over."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from records import NOON
from sqlalchemy import Engine
from sqlmodel import Session

from data import batches, studies, units
from data.engine import writing
from data.tables import Answer, AnswerSource, Citation, Guideline, Query, Source, Statement, Study

HOSTILE = "a<b> <script>alert(1)</script> **x** $y$ [l](javascript:alert(1)) <img src=x onerror=alert(1)> &amp; :smile:"
SYSTEM = "hidden-system-name"
FIRST_WORDS = "\ufeff😀 Naïve 東京 opens."
"""How every source begins: a byte order mark, which is a character here, and letters of one to four bytes."""


@dataclass(frozen=True)
class Size:
    """How many of each; source number `unreadable` has no text (0: all are readable)."""

    answers: int = 2
    statements: int = 3
    sources: int = 3
    unreadable: int = 0
    paragraphs: int = 6


def app_study(engine: Engine, name: str, size: Size = Size(), overlap: int = 2) -> None:  # frozen
    """A study with a "support batch" and a "confidence batch" of all its answers.

    Statement k of every answer stands word for word in source k, and nowhere else.
    """
    with writing(engine) as session:
        study = studies.create_study(session, name, f"The study {name}", NOON, notice=f"invented {HOSTILE}")
        session.add(Guideline(study_id=study.id or 0, question="support", version="7", text=f"Read it all. {HOSTILE}"))
        for number in range(1, size.answers + 1):
            _answer(session, study, number, size)
        session.flush()
        units.make_units(session, study)
        units.make_other_units(session, study)
        for question in ("support", "confidence"):
            batches.draw(session, study, f"{question} batch", question, batches.Design("all"), overlap, 600, NOON)


def statement_text(answer: int, statement: int) -> str:
    """What a statement says; the third of each answer is hostile."""
    words = f"Answer {answer} claims that lake {statement} holds {answer * 100 + statement} tonnes of carp"
    return f"{words} {HOSTILE}" if statement == 3 else f"{words}."


def source_text(answer: int, position: int, paragraphs: int = 6) -> str:
    """The text of a source: its statement in the middle of paragraphs about other things."""
    filler = [f"Paragraph {k} of page {position} is about roads, rail and parking in town." for k in range(paragraphs)]
    middle = paragraphs // 2
    return "\n\n".join([FIRST_WORDS, *filler[:middle], statement_text(answer, position), *filler[middle:]])


def _answer(session: Session, study: Study, number: int, size: Size) -> None:
    query = Query(study_id=study.id or 0, key=f"q{number}", text=f"How much carp is there? {HOSTILE}", type="expertise")
    session.add(query)
    session.flush()
    texts = [statement_text(number, k) for k in range(1, size.statements + 1)]
    answer = Answer(
        study_id=study.id or 0,
        key=f"a{number}",
        query_id=query.id or 0,
        system=SYSTEM,
        text=" ".join(texts),
        sha256=hashlib.sha256(" ".join(texts).encode()).hexdigest(),
    )
    session.add(answer)
    session.flush()
    for position in range(1, size.sources + 1):
        session.add(_listed(session, study, answer, number, position, size))
    for position, text in enumerate(texts, start=1):
        statement = Statement(answer_id=answer.id or 0, position=position, text=text)
        session.add(statement)
        session.flush()
        session.add(Citation(statement_id=statement.id or 0, position=position))


def _listed(session: Session, study: Study, answer: Answer, number: int, position: int, size: Size) -> AnswerSource:
    text = None if position == size.unreadable else source_text(number, position, size.paragraphs)
    source = Source(
        study_id=study.id or 0,
        key=f"{answer.key}-{position}",
        url="javascript:alert(1)" if position == 2 else f"https://example.org/{position}",
        title=f"Page {position} {HOSTILE}",
        status="paywall" if text is None else "ok",
        text=text,
        sha256=None if text is None else hashlib.sha256(text.encode()).hexdigest(),
    )
    session.add(source)
    session.flush()
    return AnswerSource(answer_id=answer.id or 0, position=position, source_id=source.id or 0)
