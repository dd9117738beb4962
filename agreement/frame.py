"""Long frames of labels, checked at the door and turned into integer codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, cast, get_args

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from agreement.out_of_scale import OutOfScale, out_of_scale
from agreement.scale import Scale

RaterKind = Literal["human", "judge", "adjudicator"]
Ints = NDArray[np.intp]
Codes = NDArray[np.int16]
Floats = NDArray[np.float64]

NEEDED = ("unit", "cluster", "rater", "rater_kind", "value")
NO_REASON = "no reason given"
_MISSING, _OUTSIDE = -1, -2


@dataclass(frozen=True)
class RaterCount:
    """What one rater gave: labels on the scale, rows without a value, labels outside the scale."""

    name: str
    kind: RaterKind
    slot: bool
    labels: int
    missing: int
    out_of_scale: int


@dataclass(frozen=True)
class MissingCount:
    """How often raters of one kind gave no value, for one reason."""

    kind: RaterKind
    reason: str
    count: int


@dataclass(frozen=True, eq=False)
class RaterLabels:
    """One rater's labels: `code[i]` is the scale position given to `unit[i]`; units rise."""

    unit: Ints
    code: Codes


@dataclass(frozen=True, eq=False)
class CodedLabels:
    """The labels of one run as integers.

    Units are numbered by cluster name, then unit name, so that nothing depends on the order of rows:
    `cluster_of[u]` never falls with u. Labels are sorted by rater, then unit: those of rater r lie at
    `start[r]:start[r + 1]` of `unit` and `code`. `weight[u]` has mean 1; None: each unit counts once.
    """

    scale: Scale
    raters: tuple[RaterCount, ...]
    unit_names: NDArray[np.object_]
    cluster_names: NDArray[np.object_]
    cluster_of: Ints
    weight: Floats | None
    unit: Ints
    code: Codes
    start: Ints
    missing: tuple[MissingCount, ...]
    out_of_scale: tuple[OutOfScale, ...]
    rows_of_other_runs: int

    def of(self, rater: int) -> RaterLabels:
        """The labels of one rater, by position in `raters`."""
        own = slice(self.start[rater], self.start[rater + 1])
        return RaterLabels(self.unit[own], self.code[own])

    def of_kind(self, kind: RaterKind) -> tuple[int, ...]:
        """Positions of the raters of one kind, in name order."""
        return tuple(r for r, rater in enumerate(self.raters) if rater.kind == kind)


@dataclass(frozen=True, eq=False)
class _Rows:
    """The columns of a checked frame, row by row."""

    unit: Ints
    rater: Ints
    run: Ints
    code: Codes


