"""Reports from the records of tables, and the source lists their cells hold."""

from __future__ import annotations

import json
from typing import Any

import pytest

from data.importing.report_forms.columns import reports_of_records
from data.importing.report_forms.given import NoSources, given_sources, source_of_entry
from data.importing.report_forms.stream import rows_of_reports
from data.importing.reports import GivenSource, Report, query_key
from data.problems import Places, Problems

COLUMNS = {"query_text": "Prompt", "text": "Reply", "sources": "Links"}
A, B = "https://a.example", "https://b.example"


def problems() -> Problems:
    found = Problems(Places())
    found.places.add("table.csv")
    return found


def reports(*records: dict[str, Any], columns: dict[str, str] = COLUMNS, **constants: str) -> list[Report]:
    found = problems()
    made = list(reports_of_records(enumerate(records, start=2), columns, {"system": "pot"} | constants, found))
    found.refuse_if_any()
    return [item.report for item in made]


def faults(*records: dict[str, Any], columns: dict[str, str] = COLUMNS) -> list[tuple[int, str | None]]:
    found = problems()
    made = reports_of_records(enumerate(records, start=2), columns, {}, found)
    assert list(rows_of_reports(made, found, [], columns)) == []
    return [(problem.place, problem.field) for problem in found.found]


def test_columns_and_constants_make_a_report() -> None:
    (found,) = reports({"Prompt": "Is tea old?", "Reply": "Yes [1].", "Links": A, "other": 1}, query_type="debate")
    key = query_key("Is tea old?")
    source = (GivenSource(A),)
    assert found == Report(f"pot.{key}", key, "Is tea old?", "pot", "Yes [1].", "debate", source)


def test_a_query_without_a_text_is_called_by_its_key_and_numbers_are_keys_too() -> None:
    columns = {"query": "qid", "text": "Reply", "answer": "id", "system": "model"}
    (found,) = reports({"qid": 7, "Reply": "Yes.", "id": 12, "model": "lab/kettle"}, columns=columns)
    assert (found.key, found.query, found.query_text, found.system, found.sources) == (
        *("12", "7", "7", "lab/kettle"),
        None,
    )


def test_answers_of_a_system_to_one_query_are_numbered() -> None:
    record = {"qid": "q1", "Reply": "Yes."}
    found = reports(record, record, record, columns={"query": "qid", "text": "Reply"})
    assert [report.key for report in found] == ["pot.q1", "pot.q1.2", "pot.q1.3"]


def test_an_empty_text_is_a_report_that_says_nothing() -> None:
    assert [report.text for report in reports({"Prompt": "?", "Reply": None}, {"Prompt": "?", "Reply": ""})] == ["", ""]


def test_what_is_missing_or_cannot_be_read_is_named_by_the_tables_headings() -> None:
    columns = COLUMNS | {"system": "model", "query_type": "kind"}
    record = {"Prompt": "?", "Reply": "Yes.", "model": "pot"}
    assert faults(
        {"Prompt": "?", "model": "pot"},
        record | {"Prompt": ""},
        record | {"model": None},
        record | {"Links": 7},
        record | {"kind": "chat"},
        record | {"Prompt": "!", "Reply": "half \ud83d"},
        columns=columns,
    ) == [(2, "Reply"), (3, "Prompt"), (4, "model"), (5, "Links"), (6, "kind"), (7, "Reply")]


def test_the_same_query_comes_once_and_another_text_of_its_key_is_refused() -> None:
    columns = {"query": "qid", "query_text": "Prompt", "text": "Reply", "system": "model"}
    record = {"qid": "q1", "Prompt": "Is tea old?", "Reply": "Yes.", "model": "pot"}
    found, records = problems(), [record, record | {"model": "kettle"}, record | {"Prompt": "Is tea new?"}]
    made = reports_of_records(enumerate(records, start=2), columns, {}, found)
    rows = list(rows_of_reports(made, found, [], columns))
    assert [row.kind for row in rows] == ["query", "answer", "statement", "answer", "statement"]
    assert [(problem.place, problem.field) for problem in found.found] == [(4, "qid")]


@pytest.mark.parametrize(("answers", "told"), [(20, 20), (21, 21), (23, 21)])
def test_notes_beyond_the_first_twenty_are_counted(answers: int, told: int) -> None:
    records = enumerate([{"Prompt": "?", "Reply": "Yes [9]."}] * answers, start=2)
    found, notes = problems(), list[str]()
    list(rows_of_reports(reports_of_records(records, COLUMNS, {"system": "pot"}, found), found, notes))
    assert len(notes) == told
    more = f"{answers - 20} more notes of this kind on further answers"
    assert (notes[-1] == more) is (answers > 20)


@pytest.mark.parametrize(
    ("said", "sources"),
    [
        (None, None),
        (" \n", None),
        ([], ()),
        ("[]", ()),
        (f"{A}\r\n\n{B} \n", (GivenSource(A), GivenSource(B))),
        (f"[2] {A}\n[1] {B}", (GivenSource(A, number=2), GivenSource(B, number=1))),
        (f"[1]: {A}", (GivenSource(A, number=1),)),
        (f"- {A}\n- Tea ({B})", (GivenSource(A), GivenSource(B, "Tea"))),
        (json.dumps([A, B]), (GivenSource(A), GivenSource(B))),
        (str([A, B]), (GivenSource(A), GivenSource(B))),
        ("[1]\n", (GivenSource(None, number=1),)),
        ([A, {"url": B, "title": "Tea", "text": "", "number": 0}], (GivenSource(A), GivenSource(B, "Tea", "", 0))),
        ([{"url": "", "extra": 1}], (GivenSource(None),)),
        (json.dumps([{"url": A}]), (GivenSource(A),)),
    ],
)  # fmt: skip
def test_a_list_of_sources_comes_in_several_forms(said: object, sources: object) -> None:
    assert given_sources(said) == sources


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (7, "must be a list of addresses"),
        ({"url": A}, "must be a list of addresses"),
        ([7], "entry 1 is neither an address nor an object"),
        ([A, {"url": 7}], "the url of entry 2 is not text"),
        ([{"url": A, "number": "x"}], "the number of entry 1 is not a whole number"),
        ([{"url": A, "number": True}], "the number of entry 1 is not a whole number"),
        ([{"url": A, "number": -1}], "the number of entry 1 is not a whole number"),
    ],
)
def test_what_is_no_list_of_sources_is_refused_in_words(said: object, words: str) -> None:
    with pytest.raises(NoSources, match=words):
        given_sources(said)


@pytest.mark.parametrize("opened", ["[" * 10_000, "[" * 10_000 + "]" * 10_000, "['" + "a" * 1000])
def test_brackets_that_never_end_well_are_lines(opened: str) -> None:
    assert len(given_sources(opened) or ()) == 1


def test_words_as_long_as_a_passage_are_the_text_of_a_source() -> None:
    passage = "Tea is old. " * 30
    assert source_of_entry(f"[4] {passage}\n\nMore.") == GivenSource(None, None, f"{passage}\n\nMore.", 4)
