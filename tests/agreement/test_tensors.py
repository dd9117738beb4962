from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from agreement_cases import frame_of, letters, numbers, random_frame

from agreement.frame import coded
from agreement.tensors import coincidence_tables, divided, pair_tables

# Two answers: u0, u1 in a; u2, u3 in b. Rater 2 misses u1, rater 0 misses u3.
MATRIX = [[1, 1, 2], [1, 2, None], [2, 2, 2], [None, 1, 2]]
CLUSTERS = ["a", "a", "b", "b"]
SMALL = coded(frame_of(MATRIX, clusters=CLUSTERS), numbers(1, 2))


def test_pair_tables_count_common_units_per_cluster() -> None:
    tables = pair_tables(SMALL, [(0, 1), (0, 2)])
    # r0 with r1: in a (1,1) and (1,2); in b (2,2). r0 with r2: in a (1,2); in b (2,2).
    assert tables.counts.tolist() == [[[1, 1], [0, 0]], [[0, 0], [0, 1]], [[0, 1], [0, 0]], [[0, 0], [0, 1]]]
    assert tables.group.tolist() == [0, 0, 1, 1]
    assert tables.cluster.tolist() == [0, 1, 0, 1]
    assert tables.units.tolist() == [2, 1, 1, 1]
    assert tables.totals.tolist() == [[[1, 1], [0, 1]], [[0, 1], [0, 1]]]
    assert (tables.units_of_group.tolist(), tables.clusters_of_group.tolist()) == ([3, 2], [2, 2])


def test_the_rest_is_the_total_without_one_cluster() -> None:
    tables = pair_tables(SMALL, [(0, 1)])
    assert tables.rest.tolist() == [[[0, 0], [0, 1]], [[1, 1], [0, 0]]]


def test_the_second_rater_first_gives_the_transpose() -> None:
    one, other = pair_tables(SMALL, [(0, 1)]), pair_tables(SMALL, [(1, 0)])
    assert np.array_equal(one.counts, other.counts.transpose(0, 2, 1))


def test_a_pair_without_common_unit_is_a_group_without_tables() -> None:
    labels = coded(frame_of([[1, None, 1], [None, 2, 2]]), numbers(1, 2))
    tables = pair_tables(labels, [(0, 1), (0, 2)])
    assert tables.group.tolist() == [1]
    assert tables.totals[0].tolist() == [[0, 0], [0, 0]]
    assert tables.units_of_group.tolist() == [0, 1]


def test_no_pair_at_all_gives_no_group() -> None:
    tables = pair_tables(SMALL, [])
    assert (tables.groups, tables.totals.shape, tables.rest.shape) == (0, (0, 2, 2), (0, 2, 2))
    assert (tables.counts.shape, tables.units.tolist(), tables.cluster.tolist()) == ((0, 2, 2), [], [])
    assert tables.pooled().totals.tolist() == [[[0, 0], [0, 0]]]


def test_pooling_adds_groups_and_symmetry_halves_both_orders() -> None:
    pooled = pair_tables(SMALL, [(0, 1), (0, 2)]).pooled()
    assert pooled.counts.tolist() == [[[1, 2], [0, 0]], [[0, 0], [0, 2]]]
    assert pooled.units.tolist() == [3, 2]
    assert pooled.symmetric().totals.tolist() == [[[1, 1], [1, 2]]]
    assert pooled.symmetric().units.tolist() == [3, 2]


def test_coincidences_by_hand() -> None:
    tables = coincidence_tables(SMALL, (0, 1, 2))
    # u0 has 1,1,2: ordered pairs (1,1) twice, (1,2) twice, (2,1) twice, each with weight 1/2; u1: (1,2), (2,1).
    assert tables.counts[0].tolist() == [[1, 2], [2, 0]]
    # u2 has 2,2,2: six ordered pairs of weight 1/2; u3: (1,2), (2,1).
    assert tables.counts[1].tolist() == [[0, 1], [1, 3]]
    assert tables.units.tolist() == [2, 2]


