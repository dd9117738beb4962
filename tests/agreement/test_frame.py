import numpy as np
import pandas as pd
import pytest
from agreement_cases import frame_of, numbers

from agreement.frame import MissingCount, RaterCount, coded
from agreement.out_of_scale import OutOfScale
from agreement.scale import CONFIDENCE, SUPPORT, equally_spaced

ROWS = [
    ("u2", "answer-b", "ann", "human", "full"),
    ("u1", "answer-b", "ann", "human", "none"),
    ("u1", "answer-b", "bob", "human", "partial"),
    ("u0", "answer-a", "bob", "human", "full"),
    ("u0", "answer-a", "gpt", "judge", "contradicts"),
]


def frame(rows: list[tuple[object, ...]], **more: object) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["unit", "cluster", "rater", "rater_kind", "value"]).assign(**more)


def test_labels_are_coded_by_the_scale_and_sorted_by_rater_and_unit() -> None:
    labels = coded(frame(ROWS), SUPPORT)
    assert [rater.name for rater in labels.raters] == ["ann", "bob", "gpt"]
    assert labels.unit_names.tolist() == ["u0", "u1", "u2"]
    assert labels.cluster_names[labels.cluster_of].tolist() == ["answer-a", "answer-b", "answer-b"]
    assert (labels.of(0).unit.tolist(), labels.of(0).code.tolist()) == ([1, 2], [0, 2])
    assert (labels.of(1).unit.tolist(), labels.of(1).code.tolist()) == ([0, 1], [2, 1])
    assert labels.of(2).code.tolist() == [0], "contradicts is coded as none, because the scale says so"
    assert (labels.of_kind("human"), labels.of_kind("judge"), labels.of_kind("adjudicator")) == ((0, 1), (2,), ())


