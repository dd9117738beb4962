"""What is shown beside the agreement report of a question when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from agreement.against import Against, against
from agreement.alt_test import Annotators
from agreement.frame import coded
from agreement.panel import Pairing, panel_of
from agreement.scale import Scale
from agreement.second_view import SecondView, bootstrap_view
from agreement.statistics import STANDARD, STATISTICS
from agreement.validation import Validation, validate
from data.errors import InputError


@dataclass(frozen=True)
class Wanted:
    """What is asked of a question.

    `statistics` empty: the usual ones of its scale; `primary` None: the scale's own. `reference` is a rater,
    "majority" or None. `validation`: judges are validated, with
    `slices` by further columns and `annotators` the kind of people the labels are of. `bootstrap` is how often clusters
    are drawn for a second view of the intervals, from `seed`; 0: not at all.
    """

    statistics: Sequence[str] = ()
    primary: str | None = None
    pairing: Pairing | None = None
    overlap: int | None = None
    reference: str | None = None
    validation: bool = False
    slices: tuple[str, ...] = ()
    annotators: Annotators = "skilled"
    bootstrap: int = 0
    seed: int = 0


@dataclass(frozen=True)
class Beside:
    """`against` is None without a reference; `validation` and `second_view` are where they were not asked for."""

    against: Against | None
    validation: Validation | None
    second_view: SecondView | None


def statistics_of(wanted: Wanted, scale: Scale) -> tuple[str, ...]:
    """The statistics that are asked for, or the usual ones that make sense on the scale."""
    if wanted.statistics:
        return tuple(wanted.statistics)
    return tuple(name for name in STANDARD if name not in STATISTICS or not STATISTICS[name].senseless_on(scale))


def beside(question: str, frame: pd.DataFrame, scale: Scale, primary: str, wanted: Wanted) -> Beside:
    """What is wanted of the long frame of a question, led by the statistic `primary`; InputError when it does not
    exist there."""
    try:
        return Beside(
            against=None if wanted.reference is None else against(coded(frame, scale), wanted.reference),
            validation=_validation(frame, scale, primary, wanted) if wanted.validation else None,
            second_view=_second_view(frame, scale, primary, wanted) if wanted.bootstrap else None,
        )
    except ValueError as error:
        raise InputError(str(error), field=question) from error


def _validation(frame: pd.DataFrame, scale: Scale, primary: str, wanted: Wanted) -> Validation:
    return validate(frame, scale, primary, wanted.slices, wanted.annotators, wanted.pairing)


def _second_view(frame: pd.DataFrame, scale: Scale, primary: str, wanted: Wanted) -> SecondView:
    labels = coded(frame, scale)
    panel = panel_of(labels, wanted.pairing, wanted.overlap)
    return bootstrap_view(labels, panel, primary, wanted.bootstrap, wanted.seed)
