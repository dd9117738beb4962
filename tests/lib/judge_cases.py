"""Small studies to judge, and judges that speak to the test server."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, select
from sqlmodel import Session, col

from data.engine import reading, writing
from data.studies import create_study
from data.tables import Answer, AnswerSource, Label, Output, Query, Rater, Source, Statement, Study, Unit
from data.units import make_units
from judges.client import OpenAIClient
from judges.config import ModelJudge, judges_of
from judges.progress import RunReport, Watch
from judges.runner import run_judge
from judges.wishes import Wishes

NOW = datetime(2026, 1, 2, tzinfo=UTC)
KEY = "sk-test-0123456789abcdef"


def ignore(_: object) -> None:
    """A watcher that looks away."""


def judged_study(engine: Engine, answers: int = 4, statements: int = 5, sources: int = 3, words: int = 60) -> Study:
    """A study with `answers` answers of `statements` statements and `sources` sources each.

    Answers 2k and 2k+1 share their sources and their first statement, so some units ask the very same.
    """
    with writing(engine) as session:
        study = create_study(session, "s", "A study", NOW)
        query = Query(study_id=study.id, key="q", text="What about the harbour?", type="debate", bias="pro")
        session.add(query)
        session.flush()
        for number in range(answers):
            _answer(session, study, query, number, statements, sources, words)
        make_units(session, study)
    return study


def _answer(
    session: Session, study: Study, query: Query, number: int, statements: int, sources: int, words: int
) -> None:
    text = f"Answer {number} on the harbour."
    answer = Answer(
        study_id=study.id, key=f"a{number}", query_id=query.id, system=f"sys{number % 2}", text=text, sha256=_sha(text)
    )
    session.add(answer)
    listed = _sources(session, study, f"d{number // 2}-", sources, words)
    session.flush()
    for position, source in enumerate(listed, 1):
        session.add(AnswerSource(answer_id=answer.id, position=position, source_id=source.id))
    for position in range(1, statements + 1):
        shared = position == 1
        words_of_it = f"Fact {position} of {'pair ' + str(number // 2) if shared else 'answer ' + str(number)}."
        session.add(Statement(answer_id=answer.id, position=position, text=words_of_it))
    session.flush()


def _sources(session: Session, study: Study, start: str, number: int, words: int) -> list[Source]:
    """The sources whose keys start so, made if they are not there."""
    found = session.scalars(select(Source).where(col(Source.key).startswith(start)).order_by(col(Source.id))).all()
    if found:
        return list(found)
    made = [_source(study, f"{start}{position}", words) for position in range(1, number + 1)]
    session.add_all(made)
    return made


def _source(study: Study, key: str, words: int) -> Source:
    text = f"Title: {key}. " + " ".join(f"word{k}" for k in range(words))
    return Source(study_id=study.id, key=key, status="ok", text=text, sha256=_sha(text))


def judge_for(
    folder: Path,
    url: str,
    question: str = "support",
    parameters: Mapping[str, Any] | None = None,
    longest: int | None = None,
    **changes: Any,
) -> ModelJudge:
    """A judge on the test server, impatient enough for tests."""
    table = folder / "judge.toml"
    table.write_text(f'[[judge]]\nmodel = "m"\nbase_url = "{url}"\nconcurrency = 8\nattempts = 3\n', encoding="utf-8")
    judge = judges_of(table, question)[0]
    if parameters:
        judge = replace(judge, spec=replace(judge.spec, parameters={**judge.spec.parameters, **parameters}))
    judge = replace(judge, spec=replace(judge.spec, longest_source=longest))
    return replace(judge, **{"backoff": 0.01, "timeout": 30.0, **changes})


def run(engine: Engine, study: Study, judge: ModelJudge, watch: Watch = ignore, **wishes: Any) -> RunReport:
    """Run a judge to its end."""
    return run_judge(engine, study, judge, client_of(judge), watch, Wishes(**wishes))


def client_of(judge: ModelJudge) -> Callable[[], OpenAIClient]:
    return lambda: OpenAIClient(judge.spec.base_url, KEY, judge.timeout)


def current_labels(engine: Engine) -> list[tuple[Any, ...]]:
    """Unit key, rater, value, reason and justification of every current label, in order."""
    found = (
        select(Unit.key, Rater.name, Label.value, Label.reason, Label.justification)
        .select_from(Label)
        .join(Unit, col(Unit.id) == col(Label.unit_id))
        .join(Rater, col(Rater.id) == col(Label.rater_id))
        .where(col(Label.superseded_at).is_(None))
        .order_by(col(Unit.key), col(Rater.name))
    )
    with reading(engine) as session:
        return [tuple(row) for row in session.connection().execute(found)]


def stored_outputs(engine: Engine) -> list[tuple[Any, ...]]:
    """Request key, status, value and justification of every output, in order."""
    found = select(Output.request_key, Output.status, Output.value, Output.justification).order_by(Output.request_key)
    with reading(engine) as session:
        return [tuple(row) for row in session.connection().execute(found)]


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
