"""Dawid and Skene's consensus of several raters."""

from __future__ import annotations

from math import log, prod

import numpy as np
import pandas as pd
import pytest
from agreement_cases import frame_of, letters, random_frame
from bluebirds import GOLD, WORKERS
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.dawid_skene import TOLERANCE, Consensus, dawid_skene
from agreement.estimate import Estimate
from agreement.frame import CodedLabels, coded
from agreement.majority import majority
from agreement.scale import Scale, equally_spaced
from agreement.tensors import pair_tables

BINARY = equally_spaced(("0", "1"), "nominal")
THREE = letters(3)
EVERYBODY = (0, 1, 2, 3, 4)


def consensus_of(matrix: list[list[int | None]], most_iterations: int = 1_000) -> Consensus:
    """Of a units x raters matrix of 0 and 1."""
    labels = coded(frame_of(matrix), BINARY)
    return dawid_skene(labels, range(len(matrix[0])), most_iterations)


HAND = [[1, 1, 1], [1, 0, 1], [0, 0, 1]]


def test_one_step_by_hand() -> None:
    # Shares of 1: 1, 2/3, 1/3, so truth 0 has mass 0 + 1/3 + 2/3 = 1 and truth 1 has 2.
    # First rater: of truth 0, label 1 (units 1, 2) has 0 + 1/3, label 0 (unit 3) 2/3; of truth 1, 0 has 1/3 of 2.
    # Second: truth 0 never meets its only 1; of truth 1, it has 1 of 2. Third: always 1.
    found = consensus_of(HAND, 1)
    assert found.prevalence == pytest.approx((1 / 3, 2 / 3))
    first, second, third = (np.array(one.rows) for one in found.confusion)
    assert first == pytest.approx(np.array([[2 / 3, 1 / 3], [1 / 6, 5 / 6]]))
    assert second == pytest.approx(np.array([[1, 0], [1 / 2, 1 / 2]]))
    assert third == pytest.approx(np.array([[0, 1], [0, 1]]))
    # Unit 1: truth 0 is impossible; truth 1: 2/3 * 5/6 * 1/2 = 5/18.
    # Unit 2: 1/3 * 1/3 = 2/18 and 2/3 * 5/6 * 1/2 = 5/18. Unit 3: 1/3 * 2/3 = 4/18 and 2/3 * 1/6 * 1/2 = 1/18.
    assert found.posterior == pytest.approx(np.array([[0, 1], [2 / 7, 5 / 7], [4 / 5, 1 / 5]]))
    assert found.log_likelihood.value == pytest.approx(log(5 / 18 * 7 / 18 * 5 / 18))
    assert (found.iterations, found.converged) == (1, False)
    assert [one.rater for one in found.confusion] == ["r0", "r1", "r2"]


def test_two_steps_by_hand() -> None:
    # Truth 0 has mass 2/7 + 4/5 = 38/35, truth 1 67/35.
    found = consensus_of(HAND, 2)
    assert found.prevalence == pytest.approx((38 / 105, 67 / 105))
    first, second, _ = (np.array(one.rows) for one in found.confusion)
    assert first == pytest.approx(np.array([[28 / 38, 10 / 38], [7 / 67, 60 / 67]]))
    assert second == pytest.approx(np.array([[1, 0], [32 / 67, 35 / 67]]))
    # Unit 1: 20/67. Unit 2: 10/105 = 134/1407 and 60 * 32 / (105 * 67) = 384/1407. Unit 3: 268/1005 and 32/1005.
    assert found.posterior == pytest.approx(np.array([[0, 1], [67 / 259, 192 / 259], [67 / 75, 8 / 75]]))
    assert found.log_likelihood.value == pytest.approx(log(20 / 67 * 518 / 1407 * 300 / 1005))
    assert found.iterations == 2


def test_bluebirds_have_the_published_errors() -> None:
    """Majority 26 of 108 wrong (24.07 %), consensus 11 of 108 (10.19 %)."""
    matrix = [list(unit) for unit in zip(*WORKERS, strict=True)]
    labels = coded(frame_of(matrix), BINARY)
    workers = range(len(WORKERS))
    found, most = dawid_skene(labels, workers), majority(labels, workers)
    of_most = most.labels.of(most.rater)
    assert found.converged
    assert (len(of_most.unit), int((of_most.code != np.array(GOLD)).sum())) == (108, 26)
    assert int((found.posterior.argmax(axis=1) != np.array(GOLD)).sum()) == 11


