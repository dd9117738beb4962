from collections import Counter
from pathlib import Path

import pytest
from judge_cases import judge_for, judged_study, run
from model_server import serving
from sqlalchemy import Engine, select

from data.engine import reading
from data.tables import Label

pytestmark = pytest.mark.whole


def test_every_repeat_is_a_request_and_a_label_of_its_own(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=1, statements=2, sources=2)
    with serving() as server:
        judge = judge_for(tmp_path, server.url)
        run(engine, study, judge)
        report = run(engine, study, judge, samples=3)
    assert (report.progress.total, report.progress.done, len(server.log.calls)) == (8, 8, 12)
    with reading(engine) as session:
        runs = Counter(session.scalars(select(Label.run)))
    assert runs == {0: 4, 1: 4, 2: 4}
