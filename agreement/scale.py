"""The values a question allows, their order, and the numbers that stand for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

_LEAST, _GREATEST = 1e-100, 1e100

Level = Literal["nominal", "ordinal", "interval", "ratio"]


@dataclass(frozen=True)
class Scale:
    """Ordered values of one question, with the codes weighted statistics use.

    `values[k]` has code `codes[k]`; the order is the scale's own, never alphabetical.
    `coded_as` maps extra labels a rater may give to the value that stands for them in
    a statistic, so that an extra level is coded by declaration and never by guess.

    >>> SUPPORT.index("partial"), SUPPORT.index("contradicts"), SUPPORT.index("maybe")
    (1, 0, None)
    """

    values: tuple[str, ...]
    level: Level
    codes: tuple[float, ...]
    coded_as: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.values) < 2 or len(set(self.values)) != len(self.values):
            raise ValueError(f"a scale needs at least two different values, got {self.values}")
        if not all(code == 0 or _LEAST <= abs(code) <= _GREATEST for code in self.codes):
            raise ValueError("codes must be finite, and 0 or from 1e-100 to 1e100 in size: their squares are summed")
        if len(self.codes) != len(self.values) or list(self.codes) != sorted(set(self.codes)):
            raise ValueError("codes must rise strictly, one for each value")
        if not set(self.coded_as.values()) <= set(self.values) or set(self.coded_as) & set(self.values):
            raise ValueError("coded_as maps extra labels (not values) to values of the scale")

    def index(self, label: str) -> int | None:
        """Position of a label on the scale; None when the scale does not know it."""
        value = self.coded_as.get(label, label)
        return self.values.index(value) if value in self.values else None

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label a rater may give: the values, then the extra ones."""
        return self.values + tuple(self.coded_as)


def equally_spaced(values: tuple[str, ...], level: Level, coded_as: Mapping[str, str] | None = None) -> Scale:
    """A scale whose codes are 0, 1, 2, … in the order of the values."""
    return Scale(values, level, tuple(float(k) for k in range(len(values))), coded_as or {})


SUPPORT = equally_spaced(("none", "partial", "full"), "ordinal", {"contradicts": "none"})
CONFIDENCE = Scale(("1", "2", "3", "4", "5"), "ordinal", (1.0, 2.0, 3.0, 4.0, 5.0))
RELEVANCE = equally_spaced(("0", "1"), "nominal")
STANCE = equally_spaced(("con", "neutral", "pro"), "nominal")
PASS_FAIL = equally_spaced(("fail", "pass"), "nominal")
VALIDITY = equally_spaced(("not valid", "valid"), "nominal")
DEPTH = equally_spaced(("B", "tie", "A"), "ordinal")
CITATION_ACCURACY = equally_spaced(("E1", "E2", "E3", "ok"), "nominal")
QUERY_QUALITY = equally_spaced(("inappropriate", "needs modification", "appropriate"), "ordinal")
ITEM_QUALITY = equally_spaced(("drop", "modify", "keep"), "ordinal")
