"""Judges and their runs as a screen lists them: counts from the record, at any moment of a run."""

from __future__ import annotations

from datetime import timedelta

import pytest
from judge_cases import NOW, judged_study
from sqlalchemy import Engine, event, select
from sqlmodel import col

from data.bulk import ended, intend_bulk, submitted
from data.engine import reading, writing
from data.errors import NotFound
from data.judge_labels import NewLabel, store_labels
from data.judge_list import JudgeLine, judge_named, judge_of_study, judges_of_study
from data.judge_runs import SILENT_AFTER, RunLine, runs_of
from data.outputs import Cost, Sending, Sent, begin_attempts, begin_run, cost_of, end_run, finish_attempts, stop_run
from data.raters import FLOOR_JUDGE, rater_named
from data.tables import Answer, Query, ReportPair, Study, Unit
from data.tables.types import stored
from data.units import make_other_units

pytestmark = pytest.mark.whole

SPEC = {"question": "confidence", "model": "m", "base_url": "https://models.example/v1"}
MINUTE = timedelta(minutes=1)


class Bench:
    """A study of eight answers, so with eight confidence units, and judges that are made as they are named."""

    def __init__(self, engine: Engine):
        self.engine = engine
        self.study: Study = judged_study(engine, answers=8, statements=1, sources=1)

    def begin(self, name: str = "m", at: int = 0, spec: dict[str, str] | None = SPEC, **settings: object) -> int:
        """A run that begins so many minutes after NOW."""
        with writing(self.engine) as session:
            more = {} if spec is None else {"spec": spec, "spec_sha": name}
            rater = rater_named(session, self.study, name, "judge", "run", **more)
            return stored(begin_run(session, rater, (spec or SPEC)["question"], settings, NOW + at * MINUTE).id)

    def send(self, run: int, count: int, at: int, start: int = 0) -> list[int]:
        with writing(self.engine) as session:
            sendings = [Sending(run, f"k{start + number}", {}, "text", NOW + at * MINUTE) for number in range(count)]
            return begin_attempts(session, sendings)

    def answer(self, attempts: list[int], at: int, **more: object) -> None:
        with writing(self.engine) as session:
            finish_attempts(session, [Sent(one, NOW + at * MINUTE, 5, "{}", 200, **more) for one in attempts])  # type: ignore[arg-type]

    def label(self, name: str, values: list[str | None], at: int, run: int = 0, question: str = "confidence") -> None:
        """A label for each unit in turn; None: refused."""
        with writing(self.engine) as session:
            units = session.scalars(select(Unit).where(col(Unit.question) == question).order_by(col(Unit.id))).all()
            rater = judge_named(session, self.study, name)
            labels = [
                NewLabel(stored(unit.id), value, None if value else "refused", run=run)
                for unit, value in zip(units, values, strict=False)
            ]
            store_labels(session, rater, "1", labels, NOW + at * MINUTE)

    def end(self, run: int, at: int, stopped: str | None = None) -> None:
        with writing(self.engine) as session:
            end_run(session, run, NOW + at * MINUTE, stopped)

    def line(self, name: str = "m") -> JudgeLine:
        with reading(self.engine) as session:
            return judge_of_study(session, self.study, name)

    def newest(self, name: str = "m") -> RunLine:
        run = self.line(name).newest
        assert run is not None
        return run


@pytest.fixture
def bench(engine: Engine) -> Bench:
    return Bench(engine)


def test_a_judge_is_told_by_its_labels_what_is_left_and_what_was_sent(bench: Bench) -> None:
    run = bench.begin()
    attempts = bench.send(run, 4, at=1)
    bench.answer(attempts[:3], at=2, tokens_in=100, tokens_cached=90, tokens_out=7, tokens_reasoning=2)
    bench.label("m", ["1", "2", None], at=2)
    line = bench.line()
    assert (line.question, line.model, line.base_url, line.runs) == ("confidence", "m", SPEC["base_url"], 1)
    assert (line.statuses, line.done, line.failed, line.left, line.due) == ({"ok": 2, "refused": 1}, 2, 1, 5, 8)
    assert line.cost == Cost(4, 300, 21, 270, 6, possibly_paid=1, perhaps_cut=0)
    assert line.newest is not None
    assert line.newest.cost == line.cost


