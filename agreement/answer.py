"""One answer as arrays: the labels and citations the DeepTRACE metrics are computed from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agreement.scale import RELEVANCE, STANCE, SUPPORT, Scale

Codes = NDArray[np.int8]
Cells = NDArray[np.bool_]

UNKNOWN = -1
"""Stands in every array, and for confidence, for a label that is not there. It is never 0, none or fail."""

CON, PRO = STANCE.values.index("con"), STANCE.values.index("pro")
PARTIAL, FULL = SUPPORT.values.index("partial"), SUPPORT.values.index("full")


@dataclass(frozen=True)
class CitedNumbers:
    """What the whole text of an answer cites; only the `aee` conventions ask for it.

    `cited` holds the 1-based numbers cited anywhere in the text, listed or not;
    `highest_source` is the highest number under which a source is listed (0: none).
    """

    cited: frozenset[int]
    highest_source: int


@dataclass(frozen=True, eq=False)
class AnswerLabels:
    """The labels of one answer by one rater (a person, a judge, or gold), S statements by M listed sources.

    Every code is the position of the label on its scale, or UNKNOWN (-1):
    `relevance[i]` 0 or 1; `stance[i]` con 0, neutral 1, pro 2; `support[i, j]` none 0, partial 1,
    full 2 (an extra level such as `contradicts` counts as its scale says: `labels_of` applies it);
    `confidence` 1 to 5, or -1. `cites[i, j]` is True when statement i cites source j, and
    `readable[j]` when the text of source j could be read.

    Raises ValueError when a shape or a code does not fit.
    """

    key: str
    system: str
    query: str
    kind: str
    relevance: Codes
    stance: Codes
    confidence: int
    cites: Cells
    support: Codes
    readable: Cells
    numbers: CitedNumbers | None = None

    def __post_init__(self) -> None:
        statements, sources = len(self.relevance), len(self.readable)
        _check_codes("relevance", self.relevance, (statements,), RELEVANCE)
        _check_codes("stance", self.stance, (statements,), STANCE)
        _check_codes("support", self.support, (statements, sources), SUPPORT)
        _check_shape("cites", self.cites, (statements, sources), "b")
        _check_shape("readable", self.readable, (sources,), "b")
        if self.confidence != UNKNOWN and not 1 <= self.confidence <= 5:
            raise ValueError(f"confidence of answer {self.key} is {self.confidence}; use 1 to 5, or -1 for unknown")

    @property
    def statements(self) -> int:
        """Number of statements, filler included."""
        return len(self.relevance)

    @property
    def sources(self) -> int:
        """Number of listed sources, readable or not."""
        return len(self.readable)


def _check_shape(name: str, array: NDArray[np.generic], shape: tuple[int, ...], kind: str) -> None:
    if array.shape != shape or array.dtype.kind != kind:
        wanted = {"b": "booleans", "i": "codes"}[kind]
        raise ValueError(f"{name} must hold {wanted} of shape {shape}, not {array.dtype} of shape {array.shape}")


def _check_codes(name: str, array: NDArray[np.generic], shape: tuple[int, ...], scale: Scale) -> None:
    _check_shape(name, array, shape, "i")
    highest = len(scale.values) - 1
    if array.size and not (array.min() >= UNKNOWN and array.max() <= highest):
        raise ValueError(f"{name} holds a code outside {UNKNOWN} to {highest}")


def codes_of(labels: Sequence[str | None], scale: Scale) -> Codes:
    """Position of each label on the scale; UNKNOWN for None.

    Raises ValueError for a label the scale does not know: it is bad input, not an unknown label.

    >>> codes_of(["full", None, "contradicts"], SUPPORT).tolist()
    [2, -1, 0]
    """
    return np.array([UNKNOWN if label is None else _position(label, scale) for label in labels], dtype=np.int8)


def _position(label: str, scale: Scale) -> int:
    position = scale.index(label)
    if position is None:
        raise ValueError(f"{label!r} is no label of this scale; use one of {', '.join(scale.labels)}")
    return position


def labels_of(
    key: str,
    system: str,
    query: str,
    kind: str,
    *,
    relevance: Sequence[str | None],
    stance: Sequence[str | None] | None = None,
    confidence: int | None = None,
    cites: Sequence[Sequence[int]] = (),
    support: Sequence[Sequence[str | None]] = (),
    readable: Sequence[bool] = (),
    support_scale: Scale = SUPPORT,
    numbers: CitedNumbers | None = None,
) -> AnswerLabels:
    """An answer from labels in words; None is an unknown label.

    `cites[i]` lists the 0-based positions of the sources statement i cites; `support[i][j]` is the
    support label of cell (i, j). `cites`, `support` and `stance` may be left out when nothing is
    cited or labelled. `support_scale` says what an extra level counts as.
    """
    shape = (len(relevance), len(readable))
    grid = np.zeros(shape, dtype=np.bool_)
    for statement, cited in enumerate(cites):
        grid[statement, list(cited)] = True
    cells = [label for row in support for label in row] if len(support) else [None] * (shape[0] * shape[1])
    return AnswerLabels(
        key=key,
        system=system,
        query=query,
        kind=kind,
        relevance=codes_of(relevance, RELEVANCE),
        stance=codes_of(stance if stance is not None else [None] * shape[0], STANCE),
        confidence=UNKNOWN if confidence is None else confidence,
        cites=grid,
        support=codes_of(cells, support_scale).reshape(shape),
        readable=np.array(readable, dtype=np.bool_),
        numbers=numbers,
    )
