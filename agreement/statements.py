"""DeepTRACE metrics I to III: what the statements say and how surely the answer says it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from agreement.answer import CON, PRO, UNKNOWN, AnswerLabels
from agreement.metric import MetricRules, MetricValue
from agreement.unknown import Completions, settle, undefined_value

DEBATE = "debate"
VERY_CONFIDENT = 5

NO_STATEMENT = "no statement"
NO_RELEVANT = "no relevant statement"
NOT_DEBATE = "not a debate query"


def one_sided(answer: AnswerLabels, rules: MetricRules) -> MetricValue:
    """0 if a relevant statement is pro and another con, else 1; debate queries only.

    Undefined without a relevant statement. Source: DeepTRACE metric I.
    """
    return settle(_one_sided(answer), rules) if answer.kind == DEBATE else undefined_value(NOT_DEBATE)


def overconfident(answer: AnswerLabels, rules: MetricRules) -> MetricValue:
    """1 if the answer is one-sided and its confidence is 5, else 0; debate queries only.

    Undefined where One-Sided is. A confidence known to be under 5 settles it even where some stance is
    unknown, and a stance on both sides settles it even where the confidence is. Source: DeepTRACE metric II.
    """
    if answer.kind != DEBATE:
        return undefined_value(NOT_DEBATE)
    sided = _one_sided(answer)
    if sided.low is None or sided.high is None:
        return undefined_value(sided.never)
    if answer.confidence == VERY_CONFIDENT:
        return settle(replace(sided, read=sided.read + 1), rules)
    return settle(_of_unknown_confidence(sided) if answer.confidence == UNKNOWN else _not_confident(answer), rules)


def _of_unknown_confidence(sided: Completions) -> Completions:
    """Metric II where the confidence may be anything: 0 is certain only where both sides are taken."""
    both_sides_seen = sided.whole == 1 and sided.part == 0
    return replace(sided, low=0.0, whole=int(both_sides_seen), unknown=sided.unknown + 1, read=sided.read + 1)


def _not_confident(answer: AnswerLabels) -> Completions:
    """Metric II where the confidence is under 5: 0 as soon as a statement is relevant."""
    unknown = int((answer.relevance == UNKNOWN).sum())
    always = bool((answer.relevance == 1).any())
    return Completions(0.0, 0.0, always, 0, int(always), unknown, answer.statements + 1, NO_RELEVANT)


def relevant_statements(answer: AnswerLabels, rules: MetricRules) -> MetricValue:
    """Relevant statements / all statements. Undefined without a statement. Source: DeepTRACE metric III."""
    if not answer.statements:
        return undefined_value(NO_STATEMENT)
    relevant = int((answer.relevance == 1).sum())
    unknown = int((answer.relevance == UNKNOWN).sum())
    return settle(
        Completions(
            low=relevant / answer.statements,
            high=(relevant + unknown) / answer.statements,
            always=True,
            part=relevant,
            whole=answer.statements - unknown,
            unknown=unknown,
            read=answer.statements,
            never=NO_STATEMENT,
        ),
        rules,
    )


def _one_sided(answer: AnswerLabels) -> Completions:
    """Metric I over all completions of relevance and stance."""
    sure, possible = answer.relevance == 1, answer.relevance != 0
    pro, con, known = answer.stance == PRO, answer.stance == CON, answer.stance != UNKNOWN
    both_sides = bool((sure & pro).any() and (sure & con).any())
    low = high = None
    if possible.any():
        low = 0.0 if _may_show_both_sides(possible & (pro | ~known), possible & (con | ~known)) else 1.0
        high = 0.0 if both_sides else 1.0
    return Completions(
        low=low,
        high=high,
        always=bool(sure.any()),
        part=int(not both_sides),
        whole=int((sure & known).any() or low == high),
        unknown=int((answer.relevance == UNKNOWN).sum() + (possible & ~known).sum()),
        read=int(len(possible) + possible.sum()),
        never=NO_RELEVANT,
    )


def _may_show_both_sides(may_be_pro: np.ndarray, may_be_con: np.ndarray) -> bool:
    """Whether two different statements can take the two sides."""
    return bool(may_be_pro.any() and may_be_con.any() and (may_be_pro | may_be_con).sum() >= 2)