def test_labels_of_other_judges_and_superseded_ones_do_not_count(bench: Bench) -> None:
    bench.begin()
    bench.begin("other")
    bench.label("m", [None, None], at=1)
    bench.label("m", ["3"], at=2)
    bench.label("other", ["1"] * 8, at=2)
    assert bench.line().statuses == {"ok": 1, "refused": 1}
    assert (bench.line().left, bench.line("other").left) == (6, 0)


def test_costs_add_up_over_runs_as_the_command_line_adds_them(bench: Bench) -> None:
    for start, at in ((0, 1), (3, 30)):
        attempts = bench.send(bench.begin(at=at), 3, at, start)
        bench.answer(attempts[:2], at, tokens_in=10, tokens_out=1, perhaps_cut=True)
    bench.send(bench.begin("other"), 1, at=1, start=9)
    with reading(bench.engine) as session:
        rater = judge_named(session, bench.study, "m")
        lines = runs_of(session, rater, 0, 50)
        assert bench.line().cost == cost_of(session, rater) == Cost(6, 40, 4, 0, 0, 2, 4)
        assert [run.cost for run in lines] == [cost_of(session, rater, run.run_id) for run in lines]
    assert bench.line().runs == 2
    assert bench.newest().run_id == max(run.run_id for run in lines)


def test_repeats_and_orders_count_as_labels_that_are_due(bench: Bench) -> None:
    bench.begin(samples=2)
    bench.label("m", ["1"] * 8, at=1)
    bench.label("m", ["1"] * 3, at=1, run=1)
    assert (bench.line().done, bench.line().left) == (11, 5)
    bench.begin(at=3)
    assert bench.line().left == 0, "one repeat was asked for last, and that one is whole"
    with writing(bench.engine) as session:
        query = session.scalars(select(Query)).one()
        one, two = session.scalars(select(Answer).order_by(col(Answer.id)).limit(2))
        pair = {"key": "p", "query_id": stored(query.id), "first_id": stored(one.id), "second_id": stored(two.id)}
        session.add(ReportPair(study_id=stored(bench.study.id), **pair))
        session.flush()
        make_other_units(session, bench.study)
    bench.begin("pairs", spec={**SPEC, "question": "depth"})
    assert bench.line("pairs").left == 2
    bench.label("pairs", ["A"], at=1, question="depth")
    assert bench.line("pairs").left == 1


def test_nobody_can_tell_what_an_imported_judge_has_left(bench: Bench) -> None:
    with writing(bench.engine) as session:
        rater_named(session, bench.study, "told", "judge", "import")
        rater_named(session, bench.study, "Ada", "human", "app")
    bench.label("told", ["1", None], at=0)
    line = bench.line("told")
    assert (line.done, line.failed, line.left, line.due, line.newest, line.runs) == (1, 1, None, None, None, 0)
    assert line.cost == Cost(0, 0, 0, 0, 0, 0, 0)
    with reading(bench.engine) as session:
        assert [one.name for one in judges_of_study(session, bench.study)] == ["told"]
        with pytest.raises(NotFound, match="the study has no judge 'Ada'"):
            judge_named(session, bench.study, "Ada")


def test_a_run_is_running_while_it_is_heard_of_and_silent_afterwards(bench: Bench) -> None:
    run = bench.begin()
    assert bench.newest().state(NOW + SILENT_AFTER) == "running"
    assert bench.newest().state(NOW + SILENT_AFTER + MINUTE) == "silent"
    attempts = bench.send(run, 1, at=20)
    assert bench.newest().heard_at == NOW + 20 * MINUTE
    bench.answer(attempts, at=25)
    assert bench.newest().heard_at == NOW + 25 * MINUTE
    bench.label("m", ["1"], at=27)
    assert bench.newest().heard_at == NOW + 27 * MINUTE, "a label is a sign of life, too"
    bench.end(run, at=30)
    assert bench.newest().state(NOW) == "ended"


def test_a_run_that_stopped_says_so_before_and_after_it_has_ended(bench: Bench) -> None:
    run = bench.begin(fleet=True)
    with writing(bench.engine) as session:
        stop_run(session, run, "no money left")
    assert (bench.newest().state(NOW), bench.newest().stopped) == ("stopped", "no money left")
    bench.end(run, at=1)
    assert bench.newest().state(NOW) == "stopped"


