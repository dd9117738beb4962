"""``countermark judge combine|consistency|drift``: judges made of judges, and whether a judge stays the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from agreement.drift import Drift
from agreement.order import OrderBias
from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, StudyArgument, now, opened
from data.engine import reading, writing
from data.errors import InputError
from data.judge_checks import Fingerprint, Repeats, consistency, drift_between, fingerprints
from data.judge_labels import judge_raters
from data.publication.plain import shown
from data.questions import question_named
from data.sentences import measured
from data.studies import study_named
from judges.combining import RULES, Rule
from judges.ensemble import combine, judges_named, repeats_of

Question = Annotated[str, typer.Option(help="The question whose labels are meant.")]
RuleOption = Annotated[Rule, typer.Option(help=f"How: {', '.join(RULES)}.")]
Member = Annotated[list[str] | None, typer.Option("--member", metavar="JUDGE", help="A judge; name two or more.")]
OneJudge = Annotated[str | None, typer.Option("--repeats", metavar="JUDGE", help="All runs of one judge instead.")]
Least = Annotated[int | None, typer.Option(min=1, help="How many members need a label; all, unless you say otherwise.")]
Before = Annotated[str, typer.Option(metavar="JUDGE", help="The judge as it was.")]
After = Annotated[str, typer.Option(metavar="JUDGE", help="The judge as it is now.")]
Anchor = Annotated[
    str | None, typer.Option("--batch", metavar="NAME", help="The anchor set; else all units both have labelled.")
]


def register(judge: typer.Typer) -> None:
    """Put the commands beside those that run judges."""
    judge.command("combine")(combine_judges)
    judge.command("consistency")(tell_consistency)
    judge.command("drift")(tell_drift)


def combine_judges(
    study: StudyArgument,
    question: Question,
    rule: RuleOption,
    member: Member = None,
    repeats: OneJudge = None,
    least: Least = None,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Make one judge of several, or of the repeats of one. Nothing is asked; run it again when labels have changed."""
    asked = question_named(question)
    with writing(opened(database)) as session:
        found = study_named(session, study)
        if repeats and member:
            raise InputError("give --member or --repeats, not both", field="repeats")
        members = repeats_of(session, found, asked, repeats) if repeats else judges_named(session, found, member or [])
        try:
            report = combine(session, found, asked, members, rule, members.count if least is None else least, now())
        except ValueError as error:
            raise InputError(str(error), field="rule") from error
    typer.echo(f"{shown(report.rater)}: {report.changed:,} labels new or changed")
    for status, count in sorted(report.statuses.items()):
        typer.echo(f"  {status}: {count:,} units")


def tell_consistency(study: StudyArgument, question: Question, database: DatabaseOption = DEFAULT_DATABASE) -> None:
    """How often each judge contradicts itself: over repeats, and for pairs when the reports change places."""
    asked = question_named(question)
    with reading(opened(database)) as session:
        found = study_named(session, study)
        told = consistency(session, found, asked)
        versions = {rater.name: fingerprints(session, rater) for rater in judge_raters(session, found)}
    lines = [line for one in told.repeats for line in _repeats(one, versions.get(one.judge, []))]
    lines += [line for one in told.orders for line in _order(one)]
    for line in lines or [f"no judge was asked '{asked.name}' more than once; run one with --samples"]:
        typer.echo(shown(line))
    if lines:
        typer.echo("Consistency says nothing of whether a judge is right; read it beside the agreement with people.")


def tell_drift(
    study: StudyArgument,
    question: Question,
    before: Before,
    after: After,
    batch: Anchor = None,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """What changed from one judge to another on the same units: a new model, prompt or parameter is another judge."""
    with reading(opened(database)) as session:
        found = study_named(session, study)
        told = drift_between(session, found, question_named(question), before, after, batch)
    for line in _drifted(told):
        typer.echo(shown(line))


def _repeats(found: Repeats, versions: list[Fingerprint]) -> Iterator[str]:
    units = f"{found.flips.estimate.n:,} units"
    yield f"{found.judge}: asked {found.runs} times; share of {units} that changed {measured(found.flips)}"
    for one in found.by_value:
        yield f"  after {one.value}: another value in another run {measured(one.flips)}"
    if len(versions) > 1:
        yield "  its model changed on the way, by what the replies say:"
        for version in versions:
            name = f"{version.model or 'no name'} {version.fingerprint or ''}".strip()
            yield f"    {name}: {version.replies:,} replies from {version.first:%Y-%m-%d} to {version.last:%Y-%m-%d}"


def _order(found: OrderBias) -> Iterator[str]:
    yield f"{found.rater}: {found.pairs:,} pairs judged in both orders, {found.left_out:,} in one only"
    yield f"  share with the same verdict in both {measured(found.consistency)}; ties {measured(found.ties)}"
    yield f"  share of the verdicts, without ties, for the report on the left {measured(found.left_share)}"
    p = "cannot be tested" if found.test.p is None else f"p {found.test.p:.3g}"
    yield f"  left minus right: {measured(found.left_bias)} ({p})"


def _drifted(found: Drift) -> Iterator[str]:
    yield f"{found.verdict}: {'; '.join(found.reasons)}"
    yield f"  {found.units:,} units labelled by both in {found.clusters:,} clusters, {found.left_out:,} by one only"
    yield f"  changed labels: {measured(found.changed)}; agreement of the two {measured(found.agreement)}"
    for shift in found.shares:
        yield f"  {shift.value}: share changed by {measured(shift.difference)}"
    yield f"  agreement with people changed by {measured(found.with_humans.figures.difference)}"
