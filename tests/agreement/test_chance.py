import numpy as np
import published_tables as published
import pytest
from agreement_cases import letters, pair_counts
from hypothesis import given, settings
from hypothesis import strategies as st
from pair_references import REFERENCES, columns

from agreement.chance import (
    brennan_prediger,
    brennan_prediger_values,
    gwet_ac,
    gwet_ac_values,
    scott_pi,
    scott_pi_values,
)
from agreement.estimate import Estimate
from agreement.kappa import cohen_kappa
from agreement.scale import Scale
from agreement.weights import Weighting, disagreement

WEIGHTINGS: tuple[Weighting, ...] = ("unweighted", "linear", "quadratic")
# 10 units: both no 4, both yes 3, first yes second no 2, the other way round 1; po = .7.
TWO = np.array([[4.0, 1], [2, 3]])
# Four units with codes 0, 1, 3 (range 3): (0,0), (0,1), (1,3), (3,3).
THREE = np.array([[1.0, 1, 0], [0, 0, 1], [0, 0, 1]])
UNEVEN = Scale(("low", "middle", "high"), "ordinal", (0.0, 1.0, 3.0))
NO_UNIT = "no unit was labelled by both raters"


def test_brennan_prediger_of_two_values_is_pabak_by_hand() -> None:
    # 2 po - 1 = .4.
    found = brennan_prediger(TWO, letters(2))
    assert found.value == pytest.approx(0.4, abs=1e-15)
    assert found.n == 10


def test_weighted_brennan_prediger_by_hand() -> None:
    # Linear distances in thirds: seen (0 + 1 + 2 + 0) / 12 = 1/4; all nine 2 * (1 + 3 + 2) / 27 = 4/9.
    # Quadratic in ninths: seen (0 + 1 + 4 + 0) / 36; all nine 2 * (1 + 9 + 4) / 81 = 28/81.
    assert brennan_prediger(THREE, UNEVEN, "linear").value == pytest.approx(1 - (1 / 4) / (4 / 9), abs=1e-15)
    assert brennan_prediger(THREE, UNEVEN, "quadratic").value == pytest.approx(1 - (5 / 36) / (28 / 81), abs=1e-15)


def test_an_unused_value_of_the_declared_scale_lowers_chance() -> None:
    wider = np.zeros((3, 3))
    wider[:2, :2] = TWO
    # pe = 1/3: (.7 - 1/3) / (2/3); AC1: pi .55, .45, 0, pe = 2 * .55 * .45 / 2 = .2475.
    assert brennan_prediger(wider, letters(3)).value == pytest.approx((0.7 - 1 / 3) / (2 / 3))
    assert gwet_ac(wider, letters(3)).value == pytest.approx((0.7 - 0.2475) / (1 - 0.2475))


def test_scotts_pi_by_hand() -> None:
    # Margins 5 5 and 6 4: pi .55, .45; pe = .3025 + .2025 = .505; (.7 - .505) / .495.
    found = scott_pi(TWO)
    assert found.value == pytest.approx(0.195 / 0.495, abs=1e-15)
    assert found.n == 10


def test_ac1_by_hand() -> None:
    # pi .55, .45: pe = 2 * .55 * .45 = .495; (.7 - .495) / .505.
    found = gwet_ac(TWO, letters(2))
    assert found.value == pytest.approx(0.205 / 0.505, abs=1e-15)
    assert found.n == 10


def test_ac2_by_hand() -> None:
    # pi 3/8, 2/8, 3/8: sum pi (1 - pi) = (15 + 12 + 15) / 64 = 42/64. Distances as in the Brennan-Prediger case.
    # Linear: T_w = 9 - 4 = 5, pe = 5/6 * 42/64. Quadratic: T_w = 9 - 28/9, pe = T_w / 6 * 42/64.
    linear, quadratic = 5 / 6 * 42 / 64, (9 - 28 / 9) / 6 * 42 / 64
    assert gwet_ac(THREE, UNEVEN, "linear").value == pytest.approx((3 / 4 - linear) / (1 - linear), abs=1e-15)
    assert gwet_ac(THREE, UNEVEN, "quadratic").value == pytest.approx(
        (31 / 36 - quadratic) / (1 - quadratic), abs=1e-15
    )


