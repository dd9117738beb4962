from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest
from agreement_cases import letters
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.comparison import measured_groups
from agreement.estimate import Measured
from agreement.frame import coded
from agreement.statistics import ALPHAS, STATISTICS
from agreement.streaming import beside, counted_tables, of_all, of_pairs, streamed
from agreement.tensors import Tables, coincidence_tables, pair_tables

SCALE = letters(3)
RATERS = ("Ada", "Ben", "judge")


def labels(seed: int, clusters: int = 40, units: int = 4) -> pd.DataFrame:
    """Three raters of whom each leaves out some units, in the order of clusters."""
    rng = np.random.default_rng(seed)
    unit = np.repeat(np.arange(clusters * units), 3)
    rater = np.tile(RATERS, clusters * units)
    frame = pd.DataFrame(
        {
            "unit": [f"u{u:04}" for u in unit],
            "cluster": [f"c{u // units:03}" for u in unit],
            "rater": rater,
            "rater_kind": np.where(rater == "judge", "judge", "human"),
            "value": rng.choice(["e", "d", "c", None], len(unit)),
        }
    )
    return frame[rng.random(len(frame)) < 0.9].reset_index(drop=True)


def cut(frame: pd.DataFrame, at: list[int]) -> Iterator[pd.DataFrame]:
    for start, end in zip([0, *at], [*at, len(frame)], strict=True):
        yield frame.iloc[start:end]


def same(ours: Tables, theirs: Tables) -> bool:
    fields = ("counts", "group", "cluster", "units")
    return ours.groups == theirs.groups and all(np.array_equal(getattr(ours, f), getattr(theirs, f)) for f in fields)


@given(seed=st.integers(0, 99), cuts=st.lists(st.integers(0, 300), max_size=6))
@settings(max_examples=25)
def test_however_the_labels_are_cut_the_tables_are_those_of_the_whole(seed: int, cuts: list[int]) -> None:
    frame = labels(seed, clusters=25)
    whole = coded(frame, SCALE)
    pieces = list(cut(frame, sorted(c % len(frame) for c in cuts)))
    assert same(
        streamed(pieces, SCALE, of_pairs([("Ada", "judge"), ("Ben", "judge")])).tables,
        pair_tables(whole, [(0, 2), (1, 2)]),
    )
    assert same(streamed(pieces, SCALE, of_all(RATERS)).tables, coincidence_tables(whole, (0, 1, 2)))


def test_one_reading_gives_several_kinds_of_tables_beside_each_other() -> None:
    frame = labels(8)
    pairs, everyone = of_pairs([("Ada", "judge"), ("Ben", "judge")]), of_all(RATERS)
    both = streamed(cut(frame, [150]), SCALE, beside(pairs, everyone)).tables
    assert both.groups == 3
    alone = [streamed([frame], SCALE, part).tables.totals for part in (pairs, everyone)]
    np.testing.assert_allclose(both.totals, np.concatenate(alone), rtol=1e-12)


def test_a_cluster_that_reaches_over_two_frames_counts_once() -> None:
    frame = labels(3)
    middle = int((frame["cluster"] == "c007").to_numpy().argmax()) + 2
    found = streamed(cut(frame, [middle]), SCALE, of_all(RATERS)).tables
    assert len(found.cluster) == len(np.unique(found.cluster)) == 40


def test_of_an_absent_rater_there_is_an_empty_group() -> None:
    found = streamed([labels(1)], SCALE, of_pairs([("Zoe", "judge"), ("Ada", "judge")])).tables
    assert (found.groups, set(found.group)) == (2, {1})
    assert found.totals[0].sum() == 0


def test_a_rater_who_joins_late_is_paired_from_then_on() -> None:
    frame = labels(5)
    late = frame[(frame["rater"] != "Ben") | (frame["cluster"] >= "c020")].reset_index(drop=True)
    pieces = [late[late["cluster"] < "c020"], late[late["cluster"] >= "c020"]]
    found = streamed(pieces, SCALE, of_pairs([("Ada", "judge"), ("Ben", "judge")])).tables
    whole = coded(late, SCALE)
    assert same(found, pair_tables(whole, [(0, 2), (1, 2)]))
    assert found.cluster[found.group == 1].min() >= 20


def test_bundles_keep_the_value_and_leave_out_so_many_clusters_at_a_time() -> None:
    frame = labels(2, clusters=400)
    exact = streamed(cut(frame, [1000, 2000]), SCALE, of_all(RATERS)).tables
    bundled = streamed(cut(frame, [1000, 2000]), SCALE, of_all(RATERS), bundles=50).tables
    assert bundled.cluster.tolist() == list(range(50))
    np.testing.assert_allclose(bundled.totals, exact.totals, rtol=1e-12)
    assert bundled.units.sum() == exact.units.sum()
    fine, coarse = (measured_groups(ALPHAS["alpha_ordinal"], t, SCALE)[0] for t in (exact, bundled))
    assert coarse.estimate.value == pytest.approx(fine.estimate.value, abs=1e-12)
    assert (fine.clusters, coarse.clusters) == (len(exact.cluster), 50)
    assert _width(coarse) == pytest.approx(_width(fine), rel=0.35)


def _width(measured: Measured) -> float:
    assert measured.interval.low is not None
    assert measured.interval.high is not None
    return measured.interval.high - measured.interval.low


