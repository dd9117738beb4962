"""``countermark gate``, ``metrics``, ``publish`` and ``verify``: from labels to what may be published."""

from __future__ import annotations

import traceback
from pathlib import Path
from types import TracebackType
from typing import Annotated

import typer

from agreement.gate import exit_code
from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, StudyArgument, now, opened
from annotate.commands.policy import PolicyOption, policy_of
from annotate.terminal import agreement as agreement_text
from annotate.terminal import metrics as metric_text
from data.errors import StoreError, ToolError
from data.figures import deciding, figures, questions_of
from data.publication.bundle import publish
from data.publication.plain import plain, shown, written
from data.publication.verify import verify
from data.snapshot import Snapshot, taken

GATE_BROKE = 4

AsJson = Annotated[bool, typer.Option("--json", help="Print the decisions with their evidence as JSON.")]
Strict = Annotated[bool, typer.Option("--strict", help="Pass only what is VALIDATED; CAVEAT fails.")]
Out = Annotated[Path, typer.Option("--out", metavar="FOLDER", help="The new folder of the bundle.")]
BundleArgument = Annotated[Path, typer.Argument(metavar="BUNDLE", help="Folder of a published bundle.")]


def register(app: typer.Typer) -> None:
    """Put the commands on the app."""
    app.command("gate")(gate)
    app.command("metrics")(metrics)
    app.command("publish")(publish_study)
    app.command("verify")(verify_bundle)


def gate(
    study: StudyArgument,
    policy: PolicyOption = None,
    strict: Strict = False,
    json: AsJson = False,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Decide by the policy whether the judges may be trusted.

    Exit code 0: all VALIDATED or CAVEAT. 1: one is NOT VALIDATED. 2: wrong use of the command.
    3: one is INCONCLUSIVE or STALE, or nothing is labelled. 4: the gate itself broke.
    """
    with _GateMayBreak():
        rules = policy_of(policy)
        found = questions_of(_snapshot(database, study), rules)
        verdicts = [(question, verdict) for question in found.values() for verdict in deciding(question, rules)]
        if json:
            typer.echo(written([plain(verdict) for _, verdict in verdicts]), nl=False)
        elif not verdicts:
            typer.echo(f"study '{study}' has no labels yet: nothing is decided")
        else:
            for question, verdict in verdicts:
                typer.echo(agreement_text.decision(question, verdict))
        code = exit_code([verdict.decision for _, verdict in verdicts], strict)
    raise typer.Exit(code)


def metrics(study: StudyArgument, policy: PolicyOption = None, database: DatabaseOption = DEFAULT_DATABASE) -> None:
    """Show the metrics of each system, as far as their judges let them be published."""
    metric_text.show(figures(_snapshot(database, study), policy_of(policy)))


def publish_study(
    study: StudyArgument, out: Out, policy: PolicyOption = None, database: DatabaseOption = DEFAULT_DATABASE
) -> None:
    """Write a bundle: scorecard, numbers, labels and the hashes of all files."""
    bundle = publish(opened(database), study, policy_of(policy), out, now())
    typer.echo(f"{bundle.metrics} metrics published, {bundle.withheld} figures withheld: {out}")
    typer.echo(f"manifest sha256 {bundle.manifest_sha256}")


def verify_bundle(bundle: BundleArgument) -> None:
    """Recompute every number of a bundle from its own labels; exit code 1 when anything differs."""
    checks = verify(bundle)
    for check in checks:
        typer.echo(f"{'✗' if check.wrong else '✓'} {shown(check.what)}")
        for wrong in check.wrong:
            typer.echo(f"    {shown(wrong)}")
    holds = not any(check.wrong for check in checks)
    typer.echo("the bundle holds" if holds else "the bundle does not hold")
    raise typer.Exit(0 if holds else 1)


def _snapshot(database: str, study: str) -> Snapshot:
    return taken(opened(database), study)


class _GateMayBreak:
    """Ends the command with an exit code of its own when the gate breaks: that must not look like a verdict."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        misused = isinstance(error, ToolError) and not isinstance(error, StoreError)
        if isinstance(error, Exception) and not misused and not isinstance(error, typer.Exit):
            traceback.print_exception(error)
            raise typer.Exit(GATE_BROKE) from error
