"""``countermark judge cut``: let a model cut answers into statements, and take its drafts over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Engine

from annotate.commands.judge_bar import bar
from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, StudyArgument, now, opened
from data.engine import reading, writing
from data.errors import InputError
from data.publication.plain import shown
from data.review import replace_statements, reviewed
from data.studies import study_named
from data.tables import Study
from judges.client import OpenAIClient
from judges.config import ModelJudge, judges_in
from judges.drafting import DECOMPOSITION, Draft, drafts_of
from judges.keys import key_from
from judges.raters import known_rater
from judges.runner import run_judge

JudgeFile = Annotated[
    Path, typer.Option("--judge", metavar="FILE", exists=True, dir_okay=False, help="A TOML file with one judge.")
]
Take = Annotated[bool, typer.Option("--take", help="Put the drafts in the place of the statements there are.")]
Answers = Annotated[
    list[str] | None, typer.Option("--answer", metavar="KEY", help="Take over the draft of this answer only.")
]


def register(judge: typer.Typer) -> None:
    """Put the command beside those that run judges."""
    judge.command("cut")(cut)


def cut(
    study: StudyArgument,
    judge: JudgeFile,
    take: Take = False,
    answer: Answers = None,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Let a model cut answers into statements, as drafts; with --take they replace the statements there are.

    Only answers on whose statements nothing rests yet are asked about. What a model copies wrongly is repaired and
    counted; a reply that invents or skips too much is no draft. The Review screen takes every change back.
    """
    engine = opened(database)
    one = _only(judges_in(judge, DECOMPOSITION), judge)
    with reading(engine) as session:
        found = study_named(session, study)
    stopped = _ask(engine, found, one)
    with reading(engine) as session:
        rater = known_rater(session, found, one.spec)
        drafts = list(drafts_of(session, rater, one)) if rater else []
    for line in _told(drafts):
        typer.echo(line)
    if take:
        wanted = [draft for draft in drafts if draft.status == "ok" and (not answer or draft.answer in answer)]
        typer.echo(f"{_take(engine, found, wanted, one.spec.rater_name):,} answers were cut anew")
    if stopped:
        typer.echo(f"stopped: {stopped}", err=True)
        raise typer.Exit(1)


def _only(judges: Sequence[ModelJudge], file: Path) -> ModelJudge:
    if len(judges) != 1 or judges[0].recorded is not None:
        raise InputError("must hold one judge that can be asked", file=str(file))
    return judges[0]


def _ask(engine: Engine, study: Study, judge: ModelJudge) -> str | None:
    key = key_from(judge.api_key_env)
    with bar() as watch:
        report = run_judge(engine, study, judge, lambda: OpenAIClient(judge.spec.base_url, key, judge.timeout), watch)
    return report.stopped


def _told(drafts: Sequence[Draft]) -> Iterator[str]:
    failed = Counter(draft.status for draft in drafts if draft.status != "ok")
    yield f"{sum(draft.status == 'ok' for draft in drafts):,} drafts, {failed.total():,} failed"
    if failed:
        yield f"  failed: {', '.join(f'{status} {count:,}' for status, count in sorted(failed.items()))}"
    repairs: Counter[str] = Counter()
    for draft in drafts:
        repairs.update(asdict(draft.repairs))
    words = [f"{kind} {count:,}" for kind, count in repairs.items() if count]
    yield f"  repairs: {', '.join(words) or 'none'}"


def _take(engine: Engine, study: Study, drafts: Sequence[Draft], judge: str) -> int:
    """Put drafts in the place of the statements, each answer by itself; how many were changed."""
    changed = 0
    for draft in drafts:
        with writing(engine) as session:
            before = {(one.start, one.end) for one in reviewed(session, study, draft.answer).statements}
            if before == {(piece.start, piece.end) for piece in draft.pieces}:
                continue
            try:
                replace_statements(session, study, draft.answer, draft.pieces, "decompose", None, now(), judge)
            except InputError as error:
                typer.echo(shown(f"{draft.answer}: {error.message}"), err=True)
                continue
            changed += 1
    return changed
