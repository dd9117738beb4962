"""What the gate says beside its status: the reasons, the next step, and the plan on the scale of the statistic."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agreement.estimate import Estimate, Interval, Measured
from agreement.gate import DIFFERENCE, IMPROVE, NOTHING, PEOPLE, RERUN, VARY, Decision, Evidence, decide
from agreement.plan import Plan, Scale, clusters_needed
from agreement.policy import PRECISION, default_policy

RULE = default_policy().questions["support"]


def measured(low: float, high: float, clusters: int = 40) -> Measured:
    return Measured(Estimate((low + high) / 2, clusters), Interval(low, high, "by hand"), clusters)


UNDEFINED = Measured(Estimate(1.0, 40), Interval(None, None, "by hand", undefined="at its bound"), 40)
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


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"stale": "the prompt has changed"}, Decision("STALE", ("the prompt has changed",), RERUN)),
        (
            {"flip_rate": measured(0.1, 0.3)},
            Decision("NOT VALIDATED", ("flip rate 0.200 [0.100, 0.300]; its lower bound must be under 0.10",), IMPROVE),
        ),
        (
            {"humans_only": True, "flip_rate": measured(0.1, 0.3)},
            Decision("VALIDATED", (f"answered by people: {PEOPLE} 0.650 [0.550, 0.750]",), NOTHING),
        ),
        (
            {"human_alpha": UNDEFINED},
            Decision("INCONCLUSIVE", (f"{PEOPLE} 1.000, interval undefined: at its bound",), VARY),
        ),
        (
            {"judge_human": measured(0.3, 0.5)},
            Decision(
                "NOT VALIDATED", ("judge-human 0.400 [0.300, 0.500]; its upper bound is not above 0.50",), IMPROVE
            ),
        ),
        (
            {"difference": measured(-0.2, -0.1)},
            Decision(
                "NOT VALIDATED",
                (f"{DIFFERENCE} -0.150 [-0.200, -0.100]; its upper bound is not above -0.10",),
                IMPROVE,
            ),
        ),
        (
            {"judge_human": UNDEFINED},
            Decision("INCONCLUSIVE", ("judge-human 1.000, interval undefined: at its bound",), VARY),
        ),
    ],
)
def test_a_decision_says_why_and_what_to_do(changes: dict[str, object], expected: Decision) -> None:
    assert decide(replace(GOOD, **changes), RULE) == expected  # type: ignore[arg-type]


def step(plan: Plan, goal: str) -> str:
    assert plan.further is not None
    assert plan.further > 0
    return f"label about {plan.further} more {GOOD.clusters} ({plan.total} in all) for {goal}, {plan.words}"


def test_people_at_the_floor_repair_the_guideline_and_above_it_label_more() -> None:
    at = decide(replace(GOOD, human_alpha=measured(0.3, 0.5)), RULE)
    assert at.reasons[0].startswith("humans: repair the guideline")
    above = measured(0.3, 0.7)
    assert decide(replace(GOOD, human_alpha=above), RULE) == Decision(
        "INCONCLUSIVE",
        (f"too few: {PEOPLE} 0.500 [0.300, 0.700]; its lower bound must be above 0.40",),
        step(clusters_needed(above, 0.40), "that"),
    )


@pytest.mark.parametrize(
    ("statistic", "scale"),
    [("kappa_quadratic", "atanh"), ("percent_agreement", "plain"), (PRECISION, "plain")],
)
def test_the_plan_is_made_on_the_scale_of_the_statistic(statistic: str, scale: Scale) -> None:
    rule = replace(RULE, statistic=statistic)
    caveat, open_ = measured(0.55, 0.85), measured(0.4, 0.8)
    assert clusters_needed(caveat, 0.6, "atanh") != clusters_needed(caveat, 0.6, "plain")
    found = decide(replace(GOOD, judge_human=caveat), rule)
    assert (found.status, found.next_step) == ("CAVEAT", step(clusters_needed(caveat, 0.6, scale), "VALIDATED"))
    found = decide(replace(GOOD, judge_human=open_), rule)
    assert (found.status, found.next_step) == ("INCONCLUSIVE", step(clusters_needed(open_, 0.5, scale), "CAVEAT"))


def test_a_difference_is_planned_on_the_plain_scale_and_only_where_it_counts() -> None:
    apart = measured(-0.30, 0.30)
    plan = clusters_needed(apart, -0.10, "plain", f"the difference {DIFFERENCE}")
    assert decide(replace(GOOD, difference=apart), RULE) == Decision(
        "CAVEAT",
        (f"{DIFFERENCE} 0.000 [-0.300, 0.300]; its lower bound is not above -0.10",),
        step(plan, "VALIDATED"),
    )
    caveat = measured(0.55, 0.85)
    without = decide(replace(GOOD, judge_human=caveat, difference=apart), replace(RULE, ceiling=False))
    assert without.next_step == step(clusters_needed(caveat, 0.6), "VALIDATED")
    assert plan.further > (clusters_needed(caveat, 0.6).further or 0)  # type: ignore[operator]
