"""Labels that the scale of a question does not know."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from agreement.scale import Scale


@dataclass(frozen=True)
class OutOfScale:
    """A label the scale does not know: kept aside, never coded. `example_unit` is its first unit by name."""

    rater: str
    value: str
    count: int
    example_unit: str
    hint: str


def out_of_scale(
    frame: pd.DataFrame, scale: Scale, rater: NDArray[np.object_], chosen: NDArray[np.bool_]
) -> tuple[OutOfScale, ...]:
    """The chosen rows of a long frame by rater and value, sorted; `rater[i]` is the rater of row i."""
    if not chosen.any():
        return ()
    units: dict[tuple[str, str, str], list[str]] = {}
    for who, value, unit in zip(rater[chosen], frame["value"][chosen], frame["unit"][chosen], strict=True):
        units.setdefault((who, repr(value), _hint(value, scale)), []).append(str(unit))
    return tuple(
        OutOfScale(who, shown, len(where), min(where), hint) for (who, shown, hint), where in sorted(units.items())
    )


def _hint(value: object, scale: Scale) -> str:
    """Why a value that looks like a label is none."""
    if not isinstance(value, str):
        return f"not a text but a {type(value).__name__}; labels are texts"
    for label in scale.labels:
        if label.casefold() == value.strip().casefold():
            return f"not exactly the label {label!r}: case or spaces differ"
        if pd.to_numeric(value, errors="coerce") == pd.to_numeric(label, errors="coerce"):  # NaN equals nothing
            return f"not exactly the label {label!r}: the same number written otherwise"
    return "not a label of the scale"
