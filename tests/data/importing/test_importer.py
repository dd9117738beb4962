"""Importing native files: what comes in, what stays out, and what is said about it."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from import_files import NOW, PAGE, Row, exported, imported, native_file, row_of, small_study
from sqlalchemy import Engine, func, select
from sqlmodel import col

from data.engine import reading
from data.errors import InputError, ToolError
from data.importing import FileRefused, ImportReport, Said, import_file
from data.tables import Answer, Batch, ImportedFile, Label, Query, Rater, Statement, Study, TaskUnit, Unit


def count(engine: Engine, table: type[Any], *where: Any) -> int:
    with reading(engine) as session:
        return int(session.execute(select(func.count()).select_from(table).where(*where)).scalar_one())


def refusal(engine: Engine, path: Path, **options: Any) -> FileRefused:
    with pytest.raises(FileRefused) as caught:
        imported(engine, path, **options)
    return caught.value


def test_every_kind_of_row_comes_in(engine: Engine, tmp_path: Path) -> None:
    report = imported(engine, native_file(tmp_path, small_study()))
    assert report.created == {
        "query": 2, "source": 2, "answer": 2, "statement": 2, "citation": 2, "checklist": 2, "checklist_item": 2,
        "issue": 1, "pair": 1, "claim": 1, "guideline": 1, "label": 6, "study": 1, "rater": 2, "batch": 2,
    }  # fmt: skip
    assert set(report.unchanged.values()) == {0}
    # 2 confidence, 2 relevance, 2 stance, 2 support (one source is readable), 2 presentation, 2 coverage, 1 issue,
    # 1 claim, 1 pair, 2 query quality, 1 item quality (of the checklist that belongs to a query)
    assert report.units == 18 == count(engine, Unit)
    with reading(engine) as session:
        study = session.exec(select(Study)).one()[0]
        assert (study.name, study.title, study.notice) == ("tea", "Tea", "invented data")
        judge = session.execute(select(Rater).where(col(Rater.name) == "judge")).scalar_one()
        assert (judge.kind, judge.origin, judge.spec) == ("judge", "import", {"model": "m", "prompt_version": "1"})


def test_an_imported_batch_is_drawn_with_its_units(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, small_study()))
    with reading(engine) as session:
        first, drawn = session.execute(select(Batch).order_by(col(Batch.id))).scalars()
        assert (first.design["method"], first.overlap, first.design["drawn"]) == ("all", 2, 1)
        assert (drawn.design["seed"], drawn.design["drawn"], drawn.design["population"]) == (7, 1, 2)
    assert count(engine, TaskUnit) == 3


def test_the_same_file_again_changes_nothing_and_says_so(engine: Engine, tmp_path: Path) -> None:
    path = native_file(tmp_path, small_study())
    first = imported(engine, path)
    again = imported(engine, path)
    assert again.same_file
    assert again.unchanged == first.created
    assert "nothing changed, 29 records unchanged" in "\n".join(again.lines())
    assert count(engine, ImportedFile) == 1


def test_the_same_records_in_another_file_and_order_are_unchanged(engine: Engine, tmp_path: Path) -> None:
    first = imported(engine, native_file(tmp_path, small_study()))
    before = exported(engine)
    again = imported(engine, native_file(tmp_path, small_study()[::-1], "other.jsonl"))
    assert not again.same_file
    assert set(again.created.values()) == {0}
    assert again.unchanged == first.created
    assert again.units == 0
    assert exported(engine) == before


def test_rows_may_refer_to_what_stands_further_down(engine: Engine, tmp_path: Path) -> None:
    assert imported(engine, native_file(tmp_path, small_study()[::-1])).created["label"] == 6


def test_a_second_file_adds_to_the_study(engine: Engine, tmp_path: Path) -> None:
    rows = small_study()
    labels = [row for row in rows if row["kind"] in ("label", "judge_output")]
    imported(engine, native_file(tmp_path, [row for row in rows if row not in labels]))
    report = imported(engine, native_file(tmp_path, labels, "labels.jsonl"))
    assert report.created == {"label": 6}
    assert report.units == 0


def test_the_same_keys_in_two_studies_stay_apart(engine: Engine, tmp_path: Path) -> None:
    path = native_file(tmp_path, small_study())
    imported(engine, path)
    assert imported(engine, path, study="coffee").created["answer"] == 2
    assert exported(engine, "coffee") == exported(engine, "tea")


CHANGES: dict[str, tuple[str, int, dict[str, Any], str]] = {
    "query": ("query", 0, {"text": "Is tea very good?"}, "query (key 'q1') with another text"),
    "source": ("source", 0, {"text": PAGE.replace("they", "some")}, "source (key 's1') with another text"),
    "system": ("answer", 1, {"system": "Cup"}, "answer (key 'a2') with another system"),
    "sources": ("answer", 1, {"sources": ["s2"]}, "answer (key 'a2') with another sources"),
    "source order": ("answer", 0, {"sources": ["s2", "s1"]}, "answer 'a1', position 1) with another sources"),
    "statement": ("statement", 0, {"text": "Tea", "start": None, "end": None}, "statement (answer 'a1', position 1)"),
    "item": ("checklist_item", 0, {"text": "Clean?"}, "checklist item (checklist 'form', version '1', key 'clear')"),
    "guideline": ("guideline", 0, {"text": "Guess."}, "guideline (question 'support', version '1')"),
    "rater": ("rater", 0, {"simulated": False}, "rater 'Ada' with True, not False"),
    "batch": ("batch", 0, {"overlap": 3}, "another batch 'first'"),
    "title": ("study", 0, {"title": "Coffee"}, "the study's title is 'Tea'"),
    "model": ("judge_output", 0, {"model": "n"}, "judge 'judge' had 'n' before"),
    "label": ("label", 0, {"value": "none"}, "another label of question 'support', unit 'a1/1/1', rater 'Ada', run 0"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_a_record_that_says_something_else_is_refused(change: str, engine: Engine, tmp_path: Path) -> None:
    kind, number, changes, words = CHANGES[change]
    imported(engine, native_file(tmp_path, small_study()))
    before = exported(engine)
    rows = small_study()
    row_of(rows, kind, number).update(changes)
    error = refusal(engine, native_file(tmp_path, rows, "changed.jsonl"))
    assert words in str(error)
    assert error.file == "changed.jsonl"
    assert exported(engine) == before


def test_a_new_judge_model_under_an_old_name_is_refused(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, small_study()))
    row = row_of(small_study(), "judge_output") | {"run": 5, "model": "n"}
    assert "judge 'judge' has 'm' in the study" in str(refusal(engine, native_file(tmp_path, [row], "new.jsonl")))


LATE: dict[str, Row] = {
    "statement": {"kind": "statement", "answer": "a1", "position": 3, "text": "More."},
    "citation": {"kind": "citation", "answer": "a1", "statement": 1, "source": 1},
    "checklist item": {"kind": "checklist_item", "checklist": "form", "version": "1", "key": "new", "position": 2,
                       "text": "New?"},
}  # fmt: skip


@pytest.mark.parametrize("part", LATE)
def test_a_part_added_later_would_change_the_whole_and_is_refused(part: str, engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, small_study()))
    error = refusal(engine, native_file(tmp_path, [LATE[part]], "late.jsonl"))
    assert f"without this {part}" in error.message
    assert "use a new key or a new study" in error.message


def test_statements_may_come_after_an_answer_that_has_none(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, small_study()))
    row = {"kind": "statement", "answer": "a2", "position": 1, "text": "Yes."}
    report = imported(engine, native_file(tmp_path, [row], "late.jsonl"))
    assert report.units == 2  # relevance and stance; the answer lists no source


def test_a_new_checklist_gives_units_to_answers_of_long_ago(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, small_study()))
    rows: list[Row] = [
        {"kind": "checklist", "key": "form", "version": "2"},
        {"kind": "checklist_item", "checklist": "form", "version": "2", "key": "k", "position": 1, "text": "Kind?"},
    ]
    assert imported(engine, native_file(tmp_path, rows, "more.jsonl")).units == 2


FAULTS: dict[str, tuple[Callable[[list[Row]], Any], str | None, str]] = {
    "query": (lambda r: row_of(r, "answer").update(query="q9"), "query", "there is no query 'q9'"),
    "mirror": (lambda r: row_of(r, "query").update(mirror="q9"), "mirror", "there is no mirror 'q9'"),
    "source": (lambda r: row_of(r, "answer").update(sources=["s1", "s9"]), "source", "there is no source 's9'"),
    "statement": (lambda r: row_of(r, "citation").update(statement=7), "statement", "answer 'a1', statement 7"),
    "checklist": (lambda r: row_of(r, "checklist_item").update(version="9"), "checklist", "version '9'"),
    "pair": (lambda r: row_of(r, "pair").update(query="q2"), "first", "a pair holds two answers to its query"),
    "rater": (lambda r: row_of(r, "label").update(rater="Bo"), "rater", "no rater 'Bo'"),
    "found by": (lambda r: row_of(r, "issue").update(found_by="Bo"), "found_by", "no rater 'Bo'"),
    "short list": (lambda r: row_of(r, "label").update(source=3), "source", "lists fewer sources"),
    "unreadable": (lambda r: row_of(r, "label").update(source=2), "source", "no readable text to judge by"),
    "issue type": (lambda r: r.append({"kind": "label", "question": "consistency_issue", "rater": "Ada", "answer": "a1",
                                       "issue": "i1", "value": "valid"}), "issue", "no consistency issue"),
    "other checklist": (lambda r: row_of(r, "label", 1).update(question="presentation"), "question",
                        "nothing to ask 'presentation' about at 'a1/tea@1/heat'"),
    "stance": (lambda r: [row_of(r, "query").update(type="other"),
                          r.append({"kind": "label", "question": "stance", "rater": "Ada", "answer": "a1",
                                    "statement": 1, "value": "pro"})], "answer", "only debate queries have a stance"),
    "evidence": (lambda r: row_of(r, "label").update(evidence=[[0, 400]]), "evidence",
                 "a span ends at 400, the source's text has 44 characters"),
    "moved": (lambda r: row_of(r, "statement").update(start=1, end=19), "start", "from 1 to 19 is not this statement"),
    "beyond": (lambda r: row_of(r, "statement").update(start=90, end=108), "start", "the statement ends at 108"),
    "gap": (lambda r: row_of(r, "statement", 1).update(position=3), "statement", "no answer 'a1', statement 2"),
    "gap alone": (lambda r: [row_of(r, "statement", 1).update(position=3), r.remove(row_of(r, "citation")),
                             r.remove(row_of(r, "citation"))], "position", "there are 2, the highest position is 3"),
    "item position": (lambda r: r.append({"kind": "checklist_item", "checklist": "form", "version": "1", "key": "x",
                                          "position": 1, "text": "X?"}), "position", "the highest position is 1"),
    "human output": (lambda r: row_of(r, "judge_output", 1).update(rater="Ada"), "rater", "only judges have outputs"),
    "human run": (lambda r: row_of(r, "label").update(run=1), "run", "only judges are run more than once"),
    "two queries": (lambda r: r.append(dict(row_of(r, "query"))), "key", "query (key 'q1') is given twice"),
    "two labels": (lambda r: r.append(row_of(r, "label") | {"value": "none"}), "run", "is given twice"),
    "two raters": (lambda r: r.append(dict(row_of(r, "rater"))), "name", "rater 'Ada' is given twice"),
    "two studies": (lambda r: r.append(dict(row_of(r, "study"))), None, "a second study row"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_line_and_field_and_nothing_comes_in(fault: str, engine: Engine, tmp_path: Path) -> None:
    spoil, field, words = FAULTS[fault]
    rows = small_study()
    spoil(rows)
    error = refusal(engine, native_file(tmp_path, rows))
    problem = next((found for found in error.problems if words in found.message), None)
    assert problem is not None, str(error)
    assert (problem.file, problem.field) == ("study.jsonl", field)
    assert problem.row is not None
    assert count(engine, Study) == count(engine, Query) == count(engine, Unit) == 0


def test_the_line_of_a_fault_is_the_one_it_stands_in(engine: Engine, tmp_path: Path) -> None:
    rows = small_study()
    row_of(rows, "pair").update(first="a9")
    error = refusal(engine, native_file(tmp_path, rows))
    assert error.row == 1 + rows.index(row_of(rows, "pair"))
    assert str(error).startswith("study.jsonl, line 17, field 'first': there is no query 'q1', first 'a9'")


def test_faults_are_reported_together_in_the_order_of_the_file(engine: Engine, tmp_path: Path) -> None:
    rows = small_study()
    row_of(rows, "label").update(rater="Bo")
    row_of(rows, "answer").update(query="q9")
    row_of(rows, "claim").update(answer="a9")
    error = refusal(engine, native_file(tmp_path, rows))
    lines = [problem.row for problem in error.problems]
    assert lines == sorted(lines, key=lambda line: line or 0)
    assert len(lines) >= 3
    assert "problems:" in str(error)


def test_twenty_problems_are_shown_of_many(engine: Engine, tmp_path: Path) -> None:
    rows: list[Row] = [{"kind": "query", "key": f"q{n}", "text": "?", "type": "maybe"} for n in range(50)]
    error = refusal(engine, native_file(tmp_path, rows))
    assert [problem.row for problem in error.problems] == list(range(1, 21))
    assert "the first 20 problems" in str(error)


def test_labels_out_of_scale_keep_their_text_and_are_listed(engine: Engine, tmp_path: Path) -> None:
    rows = small_study()
    row_of(rows, "label").update(value="mostly")
    row_of(rows, "judge_output").update(value="mostly")
    report = imported(engine, native_file(tmp_path, rows))
    (found,) = report.out_of_scale
    assert (found.question, found.raw, found.count, found.first) == ("support", "mostly", 2, "study.jsonl, line 22")
    with reading(engine) as session:
        labels = session.execute(select(Label.value, Label.reason, Label.raw).where(col(Label.raw) == "mostly")).all()
    assert [tuple(label) for label in labels] == [(None, "out of scale", "mostly")] * 2
    assert "2 labels are out of scale" in "\n".join(report.lines())


def test_an_extra_level_of_the_scale_is_a_value(engine: Engine, tmp_path: Path) -> None:
    rows = small_study()
    row_of(rows, "label").update(value="contradicts")
    assert imported(engine, native_file(tmp_path, rows)).out_of_scale == ()


def test_superseding_keeps_the_old_label_in_the_record(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, small_study()))
    row = row_of(small_study(), "label") | {"value": "none", "evidence": []}
    path = native_file(tmp_path, [row, row_of(small_study(), "label", 1)], "second.jsonl")
    report = imported(engine, path, supersede=True)
    assert (report.superseded, report.created, report.unchanged) == (1, {"label": 1}, {"label": 1})
    with reading(engine) as session:
        chain = select(Label).join(Unit).join(Rater).where(col(Unit.key) == "a1/1/1", col(Rater.name) == "Ada")
        old, new = session.execute(chain.order_by(col(Label.id))).scalars()
    assert (old.value, old.superseded_at) == ("full", NOW)
    assert (new.value, new.supersedes_id, new.superseded_at) == ("none", old.id, None)


def test_a_batch_that_cannot_be_drawn_leaves_nothing(engine: Engine, tmp_path: Path) -> None:
    rows = small_study()
    row_of(rows, "batch", 1)["design"]["tasks"] = 9
    with pytest.raises(InputError, match="9 tasks are more than the 2 there are"):
        imported(engine, native_file(tmp_path, rows))
    assert count(engine, Study) == count(engine, Answer) == count(engine, Statement) == 0


def test_the_same_file_from_many_threads_comes_in_once(engine: Engine, tmp_path: Path) -> None:
    path = native_file(tmp_path, small_study())
    reports: list[ImportReport] = []
    errors: list[ToolError] = []

    def work() -> None:
        try:
            reports.append(import_file(engine, path, "tea", NOW))
        except ToolError as error:
            errors.append(error)

    imported(engine, native_file(tmp_path, [row_of(small_study(), "guideline")], "first.jsonl"))
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert [report.same_file for report in reports].count(False) == 1
    assert count(engine, Label) == 6


def test_a_file_that_is_not_there_is_said_so(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        imported(engine, tmp_path / "nowhere.jsonl")


def test_an_unknown_ending_asks_for_the_format(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "study.dat"
    path.write_text("")
    with pytest.raises(InputError, match="not known by its ending; name one of native, aee, labels, reports, markdown"):
        imported(engine, path)


def test_an_empty_file_makes_an_empty_study(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    path.write_text("")
    assert imported(engine, path).created == {}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"support_fn": "run"}, "field 'support_fn': goes with files of format aee, this one is native"),
        ({"said": Said(constants={"rater": "Ada"})}, "goes with files of format labels, this one is native"),
        ({"said": Said(values={"yes": "full"})}, "field 'values': goes with files of format labels"),
        ({"said": Said(columns={"unit": "id"})}, "field 'columns': goes with files of format labels or reports"),
        ({"said": Said(constants={"system": "x"})}, "'system': goes with files of format reports or markdown"),
        ({"format": "aee", "support_fn": "run"}, "there are none; give them with --support"),
        ({"format": "aee", "judge": "a/b"}, "field 'judge': 'a/b' cannot be a name"),
        ({"format": "excel"}, "field 'format': unknown format 'excel'; known: native, aee, labels"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(
    engine: Engine, tmp_path: Path, options: dict[str, Any], words: str
) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        imported(engine, native_file(tmp_path, small_study()), **options)
    assert count(engine, Study) == 0


def test_a_pipe_is_refused_because_it_can_be_read_only_once(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "pipe.jsonl"
    os.mkfifo(path)
    with pytest.raises(InputError, match="is not a regular file"):
        imported(engine, path)


def test_a_batch_that_cannot_be_drawn_is_named_with_its_line(engine: Engine, tmp_path: Path) -> None:
    design = {"method": "simple random", "tasks": 9, "seed": 1}
    batch = {"kind": "batch", "name": "more", "question": "support", "overlap": 2, "design": design}
    with pytest.raises(FileRefused, match=r"study.jsonl, line 30, field 'tasks': 9 tasks are more than the 1"):
        imported(engine, native_file(tmp_path, [*small_study(), batch]))
    assert count(engine, Study) == 0


def test_a_file_whose_labels_were_superseded_can_supersede_in_its_turn(engine: Engine, tmp_path: Path) -> None:
    rows = small_study()
    first = native_file(tmp_path, rows)
    imported(engine, first)
    row_of(rows, "label")["value"] = "none"
    imported(engine, native_file(tmp_path, rows, "second.jsonl"), supersede=True)
    assert imported(engine, first, supersede=True).superseded == 1
    assert any('"value": "full"' in line for line in exported(engine))
    again = imported(engine, first, supersede=True)
    assert (again.superseded, set(again.created.values())) == (0, {0})
