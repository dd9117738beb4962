import numpy as np
import pytest
from agreement_cases import letters

from agreement.scale import Scale
from agreement.weights import declared_disagreement, disagreement

SCALE = Scale(("low", "middle", "high"), "ordinal", (1.0, 2.0, 5.0))


def test_distances_are_of_the_declared_codes_and_their_declared_range() -> None:
    assert disagreement(SCALE, "unweighted").tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert disagreement(SCALE, "linear").tolist() == [[0, 0.25, 1], [0.25, 0, 0.75], [1, 0.75, 0]]
    assert disagreement(SCALE, "quadratic").tolist() == [[0, 0.0625, 1], [0.0625, 0, 0.5625], [1, 0.5625, 0]]


def test_disagreement_weights_are_distances_as_they_are() -> None:
    weights = [[0, 1, 3], [1.5, 0, 6], [3, 6, 0]]
    assert declared_disagreement(SCALE, weights, "disagreement").tolist() == weights


def test_agreement_weights_are_turned_round() -> None:
    apart = declared_disagreement(SCALE, [[1, 0.75, 0], [0.5, 1, 0.25], [0, 0.25, 1]], "agreement")
    assert apart.tolist() == [[0, 0.25, 1], [0.5, 0, 0.75], [1, 0.75, 0]]


def test_the_weights_given_stay_the_callers_own() -> None:
    given = np.array([[0.0, 1], [1, 0]])
    declared_disagreement(letters(2), given, "disagreement")[0, 1] = 9.0
    assert given[0, 1] == 1.0


@pytest.mark.parametrize(
    ("weights", "kind", "message"),
    [
        ([[0, 1], [1, 0]], "disagreement", "^a scale of 3 values needs 3 x 3 weights, got 2 x 2"),
        (7.0, "disagreement", "needs 3 x 3 weights, got one number"),
        (
            [[0, 1, 2], [1, 0, 1], [2, float("nan"), 0]],
            "disagreement",
            "^the weight of 'high' and 'middle' must be a finite number",
        ),
        ([[0, float("inf"), 2], [1, 0, 1], [2, 1, 0]], "disagreement", "'low' and 'middle' must be a finite number"),
        ([[0, 1, 2], [1, 1, 1], [2, 1, 0]], "disagreement", "'middle' and 'middle' must be 0, because the values are"),
        ([[1, 0, 0], [0, 1, 0], [0, 0, 0.9]], "agreement", "'high' and 'high' must be 1, because .* not 0.9"),
        ([[0, 1, -2], [1, 0, 1], [2, 1, 0]], "disagreement", "'low' and 'high' must be 0 or more, not -2"),
        ([[1, 0, 0], [0, 1, 0], [-0.1, 0, 1]], "agreement", "'high' and 'low' must be from 0 to 1, not -0.1"),
        ([[1, 0, 0], [0, 1, 1.1], [0, 0, 1]], "agreement", "'middle' and 'high' must be from 0 to 1, not 1.1"),
        (np.zeros((3, 3)), "disagreement", "the weights tell no two values apart"),
        (np.ones((3, 3)), "agreement", "the weights tell no two values apart"),
    ],
)
def test_weights_that_are_none_are_refused_by_name(weights, kind, message) -> None:
    with pytest.raises(ValueError, match=message):
        declared_disagreement(SCALE, weights, kind)


def test_an_unknown_weighting_is_not_taken_for_another() -> None:
    with pytest.raises(ValueError, match="no weighting 'squared'; there are unweighted, linear, quadratic"):
        disagreement(SCALE, "squared")
    with pytest.raises(ValueError, match="weights are of agreement or disagreement, not 'similarity'"):
        declared_disagreement(SCALE, np.eye(3), "similarity")
