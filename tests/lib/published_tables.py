"""Tables and matrices of published worked examples, with their sources. Numbers only."""

from __future__ import annotations

import numpy as np

# Cohen 1960, table 1 (100 units): kappa -.0923.
COHEN_1960_A = np.array([[25.0, 13, 12], [12, 2, 16], [3, 15, 2]])
# Cohen 1960, 200 psychiatric diagnoses: kappa .492.
COHEN_1960_B = np.array([[88.0, 10, 2], [14, 40, 6], [18, 10, 12]])
# Cohen 1968: disagreement weights for the same table, weighted kappa .348.
COHEN_1968_DISTANCES = np.array([[0.0, 1, 3], [1, 0, 6], [3, 6, 0]])
# SAS PROC FREQ example: kappa .4842, linear .4701.
SAS = np.array([[0.0, 4, 1], [0, 8, 0], [0, 1, 5]])
# Gwet 2014, two abstractors: kappa .796, linear .843, quadratic .892.
GWET_2014 = np.array([[13.0, 0, 0], [0, 20, 7], [0, 4, 56]])
# Fleiss, Cohen & Everitt 1969 as in psych::cohen.kappa: kappa .4286; weighted .50707 by these similarities.
FLEISS_COHEN_EVERITT = np.array([[106.0, 10, 4], [22, 28, 10], [2, 12, 6]])
FLEISS_COHEN_EVERITT_SIMILARITY = np.array([[1, 0, 0.4444], [0, 1, 0.6667], [0.4444, 0.6667, 1]])
# scikit-learn test_cohen_kappa: kappa .9315, linear .9412, quadratic .9541.
SKLEARN_TEST = np.array([[46.0, 0, 0], [4, 40, 0], [0, 0, 10]])
# Feinstein & Cicchetti 1990, the kappa paradoxes: (table, percent agreement, kappa).
PARADOXES = (
    (np.array([[40.0, 9], [6, 45]]), 0.85, 0.70),
    (np.array([[80.0, 10], [5, 5]]), 0.85, 0.32),
    (np.array([[45.0, 15], [25, 15]]), 0.60, 0.13),
    (np.array([[25.0, 35], [5, 35]]), 0.60, 0.26),
)
# R irr "anxiety", raters 2 and 3, scale 1..6 (nobody used 5): kappa -.006289308, linear .126214, quadratic .229798.
ANXIETY = (
    (3, 2), (6, 1), (4, 4), (6, 4), (2, 3), (4, 2), (2, 1), (4, 6), (3, 1), (3, 1),
    (2, 1), (3, 2), (3, 3), (3, 3), (2, 1), (2, 1), (1, 3), (3, 3), (3, 2), (4, 2),
)  # fmt: skip
# Krippendorff 2011, "Computing Krippendorff's alpha-reliability", raters x units.
# A, binary: alpha nominal .095. B, nominal: .692. C, missing labels: nominal .743, ordinal .815, interval .849.
KRIPPENDORFF_A = ((0, 1, 0, 0, 0, 0, 0, 0, 1, 0), (1, 1, 1, 0, 0, 1, 0, 0, 0, 0))
KRIPPENDORFF_B = ((1, 1, 2, 2, 4, 3, 3, 3, 5, 4, 4, 1), (2, 1, 2, 2, 2, 3, 3, 3, 5, 4, 4, 4))
KRIPPENDORFF_C = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3),
    (None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None),
)
# krippendorff (Python) docstring, raters x units: nominal .691358, interval .810845.
KRIPPENDORFF_DOCSTRING = (
    (None, None, None, None, None, 3, 4, 1, 2, 1, 1, 3, 3, None, 3),
    (1, None, 2, 1, 3, 3, 4, 3, None, None, None, None, None, None, None),
    (None, None, 2, 1, 3, 4, 4, None, 2, 1, 1, 3, 3, None, 4),
)
# fast-krippendorff issue 11: one disagreement among 22 equal labels; alpha 0, confirmed by Krippendorff.
ONE_DISAGREEMENT = (
    (3, 3, 3, 3, 3),
    (3, 3, 3, 3, 3),
    (3, 3, None, None, 3),
    (3, 3, 3, 3, 1),
    (3, None, 3, 3, 3),
)
# Hayes & Krippendorff 2007, units x raters, "." is no label: alpha ordinal .7598.
HAYES_KRIPPENDORFF = tuple(
    tuple(None if label == "." else int(label) for label in unit)
    for unit in (
        "112.2", "1101.", "2333.", ".00.0", "000.0", "000.0", "102.1", "1.20.", "222.2", "2111.",
        ".100.", "0000.", "1222.", "33223", "111.1", "111.1", "212.2", "1233.", "1101.", "000.0",
        "0011.", "00.00", "2333.", "0000.", "12.22", "0111.", "00010", "1212.", "1122.", "112.2",
        "110.0", "2121.", "22.22", "3222.", "222.2", "223.2", "222.2", "22.12", "2222.", "111.1",
    )
)  # fmt: skip
# Gwet 2014, 12 units x 4 raters: alpha nominal .743.
GWET_RAW = (
    (1, 1, None, 1), (2, 2, 3, 2), (3, 3, 3, 3), (3, 3, 3, 3), (2, 2, 2, 2), (1, 2, 3, 4),
    (4, 4, 4, 4), (1, 1, 2, 1), (2, 2, 2, 2), (None, 5, 5, 5), (None, None, 1, 1), (None, None, 3, None),
)  # fmt: skip
# WiCE (Kamoi et al. 2023, EMNLP), 100 test claims, labels none, partial, full; rows: the judge, columns: gold.
# Values computed with scikit-learn and scipy.
# GPT-4: kappa .433376, linear .47829, quadratic .54968, Pearson .579315, Spearman .566032.
WICE_GPT4 = np.array([[5.0, 8, 0], [0, 46, 4], [0, 19, 18]])
# GPT-3.5: kappa .096757, linear .165824, quadratic .276474, Pearson .395753, Spearman .303028.
WICE_GPT35 = np.array([[5.0, 5, 0], [0, 10, 3], [0, 58, 19]])


def table_of(pairs: tuple[tuple[int, int], ...], low: int, high: int) -> np.ndarray:
    """Count table of pairs of whole numbers from `low` to `high`."""
    table = np.zeros((high - low + 1, high - low + 1))
    for first, second in pairs:
        table[first - low, second - low] += 1
    return table


def transposed(matrix: tuple[tuple[int | None, ...], ...]) -> list[list[int | None]]:
    """Raters x units as units x raters."""
    return [list(line) for line in zip(*matrix, strict=True)]