def plain_em(labels: CodedLabels, raters: tuple[int, ...], steps: int) -> tuple[np.ndarray, float]:
    """The same by plain loops over probabilities: posteriors and log likelihood."""
    size = len(labels.scale.values)
    given: dict[int, list[tuple[int, int]]] = {}
    for rater in raters:
        own = labels.of(rater)
        for unit, code in zip(own.unit, own.code, strict=True):
            given.setdefault(int(unit), []).append((rater, int(code)))
    truth = {u: [sum(c == k for _, c in said) / len(said) for k in range(size)] for u, said in given.items()}
    whole = 0.0
    for _ in range(steps):
        share = [sum(t[k] for t in truth.values()) / len(truth) for k in range(size)]
        error: dict[tuple[int, int, int], float] = {}
        for rater in raters:
            for k in range(size):
                mass = sum(truth[u][k] for u, said in given.items() if rater in dict(said))
                for label in range(size):
                    part = sum(truth[u][k] for u, said in given.items() if dict(said).get(rater) == label)
                    error[rater, k, label] = part / mass if mass else 0.0
        whole = 0.0
        for u, said in given.items():
            joint = [share[k] * prod(error[r, k, c] for r, c in said) for k in range(size)]
            truth[u] = [one / sum(joint) for one in joint]
            whole += log(sum(joint))
    return np.array([truth[u] for u in sorted(truth)]), whole


def _against_loops(seed: int) -> None:
    size, missing = 2 + seed % 3, (0.0, 0.3, 0.6)[seed % 3]
    labels = coded(random_frame(seed, size, units=20, raters=5, missing=missing), letters(size))
    found = dawid_skene(labels, EVERYBODY, 4)
    posterior, likelihood = plain_em(labels, EVERYBODY, found.iterations)
    assert found.posterior == pytest.approx(posterior, abs=1e-10)
    assert found.log_likelihood.value == pytest.approx(likelihood, abs=1e-10)


@pytest.mark.parametrize("seed", range(20))
def test_the_consensus_is_that_of_plain_loops(seed: int) -> None:
    _against_loops(seed)


@pytest.mark.load
@pytest.mark.parametrize("seed", range(20, 220))
def test_the_consensus_is_that_of_plain_loops_on_many_more_labels(seed: int) -> None:
    _against_loops(seed)


def test_errors_of_synthetic_raters_are_found_again() -> None:
    """3,000 units, 70 % of them 1; raters right in 90, 85, 80 and 75 of 100, the last one says 1 in 80 whatever is."""
    rng = np.random.default_rng(5)
    truth = (rng.random(3_000) < 0.7).astype(int)
    right = [np.where(rng.random(3_000) < p, truth, 1 - truth) for p in (0.9, 0.85, 0.8, 0.75)]
    blind = (rng.random(3_000) < 0.8).astype(int)
    labels = coded(frame_of([list(line) for line in zip(*right, blind, strict=True)]), BINARY)
    found = dawid_skene(labels, EVERYBODY)
    assert found.converged
    assert found.prevalence[1] == pytest.approx(0.7, abs=0.03)
    assert [one.rows[1][1] for one in found.confusion] == pytest.approx([0.9, 0.85, 0.8, 0.75, 0.8], abs=0.04)
    assert [one.rows[0][0] for one in found.confusion] == pytest.approx([0.9, 0.85, 0.8, 0.75, 0.2], abs=0.04)


def random_labels(seed: int, scale: Scale = THREE) -> CodedLabels:
    return coded(random_frame(seed, 3, units=16, raters=5, missing=0.3), scale)


@settings(max_examples=15)
@given(seed=st.integers(0, 10_000))
def test_the_likelihood_never_falls(seed: int) -> None:
    labels = random_labels(seed)
    found = [dawid_skene(labels, EVERYBODY, steps).log_likelihood.value for steps in range(1, 8)]
    assert (np.diff(found) > -1e-9).all()


@settings(max_examples=15)
@given(seed=st.integers(0, 10_000))
def test_the_order_of_raters_changes_nothing(seed: int) -> None:
    labels = random_labels(seed)
    one, other = dawid_skene(labels, EVERYBODY, 5), dawid_skene(labels, (4, 2, 0, 1, 3), 5)
    assert one.posterior == pytest.approx(other.posterior, abs=1e-9)
    assert [c.rater for c in other.confusion] == [one.confusion[k].rater for k in (4, 2, 0, 1, 3)]


