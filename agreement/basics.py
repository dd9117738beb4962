"""Basic statistics of answers: how many sources, statements and citations, how confident, which side they take."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from agreement.answer import CON, PRO, UNKNOWN, AnswerLabels
from agreement.deeptrace import METRICS, Conventions
from agreement.estimate import Estimate
from agreement.metric import MetricRules
from agreement.scale import CONFIDENCE
from agreement.statements import DEBATE

ALL = "all"
NO_ANSWER = "no answer"
NO_CONFIDENCE = "no confidence label"


@dataclass(frozen=True)
class Basics:
    """Basic statistics of a group of answers.

    `sources` and `statements` are means per answer, `citations` is citations per statement (sum / sum).
    `confidence[k]` is the percentage of level k + 1 among the labelled answers, `mean_confidence` their mean
    on 1 to 5, `confidence_unknown` the number of answers without that label. `pro` is the share of pro among
    the pro and con statements that are relevant, `stance_unknown` the relevant statements of debate answers
    without a stance.
    """

    system: str
    kind: str
    answers: int
    sources: Estimate
    statements: Estimate
    citations: Estimate
    confidence: tuple[Estimate, ...]
    mean_confidence: Estimate
    confidence_unknown: int
    pro: Estimate
    stance_unknown: int


@dataclass(frozen=True)
class Side:
    """One way of asking a mirrored debate question, as one system answered it."""

    query: str
    pro: Estimate
    one_sided: Estimate
    confidence: int | None


@dataclass(frozen=True)
class MirroredPair:
    """A debate topic asked both ways (why / why not), the answers of one system side by side."""

    pair: str
    system: str
    sides: tuple[Side, ...]


def basics(answers: Sequence[AnswerLabels], conventions: Conventions = "countermark") -> tuple[Basics, ...]:
    """Basic statistics of each system over all its answers, then by kind of query, in name order.

    `conventions="aee"` counts core statements and readable sources only, as the published tables do.
    """
    groups: dict[tuple[str, str], list[AnswerLabels]] = defaultdict(list)
    for answer in answers:
        groups[answer.system, ALL].append(answer)
        groups[answer.system, answer.kind].append(answer)
    order = sorted(groups, key=lambda group: (group[0], group[1] != ALL, group[1]))
    return tuple(_basics(system, kind, groups[system, kind], conventions) for system, kind in order)


def mirrored_pairs(
    answers: Sequence[AnswerLabels], pair_of: Mapping[str, str], rules: MetricRules
) -> tuple[MirroredPair, ...]:
    """The answers to mirrored debate queries side by side; `pair_of` maps a query to the key of its pair.

    Queries that `pair_of` does not name are left out. Sides are in the order of their query keys.
    """
    groups: dict[tuple[str, str], list[AnswerLabels]] = defaultdict(list)
    for answer in answers:
        if answer.query in pair_of:
            groups[pair_of[answer.query], answer.system].append(answer)
    return tuple(
        MirroredPair(pair, system, tuple(_side(answer, rules) for answer in sorted(found, key=lambda a: a.query)))
        for (pair, system), found in sorted(groups.items())
    )


def _basics(system: str, kind: str, answers: Sequence[AnswerLabels], conventions: Conventions) -> Basics:
    counts = [_counts(answer, conventions) for answer in answers]
    levels = [answer.confidence for answer in answers if answer.confidence != UNKNOWN]
    return Basics(
        system=system,
        kind=kind,
        answers=len(answers),
        sources=_mean([count.sources for count in counts], NO_ANSWER),
        statements=_mean([count.statements for count in counts], NO_ANSWER),
        citations=_share(sum(c.citations for c in counts), sum(c.statements for c in counts), "no statement"),
        confidence=tuple(_percent(levels.count(level + 1), len(levels)) for level in range(len(CONFIDENCE.values))),
        mean_confidence=_mean(levels, NO_CONFIDENCE),
        confidence_unknown=len(answers) - len(levels),
        pro=_pro(answers),
        stance_unknown=sum(int((a.stance[a.relevance == 1] == UNKNOWN).sum()) for a in answers if a.kind == DEBATE),
    )


@dataclass(frozen=True)
class _Counts:
    sources: int
    statements: int
    citations: int


def _counts(answer: AnswerLabels, conventions: Conventions) -> _Counts:
    if conventions == "countermark":
        return _Counts(answer.sources, answer.statements, int(answer.cites.sum()))
    core = answer.relevance == 1
    cited = answer.cites[core][:, answer.readable]
    return _Counts(int(answer.readable.sum()), int(core.sum()), int(cited.sum()))


def _mean(numbers: Sequence[int], none: str) -> Estimate:
    return Estimate(fmean(numbers), len(numbers)) if numbers else Estimate(None, 0, none)


def _share(part: int, whole: int, none: str) -> Estimate:
    return Estimate(part / whole, whole) if whole else Estimate(None, 0, none)


def _percent(count: int, total: int) -> Estimate:
    return Estimate(100 * count / total, total) if total else Estimate(None, 0, NO_CONFIDENCE)


def _pro(answers: Sequence[AnswerLabels]) -> Estimate:
    stances = [answer.stance[answer.relevance == 1] for answer in answers]
    pro = sum(int((found == PRO).sum()) for found in stances)
    con = sum(int((found == CON).sum()) for found in stances)
    return _share(pro, pro + con, "no pro or con statement")


def _side(answer: AnswerLabels, rules: MetricRules) -> Side:
    confidence = None if answer.confidence == UNKNOWN else answer.confidence
    return Side(answer.query, _pro([answer]), METRICS["one_sided"].of(answer, rules).estimate, confidence)
