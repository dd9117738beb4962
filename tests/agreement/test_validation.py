"""A validation puts together what each module says of judges; it computes nothing of its own."""

from __future__ import annotations

import pandas as pd
import pytest
from agreement_cases import letters, random_frame

from agreement.alt_test import EPSILON, alt_test
from agreement.attainable import attainable
from agreement.between import between_judges
from agreement.bland_altman import bland_altman
from agreement.classes import class_report
from agreement.difference import judge_difference
from agreement.frame import coded
from agreement.majority import majority
from agreement.outliers import outliers
from agreement.panel import panel_of
from agreement.repeats import flip_rate, flips_of_values
from agreement.report import human_pairs, judge_with_humans
from agreement.scale import Level
from agreement.slices import cut, slices
from agreement.statistics import STATISTICS
from agreement.symmetry import symmetry
from agreement.validation import MajorityCounts, validate

KAPPA = STATISTICS["kappa_quadratic"]


def frame(judges: int = 2, level: Level = "ordinal", raters: int = 5) -> pd.DataFrame:
    """Raters r0, r1, … of 60 units in clusters of four; the last ones are judges. Units are of system A or B."""
    found = random_frame(8, 3, units=60, raters=raters).replace({"rater": {"judge": "z"}})
    names = sorted(found["rater"].unique())
    found["rater_kind"] = found["rater"].isin(names[len(names) - judges :]).map({True: "judge", False: "human"})
    return found.assign(system=found["cluster"].str[-1].map(lambda last: "A" if int(last) % 2 else "B"), run=0)


def repeated(given: pd.DataFrame) -> pd.DataFrame:
    """The same with a second run of the judge z in which every unit got the first value."""
    again = given[given["rater"] == "z"].assign(run=1, value="e")
    return pd.concat([given, again], ignore_index=True)


def test_each_judge_has_the_figures_of_every_module() -> None:
    given = repeated(frame())
    found = validate(given, letters(3), "kappa_quadratic", ["system"], "expert")
    labels = coded(given, letters(3))
    panel = panel_of(labels)
    judge = labels.of_kind("judge")[1]
    own = found.judges[1]
    pooled = judge_with_humans(labels, judge, panel).tables.pooled()
    most = majority(labels, panel.humans)
    between = human_pairs(labels, panel).mean(STATISTICS["pearson"])
    assert own.judge == "z"
    assert own.alt_test == alt_test(labels, judge, panel.humans, EPSILON["expert"])
    assert own.attainable == attainable(labels, judge, panel.humans, between)
    assert own.classes == class_report(most.labels, judge, most.rater)
    assert own.systematic == symmetry(pooled, letters(3))
    assert own.bland_altman == bland_altman(pooled, letters(3))
    assert own.flips == flip_rate(given, letters(3), "z")
    assert own.flips_of_values == flips_of_values(given, letters(3), "z")
    every = slices(labels, [cut(given, labels, "system", "system", gated=False)], KAPPA, panel.pairing)
    assert own.slices == tuple(part for part in every if part.judge == "z")
    assert [(part.name, part.value, part.gated) for part in own.slices] == [
        ("system", "A", False),
        ("system", "B", False),
    ]


def test_judges_are_compared_with_each_other_and_humans_with_the_rest() -> None:
    given = frame()
    found = validate(given, letters(3), "kappa_quadratic")
    labels = coded(given, letters(3))
    assert found.statistic == "kappa_quadratic"
    assert found.between == between_judges(labels, ["kappa_quadratic", "percent_agreement", "alpha_ordinal"])
    assert found.differences == (judge_difference(labels, "h3", "z", KAPPA),)
    assert found.outliers == outliers(labels, KAPPA)
    most = majority(labels, labels.of_kind("human"))
    assert found.majority == MajorityCounts(most.units, most.ties, most.single)


def test_people_may_be_pooled_throughout() -> None:
    given = frame()
    found = validate(given, letters(3), "kappa_quadratic", ["system"], pairing="pooled")
    labels = coded(given, letters(3))
    panel = panel_of(labels, "pooled")
    judge = labels.of_kind("judge")[1]
    pearson = human_pairs(labels, panel).mean(STATISTICS["pearson"])
    assert found.judges[1].attainable == attainable(labels, judge, panel.humans, pearson)
    every = slices(labels, [cut(given, labels, "system", "system", gated=False)], KAPPA, "pooled")
    assert found.judges[1].slices == tuple(part for part in every if part.judge == "z")


def test_without_repeats_slices_or_a_second_judge_there_is_nothing_to_say_of_them() -> None:
    found = validate(frame(judges=1).drop(columns="run"), letters(3), "kappa")
    (judge,) = found.judges
    assert (judge.flips, judge.flips_of_values, judge.slices) == (None, (), ())
    assert (found.between, found.differences) == (None, ())


def test_slots_take_no_part_in_the_test_of_persons() -> None:
    given = frame(judges=1)
    found = validate(given.assign(slot=given["rater_kind"] == "human"), letters(3), "kappa")
    assert found.judges[0].alt_test is None
    assert {person.flag for person in found.outliers.people} == {"insufficient"}


@pytest.mark.parametrize(
    ("level", "scoring"), [("nominal", "accuracy"), ("ordinal", "accuracy"), ("interval", "rmse"), ("ratio", "rmse")]
)
def test_numbers_are_scored_by_their_distance_and_other_labels_by_being_the_same(level: Level, scoring: str) -> None:
    (judge,) = validate(frame(judges=1), letters(3, level), "kappa").judges
    assert judge.alt_test is not None
    assert judge.alt_test.scoring == scoring


def test_too_few_people_leave_words_everywhere() -> None:
    (judge,) = validate(frame(judges=1, raters=2), letters(3), "kappa").judges
    assert judge.alt_test is not None
    assert judge.alt_test.winning_rate.undefined is not None
    assert judge.attainable.ceiling.estimate.undefined is not None
    assert judge.classes.macro_f1.estimate.value is not None
    alone = validate(frame(judges=2, raters=2), letters(3), "kappa")
    assert alone.majority == MajorityCounts(0, 0, 0)
    assert {judge.classes.macro_f1.estimate.undefined for judge in alone.judges} == {
        "no unit was labelled by both raters"
    }


def test_without_a_judge_only_people_are_looked_at() -> None:
    found = validate(frame(judges=0), letters(3), "kappa")
    assert (found.judges, found.between) == ((), None)
    assert len(found.outliers.people) == 5


def test_an_unknown_statistic_and_a_missing_column_are_refused() -> None:
    with pytest.raises(ValueError, match="no statistic 'magic' of a pair; there are percent_agreement"):
        validate(frame(), letters(3), "magic")
    with pytest.raises(ValueError, match="colour"):
        validate(frame(), letters(3), "kappa", ["colour"])
