"""Counts per cluster: what is used, what is counted, and what is turned away."""

from __future__ import annotations

import numpy as np
import pytest

from agreement.evidence import Evidence, confusion

PAIRS = np.array([[[3.0, 1.0], [0.0, 2.0]], [[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]])
JUDGED = np.array([[3.0, 3.0], [0.0, 0.0], [1.0, 0.0]])


def test_clusters_that_hold_nothing_are_left_out() -> None:
    used = Evidence(PAIRS, JUDGED, np.array([4, 7, 9])).used()
    assert used.cluster.tolist() == [4, 9]
    assert (used.n, used.labelled_clusters) == (6, 1)
    assert used.features.tolist() == [[3, 1, 0, 2, 3, 3], [0, 0, 0, 0, 1, 0]]


def test_a_cluster_with_labels_only_is_kept() -> None:
    used = Evidence(PAIRS, JUDGED * np.array([[0.0], [0.0], [1.0]]), np.array([4, 7, 9])).used()
    assert used.cluster.tolist() == [4, 9]


def test_the_confusion_matrix_by_hand() -> None:
    # People said 0 four times: the judge 0 three times and 1 once; people said 1 twice: the judge agreed.
    assert confusion(PAIRS[0]).tolist() == [[0.75, 0.0], [0.25, 1.0]]
    assert np.isnan(confusion(np.array([[1.0, 1.0], [0.0, 0.0]]))[:, 1]).all()
    three = np.stack([PAIRS[0], PAIRS[0][::-1, ::-1], PAIRS[0]])
    assert confusion(three)[1].tolist() == [[1.0, 0.25], [0.0, 0.75]]


@pytest.mark.parametrize(
    ("pairs", "judged", "words"),
    [
        (PAIRS, JUDGED, None),
        (PAIRS, JUDGED * 0, "the judge labelled nothing: there is nothing to correct"),
        (PAIRS * 0, JUDGED, "people labelled nothing: there is nothing to correct by"),
        (
            PAIRS * np.array([[0.0], [1.0]]),
            JUDGED,
            "people gave no unit value 0 (counted from 0): how the judge labels such units is unknown",
        ),
        (
            PAIRS * np.array([[1.0], [0.0]]),
            JUDGED,
            "people gave no unit value 1 (counted from 0): how the judge labels such units is unknown",
        ),
        (np.ones((3, 2, 2)) / 6, JUDGED, None),  # each value once, from weighted units
    ],
)
def test_what_allows_no_correction_is_said(pairs: np.ndarray, judged: np.ndarray, words: str | None) -> None:
    assert Evidence(pairs, judged, np.array([4, 7, 9])).why_nothing() == words


def test_a_class_the_judge_never_got_wrong_may_still_be_got_wrong() -> None:
    # Class 1 in one of the clusters, always right: one trial, 1 - .025. Class 0 was got wrong once.
    evidence = Evidence(PAIRS, JUDGED, np.array([4, 7, 9]))
    assert evidence.never_wrong(1) == pytest.approx(0.975)
    assert evidence.never_wrong(0) == 0.0
    two = Evidence(np.stack([PAIRS[0], PAIRS[0]]), JUDGED[:2], np.array([1, 2]))
    assert two.never_wrong(1) == pytest.approx(1 - 0.025**0.5)


@pytest.mark.parametrize(
    ("pairs", "judged", "cluster", "words"),
    [
        (PAIRS[:2], JUDGED, [4, 7, 9], "must be C x K x K"),
        (PAIRS, JUDGED[:, :1], [4, 7, 9], "must be C x K x K"),
        (PAIRS, JUDGED, [4, 7], "must be C x K x K"),
        (np.ones((3, 1, 1)), np.ones((3, 1)), [4, 7, 9], "must be C x K x K"),
        (PAIRS - 1, JUDGED, [4, 7, 9], "below 0 or NaN"),
        (PAIRS, JUDGED * np.nan, [4, 7, 9], "below 0 or NaN"),
        (PAIRS, JUDGED - 1, [4, 7, 9], "below 0 or NaN"),
        (PAIRS, JUDGED, [4, 4, 9], "clusters must rise"),
    ],
)
def test_counts_that_make_no_sense_are_turned_away(
    pairs: np.ndarray, judged: np.ndarray, cluster: list[int], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        Evidence(pairs, judged, np.array(cluster))
