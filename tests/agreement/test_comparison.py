"""Pairs of raters measured: what each pair rests on, and the words where a pair has no value."""

from __future__ import annotations

import pytest
from agreement_cases import frame_of, letters

from agreement.comparison import Comparison, measured_groups
from agreement.estimate import Estimate
from agreement.frame import coded
from agreement.margins import margins_of
from agreement.statistics import STATISTICS
from agreement.tensors import pair_tables

KAPPA = STATISTICS["kappa"]


def compared(matrix: list[list[str | None]], clusters: list[str], pairs: tuple[tuple[int, int], ...]) -> Comparison:
    labels = coded(frame_of(matrix, clusters=clusters), letters(3))
    return Comparison(labels, pairs, pair_tables(labels, pairs), len(matrix))


def test_a_pair_rests_on_its_own_units_and_clusters() -> None:
    # r0 and r1 share three units in two clusters, r0 and r2 two units in one, r1 and r2 none.
    matrix = [["e", "e", None], ["d", "e", None], ["c", "c", None], ["e", None, "e"], ["d", None, "d"]]
    found = compared(matrix, list("aabcc"), ((0, 1), (0, 2), (1, 2)))
    one, other = found.pair_reports(["kappa"])
    assert (one.first, one.second, one.units, one.clusters) == ("r0", "r1", 3, 2)
    assert one.table == ((1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    assert one.margins == margins_of(found.tables.totals[0])
    assert (other.first, other.second, other.units, other.clusters) == ("r0", "r2", 2, 1)
    assert other.statistics["kappa"].estimate == Estimate(1.0, 2)
    assert found.clusters == 3


@pytest.mark.parametrize(("pairs", "more"), [(((0, 1),), ""), (((0, 1), (0, 2)), " (and 1 more of 2 pairs)")])
def test_of_several_pairs_without_a_value_the_first_is_named_and_the_others_counted(
    pairs: tuple[tuple[int, int], ...], more: str
) -> None:
    found = compared([["e", None, None], [None, "e", "d"]], list("ab"), pairs).mean(KAPPA)
    assert found.estimate == Estimate(None, 2, f"r0 and r1: no unit was labelled by both raters{more}")


def test_a_value_that_is_undefined_counts_its_units_too() -> None:
    constant = compared([["e", "e"], ["e", "e"]], list("ab"), ((0, 1),))
    (one,) = measured_groups(KAPPA, constant.tables, letters(3))
    assert (one.estimate.value, one.estimate.n) == (None, 2)
    nobody = Comparison(constant.labels, (), pair_tables(constant.labels, ()), 7, "no human labelled this question")
    assert nobody.mean(KAPPA).estimate == Estimate(None, 7, "no human labelled this question")
    assert nobody.pair_reports(["kappa"]) == ()


def test_a_mean_less_itself_is_nought_and_counts_its_units() -> None:
    mean = compared([["e", "e"], ["d", "e"], ["c", "c"]], list("abc"), ((0, 1),)).mean(KAPPA)
    assert (mean.minus(mean).estimate, mean.minus(mean).clusters) == (Estimate(0.0, 3), 3)
