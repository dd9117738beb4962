"""A rater made from others, added to their labels: what a judge can be measured against."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from agreement.frame import CodedLabels, Codes, Ints, RaterCount


def with_reference(labels: CodedLabels, name: str, unit: Ints, code: Codes) -> CodedLabels:
    """The same labels with one more rater, the last one, who gave `code[i]` to `unit[i]`; units rise.

    It is of kind adjudicator, so that no mean over humans takes it in.
    """
    made = RaterCount(name, "adjudicator", slot=False, labels=len(unit), missing=0, out_of_scale=0)
    return replace(
        labels,
        raters=(*labels.raters, made),
        unit=np.concatenate([labels.unit, unit]),
        code=np.concatenate([labels.code, code]),
        start=np.append(labels.start, len(labels.unit) + len(unit)),
    )
