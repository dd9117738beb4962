"""``countermark fetch``: the texts that statements are held against, from where the answers' links lead."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from sqlalchemy import Engine

from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, StudyArgument, now, opened
from data.engine import reading
from data.fetching.fetch import Fetcher, Settings
from data.fetching.guard import allowed_of
from data.fetching.limits import MEGABYTE, Limits
from data.fetching.run import Done, fetch_all
from data.publication.plain import shown, written
from data.sources import counts_by_status, wanted_sources, without_address
from data.studies import study_named
from data.tables.content import SOURCE_STATUSES

FAILURES_SHOWN = 20
_CHATTY = ("pypdf", "trafilatura", "htmldate", "courlan")

Again = Annotated[bool, typer.Option("--again", help="Fetch what failed before as well.")]
Only = Annotated[list[str] | None, typer.Option("--only", metavar="KEY", help="Fetch this source; may be repeated.")]
Allow = Annotated[
    list[str] | None,
    typer.Option(
        "--allow",
        metavar="HOST",
        envvar="COUNTERMARK_ALLOW",
        help="A host, HOST:PORT or network (10.0.0.0/8) that may be reached although it is not public.",
    ),
]
Ports = Annotated[
    list[int] | None, typer.Option("--port", metavar="PORT", help="A port that may be used beside 80 and 443.")
]
HostDelay = Annotated[float, typer.Option(metavar="SECONDS", help="The least time between requests to one host.")]
Timeout = Annotated[float, typer.Option(metavar="SECONDS", help="The most time for one source.")]
MaxSize = Annotated[float, typer.Option(metavar="MB", help="The most megabytes of one source, unpacked.")]
IgnoreRobots = Annotated[bool, typer.Option("--ignore-robots", help="Fetch what robots.txt files forbid, too.")]
Reader = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        envvar="COUNTERMARK_READER",
        help="A service that turns pages into text: its address, put before each source's. It sees all of them.",
    ),
]
KeepRaw = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Keep the bytes as they came, in files named by their SHA-256.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print what came of each source as JSON.")]


def register(app: typer.Typer) -> None:
    """Put the command on the app."""
    app.command("fetch")(fetch)


def fetch(
    study: StudyArgument,
    again: Again = False,
    only: Only = None,
    allow: Allow = None,
    port: Ports = None,
    host_delay: HostDelay = 1.0,
    timeout: Timeout = 60.0,
    max_size: MaxSize = 10.0,
    ignore_robots: IgnoreRobots = False,
    reader: Reader = None,
    keep_raw: KeepRaw = None,
    json: AsJson = False,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Fetch the texts of the sources that were not fetched yet. Run it again after a crash: it goes on.

    A text that labels rest on is never changed. Exit code 0: every source asked for was read, or cannot be.
    1: some were not reached and may be later, or kept their text under labels. 2: wrong use of the command.
    """
    settings = Settings(
        limits=replace(Limits(), total=timeout, size=round(max_size * MEGABYTE)),
        allowed=allowed_of(allow or (), port or ()),
        host_delay=host_delay,
        obey_robots=not ignore_robots,
        reader=reader,
        keep=keep_raw,
    )
    for name in _CHATTY:  # what they have to say about a broken page is in its status
        logging.getLogger(name).setLevel(logging.CRITICAL)
    engine = opened(database)
    done = _fetched(engine, study, again, only or (), Fetcher(settings))
    if json:
        typer.echo(written([_as_json(one) for one in done]), nl=False)
    else:
        _tell(engine, study, done)
    raise typer.Exit(int(any(_unsettled(one) for one in done)))


def _fetched(engine: Engine, study: str, again: bool, only: Sequence[str], fetcher: Fetcher) -> list[Done]:
    """What was done, without the texts: they are stored, and may be many."""
    with reading(engine) as session:
        wanted = wanted_sources(session, study_named(session, study), again, only)
    done = _with_bar(fetch_all(engine, wanted, fetcher, now), len(wanted))
    return [replace(one, fetched=replace(one.fetched, text=None)) for one in done]


def _with_bar(done: Iterable[Done], total: int) -> Iterator[Done]:
    """A progress bar on standard error that follows the run."""
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[read]:,} read"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task, read_so_far = bar.add_task("fetching", total=total, read=0), 0
        for one in done:
            read_so_far += one.fetched.status == "ok"
            bar.update(task, advance=1, read=read_so_far)
            yield one


def _unsettled(done: Done) -> bool:
    return done.fetched.status == "not fetched" or done.outcome == "refused"


def _as_json(done: Done) -> dict[str, object]:
    found = done.fetched
    return {
        "key": done.key,
        "url": done.url,
        "status": found.status,
        "outcome": done.outcome,
        "why": found.why,
        "final_url": found.final_url,
        "content_type": found.content_type,
        "size": found.size,
        "boilerplate": found.boilerplate,
        "raw_sha256": found.raw_sha256,
    }


def _tell(engine: Engine, study: str, done: Sequence[Done]) -> None:
    came = Counter(one.fetched.status for one in done)
    sources = "source" if len(done) == 1 else "sources"
    typer.echo(f"{len(done):,} {sources} fetched: {_counts(came) or 'nothing was left to fetch'}")
    failed = [one for one in done if one.fetched.status != "ok"]
    for one in failed[:FAILURES_SHOWN]:
        typer.echo(f"  {shown(one.key)}: {one.fetched.status}: {shown(one.fetched.why or '')}")
    if len(failed) > FAILURES_SHOWN:
        typer.echo(f"  and {len(failed) - FAILURES_SHOWN:,} more; `countermark source {study}` lists all")
    outcomes = Counter(one.outcome for one in done)
    if outcomes["refused"]:
        typer.echo(f"{outcomes['refused']:,} brought another text than the one that labels rest on, which stays")
    if outcomes["kept"]:
        typer.echo(f"{outcomes['kept']:,} failed, and keep the text they had")
    with reading(engine) as session:
        found = study_named(session, study)
        bare, counts = without_address(session, found), counts_by_status(session, found)
    if bare:
        typer.echo(f"{bare:,} without an address: give the text with `countermark source`")
    typer.echo(f"study '{study}' now: {_counts(counts) or 'no sources'}")


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{status} {counts[status]:,}" for status in SOURCE_STATUSES if counts.get(status))