def coded(frame: pd.DataFrame, scale: Scale, run: int = 0) -> CodedLabels:
    """The labels of one run of a long frame, as integer codes.

    Columns: `unit`, `cluster`, `rater`, `rater_kind` (human, judge or adjudicator), `value` (a label, or missing);
    optional `run` (whole number, 0 when absent), `reason` (why there is no value), `weight` (of the unit, above 0),
    `slot` (True: the rater is a position that several people fill). Other columns are left alone.
    Only a text that equals a label of the scale is one: 1, 1.0 and "Full " are listed as out of scale.
    ValueError names the row: missing column or cell, duplicate (unit, rater, run), a unit in two clusters,
    a rater of two kinds, a value together with a reason why there is none, a weight that is no weight.
    """
    check_columns(frame)
    units, raters = _names(frame, "unit"), _names(frame, "rater")
    clusters = _names(frame, "cluster")
    cluster_of = _one_per(frame, units.code, clusters.code, "unit", "cluster")
    order = np.argsort(cluster_of, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    rows = _Rows(rank[units.code], raters.code, _runs(frame), _value_codes(frame["value"], scale))
    _check_reasons(frame, rows.code)
    by_label = _without_duplicates(frame, rows)
    ours = rows.run == run
    used = by_label[(ours & (rows.code >= 0))[by_label]]
    kinds = _kinds(frame, raters)
    names = units.name[order]
    return CodedLabels(
        scale=scale,
        raters=_rater_counts(frame, rows, ours, raters, kinds),
        unit_names=names,
        cluster_names=clusters.name,
        cluster_of=cluster_of[order],
        weight=_weights(frame, rows.unit),
        unit=rows.unit[used],
        code=rows.code[used],
        start=np.searchsorted(rows.rater[used], np.arange(len(raters.name) + 1)),
        missing=_missing(frame, kinds[rows.rater], ours & (rows.code == _MISSING)),
        out_of_scale=out_of_scale(frame, scale, raters.name[rows.rater], ours & (rows.code == _OUTSIDE)),
        rows_of_other_runs=int(len(frame) - ours.sum()),
    )


def check_columns(frame: pd.DataFrame) -> None:
    """ValueError when the frame lacks a column that `coded` needs."""
    absent = [column for column in NEEDED if column not in frame.columns]
    if absent:
        raise ValueError(f"the frame has no column {', '.join(absent)}; it needs {', '.join(NEEDED)}")


@dataclass(frozen=True, eq=False)
class _Named:
    """A column of names: `name[code[i]]` is the name in row i; names are sorted."""

    code: Ints
    name: NDArray[np.object_]


def _row(frame: pd.DataFrame, at: int) -> str:
    return f"row {frame.index[at]} (unit {frame['unit'].iloc[at]!r}, rater {frame['rater'].iloc[at]!r})"


def _refuse(frame: pd.DataFrame, wrong: NDArray[np.bool_], what: str) -> None:
    """ValueError that names the first row marked as wrong; nothing when there is none."""
    if wrong.any():
        raise ValueError(f"{_row(frame, int(np.argmax(wrong)))}: {what}")


def _names(frame: pd.DataFrame, column: str) -> _Named:
    cells = frame[column]
    _refuse(frame, cells.isna().to_numpy(), f"the {column} is missing")
    position, unique = pd.factorize(cells)  # before texts are made of them: a name occurs many times
    name, place = np.unique(np.array([str(cell) for cell in unique], dtype=object), return_inverse=True)
    code = place[position]
    empty = [at for at, text in enumerate(name) if not text.strip()]
    _refuse(frame, np.isin(code, empty), f"the {column} is empty")
    return _Named(code.astype(np.intp), name)


def _one_per(frame: pd.DataFrame, key: Ints, value: Ints, key_name: str, value_name: str) -> Ints:
    """The value of each key; ValueError when a key has two."""
    found = np.zeros(key.max(initial=-1) + 1, dtype=np.intp)
    found[key] = value
    _refuse(frame, found[key] != value, f"the {key_name} has another {value_name} in a later row")
    return found


def _kinds(frame: pd.DataFrame, raters: _Named) -> NDArray[np.object_]:
    """The kind of each rater."""
    allowed = get_args(RaterKind)
    position, unique = pd.factorize(frame["rater_kind"])
    known = [allowed.index(kind) if kind in allowed else -1 for kind in unique]
    kind = np.array([*known, -1], dtype=np.intp)[position]
    _refuse(frame, kind < 0, f"rater_kind must be one of {', '.join(allowed)}")
    return np.array(allowed, dtype=object)[_one_per(frame, raters.code, kind, "rater", "rater_kind")]


def _runs(frame: pd.DataFrame) -> Ints:
    if "run" not in frame.columns:
        return np.zeros(len(frame), dtype=np.intp)
    number = pd.to_numeric(frame["run"], errors="coerce").to_numpy(dtype=float, na_value=np.nan)
    with np.errstate(invalid="ignore"):
        _refuse(frame, ~(number >= 0) | (number % 1 != 0), "run must be a whole number from 0")
    return number.astype(np.intp)


def _value_codes(values: pd.Series, scale: Scale) -> Codes:
    """Scale position of each value; -1 for no value, -2 for a value the scale does not know."""
    try:
        position, unique = pd.factorize(values)
    except TypeError as error:
        raise ValueError("the column value holds something that is neither a text nor missing") from error
    known = [scale.index(value) if isinstance(value, str) else None for value in unique]
    return np.array([_OUTSIDE if code is None else code for code in known] + [_MISSING], dtype=np.int16)[position]


def _check_reasons(frame: pd.DataFrame, code: Codes) -> None:
    if "reason" in frame.columns:
        both = frame["reason"].notna().to_numpy() & (code != _MISSING)
        _refuse(frame, both, "there is a value and a reason why there is none")


def _without_duplicates(frame: pd.DataFrame, rows: _Rows) -> Ints:
    """Rows in the order of rater, unit, run; ValueError when a (unit, rater, run) occurs twice."""
    order = np.lexsort((rows.run, rows.unit, rows.rater))
    same = np.ones(max(len(order) - 1, 0), dtype=bool)
    for column in (rows.run, rows.unit, rows.rater):
        same &= np.diff(column[order]) == 0
    twice = np.zeros(len(order), dtype=bool)
    twice[order[1:][same]] = True
    _refuse(frame, twice, "a second label of this unit by this rater in this run")
    return order


def _weights(frame: pd.DataFrame, unit: Ints) -> Floats | None:
    """Weight of each unit, with mean 1; None when the frame has none or all are equal."""
    if "weight" not in frame.columns or not len(frame):
        return None
    cells = pd.to_numeric(frame["weight"], errors="coerce").to_numpy(dtype=float, na_value=np.nan)
    _refuse(frame, ~(np.isfinite(cells) & (cells > 0)), "the weight must be a number above 0")
    cells = cells / cells.max()
    _refuse(frame, cells < 1e-9, "less than a billionth of the greatest weight: no sum holds both")
    weight = np.empty(unit.max() + 1)
    weight[unit] = cells
    _refuse(frame, weight[unit] != cells, "the unit has another weight in a later row")
    return None if (weight == weight[0]).all() else weight / weight.mean()


def _rater_counts(
    frame: pd.DataFrame, rows: _Rows, ours: NDArray[np.bool_], raters: _Named, kinds: NDArray[np.object_]
) -> tuple[RaterCount, ...]:
    def count(chosen: NDArray[np.bool_]) -> list[int]:
        return cast(list[int], np.bincount(rows.rater[chosen], minlength=len(raters.name)).tolist())

    slot = frame["slot"].isin([True]).to_numpy() if "slot" in frame.columns else np.zeros(len(frame), dtype=bool)
    return tuple(
        RaterCount(name, kind, positions > 0, labels, missing, outside)
        for name, kind, positions, labels, missing, outside in zip(
            raters.name,
            kinds,
            count(slot),
            count(ours & (rows.code >= 0)),
            count(ours & (rows.code == _MISSING)),
            count(ours & (rows.code == _OUTSIDE)),
            strict=True,
        )
    )


def _missing(frame: pd.DataFrame, kind: NDArray[np.object_], chosen: NDArray[np.bool_]) -> tuple[MissingCount, ...]:
    given: Iterable[str | None] = frame["reason"][chosen] if "reason" in frame.columns else [None] * int(chosen.sum())
    reasons = (NO_REASON if pd.isna(reason) else str(reason) for reason in given)
    found = Counter(zip(kind[chosen], reasons, strict=True))
    return tuple(MissingCount(who, why, found[who, why]) for who, why in sorted(found))
