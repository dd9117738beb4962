"""``countermark fleet`` and ``countermark worker``: runs that workers share through PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import select
from sqlmodel import Session, col

from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, StudyArgument, opened
from data.engine import reading
from data.errors import InputError
from data.pending import count_pending
from data.publication.plain import shown
from data.studies import study_named
from data.tables import JudgeRun, Rater, Study
from judges.config import judges_of
from judges.wishes import Wishes

try:
    from judges.fleet.start import FleetStatus, fleet_status, start_fleet
    from judges.fleet.worker import Pulse, run_worker
except ImportError as error:  # the queue is an extra
    raise InputError("a fleet needs more than is installed: pip install 'countermark[fleet]'") from error

_fleet = typer.Typer(help="Runs that workers share through PostgreSQL.", no_args_is_help=True)

Question = Annotated[str, typer.Option(help="What to ask; docs/judges.md lists the questions.")]
JudgeFile = Annotated[
    Path, typer.Option("--judge", metavar="FILE", exists=True, dir_okay=False, help="A TOML file of judges.")
]
Samples = Annotated[int, typer.Option(min=1, max=100, help="How often each unit is judged.")]
FailedToo = Annotated[bool, typer.Option("--failed", help="Ask again what has failed before, and only that.")]
Jobs = Annotated[int, typer.Option(min=1, max=200, help="Jobs this worker does at once.")]
Once = Annotated[bool, typer.Option("--once", help="End when there is nothing left to do.")]


def register(app: typer.Typer) -> None:
    """Put the commands on the app."""
    app.add_typer(_fleet, name="fleet")
    app.command("worker")(worker)


@_fleet.command()
def start(
    study: StudyArgument,
    question: Question,
    judge: JudgeFile,
    samples: Samples = 1,
    failed: FailedToo = False,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Queue what is pending; workers do it. Keys are looked up where a worker runs."""
    engine = opened(database)
    with reading(engine) as session:
        found = study_named(session, study)
    for one in judges_of(judge, question):
        if one.recorded is not None:
            raise InputError("recorded replies need no fleet; use `countermark judge run`", file=str(judge))
        begun = start_fleet(engine, found, one, Wishes(failed_too=failed, samples=samples))
        typer.echo(f"{shown(begun.rater)}: {begun.units:,} units in {begun.jobs:,} jobs, as run {begun.run_id}")
    typer.echo("start workers with `countermark worker`, on as many machines as you like")


@_fleet.command()
def status(study: StudyArgument, database: DatabaseOption = DEFAULT_DATABASE) -> None:
    """Show the runs of a study that workers share: what is left, the jobs by state, and how many workers are alive."""
    engine = opened(database)
    with reading(engine) as session:
        found = study_named(session, study)
        runs = [run for run in _runs(session, found) if run.settings.get("fleet")]
        lines = [(run.id or 0, line) for run in runs for line in _run_lines(session, run)]
    for run_id, line in lines:
        typer.echo(line)
        if not any(run.id == run_id and run.ended_at for run in runs):
            typer.echo(_jobs(fleet_status(engine, run_id, Pulse().dead_after)))
    if not lines:
        typer.echo(f"study '{study}' has no run that workers share; start one with `countermark fleet start`")


def worker(jobs: Jobs = 8, once: Once = False, database: DatabaseOption = DEFAULT_DATABASE) -> None:
    """Work through the queue until stopped. Ctrl-C or SIGTERM lets the jobs under way end first."""
    run_worker(opened(database), jobs=jobs, once=once)


def _runs(session: Session, study: Study) -> list[JudgeRun]:
    found = select(JudgeRun).where(col(JudgeRun.study_id) == study.id)
    return list(session.scalars(found.order_by(col(JudgeRun.id))))


def _run_lines(session: Session, run: JudgeRun) -> Iterator[str]:
    rater = session.get_one(Rater, run.rater_id)
    repeats = range(int(run.settings["samples"]))
    left = sum(
        count_pending(session, rater, run.question, bool(run.settings["failed_too"]), repeat) for repeat in repeats
    )
    state = "ended" if run.ended_at else "under way"
    stopped = f"; stopped: {run.stopped}" if run.stopped else ""
    yield shown(f"run {run.id}, {rater.name}: {state}, {left:,} units left{stopped}")


def _jobs(found: FleetStatus) -> str:
    states = [f"{count:,} {_STATES.get(state, state)}" for state, count in sorted(found.jobs.items())]
    workers = f"{found.workers} worker{'' if found.workers == 1 else 's'} alive"
    return f"  {', '.join([*states, workers])}"


_STATES = {"todo": "jobs waiting", "doing": "jobs under way", "failed": "jobs failed"}
