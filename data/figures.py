"""All figures of a study, from a snapshot of it and a policy: the one place where they are put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agreement.policy import Policy
from agreement.statistics import STANDARD
from data.errors import InputError
from data.labelling import Labellers
from data.matrices import PEOPLE
from data.metric_figures import AnswerCounts, Extra, MetricFigures, MetricRoom, Withheld
from data.raters import is_floor
from data.reliability import QuestionFigures, Verdict, question_figures
from data.snapshot import Snapshot


@dataclass(frozen=True)
class Figures:
    """Every figure of a study. `withheld` lists what may not be published, by name and without a value."""

    questions: Mapping[str, QuestionFigures]
    metrics: tuple[MetricFigures, ...]
    counts: tuple[AnswerCounts, ...]
    extras: tuple[Extra, ...]
    withheld: tuple[Withheld, ...]


def figures(study: Snapshot, policy: Policy) -> Figures:
    """The agreement and gate of each labelled question, and the metrics of each system that they let be published.

    The same snapshot and policy give the same figures. InputError when the policy names a judge the study lacks.
    """
    questions = questions_of(study, policy)
    room = MetricRoom(study, Labellers(questions, policy.judges), policy.metrics)
    metrics, extras = list(room.metrics()), list(room.extras())
    return Figures(
        questions=questions,
        metrics=tuple(found for found in metrics if isinstance(found, MetricFigures)),
        counts=room.counts(),
        extras=tuple(found for found in extras if isinstance(found, Extra)),
        withheld=tuple(found for found in [*metrics, *extras] if isinstance(found, Withheld)),
    )


def questions_of(study: Snapshot, policy: Policy, statistics: Sequence[str] = STANDARD) -> dict[str, QuestionFigures]:
    """The agreement, by these statistics, and gate of each labelled question, without the metrics.

    InputError when the policy names a judge that has no label of its question.
    """
    found = {
        name: question_figures(study.labels[name], asked, policy, statistics) for name, asked in study.asked.items()
    }
    for question, judge in policy.judges.items():
        _check_named(question, judge, found)
    return found


def _check_named(question: str, judge: str, found: Mapping[str, QuestionFigures]) -> None:
    known = [verdict.judge for verdict in found[question].verdicts] if question in found else []
    if judge not in (*known, PEOPLE):
        raise InputError(
            f"the policy names judge '{judge}' for question '{question}', which has no label of it; "
            f"known: {', '.join(known) or 'nobody has labelled it'}",
            field="judge",
        )


def deciding(found: QuestionFigures, policy: Policy) -> tuple[Verdict, ...]:
    """The verdicts a gate goes by: the named judge's, else every judge's, else the people's; never a floor judge's."""
    named = policy.judges.get(found.question)
    if named is not None:
        return (found.verdict(named),)
    judges = tuple(v for v in found.verdicts if v.judge != PEOPLE and not is_floor(v.judge))
    return judges or (found.verdict(PEOPLE),)