def test_requests_without_a_reply_are_under_way_only_while_one_may_come(bench: Bench) -> None:
    run = bench.begin()
    bench.send(run, 3, at=1)
    assert bench.line().under_way(NOW + MINUTE) == 3
    assert bench.line().under_way(NOW + MINUTE + 2 * SILENT_AFTER) == 0
    bench.end(run, at=2)
    assert bench.line().under_way(NOW + 2 * MINUTE) == 0


def test_a_run_in_bulk_waits_for_its_server_however_long(bench: Bench) -> None:
    run = bench.begin()
    with writing(bench.engine) as session:
        bulks = [
            intend_bulk(session, [Sending(run, f"b{number}", {}, "text", NOW)], f"t{number}", "sha", NOW)
            for number in range(2)
        ]
        submitted(session, bulks[0].bulk_id, "remote")
        ended(session, bulks[1].bulk_id, NOW + MINUTE, "expired")
    later = NOW + timedelta(hours=20)
    found = bench.newest()
    assert (found.way, found.state(later), found.under_way(later)) == ("in bulk", "waiting", 1)
    assert (found.bulks.files, found.bulks.open, found.bulks.errors) == (2, 1, ("expired",))


@pytest.mark.parametrize(
    ("name", "settings", "way"),
    [
        ("m", {"samples": 1, "fleet": False}, "live"),
        ("m", {"samples": 1, "fleet": True}, "by a fleet"),
        ("m", {"recorded": "replies.jsonl"}, "recorded replies"),
        (FLOOR_JUDGE, {"full": 0.55}, "by rule"),
    ],
)
def test_the_record_tells_how_a_run_was_done(bench: Bench, name: str, settings: dict[str, object], way: str) -> None:
    bench.begin(name, **settings)
    found = bench.newest(name)
    assert (found.way, found.samples, found.retries) == (way, 1, False)


def test_repeats_and_retries_of_a_run_are_told(bench: Bench) -> None:
    bench.begin(samples=3, failed_too=True)
    assert (bench.newest().samples, bench.newest().retries) == (3, True)


def test_the_time_a_run_still_takes_follows_its_own_pace(bench: Bench) -> None:
    bench.begin(samples=5)  # 40 labels are due
    for repeat in range(2):
        bench.label("m", ["1"] * 8, at=4, run=repeat)
    assert bench.line().still_takes(NOW + 4 * MINUTE) is None, "sixteen labels say too little"
    bench.label("m", ["1"] * 8, at=6, run=2)
    # 24 labels in 6 minutes, and 16 to go
    assert bench.line().still_takes(NOW + 6 * MINUTE) == 4 * MINUTE
    assert bench.line().still_takes(NOW + 6 * MINUTE + SILENT_AFTER + MINUTE) is None
    bench.begin(at=8, samples=5)
    assert bench.line().since == 0, "labels of earlier runs say nothing of this one's pace"


def test_runs_come_by_pages_the_newest_first(bench: Bench) -> None:
    ids = [bench.begin(at=at) for at in range(5)]
    bench.begin("other")
    with reading(bench.engine) as session:
        rater = judge_named(session, bench.study, "m")
        assert [run.run_id for run in runs_of(session, rater, 0, 2)] == [ids[4], ids[3]]
        assert [run.run_id for run in runs_of(session, rater, 4, 2)] == [ids[0]]
        assert runs_of(session, rater, 5, 2) == []


def test_the_list_takes_the_same_queries_however_much_there_is(bench: Bench) -> None:
    queries: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        queries.append(statement)

    def count() -> int:
        queries.clear()
        with reading(bench.engine) as session:
            judges_of_study(session, bench.study)
        return len(queries)

    bench.send(bench.begin(), 1, at=1)
    bench.label("m", ["1"], at=1)
    event.listen(bench.engine, "before_cursor_execute", note)
    few = count()
    event.remove(bench.engine, "before_cursor_execute", note)
    for number in range(6):
        bench.send(bench.begin(f"m{number}"), 30, at=2, start=100 * number)
        bench.label(f"m{number}", ["1"] * 8, at=2)
    event.listen(bench.engine, "before_cursor_execute", note)
    assert count() == few
    event.remove(bench.engine, "before_cursor_execute", note)
