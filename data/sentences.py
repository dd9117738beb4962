"""Agreement in one sentence: what a person should know first about a judge and a question."""

from __future__ import annotations

from agreement.estimate import Measured
from agreement.issue_lists import IssueList
from agreement.margins import Margins
from agreement.policy import PRECISION, GateRule
from data.matrices import PEOPLE
from data.reliability import QuestionFigures, Verdict

SHORT = {
    "percent_agreement": "percent agreement",
    "kappa": "kappa",
    "kappa_linear": "linear kappa",
    "kappa_quadratic": "quadratic kappa",
    "scott_pi": "Scott's pi",
    "brennan_prediger": "Brennan-Prediger",
    "brennan_prediger_linear": "linear Brennan-Prediger",
    "brennan_prediger_quadratic": "quadratic Brennan-Prediger",
    "ac1": "AC1",
    "ac2_linear": "linear AC2",
    "ac2_quadratic": "quadratic AC2",
    "alpha_nominal": "alpha (nominal)",
    "alpha_ordinal": "alpha (ordinal)",
    "alpha_interval": "alpha (interval)",
    "alpha_ratio": "alpha (ratio)",
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall": "Kendall",
    "ccc": "Lin's concordance",
    "mcc": "Matthews",
    "mae": "mean absolute error",
    "rmse": "root mean squared error",
    "fleiss_kappa": "Fleiss' kappa",
    "fleiss_kappa_linear": "linear Fleiss' kappa",
    "fleiss_kappa_quadratic": "quadratic Fleiss' kappa",
    "conger_kappa": "Conger's kappa",
    "conger_kappa_linear": "linear Conger's kappa",
    "conger_kappa_quadratic": "quadratic Conger's kappa",
    **{f"icc_{form}_{mean}": f"ICC({form},{mean})" for form in "123" for mean in "1k"},
}
"""The statistics as they are called in a sentence or a table head."""

_STATUS = {
    "VALIDATED": "validated",
    "CAVEAT": "validated with caveat",
    "INCONCLUSIVE": "inconclusive",
    "STALE": "stale",
    "NOT VALIDATED": "not validated",
}


def sentence(found: QuestionFigures, verdict: Verdict, rule: GateRule) -> str:
    """How far one judge, or the people alone, may be trusted on a question, and what would settle it if that is open.

    The comparison with people is the policy's: it holds where the paired interval of the difference lies above the
    policy's margin, it is refuted where the interval lies below, and open otherwise.
    """
    decision = verdict.decision
    parts = [_people(found) if verdict.judge == PEOPLE else _judge(found, verdict, rule), _STATUS[decision.status]]
    if decision.status not in ("VALIDATED", "CAVEAT"):
        parts.append(decision.reasons[0])
    if decision.status != "VALIDATED" and decision.next_step:
        parts.append(decision.next_step)
    return f"{found.title}: {'; '.join(parts)}."


def issue_words(title: str, found: IssueList) -> str:
    """One judge's list of issues in a few sentences: what became of it, and how valid is meant."""
    return (
        f"{title}: {found.judge} listed {found.reported:,} issues. People settled {found.checked:,}, were evenly split "
        f"on {found.tied:,} and did not look at {found.unchecked:,}; {found.missed:,} valid issues are only on others' "
        f"lists. Precision {measured(found.precision)}; recall of the issues anybody found {measured(found.recall)}. "
        "An issue is valid where an adjudicator says so, otherwise where most people do."
    )


def coefficient(value: float) -> str:
    """A coefficient with two decimals and no leading nought.

    >>> coefficient(0.684), coefficient(-0.1), coefficient(1.0)
    ('.68', '−.10', '1.00')
    """
    text = f"{abs(value):.2f}".removeprefix("0")
    return f"−{text}" if value < 0 and float(text) else text


def measured(found: Measured) -> str:
    """A value with its interval in brackets, or why there is none."""
    value, interval = found.estimate.value, found.interval
    if value is None:
        return f"undefined ({found.estimate.undefined})"
    if interval.low is None or interval.high is None:
        return f"{coefficient(value)} [no interval: {interval.undefined}]"
    return f"{coefficient(value)} [{coefficient(interval.low)}, {coefficient(interval.high)}]"


def margins(found: Margins) -> str:
    """The most that the margins of a table allow, and Byrt's indices where there are two values."""
    most = found.kappa_max
    said = [f"kappa at most {coefficient(most.value)}" if most.value is not None else f"no kappa ({most.undefined})"]
    for name, index in (("prevalence index", found.prevalence_index), ("bias index", found.bias_index)):
        if index.value is not None:
            said.append(f"{name} {coefficient(index.value)}")
    return ", ".join(said)


def _people(found: QuestionFigures) -> str:
    humans, primary = found.report.human_human, found.report.reading.primary
    if not humans.units:
        return f"{humans.mean[primary].estimate.undefined}, so nothing is known of how far people agree"
    return f"people agree with each other: {_primary(found)} {measured(humans.mean[primary])}"


def _judge(found: QuestionFigures, verdict: Verdict, rule: GateRule) -> str:
    evidence = verdict.evidence
    raters = len(found.report.human_human.raters)
    judge = verdict.judge if "judge" in verdict.judge.casefold() else f"judge {verdict.judge}"
    if rule.statistic == PRECISION:
        return f"{judge} lists issues that people check: precision {measured(evidence.judge_human)}"
    with_people = f"{_primary(found)} {measured(evidence.judge_human)}"
    if raters == 0:
        return f"{judge} has nobody to be compared with"
    if raters == 1:
        return f"{judge} is compared with the only rater who exists: {with_people}"
    return f"{judge} {_beside(evidence.difference, rule)}: {with_people}, people {measured(evidence.human_human)}"


def _beside(difference: Measured, rule: GateRule) -> str:
    low, high = difference.interval.low, difference.interval.high
    if low is None or high is None:
        return "beside people"
    if low > rule.difference_above:
        return "agrees with people about as well as they agree with each other"
    if high <= rule.difference_refuted_at_most:
        return "agrees with people less than they agree with each other"
    return "may or may not agree with people as well as they agree with each other"


def _primary(found: QuestionFigures) -> str:
    return SHORT[found.report.reading.primary]
