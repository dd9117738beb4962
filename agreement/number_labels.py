"""Long frames whose values are plain numbers, checked as all frames are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from agreement.frame import CodedLabels, Floats, check_columns, coded
from agreement.moments import PairNumbers
from agreement.scale import Scale


@dataclass(frozen=True, eq=False)
class NumberLabels:
    """`number[i]` is what `labels` holds as its label i: there all numbers are one and the same label."""

    labels: CodedLabels
    number: Floats

    def of(self, rater: int) -> Floats:
        """The numbers of one rater, by position; their units are those of `labels.of(rater)`."""
        return self.number[self.labels.start[rater] : self.labels.start[rater + 1]]

    def pair(self, first: int, second: int) -> PairNumbers:
        """The units that two raters both gave a number."""
        labels = self.labels
        at = np.full(len(labels.cluster_of), np.nan)
        at[labels.of(first).unit] = self.of(first)
        other = labels.of(second).unit
        both = ~np.isnan(at[other])
        unit = other[both]
        return PairNumbers(labels.cluster_of[unit], at[unit], self.of(second)[both])


ANY_NUMBER = Scale(("\x00number", "\x00none"), "nominal", (0.0, 1.0))
"""The scale on which all numbers are one label, a text nobody writes; a scale has two values at least."""


def number_labels(frame: pd.DataFrame) -> NumberLabels:
    """The numbers of run 0 of a long frame (columns: see `agreement.frame.coded`, without `weight`).

    A value is a number or a text that is one; True, infinity, a size that no sum of squares can hold and whatever else
    is no number are out of scale.
    ValueError on unequal weights and on a frame that breaks its contract.
    """
    check_columns(frame)
    number = _read(frame["value"])
    present = (number == 0) | ((np.abs(number) >= 1e-100) & (np.abs(number) <= 1e100))
    labels = coded(frame.assign(value=frame["value"].astype(object).mask(present, ANY_NUMBER.values[0])), ANY_NUMBER)
    if labels.weight is not None:
        raise ValueError("numbers take no weights yet: leave out the column weight")
    unit = pd.Index(labels.unit_names).get_indexer(pd.Index(frame["unit"].astype(str)))
    rater = pd.Index([rater.name for rater in labels.raters]).get_indexer(pd.Index(frame["rater"].astype(str)))
    used = np.flatnonzero(present & (pd.to_numeric(frame["run"]) == 0 if "run" in frame.columns else True))
    return NumberLabels(labels, number[used[np.lexsort((unit[used], rater[used]))]])


def _read(values: pd.Series) -> Floats:
    """Each value as a number; NaN or infinite where it is none. True and False are none."""
    number = pd.to_numeric(values.mask(values.map(lambda value: isinstance(value, (bool, np.bool_)))), errors="coerce")
    return number.to_numpy(dtype=float, na_value=np.nan)


def why_not_read(shown: str) -> str:
    """Why a value is no number here; `shown` is its repr.

    >>> why_not_read("'1e999'"), why_not_read("1e101")
    ('not a finite number', 'too large or too near 0: squares are summed')
    """
    number = pd.to_numeric(shown.strip("'"), errors="coerce")
    return "too large or too near 0: squares are summed" if np.isfinite(number) else "not a finite number"
