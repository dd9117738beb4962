"""``countermark judge``: put a study's units to judges, see how far each of them is, and what it cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Engine

from annotate.commands import judge_checks, judge_cut
from annotate.commands.judge_bar import bar
from annotate.commands.judge_telling import cost_lines, estimate_lines, report_lines, status_lines
from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, StudyArgument, opened
from data.engine import reading
from data.errors import InputError
from data.judge_labels import judge_raters
from data.raters import FLOOR_JUDGE
from data.studies import study_named
from data.tables import Study
from judges.bulk import InBulk
from judges.bulk_door import OpenAIBulkDoor
from judges.client import OpenAIClient
from judges.config import ModelJudge, judged_question, judges_of
from judges.estimate import estimate
from judges.floor import run_floor
from judges.floors import FLOORS
from judges.keys import key_from
from judges.live import ask_live
from judges.prices import Prices, prices_in
from judges.progress import RunReport, Watch
from judges.purse import Purse
from judges.recorded import run_recorded
from judges.runner import run_judge
from judges.wishes import Wishes

_judge = typer.Typer(help="Judges: models, recorded replies and the offline floor.", no_args_is_help=True)

Question = Annotated[str, typer.Option(help="What to ask; docs/judges.md lists the questions.")]
Judges = Annotated[
    list[str],
    typer.Option("--judge", metavar="NAME|FILE", help=f"{FLOOR_JUDGE}, or a TOML file of judges; may be repeated."),
]
Samples = Annotated[int, typer.Option(min=1, max=100, help="How often each unit is judged.")]
Budget = Annotated[float | None, typer.Option(min=0, help="Spend no more than this, in the currency of --prices.")]
PriceFile = Annotated[
    Path | None, typer.Option("--prices", metavar="FILE", exists=True, dir_okay=False, help="What tokens cost (TOML).")
]
Bulk = Annotated[
    bool, typer.Option("--bulk", help="Through the server's batch interface: cheaper, and done within a day.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be asked, and ask nothing.")]

Runner = Callable[[Engine, Study, Watch], RunReport]


def register(app: typer.Typer) -> None:
    """Put the commands on the app."""
    judge_checks.register(_judge)
    judge_cut.register(_judge)
    app.add_typer(_judge, name="judge")


@_judge.command()
def run(
    study: StudyArgument,
    question: Question,
    judge: Judges,
    samples: Samples = 1,
    budget: Budget = None,
    prices: PriceFile = None,
    bulk: Bulk = False,
    dry_run: DryRun = False,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Judge every unit that has no label of the judge yet. Run it again after a crash: it goes on where it stopped."""
    _put(study, question, judge, _wishes(False, samples, budget, prices, bulk), prices, dry_run, database)


