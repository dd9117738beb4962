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


def labels_from(counts: Sequence[Sequence[int]]) -> list[list[int]]:
    """Units x raters with these counts of each value 0, 1, ...; which rater gave which label does not matter."""
    return [[value for value, count in enumerate(unit) for _ in range(count)] for unit in counts]
