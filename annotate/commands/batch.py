"""``countermark batch``: draw tasks for people and see how far they are."""

from __future__ import annotations

import math
import secrets
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from sqlmodel import Session

from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, StudyArgument, now, opened
from data import batches, studies
from data.engine import reading, writing
from data.errors import InputError
from data.tables import Batch

_batch = typer.Typer(help="Batches of tasks for people.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the new batch.")]
Question = Annotated[str, typer.Option(help="What is asked, for example support or confidence.")]
Tasks = Annotated[int | None, typer.Option(help="Draw this many at random; without it, every task is taken.")]
Seed = Annotated[int | None, typer.Option(help="Seed of the random draw; without it, one is chosen and recorded.")]
Overlap = Annotated[int, typer.Option(help="How many people label each task.")]
LeaseMinutes = Annotated[float, typer.Option(help="How long a task stays with a person who does nothing.")]


def register(app: typer.Typer) -> None:
    """Put the commands on the app."""
    app.add_typer(_batch, name="batch")


@_batch.command()
def draw(
    study: StudyArgument,
    name: Name,
    question: Question,
    tasks: Tasks = None,
    seed: Seed = None,
    overlap: Overlap = 2,
    lease_minutes: LeaseMinutes = 30,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Draw a batch of tasks and record how it was drawn."""
    if tasks is not None and seed is None:
        seed = secrets.randbelow(2**31)
    design = batches.Design("all" if tasks is None else "simple random", tasks, seed)
    with writing(opened(database)) as session:
        found = studies.study_named(session, study)
        batch = batches.draw(session, found, name, question, design, overlap, _seconds(lease_minutes), now())
        typer.echo(f"batch '{name}': {_design(batch)}, overlap {overlap}")


def _seconds(minutes: float) -> int:
    if not math.isfinite(minutes):
        raise InputError(f"{minutes} is no length of time; give minutes", field="lease")
    return round(minutes * 60)


@_batch.command()
def show(study: StudyArgument, database: DatabaseOption = DEFAULT_DATABASE) -> None:
    """List the batches of a study: how they were drawn and how far they are."""
    with reading(opened(database)) as session:
        found = studies.study_named(session, study)
        table = _table(session, batches.batches_of(session, found))
    Console().print(table)


def _table(session: Session, found: list[Batch]) -> Table:
    table = Table("batch", "question", "drawn", "complete", "submitted", "in hands", "people")
    for batch in found:
        counts = batches.describe(session, batch)
        cells = (
            batch.name,
            batch.question,
            _design(batch),
            f"{counts.complete:,} of {counts.tasks:,}",
            f"{counts.submitted:,} of {counts.tasks * batch.overlap:,}",
            f"{counts.leased:,}",
            f"{counts.people:,}",
        )
        table.add_row(*map(escape, cells))
    return table


def _design(batch: Batch) -> str:
    design = batch.design
    if design["method"] == "all":
        return f"all {design['drawn']:,} tasks"
    return f"{design['drawn']:,} of {design['population']:,} tasks at random, seed {design['seed']}"