def test_the_same_names_fall_into_the_same_bundles_whatever_the_order_of_clusters() -> None:
    frame = labels(2, clusters=60)
    other_way = frame.iloc[::-1].reset_index(drop=True)
    first, second = (streamed([f], SCALE, of_all(RATERS), bundles=7).tables for f in (frame, other_way))
    np.testing.assert_allclose(first.counts, second.counts, rtol=1e-12)


def test_what_has_no_value_or_is_outside_the_scale_is_counted_over_all_frames() -> None:
    frame = labels(4).assign(reason=None)
    gaps = frame["value"].isna()
    frame.loc[gaps, "reason"] = "skipped"
    frame.loc[[0, len(frame) - 1], ["value", "reason"]] = ["Full", None]
    whole = coded(frame, SCALE)
    found = streamed(cut(frame, [100, 200]), SCALE, of_all(RATERS))
    assert found.labels == len(whole.code)
    assert found.missing == whole.missing
    assert {(row.rater, row.value): row.count for row in found.out_of_scale} == {
        (row.rater, row.value): row.count for row in whole.out_of_scale
    }
    assert [row.example_unit for row in found.out_of_scale] == [row.example_unit for row in whole.out_of_scale]


def test_two_labels_outside_the_scale_of_one_kind_are_one_line() -> None:
    frame = labels(4)
    frame.loc[[3, 60], "rater"], frame.loc[[3, 60], "value"] = "judge", "yes"  # in the first and in the second frame
    frame.loc[[3, 60], "rater_kind"] = "judge"
    frame = frame.drop_duplicates(["unit", "rater"]).reset_index(drop=True)
    outside = frame.index[frame["value"] == "yes"].to_list()
    (row,) = streamed(cut(frame, [30]), SCALE, of_all(RATERS)).out_of_scale
    assert (row.value, row.count, row.example_unit) == ("'yes'", 2, min(frame.loc[outside, "unit"]))


def test_the_unit_shown_of_a_label_outside_the_scale_is_the_first_by_name() -> None:
    frame = labels(4)
    turned = frame.assign(unit="u" + (9999 - frame["unit"].str[1:].astype(int)).astype(str))
    turned.loc[[3, 60], ["rater", "value", "rater_kind"]] = ["judge", "yes", "judge"]
    turned = turned.drop_duplicates(["unit", "rater"]).reset_index(drop=True)
    (row,) = streamed(cut(turned, [30]), SCALE, of_all(RATERS)).out_of_scale
    assert (row.count, row.example_unit) == (2, turned["unit"][turned["value"] == "yes"].min())
    assert row.example_unit == turned["unit"][turned["value"] == "yes"].iloc[1]


def test_a_cluster_that_comes_back_is_refused_by_name() -> None:
    frame = labels(1)
    with pytest.raises(ValueError, match="cluster 'c000' comes back after others; sort the labels by cluster"):
        streamed([frame, frame[frame["cluster"] == "c000"]], SCALE, of_all(RATERS))


def test_weights_are_refused() -> None:
    with pytest.raises(ValueError, match="labels with weights cannot be streamed"):
        streamed([labels(1).assign(weight=2.0)], SCALE, of_all(RATERS))


def test_no_frame_at_all_gives_no_table() -> None:
    found = streamed([], SCALE, of_all(RATERS))
    assert (found.tables.groups, found.labels, found.missing, found.out_of_scale) == (0, 0, (), ())
    nothing = np.empty(0, dtype=np.intp)
    assert same(found.tables, Tables(np.empty((0, 3, 3)), nothing, nothing, nothing, 0))
    alone = labels(1).query("rater == 'Ada'")
    assert streamed([alone], SCALE, of_pairs([("Ada", "judge")])).tables.totals.tolist() == [[[0.0] * 3] * 3]
    empty = labels(1).iloc[:0]
    assert streamed([empty, labels(1)], SCALE, of_all(RATERS)).labels == len(coded(labels(1), SCALE).code)


def counts(*rows: tuple[str, str, str, int]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["cluster", "first", "second", "units"])


def test_grouped_counts_make_tables_by_hand() -> None:
    # Cluster b: two units (e, d), one (c, c); cluster a: one unit (d, d).
    found = counted_tables(counts(("b", "e", "d", 2), ("a", "d", "d", 1), ("b", "c", "c", 1)), SCALE)
    assert (found.units.tolist(), found.cluster.tolist(), found.group.tolist()) == ([1, 3], [0, 1], [0, 0])
    assert found.counts[0].tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert found.counts[1].tolist() == [[0, 2, 0], [0, 0, 0], [0, 0, 1]]
    # Half of the units agree; kappa needs no more than the tables.
    assert STATISTICS["percent_agreement"].of(found.totals, SCALE).tolist() == [0.5]


def test_counts_that_say_nothing_sound_are_refused() -> None:
    with pytest.raises(ValueError, match="first holds 'y', which is no label of the scale"):
        counted_tables(counts(("a", "y", "x", 1)), SCALE)
    with pytest.raises(ValueError, match="second holds 'x', which is no label of the scale"):
        counted_tables(counts(("a", "e", "x", 1)), SCALE)
    with pytest.raises(ValueError, match="units must be counts above 0"):
        counted_tables(counts(("a", "e", "e", 0)), SCALE)
