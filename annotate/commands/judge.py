"""``countermark judge``: put a study's units to judges, and see how far each of them is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from sqlalchemy import Engine
from sqlmodel import Session

from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, StudyArgument, opened
from data.engine import reading
from data.errors import InputError
from data.judge_labels import judge_raters, statuses_of
from data.outputs import Cost, cost_of
from data.pending import count_pending
from data.publication.plain import shown
from data.studies import study_named
from data.tables import Rater, Study
from judges import lexical
from judges.client import OpenAIClient, key_from
from judges.config import ModelJudge, judged_question, judges_of
from judges.progress import Progress as RunProgress
from judges.progress import RunReport, Watch
from judges.recorded import run_recorded
from judges.runner import run_judge

_judge = typer.Typer(help="Judges: models, recorded replies and the offline floor.", no_args_is_help=True)

Question = Annotated[str, typer.Option(help="What to ask: support or confidence.")]
Judges = Annotated[
    list[str],
    typer.Option("--judge", metavar="NAME|FILE", help=f"{lexical.NAME}, or a TOML file of judges; may be repeated."),
]
RetryFailed = Annotated[bool, typer.Option("--retry-failed", help="Ask again what has failed before.")]

Runner = Callable[[Engine, Study, Watch], RunReport]


def register(app: typer.Typer) -> None:
    """Put the commands on the app."""
    app.add_typer(_judge, name="judge")


@_judge.command()
def run(
    study: StudyArgument,
    question: Question,
    judge: Judges,
    retry_failed: RetryFailed = False,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Judge every unit that has no label of the judge yet. Run it again after a crash: it goes on where it stopped."""
    engine = opened(database)
    with reading(engine) as session:
        found = study_named(session, study)
    runners = [runner for name in judge for runner in _runners(name, question, retry_failed)]
    reports = [_with_bar(engine, found, runner) for runner in runners]
    for report in reports:
        _tell(engine, found, report)
    if any(report.stopped for report in reports):
        raise typer.Exit(1)


@_judge.command()
def status(study: StudyArgument, database: DatabaseOption = DEFAULT_DATABASE) -> None:
    """Show what each judge of a study has labelled, what failed and why, and what was sent for it."""
    with reading(opened(database)) as session:
        found = study_named(session, study)
        raters = judge_raters(session, found)
        for line in (line for rater in raters for line in _status(session, rater)):
            typer.echo(line)
    if not raters:
        typer.echo(f"study '{study}' has no judge yet")


def _runners(name: str, question: str, retry_failed: bool) -> Iterator[Runner]:
    """What each judge behind a name or file needs to run; keys are looked up before anything is sent."""
    if name == lexical.NAME:
        if judged_question(question).question.name != "support":
            raise InputError(f"{lexical.NAME} judges support only", field="question")
        yield lexical.run_lexical
        return
    if not name.endswith(".toml"):
        raise InputError(f"'{name}' is neither {lexical.NAME} nor a .toml file", field="judge")
    for judge in judges_of(Path(name), question):
        yield _recorded(judge) if judge.recorded else _asked(judge, key_from(judge.api_key_env), retry_failed)


def _recorded(judge: ModelJudge) -> Runner:
    return lambda engine, study, watch: run_recorded(engine, study, judge, watch)


def _asked(judge: ModelJudge, key: str | None, retry_failed: bool) -> Runner:
    def client() -> OpenAIClient:
        return OpenAIClient(judge.spec.base_url, key, judge.timeout)

    return lambda engine, study, watch: run_judge(engine, study, judge, client, watch, retry_failed)


def _with_bar(engine: Engine, study: Study, runner: Runner) -> RunReport:
    with _bar() as watch:
        return runner(engine, study, watch)


@contextmanager
def _bar() -> Iterator[Watch]:
    """A progress bar on standard error that follows a run."""
    words = TextColumn("{task.fields[done]:,} done, {task.fields[failed]:,} failed, {task.fields[left]:,} left")
    columns = (BarColumn(), words, TimeRemainingColumn(), TextColumn("{task.fields[note]}"))
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("judging", total=None, done=0, failed=0, left=0, note="")

        def watch(progress: RunProgress) -> None:
            wait = progress.closed_for
            bar.update(
                task,
                total=progress.total,
                completed=progress.total - progress.left,
                done=progress.done,
                failed=progress.failed,
                left=progress.left,
                note=f"the server asked to wait {wait:.0f} s" if wait >= 1 else "",
            )

        yield watch


def _tell(engine: Engine, study: Study, report: RunReport) -> None:
    progress = report.progress
    typer.echo(f"{report.rater}: {progress.done:,} done, {progress.failed:,} failed, {progress.left:,} left")
    with reading(engine) as session:
        (rater,) = (rater for rater in judge_raters(session, study) if rater.name == report.rater)
        cost = cost_of(session, rater, report.run_id)
    for line in (*_failures(progress.statuses, rater), *_costs(cost)):
        typer.echo(line)
    if report.stopped:
        typer.echo(f"  stopped: {report.stopped}", err=True)


def _status(session: Session, rater: Rater) -> Iterator[str]:
    """One judge in lines, which stay readable in a narrow terminal, where a table of eight columns does not."""
    question = (rater.spec or {}).get("question")
    statuses = statuses_of(session, rater)
    left = f"{count_pending(session, rater, question):,} left" if question else "from an import"
    failed = sum(count for status, count in statuses.items() if status != "ok")
    yield f"{shown(rater.name)}: {statuses.get('ok', 0):,} done, {failed:,} failed, {left}"
    yield from _failures(statuses, rater)
    yield from _costs(cost_of(session, rater))


def _failures(statuses: Mapping[str, int], rater: Rater) -> Iterator[str]:
    asked = str((rater.spec or {}).get("base_url")).startswith("http")  # and not imported or recorded
    words = [f"{status} {count:,}" for status, count in sorted(statuses.items()) if status != "ok"]
    if words:
        yield f"  failed: {', '.join(words)}{' (ask again with --retry-failed)' if asked else ''}"


def _costs(cost: Cost) -> Iterator[str]:
    if cost.requests:
        tokens = f"{cost.tokens_in:,} tokens in ({cost.tokens_cached:,} cached), {cost.tokens_out:,} out"
        yield f"  {cost.requests:,} requests, {tokens}"
    if cost.possibly_paid:
        yield f"  {cost.possibly_paid:,} requests got no reply and may have been charged all the same"