def test_the_order_of_rows_changes_nothing() -> None:
    one, other = coded(frame(ROWS), SUPPORT), coded(frame(ROWS[::-1]), SUPPORT)
    for name in ("unit_names", "cluster_names", "cluster_of", "unit", "code", "start"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert one.raters == other.raters


def test_units_are_numbered_cluster_by_cluster_even_where_names_cross() -> None:
    crossed = coded(frame([("a", "z", "ann", "human", "full"), ("b", "y", "ann", "human", "none")]), SUPPORT)
    assert crossed.unit_names.tolist() == ["b", "a"]
    assert crossed.cluster_of.tolist() == [0, 1]
    assert crossed.of(0).code.tolist() == [0, 2]


def test_a_label_outside_the_scale_is_listed_and_counted_with_what_is_wrong() -> None:
    rows = [
        ("u1", "a", "ann", "human", "Full "),
        ("u2", "a", "ann", "human", "Full "),
        ("u3", "a", "ann", "human", "maybe"),
        ("u4", "a", "ann", "human", "full"),
    ]
    labels = coded(frame(rows), SUPPORT)
    assert labels.out_of_scale == (
        OutOfScale("ann", "'Full '", 2, "u1", "not exactly the label 'full': case or spaces differ"),
        OutOfScale("ann", "'maybe'", 1, "u3", "not a label of the scale"),
    )
    assert labels.raters == (RaterCount("ann", "human", False, 1, 0, 3),)


def test_a_number_written_otherwise_is_named_beside_the_label_it_may_be() -> None:
    rows = [("u1", "a", "ann", "human", "4.0"), ("u2", "a", "ann", "human", "nan"), ("u3", "a", "ann", "human", "4")]
    assert [(row.value, row.hint) for row in coded(frame(rows), CONFIDENCE).out_of_scale] == [
        ("'4.0'", "not exactly the label '4': the same number written otherwise"),
        ("'nan'", "not a label of the scale"),
    ]


def test_a_number_is_not_the_label_that_looks_like_it() -> None:
    values = ["1", 1, 1.0, "1.0", True]
    labels = coded(frame([(f"u{k}", "a", "ann", "human", value) for k, value in enumerate(values)]), numbers(1, 5))
    assert labels.of(0).unit.tolist() == [0]
    assert {(found.value, found.hint) for found in labels.out_of_scale} == {
        ("1", "not a text but a int; labels are texts"),
        ("1.0", "not a text but a float; labels are texts"),
        ("'1.0'", "not exactly the label '1': the same number written otherwise"),
        ("True", "not a text but a bool; labels are texts"),
    }


def test_a_column_of_numbers_is_wholly_out_of_scale() -> None:
    labels = coded(frame([("u1", "a", "ann", "human", 1), ("u2", "a", "ann", "human", 2)]), numbers(1, 5))
    assert len(labels.code) == 0
    assert [found.count for found in labels.out_of_scale] == [1, 1]


def test_missing_values_are_counted_by_kind_and_reason() -> None:
    rows = [
        ("u1", "a", "ann", "human", None),
        ("u2", "a", "ann", "human", np.nan),
        ("u1", "a", "gpt", "judge", None),
        ("u2", "a", "gpt", "judge", "full"),
    ]
    labels = coded(frame(rows, reason=["skipped", None, "refused", None]), SUPPORT)
    assert labels.missing == (
        MissingCount("human", "no reason given", 1),
        MissingCount("human", "skipped", 1),
        MissingCount("judge", "refused", 1),
    )
    assert [rater.missing for rater in labels.raters] == [2, 1]
    assert coded(frame(rows), SUPPORT).missing == (
        MissingCount("human", "no reason given", 2),
        MissingCount("judge", "no reason given", 1),
    )


def test_not_applicable_is_a_label_where_the_scale_says_so() -> None:
    scale = equally_spaced(("N/A", "no", "yes"), "nominal")
    labels = coded(frame([("u1", "a", "ann", "human", "N/A")]), scale)
    assert labels.of(0).code.tolist() == [0]
    assert labels.missing == ()


def test_only_the_run_asked_for_is_coded_and_the_others_are_counted() -> None:
    rows = [("u1", "a", "gpt", "judge", value) for value in ("full", "none", None)]
    repeated = frame(rows, run=[0, 1, 2])
    assert coded(repeated, SUPPORT).of(0).code.tolist() == [2]
    assert coded(repeated, SUPPORT).rows_of_other_runs == 2
    assert coded(repeated, SUPPORT).missing == ()
    assert coded(repeated, SUPPORT, run=1).of(0).code.tolist() == [0]


def test_weights_are_scaled_to_mean_one_and_equal_ones_are_none() -> None:
    rows = [
        ("u1", "a", "ann", "human", "full"),
        ("u1", "a", "bob", "human", "full"),
        ("u2", "a", "ann", "human", "none"),
    ]
    weight = coded(frame(rows, weight=[1.0, 1.0, 3.0]), SUPPORT).weight
    assert weight is not None
    assert weight.tolist() == [0.5, 1.5]
    assert coded(frame(rows, weight=2.0), SUPPORT).weight is None
    assert coded(frame(rows[:1], weight=2.0), SUPPORT).weight is None


def test_a_slot_is_marked() -> None:
    assert coded(frame(ROWS[:1], slot=True), SUPPORT).raters[0].slot
    assert not coded(frame(ROWS[:1], slot=[None]), SUPPORT).raters[0].slot


def test_a_frame_without_rows_has_no_labels() -> None:
    labels = coded(frame([]), SUPPORT)
    assert (labels.raters, len(labels.code), len(labels.unit_names)) == ((), 0, 0)


def test_other_columns_and_any_index_are_allowed() -> None:
    table = frame(ROWS, system="s1").set_index(pd.Index(list("vwxyz")))
    assert len(coded(table, SUPPORT).code) == 5


BAD = {
    "the unit has another cluster in a later row": (
        [("u1", "a", "ann", "human", "full"), ("u1", "b", "bob", "human", "full")],
        {},
    ),
    "a second label of this unit by this rater in this run": (
        [("u1", "a", "ann", "human", "full"), ("u1", "a", "ann", "human", None)],
        {},
    ),
    "the rater has another rater_kind in a later row": (
        [("u1", "a", "ann", "human", "full"), ("u2", "a", "ann", "judge", "full")],
        {},
    ),
    "the cluster is missing": ([("u1", None, "ann", "human", "full")], {}),
    "the rater is empty": ([("u1", "a", " ", "human", "full")], {}),
    "the unit is missing": ([(None, "a", "ann", "human", "full")], {}),
    "rater_kind must be one of human, judge, adjudicator": ([("u1", "a", "ann", "robot", "full")], {}),
    "run must be a whole number": ([("u1", "a", "ann", "human", "full")], {"run": 0.5}),
    "there is a value and a reason why there is none": ([("u1", "a", "ann", "human", "full")], {"reason": "skipped"}),
    "the weight must be a number above 0": ([("u1", "a", "ann", "human", "full")], {"weight": 0}),
    "less than a billionth of the greatest weight: no sum holds both": (
        [("u1", "a", "ann", "human", "full"), ("u2", "a", "bob", "human", "full")],
        {"weight": [1e10, 1]},
    ),
    "the unit has another weight in a later row": (
        [("u1", "a", "ann", "human", "full"), ("u1", "a", "bob", "human", "full")],
        {"weight": [1, 2]},
    ),
}


@pytest.mark.parametrize("weight", ["heavy", None, float("inf"), -1.0])
def test_a_weight_that_is_no_number_above_0_is_refused_with_the_row(weight: object) -> None:
    with pytest.raises(ValueError, match=r"^row 1 \(unit 'u2', rater 'ann'\): the weight must be a number above 0$"):
        coded(
            frame([("u1", "a", "ann", "human", "full"), ("u2", "a", "ann", "human", "full")], weight=[1, weight]),
            SUPPORT,
        )


@pytest.mark.parametrize("words", BAD)
def test_a_frame_that_breaks_its_contract_is_refused_with_the_row(words: str) -> None:
    rows, more = BAD[words]
    with pytest.raises(ValueError, match=rf"^row \d \(unit .*\): {words}"):
        coded(frame(rows, **more), SUPPORT)


def test_the_same_label_in_another_run_is_no_duplicate_but_twice_in_a_run_is() -> None:
    rows = [("u1", "a", "gpt", "judge", "full")] * 3
    with pytest.raises(ValueError, match=r"row 2 .*a second label"):
        coded(frame(rows, run=[0, 1, 1]), SUPPORT)


def test_a_missing_column_is_named() -> None:
    with pytest.raises(ValueError, match="no column cluster, rater_kind"):
        coded(frame(ROWS).drop(columns=["rater_kind", "cluster"]), SUPPORT)


def test_a_value_that_is_a_list_is_refused() -> None:
    with pytest.raises(ValueError, match="neither a text nor missing"):
        coded(frame([("u1", "a", "ann", "human", ["full"])]), SUPPORT)


def test_a_matrix_of_texts_keeps_every_label() -> None:
    labels = coded(frame_of([["1", None], ["5", "4"]]), numbers(1, 5))
    assert [rater.labels for rater in labels.raters] == [2, 1]


def test_weights_of_any_size_are_taken_by_their_ratio() -> None:
    rows = [("u1", "a", "ann", "human", "full"), ("u2", "a", "bob", "human", "full")]
    for size in (1.0, 1e308, 1e-300):
        assert coded(frame(rows, weight=[size, size / 3]), SUPPORT).weight == pytest.approx([1.5, 0.5])
