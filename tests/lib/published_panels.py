"""Published worked examples with several raters, with their sources. Numbers only."""

from __future__ import annotations

from collections.abc import Sequence

# Fleiss 1971, table 1: 30 patients, 6 psychiatrists, 5 diagnoses; Fleiss' kappa .430. One line a patient.
FLEISS_DIAGNOSES = tuple(
    tuple(map(int, patient))
    for patient in (
        "444444", "222555", "233335", "555555", "222444", "113333", "333355", "113334", "114444", "555555",
        "144444", "124444", "222333", "144444", "224445", "333335", "111455", "111112", "224444", "133555",
        "555555", "244444", "224555", "114444", "144445", "222224", "111155", "224444", "133333", "555555",
    )
)  # fmt: skip
# The example of Wikipedia's page on Fleiss' kappa, counts of 14 raters: .210.
FLEISS_WIKIPEDIA = (
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
)  # fmt: skip
# Randolph's free-marginal calculator, as in the tests of statsmodels: (counts, Fleiss' kappa, Randolph's kappa).
RANDOLPH = (
    (((7, 0), (7, 0)), None, 1.0),
    (((7, 1), (3, 5)), 0.161905, 0.214286),
    (((6, 1, 0), (0, 7, 0)), 0.708333, 0.785714),
)
# Shrout & Fleiss 1979, table 2: 6 targets, 4 judges; the six coefficients of table 4.
SHROUT_FLEISS = ((9, 2, 5, 8), (6, 1, 3, 2), (8, 4, 6, 8), (7, 1, 2, 6), (10, 5, 6, 9), (6, 2, 4, 7))
SHROUT_FLEISS_ICC = {
    "icc_1_1": 0.17, "icc_1_k": 0.44, "icc_2_1": 0.29, "icc_2_k": 0.62, "icc_3_1": 0.71, "icc_3_k": 0.91,
}  # fmt: skip
# RAGChecker (Ru et al. 2024, arXiv 2408.08067, table 2; Apache-2.0): 280 pairs of answers, two humans on -2..2 and a
# judge whose score of the second answer less that of the first is a plain number. For each aspect: the table of the
# two humans, and over the judge's number x beside each human's y (560 rows) n, x, y, x^2, y^2, xy summed;
# published Pearson of the humans, and of the judge with all 560 rows.
RAGCHECKER = {
    "correctness": (
        ((14, 5, 3, 0, 0), (12, 25, 11, 9, 0), (2, 30, 69, 27, 2), (0, 7, 18, 20, 9), (0, 0, 3, 2, 12)),
        (560, -0.4106, -32, 50.1291, 596, 85.7207), 0.6367, 0.4966,
    ),
    "completeness": (
        ((15, 12, 2, 0, 0), (5, 32, 11, 7, 0), (0, 23, 75, 11, 1), (0, 12, 12, 30, 8), (0, 0, 1, 7, 16)),
        (560, 13.0117, -17, 37.4337, 643, 93.3113), 0.7191, 0.6067,
    ),
    "overall": (
        ((16, 7, 3, 0, 0), (8, 41, 8, 7, 0), (2, 30, 48, 17, 2), (0, 11, 10, 38, 12), (0, 0, 2, 6, 12)),
        (560, 5.5045, -26, 35.948, 684, 96.6887), 0.7009, 0.6193,
    ),
}  # fmt: skip


def labels_from(counts: Sequence[Sequence[int]]) -> list[list[int]]:
    """Units x raters with these counts of each value 0, 1, ...; which rater gave which label does not matter."""
    return [[value for value, count in enumerate(unit) for _ in range(count)] for unit in counts]