@pytest.mark.parametrize(
    ("table", "weighting", "expected", "within"),
    [
        # Cohen's table by irrCAC; Gwet 2014; the paradox tables by irrCAC.
        (published.COHEN_1960_A, "unweighted", -0.04797, 6e-6),
        (published.COHEN_1960_A, "quadratic", 0.1831, 6e-5),
        (published.GWET_2014, "unweighted", 0.849, 6e-4),
        (published.GWET_2014, "linear", 0.900, 6e-4),
        (published.GWET_2014, "quadratic", 0.940, 6e-4),
        *(
            (table, "unweighted", ac1, 6e-6 if ac1 != 0.808 else 6e-4)
            for (table, _, _), ac1 in zip(published.PARADOXES, (0.70075, 0.808, 0.26606, 0.20792), strict=True)
        ),
    ],
)
def test_published_values_of_ac1_and_ac2(
    table: np.ndarray, weighting: Weighting, expected: float, within: float
) -> None:
    assert gwet_ac(table, letters(len(table)), weighting).value == pytest.approx(expected, abs=within)


def test_published_value_of_scotts_pi() -> None:
    # Wikipedia, "Scott's Pi", 45 units: -.057, from .333 and .369 as rounded.
    assert scott_pi(np.arange(1.0, 10).reshape(3, 3)).value == pytest.approx(-0.057, abs=1e-3)


def test_published_values_of_pabak() -> None:
    # Byrt, Bishop & Carlin 1993: 2 po - 1, whatever the margins; po .85 .85 .60 .60.
    found = [brennan_prediger(table, letters(2)).value for table, _, _ in published.PARADOXES]
    assert found == pytest.approx([0.7, 0.7, 0.2, 0.2])


def test_without_a_common_unit_all_are_undefined_in_words() -> None:
    empty = np.zeros((3, 3))
    for weighting in WEIGHTINGS:
        assert brennan_prediger(empty, letters(3), weighting) == Estimate(None, 0, NO_UNIT)
        assert gwet_ac(empty, letters(3), weighting) == Estimate(None, 0, NO_UNIT)
    assert scott_pi(empty) == Estimate(None, 0, NO_UNIT)


def test_of_one_value_only_pi_is_undefined_and_the_others_are_one() -> None:
    same = np.diag([0.0, 7, 0])
    assert (scott_pi(same).value, scott_pi(same).n) == (None, 7)
    assert "pe = 1" in str(scott_pi(same).undefined)
    for weighting in WEIGHTINGS:
        assert brennan_prediger(same, letters(3), weighting).value == 1.0
        assert gwet_ac(same, letters(3), weighting).value == 1.0


def test_raters_who_each_stay_with_a_value_of_their_own_have_a_pi() -> None:
    # pi .5, .5: pe = .5; po = 0.
    assert scott_pi(np.array([[0.0, 6], [0, 0]])).value == -1.0


def test_weighted_ones_can_fall_below_minus_one() -> None:
    # Values 0, 1, 2: (0, 2) always. Quadratic weights 1, .75, 0: pe of Brennan-Prediger (3 + 4 * .75) / 9 = 2/3.
    opposed = np.array([[0.0, 0, 4], [0, 0, 0], [0, 0, 0]])
    assert brennan_prediger(opposed, letters(3), "quadratic").value == pytest.approx(-2)
    # Codes 0, .01, 1, half (0, 1) and half (.01, 1), linear: pi .25 .25 .5; T_w = 3 + 2 (.99 + 0 + .01) = 5;
    # pe = 5/6 * .625 = .520833; pa = (0 + .01) / 2.
    close = Scale(("a", "b", "c"), "ordinal", (0.0, 0.01, 1.0))
    found = gwet_ac(np.array([[0.0, 0, 1], [0, 0, 1], [0, 0, 0]]), close, "linear").value
    assert found == pytest.approx((0.005 - 5 / 6 * 0.625) / (1 - 5 / 6 * 0.625))
    assert found < -1