def test_units_with_one_label_and_their_clusters_add_no_coincidence() -> None:
    labels = coded(frame_of([[1, None], [1, 2]]), numbers(1, 2))
    tables = coincidence_tables(labels, (0, 1))
    assert (tables.cluster.tolist(), tables.units.tolist()) == ([1], [1])
    assert coincidence_tables(labels, (0,)).totals.tolist() == [[[0, 0], [0, 0]]]


@pytest.mark.parametrize("seed", range(5))
def test_tables_equal_a_loop_over_units(seed: int) -> None:
    frame = random_frame(seed, 4, raters=4)
    scale = letters(4)
    labels = coded(frame, scale)
    pairs, together = np.zeros((4, 4)), np.zeros((4, 4))
    for _, rows in frame.dropna().groupby("unit"):
        given = {row.rater: scale.values.index(row.value) for row in rows.itertuples()}
        if {"h0", "h2"} <= set(given):
            pairs[given["h0"], given["h2"]] += 1
        for one, other in permutations(given, 2):
            together[given[one], given[other]] += 1 / (len(given) - 1)
    assert np.array_equal(pair_tables(labels, [(0, 2)]).totals[0], pairs)
    assert np.allclose(coincidence_tables(labels, range(4)).totals[0], together, atol=1e-12)


def test_tables_of_two_halves_add_up_to_those_of_the_whole() -> None:
    frame = random_frame(1, 3)
    early = frame["cluster"] < "c005"
    parts = [coded(frame[half], letters(3)) for half in (early, ~early)]
    whole = coded(frame, letters(3))
    for make in (lambda labels: pair_tables(labels, [(0, 1)]), lambda labels: coincidence_tables(labels, (0, 1, 2))):
        assert np.array_equal(make(whole).totals, sum(make(part).totals for part in parts))


def test_a_unit_weight_multiplies_its_counts() -> None:
    frame = frame_of([[1, 2], [2, 2]]).assign(weight=[1.0, 1.0, 3.0, 3.0])
    labels = coded(frame, numbers(1, 2))
    assert pair_tables(labels, [(0, 1)]).totals.tolist() == [[[0, 0.5], [0, 1.5]]]
    assert coincidence_tables(labels, (0, 1)).totals.tolist() == [[[0, 0.5], [0.5, 3.0]]]
    # Three labels 1, 1, 2: each ordered pair has weight 1/2, times 1.5: 1.5 of (1, 1), 1.5 of (1, 2) and of (2, 1).
    three = coded(frame_of([[1, 1, 2], [2, 2, None]]).assign(weight=[*[3.0] * 3, *[1.0] * 3]), numbers(1, 2))
    assert coincidence_tables(three, (0, 1, 2)).totals.tolist() == [[[1.5, 1.5], [1.5, 1.0]]]


def test_a_cell_filled_by_one_cluster_is_exactly_empty_without_it() -> None:
    weight = [0.1, 0.2, 0.3, 0.7]
    frame = frame_of([[1, 1], [1, 1], [1, 1], [2, 2]], clusters=["a", "b", "c", "d"])
    labels = coded(frame.assign(weight=np.repeat(weight, 2)), numbers(1, 2))
    rest = pair_tables(labels, [(0, 1)]).rest
    assert rest[3, 1, 1] == 0.0
    assert np.count_nonzero(rest) == 3 * 2 + 1


def test_division_by_nothing_is_nan_without_a_warning() -> None:
    assert np.array_equal(divided(np.array([1.0, 2.0]), np.array([0.0, 4.0])), [np.nan, 0.5], equal_nan=True)
    assert np.isnan(divided(np.float64(1), np.float64(0)))


def test_an_empty_frame_gives_empty_tables() -> None:
    labels = coded(pd.DataFrame(columns=["unit", "cluster", "rater", "rater_kind", "value"]), numbers(1, 2))
    assert coincidence_tables(labels, ()).totals.tolist() == [[[0, 0], [0, 0]]]