@settings(max_examples=15)
@given(seed=st.integers(0, 10_000))
def test_another_order_of_the_values_gives_the_same_in_that_order(seed: int) -> None:
    one = dawid_skene(random_labels(seed), EVERYBODY, 5)
    other = dawid_skene(random_labels(seed, equally_spaced(("c", "e", "d"), "nominal")), EVERYBODY, 5)
    assert one.posterior[:, [2, 0, 1]] == pytest.approx(other.posterior, abs=1e-9)


@settings(max_examples=10)
@given(seed=st.integers(0, 10_000))
def test_every_unit_twice_gives_the_same_posteriors_twice(seed: int) -> None:
    frame = random_frame(seed, 3, units=10, raters=5, missing=0.3)
    again = frame.assign(unit="z" + frame["unit"], cluster="z" + frame["cluster"])
    one = dawid_skene(coded(frame, letters(3)), EVERYBODY, 5)
    two = dawid_skene(coded(pd.concat([frame, again]), letters(3)), EVERYBODY, 5)
    assert np.concatenate([one.posterior, one.posterior]) == pytest.approx(two.posterior, abs=1e-9)


@pytest.mark.filterwarnings("error")
def test_raters_of_one_mind_are_right_and_never_err() -> None:
    found = consensus_of([[0, 0, 0], [1, 1, 1], [1, 1, 1]])
    assert found.posterior.tolist() == [[1, 0], [0, 1], [0, 1]]
    assert all(one.rows == ((1.0, 0.0), (0.0, 1.0)) for one in found.confusion)
    assert found.converged


def test_a_true_value_a_rater_never_meets_has_no_row() -> None:
    found = consensus_of([[0, 0, 0, None], [0, 0, 0, None], [1, 1, 1, 1], [1, 1, 1, 1]])
    assert [one.rows[0] for one in found.confusion] == [(1, 0), (1, 0), (1, 0), None]
    assert found.confusion[3].rows[1] == (0, 1)


def test_the_steps_end_when_the_likelihood_per_label_hardly_grows() -> None:
    labels = coded(frame_of([list(unit) for unit in zip(*WORKERS, strict=True)]), BINARY)
    found = dawid_skene(labels, range(39))
    values = [dawid_skene(labels, range(39), found.iterations - back).log_likelihood.value for back in (0, 1, 2)]
    enough = TOLERANCE * 39 * 108
    assert values[0] - values[1] < enough <= values[1] - values[2]


def test_units_nobody_labelled_are_left_out() -> None:
    found = consensus_of([[0, 0, 0], [None, None, None], [1, 1, 1]])
    assert (found.unit.tolist(), found.log_likelihood.n) == ([0, 2], 2)


def test_the_consensus_is_a_rater_and_equally_likely_values_are_no_label() -> None:
    # The third unit has a 0 and a 1 from raters who are equally good, and both values are as common.
    labels = coded(frame_of([[0, 0, 0], [1, 1, 1], [0, 1, None]]), BINARY)
    found = dawid_skene(labels, (0, 1, 2))
    own = found.labels.of(found.rater)
    assert (own.unit.tolist(), own.code.tolist()) == ([0, 1], [0, 1])
    assert found.labels.raters[found.rater].name == "Dawid-Skene consensus"
    assert pair_tables(found.labels, [(0, found.rater)]).totals[0].tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("matrix", "words"),
    [
        ([[0, 0], [1, 1]], "2 raters gave labels; it takes 3 to tell which one errs"),
        ([[0, 0, None], [1, 1, None]], "2 raters gave labels; it takes 3 to tell which one errs"),
        ([[None, None, None]], "0 raters gave labels; it takes 3 to tell which one errs"),
    ],
)
def test_fewer_than_three_raters_have_no_consensus(matrix: list[list[int | None]], words: str) -> None:
    found = consensus_of(matrix)
    assert found.log_likelihood == Estimate(None, sum(any(v is not None for v in unit) for unit in matrix), words)
    assert (len(found.unit), len(found.posterior), found.prevalence, found.confusion) == (0, 0, (), ())
    assert (found.converged, found.iterations) == (False, 0)
    assert len(found.labels.of(found.rater).unit) == 0


def test_no_step_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="most_iterations must be at least 1, not 0"):
        consensus_of(HAND, 0)
