from __future__ import annotations

import numpy as np
import pytest
from judged_study import GOOD, NOW, Shape, make_study
from sqlalchemy import Engine
from sqlmodel import col, select

from agreement.frame import coded
from agreement.streaming import counted_tables
from agreement.tensors import pair_tables
from data.engine import reading, writing
from data.errors import NotFound
from data.frames import long_frame
from data.pair_counts import COLUMNS, pair_counts
from data.questions import QUESTIONS
from data.tables import Label, Rater

SUPPORT = QUESTIONS["support"]
SMALL = Shape(queries=4)


def test_counts_of_the_database_give_the_tables_of_the_long_frame_to_the_last_digit(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    with reading(engine) as session:
        labels = coded(long_frame(session, study, SUPPORT), SUPPORT.scale)
        counts = pair_counts(session, study, SUPPORT, SUPPORT.version, GOOD, "Ada")
    place = {rater.name: at for at, rater in enumerate(labels.raters)}
    ours, theirs = pair_tables(labels, [(place[GOOD], place["Ada"])]), counted_tables(counts, SUPPORT.scale)
    assert np.array_equal(ours.counts, theirs.counts)
    assert np.array_equal(ours.units, theirs.units)
    assert ours.counts.sum() == 8 * 6


def test_a_label_without_value_and_a_superseded_one_are_not_counted(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    with writing(engine) as session:
        of_ada = select(Label).join(Rater, col(Rater.id) == Label.rater_id).where(Rater.name == "Ada")
        label = session.exec(of_ada.where(Label.question_version == SUPPORT.version)).first()
        assert label is not None
        label.superseded_at = NOW
    with reading(engine) as session:
        before = long_frame(session, study, SUPPORT)
        counts = pair_counts(session, study, SUPPORT, SUPPORT.version, GOOD, "Ada")
    mine = before[(before["rater"] == "Ada") & before["value"].notna()]
    assert counts["units"].sum() == len(mine)
    assert list(counts.columns) == COLUMNS


def test_a_rater_nobody_knows_is_refused(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    with reading(engine) as session, pytest.raises(NotFound, match="Zoe"):
        pair_counts(session, study, SUPPORT, SUPPORT.version, GOOD, "Zoe")
