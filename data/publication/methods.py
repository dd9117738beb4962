"""The paragraphs of a publication: how its figures were made, and what limits them."""

from __future__ import annotations

from collections.abc import Iterator

from agreement.policy import Policy
from data.figures import Figures
from data.matrices import PEOPLE
from data.reliability import QuestionFigures
from data.sentences import issue_words
from data.snapshot import Snapshot


def methods(found: Figures, policy: Policy) -> Iterator[str]:
    """How the figures were made, in paragraphs that can be quoted."""
    for question in found.questions.values():
        yield _of_question(question)
        yield from (issue_words(question.title, listed) for listed in question.issues)
    readings = [question.report.reading for question in found.questions.values()]
    if readings:
        yield f"Intervals: {readings[0].interval}. Judges are compared with {readings[0].judge_compared_with}."
    yield _of_metrics(policy)
    yield (
        "Differences between systems are means over the queries where both systems have a value, paired by query. "
        "A band (acceptable, borderline, problematic) is named only where the whole interval lies in it. "
        "A metric is published when every question it needs has a judge, or people, with status VALIDATED or CAVEAT "
        f'under the policy "{policy.name}"; otherwise it is withheld, and no value of it is given.'
    )


def _of_question(found: QuestionFigures) -> str:
    reading, humans = found.report.reading, found.report.human_human
    coding = ", ".join(f"{value} = {code:g}" for value, code in zip(reading.values, reading.codes, strict=True))
    extra = "".join(f"; {label} counts as {value}" for label, value in reading.coded_as.items())
    judges = ", ".join(v.judge for v in found.verdicts if v.judge != PEOPLE) or "none"
    plural = "queries" if found.clusters == "query" else "answers"
    return (
        f"{found.title} (question version {found.version}; {reading.level} scale: {coding}{extra}). "
        f"Labelled by {len(humans.raters)} people, {humans.units} units by two or more of them, "
        f"in {humans.clusters} {plural}; judges: {judges}. "
        f"Leading statistic: {reading.statistics[reading.primary]}. "
        f"Pairing {reading.pairing}: {reading.pairing_reason}. "
        f"Intervals cluster by {found.clusters}."
    )


def _of_metrics(policy: Policy) -> str:
    rules = policy.metrics
    support = '"full" and "partial" count' if rules.partial_counts else 'only "full" counts'
    lenient = f", or at most {rules.unknown_share:.0%} of its labels are unknown" if rules.unknown_share else ""
    return (
        f"Metrics follow DeepTRACE; {support} as support. People's labels are the adjudicated ones, else those on "
        "which all people who gave a value agree. A label that is missing, refused or disputed is unknown: "
        f"a metric of an answer is given only if no completion of its unknown labels could change it{lenient}; "
        "other answers are excluded and counted. A figure of a system is the mean over its answers."
    )


def limitations(study: Snapshot, found: Figures) -> Iterator[str]:
    """What a reader must keep in mind, one sentence or two each."""
    simulated = sorted({name for question in found.questions.values() for name in question.simulated})
    if simulated:
        yield f"The labels of {', '.join(simulated)} are simulated: they show how figures are made, and nothing else."
    for question in found.questions.values():
        yield from (f"{question.title}: {note}" for note in question.notes)
        if question.report.out_of_scale:
            count = sum(row.count for row in question.report.out_of_scale)
            yield f"{question.title}: {count} labels are outside the scale; they are listed, and no figure counts them."
        if len(question.report.human_human.raters) == 1:
            yield f"{question.title}: only one person labelled it, so nothing is known of how far people agree."
    yield (
        "Figures by a judge are as the judge labelled. They are not corrected for its errors, and their intervals "
        "speak only of which answers were drawn: a judge that agrees well with people can still shift a figure. "
        "Look at people's own figure of the same metric where there is one."
    )
    if any(row.labelled_by == PEOPLE for row in found.metrics):
        yield (
            "Figures by people cover only the answers whose labels people settled; answers they dispute are left out, "
            "so these figures and a judge's need not be about the same answers."
        )
    if study.study.notice:
        yield study.study.notice
