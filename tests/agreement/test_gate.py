"""The gate: every branch of the decision rule, at the default policy, with bounds on both sides."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.estimate import Estimate, Interval, Measured
from agreement.gate import (
    STATUSES,
    Decision,
    Evidence,
    Slice,
    coverage_short,
    decide,
    exit_code,
    status_of_metric,
)
from agreement.policy import default_policy

RULE = default_policy().questions["support"]


def measured(low: float, high: float, clusters: int = 40) -> Measured:
    return Measured(Estimate((low + high) / 2, clusters), Interval(low, high, "by hand"), clusters)


def undefined(value: float | None = None, clusters: int = 40) -> Measured:
    estimate = Estimate(value, 40) if value is not None else Estimate(None, 40, "all labels are the same")
    return Measured(estimate, Interval(None, None, "by hand", undefined="at its bound"), clusters)


GOOD = Evidence(
    question="support",
    judge="gpt",
    humans=2,
    human_clusters=40,
    human_alpha=measured(0.55, 0.75),
    judge_human=measured(0.62, 0.78),
    human_human=measured(0.6, 0.8),
    difference=measured(-0.08, 0.08),
    coverage=1.0,
    coverage_n=(400, 400),
)


def status(**changes: object) -> str:
    return decide(replace(GOOD, **changes), RULE).status


def test_a_judge_that_meets_every_condition_is_validated():
    decision = decide(GOOD, RULE)
    assert decision == Decision("VALIDATED", ("judge-human 0.700 [0.620, 0.780]",), "nothing to do")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"judge_human": measured(0.60, 0.80)}, "CAVEAT"),  # the lower bound must be above .60
        ({"judge_human": measured(0.601, 0.80)}, "VALIDATED"),
        ({"judge_human": measured(0.501, 0.70)}, "CAVEAT"),
        ({"judge_human": measured(0.50, 0.70)}, "INCONCLUSIVE"),
        ({"judge_human": measured(0.30, 0.501)}, "INCONCLUSIVE"),
        ({"judge_human": measured(0.30, 0.50)}, "NOT VALIDATED"),
        ({"difference": measured(-0.10, 0.02)}, "CAVEAT"),
        ({"difference": measured(-0.20, -0.099)}, "CAVEAT"),
        ({"difference": measured(-0.20, -0.10)}, "NOT VALIDATED"),
        ({"coverage_n": (95, 100)}, "VALIDATED"),
        ({"coverage_n": (94, 100)}, "CAVEAT"),
        ({"coverage_n": (0, 0)}, "CAVEAT"),
        ({"flip_rate": measured(0.099, 0.30)}, "VALIDATED"),
        ({"flip_rate": measured(0.10, 0.30)}, "NOT VALIDATED"),
        ({"flip_rate": undefined(0.5)}, "VALIDATED"),
        ({"slices": (Slice("system", "Orion", measured(0.1, 0.399, 10)),)}, "NOT VALIDATED"),
        ({"slices": (Slice("system", "Orion", measured(0.1, 0.40, 10)),)}, "VALIDATED"),
        ({"slices": (Slice("system", "Orion", measured(0.1, 0.3, 9)),)}, "VALIDATED"),
        ({"slices": (Slice("system", "Orion", undefined()),)}, "VALIDATED"),
        ({"humans": 1}, "INCONCLUSIVE"),
        ({"human_clusters": 29}, "INCONCLUSIVE"),
        ({"human_clusters": 30}, "VALIDATED"),
        ({"human_alpha": measured(0.40, 0.80)}, "INCONCLUSIVE"),
        ({"human_alpha": undefined(1.0)}, "INCONCLUSIVE"),
        ({"judge_human": undefined(1.0)}, "INCONCLUSIVE"),
        ({"difference": undefined(0.0)}, "INCONCLUSIVE"),
        ({"stale": "the prompt has changed"}, "STALE"),
    ],
)
def test_each_condition_decides_at_its_own_bound(changes, expected):
    assert status(**changes) == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        # Old evidence neither validates nor refutes what runs now.
        ({"stale": "the data has changed", "judge_human": measured(0.1, 0.2)}, "STALE"),
        # People who do not agree with each other cannot refute a judge ...
        ({"human_alpha": measured(0.0, 0.2), "judge_human": measured(0.1, 0.2)}, "INCONCLUSIVE"),
        ({"human_clusters": 12, "judge_human": measured(0.1, 0.2)}, "INCONCLUSIVE"),
        # ... but a judge that contradicts itself needs no people to be refuted.
        ({"human_alpha": measured(0.0, 0.2), "flip_rate": measured(0.2, 0.4)}, "NOT VALIDATED"),
        # What is refuted stays refuted where another interval is undefined.
        ({"judge_human": undefined(0.4), "difference": measured(-0.5, -0.2)}, "NOT VALIDATED"),
        ({"judge_human": measured(0.1, 0.2), "difference": undefined()}, "NOT VALIDATED"),
        # One good bound does not pass an undefined one.
        ({"judge_human": measured(0.7, 0.9), "difference": undefined()}, "INCONCLUSIVE"),
        # One bad condition is enough beside good ones.
        ({"judge_human": measured(0.9, 0.95), "difference": measured(-0.3, -0.2)}, "NOT VALIDATED"),
    ],
)
def test_conditions_are_asked_in_a_fixed_order(changes, expected):
    assert status(**changes) == expected


def test_unreliable_people_are_told_to_repair_the_guideline():
    decision = decide(replace(GOOD, human_alpha=measured(0.1, 0.5)), RULE)
    assert decision.reasons[0].startswith("humans: repair the guideline: human-human alpha 0.300 [0.100, 0.500]")
    assert decision.next_step == "repair the guideline, and let people label anew"


def test_people_who_may_well_be_reliable_are_only_too_few():
    decision = decide(replace(GOOD, human_alpha=measured(0.3, 0.7)), RULE)
    assert decision.reasons[0].startswith("too few: human-human alpha 0.500")
    assert "more answers" in decision.next_step


def test_missing_people_and_answers_are_counted():
    alone = decide(replace(GOOD, humans=1), RULE)
    assert (alone.reasons, alone.next_step) == (("too few people: 1 of 2",), "let 1 more label the same answers")
    few = decide(replace(GOOD, human_clusters=12, cluster="query"), RULE)
    assert few.reasons == ("too few queries labelled by two people: 12 of 30",)
    assert few.next_step == "let two people label 18 more queries"


def test_every_refutation_is_named():
    decision = decide(
        replace(
            GOOD,
            judge_human=measured(0.2, 0.4),
            difference=measured(-0.5, -0.2),
            slices=(Slice("system", "Orion", measured(0.0, 0.3)),),
        ),
        RULE,
    )
    assert [reason.split(" 0.")[0].split(" -0.")[0] for reason in decision.reasons] == [
        "judge-human",
        "judge-human minus human-human",
        "slice system = Orion",
    ]


def test_an_open_question_says_how_many_answers_would_settle_it():
    decision = decide(replace(GOOD, judge_human=measured(0.48, 0.68)), RULE)
    assert decision.status == "INCONCLUSIVE"
    assert decision.next_step.startswith("label about ")
    assert decision.next_step.endswith("for CAVEAT, if the estimate stays at 0.58")


def test_a_caveat_names_the_slowest_condition_and_the_missing_labels():
    # The difference is far from its bound: no number of answers lifts -.12 above -.10.
    decision = decide(
        replace(GOOD, judge_human=measured(0.55, 0.75), difference=measured(-0.2, -0.04), coverage_n=(9, 10)), RULE
    )
    assert decision.status == "CAVEAT"
    assert len(decision.reasons) == 3
    assert decision.reasons[2] == "coverage: 9 of 10 units have a usable label, the floor is 95%"
    assert decision.next_step == (
        "the difference judge-human minus human-human itself (-0.12) is not above -0.10: "
        "more labels alone will not lift it; "
        "let the judge label the units that have no usable label"
    )


def test_a_question_answered_by_people_needs_only_reliable_people():
    people = replace(GOOD, humans_only=True, judge_human=undefined(), difference=undefined(), coverage_n=(0, 0))
    assert decide(people, RULE).status == "VALIDATED"
    assert decide(replace(people, human_alpha=measured(0.2, 0.5)), RULE).status == "INCONCLUSIVE"
    assert decide(replace(people, human_clusters=3), RULE).status == "INCONCLUSIVE"


def test_issue_lists_are_held_to_precision_without_a_ceiling():
    rule = default_policy().questions["citation_issue"]
    issues = replace(GOOD, question="citation_issue", difference=undefined())
    assert decide(replace(issues, judge_human=measured(0.701, 0.9)), rule).status == "VALIDATED"
    assert decide(replace(issues, judge_human=measured(0.70, 0.9)), rule).status == "INCONCLUSIVE"
    assert decide(replace(issues, judge_human=measured(0.2, 0.5)), rule).status == "NOT VALIDATED"


@pytest.mark.parametrize(
    ("precision", "reason"),
    [
        (measured(0.75, 0.9), "precision of the judge's issues 0.825 [0.750, 0.900]"),
        (measured(0.6, 0.9), "precision of the judge's issues 0.750 [0.600, 0.900]; its lower bound is not above 0.70"),
        (measured(0.2, 0.4), "precision of the judge's issues 0.300 [0.200, 0.400]; its upper bound is not above 0.50"),
        (undefined(), "precision of the judge's issues undefined: all labels are the same"),
    ],
)
def test_reasons_call_the_precision_of_an_issue_list_by_its_name(precision, reason):
    rule = default_policy().questions["citation_issue"]
    issues = replace(GOOD, question="citation_issue", difference=undefined(), judge_human=precision)
    assert decide(issues, rule).reasons == (reason,)


ANY = Decision("VALIDATED", (), "")


@pytest.mark.parametrize(
    ("found", "code", "strict_code"),
    [
        (["VALIDATED"], 0, 0),
        (["VALIDATED", "CAVEAT"], 0, 3),
        (["VALIDATED", "INCONCLUSIVE"], 3, 3),
        (["CAVEAT", "STALE"], 3, 3),
        (["INCONCLUSIVE", "NOT VALIDATED"], 1, 1),
        (["STALE", "NOT VALIDATED", "VALIDATED"], 1, 1),
        ([], 3, 3),
    ],
)
def test_exit_codes(found, code, strict_code):
    decisions = [replace(ANY, status=one) for one in found]
    assert exit_code(decisions) == code
    assert exit_code(decisions, strict=True) == strict_code


def test_a_metric_is_as_good_as_its_worst_question():
    for better, worse in pairwise(STATUSES):
        assert status_of_metric([better, worse]) == status_of_metric([worse, better]) == worse
    assert status_of_metric([]) == "VALIDATED"


def test_coverage_is_short_below_the_floor_and_where_nothing_was_asked():
    assert coverage_short((95, 100), RULE) is None
    assert coverage_short((0, 0), RULE) is not None
    assert coverage_short((94, 100), RULE) == "coverage: 94 of 100 units have a usable label, the floor is 95%"


bounds = st.tuples(st.floats(-0.9, 0.9), st.floats(0.01, 0.09)).map(lambda pair: measured(pair[0], pair[0] + pair[1]))


@settings(deadline=None)
@given(bounds, bounds, st.floats(0.0, 0.05))
def test_a_better_judge_never_gets_a_worse_status(judge_human, difference, lift):
    def raised(one: Measured) -> Measured:
        return measured(one.interval.low + lift, one.interval.high + lift)

    order = ("VALIDATED", "CAVEAT", "INCONCLUSIVE", "NOT VALIDATED")
    before = status(judge_human=judge_human, difference=difference)
    after = status(judge_human=raised(judge_human), difference=raised(difference))
    assert order.index(after) <= order.index(before)
