"""Each annotator against the rest."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from agreement_cases import frame_of, letters, numbers
from sklearn.metrics import cohen_kappa_score
from validation_cases import long_frame

from agreement.frame import coded
from agreement.multiplicity import adjusted
from agreement.outliers import ALONE, NO_OTHERS, Outliers, Person, outliers
from agreement.scale import Scale
from agreement.statistics import STATISTICS

FOUR = letters(4)


def people(seed: int, noise: tuple[float, ...], clusters: int = 20, missing: float = 0.0) -> pd.DataFrame:
    """Units in clusters of five; person k gives a random value with chance noise[k], otherwise the true one."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 4, clusters * 5)

    def label(true: int, chance: float) -> str | None:
        if rng.random() < missing:
            return None
        return FOUR.values[rng.integers(0, 4) if rng.random() < chance else true]

    given = {f"h{k}": [label(true, chance) for true in truth] for k, chance in enumerate(noise)}
    return long_frame(given, [f"c{unit // 5:02}" for unit in range(len(truth))])


def found(frame: pd.DataFrame, name: str = "percent_agreement", scale: Scale = FOUR) -> Outliers:
    return outliers(coded(frame, scale), STATISTICS[name])


def person(result: Outliers, name: str) -> Person:
    return {one.name: one for one in result.people}[name]


def test_agreement_with_the_others_and_among_them_by_hand() -> None:
    # Four units, three people. a with b: 2 of 4 equal, a with c: 1 of 4; b with c: 3 of 4. For a: 3/8 - 3/4.
    frame = frame_of([[1, 1, 1], [1, 1, 2], [1, 2, 2], [1, 2, 2]], ["a", "b", "c"])
    one = person(found(frame, scale=numbers(1, 2)), "a")
    assert one.agreement.first.estimate.value == pytest.approx(3 / 8)
    assert one.agreement.second.estimate.value == pytest.approx(3 / 4)
    assert one.agreement.difference.estimate.value == pytest.approx(-3 / 8)
    assert (one.units, one.clusters) == (4, 4)
    # a is below in 5 of the 8 comparisons with b and c and above in none.
    assert one.above_minus_below.estimate.value == pytest.approx(-5 / 8)
    assert person(found(frame, scale=numbers(1, 2)), "c").above_minus_below.estimate.value == pytest.approx((3 + 1) / 8)


def test_units_of_one_pair_count_for_that_pair_only() -> None:
    # u0: a, b; u1: b, c; u2: all; u3: a alone. a shares u0 and u2 with others, who share u1 and u2.
    frame = frame_of([[1, 1, None], [None, 1, 2], [1, 2, 2], [1, None, None]], ["a", "b", "c"])
    one = person(found(frame, scale=numbers(1, 2)), "a")
    assert (one.units, one.clusters) == (2, 2)
    assert (one.agreement.first.estimate.n, one.agreement.second.estimate.n) == (2, 2)
    assert one.agreement.first.estimate.value == pytest.approx(1 / 3)
    assert one.agreement.second.estimate.value == pytest.approx(1 / 2)


@pytest.mark.parametrize("seed", range(2))
def test_pooled_kappa_equals_scikit_learn_on_every_comparison_both_ways_round(seed: int) -> None:
    frame = people(seed, (0.3, 0.4, 0.5, 0.6), missing=0.2)
    codes = frame.assign(value=frame["value"].map(FOUR.values.index, na_action="ignore"))  # numbers sort as the scale
    wide = codes.pivot(index="unit", columns="rater", values="value")
    weighted = {"kappa": None, "kappa_quadratic": "quadratic"}

    def reference(pairs: list[tuple[str, str]], weights: str | None) -> float:
        both = [wide[[a, b]].dropna().to_numpy() for a, b in pairs]
        rows = np.concatenate([*both, *(part[:, ::-1] for part in both)])
        return float(cohen_kappa_score(rows[:, 0], rows[:, 1], weights=weights, labels=range(4)))

    for name, weights in weighted.items():
        for one in found(frame, name).people:
            pairs = list(combinations(sorted(wide.columns), 2))
            assert one.agreement.first.estimate.value == pytest.approx(
                reference([pair for pair in pairs if one.name in pair], weights), abs=1e-10
            )
            assert one.agreement.second.estimate.value == pytest.approx(
                reference([pair for pair in pairs if one.name not in pair], weights), abs=1e-10
            )


def test_the_difference_is_paired_by_cluster_and_tested() -> None:
    frame = people(1, (0.3, 0.3, 0.5), clusters=10)
    one = person(found(frame), "h2")
    left_out = [
        person(found(frame[frame["cluster"] != f"c{c:02}"]), "h2").agreement.difference.estimate.value
        for c in range(10)
    ]
    error = (9 * np.var(left_out)) ** 0.5
    assert one.agreement.test.statistic == pytest.approx(one.agreement.difference.estimate.value / error)
    assert one.agreement.test.freedom == 9


