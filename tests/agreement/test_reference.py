"""A rater made from others."""

from __future__ import annotations

import numpy as np
from agreement_cases import frame_of, letters

from agreement.frame import coded
from agreement.reference import with_reference
from agreement.tensors import pair_tables


def test_a_made_rater_is_the_last_one_and_leaves_the_others_as_they_were() -> None:
    labels = coded(frame_of([["e", "d"], ["d", None], [None, "c"]]), letters(3))
    found = with_reference(labels, "made", np.array([0, 2]), np.array([0, 1], dtype=np.int16))
    assert [rater.name for rater in found.raters] == ["r0", "r1", "made"]
    assert (found.raters[2].kind, found.raters[2].labels, found.raters[2].slot) == ("adjudicator", 2, False)
    assert (found.raters[2].missing, found.raters[2].out_of_scale) == (0, 0)
    for rater in (0, 1):
        assert found.of(rater).unit.tolist() == labels.of(rater).unit.tolist()
        assert found.of(rater).code.tolist() == labels.of(rater).code.tolist()
    # With r1: d-e (unit 0) and c-d (unit 2).
    assert pair_tables(found, [(1, 2)]).totals[0].tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    assert found.of_kind("human") == (0, 1)
    assert len(labels.raters) == 2


def test_a_made_rater_may_have_no_label() -> None:
    labels = coded(frame_of([["e", "d"]]), letters(3))
    found = with_reference(labels, "made", np.empty(0, dtype=np.intp), np.empty(0, dtype=np.int16))
    assert len(found.of(2).unit) == 0
