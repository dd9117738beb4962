"""How often the Judges screen looks again: seldom where counting takes long, and never without an open run."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from annotate.screens.judges_polling import look, pause_after
from data.judge_list import JudgeLine
from data.judge_runs import Bulks, RunLine
from data.outputs import Cost

NOW = datetime(2026, 1, 2, tzinfo=UTC)
NOTHING = Cost(0, 0, 0, 0, 0, 0, 0)


def judge(heard: float | None, ended: bool = False, bulks: int = 0) -> JudgeLine:
    """A judge whose newest run was last heard of so many minutes ago; None: it has no run."""
    if heard is None:
        return JudgeLine("m", None, None, None, {}, None, 0, NOTHING, 0, None)
    at = NOW - timedelta(minutes=heard)
    run = RunLine(1, 1, "live", 1, False, at, at if ended else None, None, Bulks(bulks, bulks), NOTHING, at)
    return JudgeLine("m", "support", "m", "", {}, 5, 0, NOTHING, 1, run)


@pytest.mark.parametrize(
    ("judges", "took", "pause"),
    [
        ([judge(None), judge(1, ended=True)], 0.0, None),
        ([], 0.0, None),
        ([judge(60), judge(1)], 0.5, 5),
        ([judge(1)], 0.6, 15),
        ([judge(1)], 1.6, 60),
        ([judge(60)], 0.0, 60),
        ([judge(1, bulks=1), judge(1, ended=True)], 0.0, 60),
    ],
)
def test_the_pause_follows_the_runs_and_what_a_look_costs(judges: list[JudgeLine], took: float, pause: int) -> None:
    assert pause_after(judges, NOW, took) == pause


def test_a_look_holds_what_was_read_and_when() -> None:
    before = datetime.now(UTC)
    found = look(lambda: [judge(None)])
    assert (found.judges, found.pause) == ([judge(None)], None)
    assert before <= found.at <= datetime.now(UTC)