def test_a_person_who_guesses_is_flagged_and_the_others_are_not() -> None:
    result = found(people(2, (0.2, 0.2, 0.9, 0.2)), "kappa")
    assert person(result, "h2").flag == "agrees less"
    assert "kappa with the others -0." in person(result, "h2").words
    assert [one.flag for one in result.people] == ["not worse", "not worse", "agrees less", "not worse"]
    assert (result.statistic, result.correction) == ("kappa", "benjamini-hochberg")
    raw = [one.agreement.test.p for one in result.people]
    assert tuple(one.p for one in result.people) == adjusted(raw, "benjamini-hochberg").p


def test_among_equals_nobody_is_flagged() -> None:
    result = found(people(3, (0.3, 0.3, 0.3, 0.3), clusters=30))
    assert {one.flag for one in result.people} == {"not worse"}


def test_agreeing_more_is_no_flag() -> None:
    careful = person(found(people(5, (0.05, 0.6, 0.6, 0.6), clusters=40)), "h0")
    assert careful.p is not None
    assert careful.p < 0.05
    assert careful.flag == "not worse"


def test_of_an_error_less_is_better() -> None:
    result = found(people(2, (0.2, 0.2, 0.9, 0.2)), "mae")
    guessing = person(result, "h2")
    assert guessing.agreement.difference.estimate.value > 0  # type: ignore[operator]
    assert guessing.flag == "agrees less"


def test_a_newcomer_is_insufficient_whatever_they_say() -> None:
    frame = people(4, (0.2, 0.2, 0.2, 1.0), clusters=20)
    few = frame[(frame["rater"] != "h3") | (frame["cluster"] < "c09")]
    enough = frame[(frame["rater"] != "h3") | (frame["cluster"] < "c10")]
    newcomer = person(found(few), "h3")
    assert (newcomer.flag, newcomer.p, newcomer.clusters) == ("insufficient", None, 9)
    assert newcomer.words == "too few clusters: 9 of 10 with the others, or among them"
    assert person(found(enough), "h3").flag == "agrees less"
    assert None not in {one.p for one in found(few).people if one.name != "h3"}


def test_the_order_of_rows_and_names_does_not_matter() -> None:
    frame = people(6, (0.2, 0.4, 0.9))
    shuffled = frame.sample(frac=1, random_state=1)
    assert found(shuffled, "kappa") == found(frame, "kappa")
    renamed = found(frame.assign(rater=frame["rater"].map({"h0": "z", "h1": "y", "h2": "x"})), "kappa")
    assert person(renamed, "x").agreement.test.p == pytest.approx(person(found(frame, "kappa"), "h2").agreement.test.p)
    turned = person(renamed, "x").above_minus_below.estimate.value
    assert turned == pytest.approx(person(found(frame, "kappa"), "h2").above_minus_below.estimate.value)


def test_duplicated_clusters_keep_the_differences() -> None:
    frame = people(7, (0.2, 0.4, 0.6))
    again = frame.assign(unit="again-" + frame["unit"], cluster="again-" + frame["cluster"])
    for one, two in zip(found(frame).people, found(pd.concat([frame, again])).people, strict=True):
        assert one.agreement.difference.estimate.value == pytest.approx(two.agreement.difference.estimate.value)


def test_judges_are_no_people_and_slots_are_never_flagged() -> None:
    frame = people(2, (0.2, 0.2, 0.9, 0.2))
    judge = frame.assign(rater_kind=frame["rater"].map({"h0": "judge"}).fillna("human"))
    assert [one.name for one in found(judge).people] == ["h1", "h2", "h3"]
    slots = person(found(frame.assign(slot=frame["rater"] == "h2")), "h2")
    assert (slots.flag, slots.p) == ("insufficient", None)
    assert slots.words == "a slot: a position that several people fill, not a person"


def test_two_people_cannot_be_told_apart() -> None:
    result = found(people(8, (0.2, 0.9)))
    assert {one.flag for one in result.people} == {"insufficient"}
    assert result.people[0].words == "with fewer than three people nobody can be set against the rest"
    assert result.people[0].agreement.second.estimate.undefined == NO_OTHERS
    nobody = people(8, (0.2, 0.9)).assign(rater_kind="judge")
    assert found(nobody).people == ()
    assert found(people(8, (0.5,))).people[0].agreement.first.estimate.undefined == ALONE


def test_a_person_who_meets_nobody_has_no_agreement() -> None:
    frame = people(9, (0.2, 0.2, 0.2))
    apart = pd.concat([frame, frame[frame["rater"] == "h0"].assign(rater="z", unit="z", cluster="z").head(1)])
    alone = person(found(apart), "z")
    assert (alone.agreement.first.estimate.undefined, alone.units, alone.clusters) == (ALONE, 0, 0)
    assert alone.flag == "insufficient"


def test_where_the_test_is_undefined_nobody_is_flagged() -> None:
    result = found(people(10, (0.0, 0.0, 0.5)))
    one = person(result, "h2")
    assert one.flag == "insufficient"
    assert "at its bound (1)" in one.words
