from pathlib import Path

import pytest
from judge_cases import current_labels, judge_for, judged_study, run, stored_outputs
from model_server import Behaviour, serving
from sqlalchemy import Engine

pytestmark = pytest.mark.whole


def test_a_long_source_is_read_in_pieces_and_its_cell_says_so(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=1, statements=2, sources=1, words=600)  # about 4,700 characters
    with serving(Behaviour(max_context=4000)) as server:
        whole = run(engine, study, judge_for(tmp_path, server.url))
        in_pieces = run(engine, study, judge_for(tmp_path, server.url, longest=1500))
    assert whole.progress.statuses == {"context_too_long": 2}
    assert in_pieces.progress.statuses == {"ok": 2}
    said = [row for row in current_labels(engine) if row[1] == in_pieces.rater]
    assert all("[piece " in row[4] and " of 4]" in row[4] for row in said)
    assert len(stored_outputs(engine)) == 2 + 2 * 4


def test_a_killed_run_in_pieces_asks_only_for_what_is_missing(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=1, statements=2, sources=1, words=600)
    with serving() as server:
        judge = judge_for(tmp_path, server.url, longest=1500)
        run(engine, study, judge)
        before = current_labels(engine)
        with engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM label")
        again = run(engine, study, judge)
    assert (again.progress.done, again.progress.requests, server.log.doubled) == (2, 0, 0)
    assert current_labels(engine) == before


def test_the_first_request_on_a_document_goes_before_the_others(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=1, statements=9, sources=1, words=1500)
    with serving(Behaviour(latency=0.05)) as server:
        run(engine, study, judge_for(tmp_path, server.url))
    first, *others = sorted(call.at for call in server.log.calls)
    assert len(others) == 8
    assert min(others) - first >= 0.04


def test_a_cell_whose_pieces_are_known_is_labelled_however_they_are_looked_up(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests are looked up some at a time, and the pieces of one cell may fall to either side of a cut."""
    study = judged_study(engine, answers=1, statements=2, sources=1, words=600)
    with serving() as server:
        judge = judge_for(tmp_path, server.url, longest=1500)
        run(engine, study, judge)
        before = current_labels(engine)
        with engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM label")
        monkeypatch.setattr("judges.planning._KEYS_AT_ONCE", 3)
        again = run(engine, study, judge)
    assert (again.progress.done, again.progress.requests) == (2, 0)
    assert current_labels(engine) == before