NAMES = ("brennan_prediger", "brennan_prediger_quadratic", "scott_pi", "ac1", "ac2_linear", "ac2_quadratic")


def values_of(table: np.ndarray, scale: Scale) -> dict[str, float]:
    plain, linear, quadratic = (disagreement(scale, weighting) for weighting in WEIGHTINGS)
    found = (
        brennan_prediger_values(table, plain),
        brennan_prediger_values(table, quadratic),
        scott_pi_values(table),
        *(gwet_ac_values(table, apart) for apart in (plain, linear, quadratic)),
    )
    return {name: float(value) for name, value in zip(NAMES, found, strict=True)}


@settings(max_examples=40)
@given(pair_counts(3))
def test_all_equal_their_references_wherever_defined(table: np.ndarray) -> None:
    first, second = columns(table, UNEVEN.codes)
    if len(first):
        for name, value in values_of(table, UNEVEN).items():
            if not np.isnan(value):
                assert value == pytest.approx(REFERENCES[name](first, second, UNEVEN), abs=1e-10), name


@settings(max_examples=40)
@given(pair_counts(4))
def test_laws_of_all(table: np.ndarray) -> None:
    scale = letters(4)
    found = values_of(table, scale)
    for other in (table.T, table[::-1, ::-1], 3 * table):
        assert values_of(other, scale) == pytest.approx(found, abs=1e-12, nan_ok=True)
    assert all(value <= 1 for value in found.values() if not np.isnan(value))
    for name, least in (("brennan_prediger", -1 / 3), ("scott_pi", -1), ("ac1", -1)):
        assert np.isnan(found[name]) or found[name] >= least - 1e-12


@settings(max_examples=40)
@given(pair_counts(4), st.permutations(range(4)))
def test_the_unweighted_ones_ignore_names(table: np.ndarray, order: list[int]) -> None:
    one, other = values_of(table, letters(4)), values_of(table[np.ix_(order, order)], letters(4))
    for name in ("brennan_prediger", "scott_pi", "ac1"):
        assert other[name] == pytest.approx(one[name], abs=1e-12, nan_ok=True)


@settings(max_examples=40)
@given(st.lists(st.integers(1, 9), min_size=4, max_size=4))
def test_perfect_agreement_is_exactly_one(diagonal: list[int]) -> None:
    assert set(values_of(np.diag(np.array(diagonal, dtype=float)), letters(4)).values()) == {1.0}


@settings(max_examples=40)
@given(pair_counts(3))
def test_pi_is_never_above_kappa_and_equals_it_for_equal_margins(table: np.ndarray) -> None:
    kappa, pi = cohen_kappa(table, letters(3)).value, scott_pi(table).value
    if kappa is not None and pi is not None:
        assert pi <= kappa + 1e-12
        same = table + table.T
        assert scott_pi(same).value == pytest.approx(cohen_kappa(same, letters(3)).value, abs=1e-12)


def test_a_stack_of_tables_gives_the_values_of_each() -> None:
    tables = np.stack([published.COHEN_1960_A, published.SAS, np.zeros((3, 3))])
    for weighting in WEIGHTINGS:
        apart = disagreement(letters(3), weighting)
        for values in (brennan_prediger_values, gwet_ac_values):
            found = values(tables, apart)
            assert found[:2].tolist() == pytest.approx([float(values(table, apart)) for table in tables[:2]])
            assert np.isnan(found[2])
    assert scott_pi_values(tables)[:2].tolist() == pytest.approx([scott_pi(table).value for table in tables[:2]])
    assert np.isnan(scott_pi_values(tables)[2])