@_judge.command()
def retry(
    study: StudyArgument,
    question: Question,
    judge: Judges,
    samples: Samples = 1,
    budget: Budget = None,
    prices: PriceFile = None,
    bulk: Bulk = False,
    dry_run: DryRun = False,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Ask again what has failed before."""
    _put(study, question, judge, _wishes(True, samples, budget, prices, bulk), prices, dry_run, database)


@_judge.command()
def status(study: StudyArgument, database: DatabaseOption = DEFAULT_DATABASE) -> None:
    """Show what each judge of a study has labelled, what failed and why, and what was sent for it."""
    with reading(opened(database)) as session:
        raters = judge_raters(session, study_named(session, study))
        for line in (line for rater in raters for line in status_lines(session, rater)):
            typer.echo(line)
    if not raters:
        typer.echo(f"study '{study}' has no judge yet")


@_judge.command()
def cost(study: StudyArgument, prices: PriceFile = None, database: DatabaseOption = DEFAULT_DATABASE) -> None:
    """Show the requests and tokens of each judge and run of a study, and with --prices what they cost."""
    known = prices_in(prices) if prices else None
    with reading(opened(database)) as session:
        raters = judge_raters(session, study_named(session, study))
        lines = [line for rater in raters for line in cost_lines(session, rater, known)]
    for line in lines or [f"study '{study}' has sent no requests"]:
        typer.echo(line)


def _wishes(failed_too: bool, samples: int, budget: float | None, prices: Path | None, bulk: bool) -> Wishes:
    if budget is None:
        return Wishes(failed_too, samples, bulk=bulk)
    if bulk:
        raise InputError(
            "what is handed over in bulk cannot be stopped; see what it would cost with --dry-run", field="budget"
        )
    if prices is None:
        raise InputError("a budget needs to know what tokens cost; give a file with --prices", field="budget")
    return Wishes(failed_too, samples, Purse(prices_in(prices), budget))


def _put(
    study: str, question: str, names: Sequence[str], wishes: Wishes, prices: Path | None, dry_run: bool, database: str
) -> None:
    engine = opened(database)
    with reading(engine) as session:
        found = study_named(session, study)
    if dry_run:
        _tell_estimates(engine, found, question, names, wishes, prices_in(prices) if prices else None)
        return
    runners = [runner for name in names for runner in _runners(name, question, wishes)]
    reports = [_with_bar(engine, found, runner) for runner in runners]
    with reading(engine) as session:
        for line in (line for report in reports for line in report_lines(session, found, report)):
            typer.echo(line)
    for report in (report for report in reports if report.stopped):
        typer.echo(f"{report.rater} stopped: {report.stopped}", err=True)
    if any(report.stopped for report in reports):
        raise typer.Exit(1)


def _tell_estimates(
    engine: Engine, study: Study, question: str, names: Sequence[str], wishes: Wishes, prices: Prices | None
) -> None:
    for judge in (judge for name in names for judge in _models(name, question)):
        found = estimate(engine, study, judge, wishes)
        price = prices.of(judge.spec.model) if prices else None
        for line in estimate_lines(judge.spec.rater_name, found, prices, price):
            typer.echo(line)


def _models(name: str, question: str) -> list[ModelJudge]:
    """The judges behind a name that would send requests."""
    if name == FLOOR_JUDGE:
        return []
    return [judge for judge in _in_file(name, question) if judge.recorded is None]


def _in_file(name: str, question: str) -> list[ModelJudge]:
    if not name.endswith(".toml"):
        raise InputError(f"'{name}' is neither {FLOOR_JUDGE} nor a .toml file", field="judge")
    return judges_of(Path(name), question)


def _runners(name: str, question: str, wishes: Wishes) -> Iterator[Runner]:
    """What each judge behind a name or file needs to run; keys and prices are looked up before anything is sent."""
    if name == FLOOR_JUDGE:
        yield _floor(judged_question(question).question.name)
        return
    for judge in _in_file(name, question):
        yield _recorded(judge) if judge.recorded else _asked(judge, key_from(judge.api_key_env), wishes)


def _floor(question: str) -> Runner:
    if question not in FLOORS:
        raise InputError(f"{FLOOR_JUDGE} judges {' and '.join(FLOORS)} only", field="question")
    return lambda engine, study, watch: run_floor(engine, study, FLOORS[question], watch)


def _recorded(judge: ModelJudge) -> Runner:
    return lambda engine, study, watch: run_recorded(engine, study, judge, watch)


def _asked(judge: ModelJudge, key: str | None, wishes: Wishes) -> Runner:
    if wishes.purse is not None:
        wishes.purse.prices.of(judge.spec.model)

    def client() -> OpenAIClient:
        return OpenAIClient(judge.spec.base_url, key, judge.timeout)

    def door() -> OpenAIBulkDoor:
        return OpenAIBulkDoor(judge.spec.base_url, key, judge.timeout)

    way = InBulk(door) if wishes.bulk else ask_live
    return lambda engine, study, watch: run_judge(engine, study, judge, client, watch, wishes, way=way)


def _with_bar(engine: Engine, study: Study, runner: Runner) -> RunReport:
    with bar() as watch:
        return runner(engine, study, watch)
