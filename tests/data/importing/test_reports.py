"""A report's text into the rows of the native format."""

from __future__ import annotations

import re
from typing import Any

import pytest

from data.importing.reports import GivenSource, Report, ReportRows, query_key, rows_of_report

LISTED = "Tea is old [1]. Milk is new [2, 1].\n\n## Sources\n[1] Leaf: https://leaf.example\n[2] https://cow.example\n"


def report(text: str, *sources: GivenSource) -> Report:
    return Report("a1", "q1", "Is tea old?", "Kettle", text, "debate", sources or None)


def of(found: ReportRows, kind: str) -> list[dict[str, Any]]:
    return [row.fields for row in found.rows if row.kind == kind]


def cells(found: ReportRows) -> list[tuple[int, int]]:
    return [(row["statement"], row["source"]) for row in of(found, "citation")]


def test_a_report_becomes_its_query_sources_answer_statements_and_citations() -> None:
    found = rows_of_report(report(LISTED))
    assert [row.kind for row in found.rows] == [
        *("query", "source", "source", "answer"),
        *("statement", "citation", "statement", "citation", "citation"),
    ]
    assert of(found, "query") == [{"key": "q1", "text": "Is tea old?", "type": "debate"}]
    assert of(found, "source") == [
        {"key": "a1.S1", "status": "not fetched", "url": "https://leaf.example", "title": "Leaf"},
        {"key": "a1.S2", "status": "not fetched", "url": "https://cow.example"},
    ]
    assert of(found, "answer") == [
        {"key": "a1", "query": "q1", "system": "Kettle", "text": LISTED, "sources": ["a1.S1", "a1.S2"]}
    ]
    assert of(found, "statement") == [
        {"answer": "a1", "position": 1, "text": "Tea is old [1].", "start": 0, "end": 15},
        {"answer": "a1", "position": 2, "text": "Milk is new [2, 1].", "start": 16, "end": 35},
    ]
    assert cells(found) == [(1, 1), (2, 2), (2, 1)]
    assert found.notes == ()


def test_a_source_cited_twice_in_a_statement_is_one_citation() -> None:
    assert cells(rows_of_report(report("Tea [1] is old [1][2]. So [1].", *[GivenSource(None, "x")] * 2))) == [
        *((1, 1), (1, 2), (2, 1)),
    ]


def test_sources_beside_a_report_without_a_list_are_meant_by_their_numbers() -> None:
    leaf = GivenSource("https://leaf.example", "Leaf", "Tea is old.", number=3)
    cow = GivenSource("https://cow.example", number=1)
    found = rows_of_report(report("Tea is old [3]. Milk is new [1].", leaf, cow))
    assert of(found, "source") == [
        {"key": "a1.S1", "status": "not fetched", "url": "https://cow.example"},
        {"key": "a1.S2", "status": "ok", "text": "Tea is old.", "url": "https://leaf.example", "title": "Leaf"},
    ]
    assert cells(found) == [(1, 2), (2, 1)]
    assert found.notes == ()


def test_sources_beside_a_report_without_numbers_are_numbered_in_their_order() -> None:
    given = GivenSource(None, "Cow", "Milk is new."), GivenSource("https://a.example")
    found = rows_of_report(report("Tea is old [2].", *given))
    assert of(found, "source") == [
        {"key": "a1.S1", "status": "ok", "text": "Milk is new.", "title": "Cow"},
        {"key": "a1.S2", "status": "not fetched", "url": "https://a.example"},
    ]
    assert cells(found) == [(1, 2)]


def test_sources_beside_a_report_that_cites_nothing_are_listed() -> None:
    found = rows_of_report(report("Tea is old.", GivenSource("https://a.example")))
    assert [row["url"] for row in of(found, "source")] == ["https://a.example"]


def test_one_page_beside_a_report_under_several_numbers_stays_several_sources() -> None:
    page = GivenSource("https://a.example", text="one"), GivenSource("https://a.example", text="two")
    found = rows_of_report(report("Tea [1]. Milk [2].", *page))
    assert [row["text"] for row in of(found, "source")] == ["one", "two"]
    assert cells(found) == [(1, 1), (2, 2)]


def test_sources_beside_a_report_with_a_list_lend_it_texts_and_titles() -> None:
    cow = GivenSource("https://cow.example/?utm_source=x", "Cow", "Milk is new.")
    others = GivenSource("https://other.example", "Other", "No."), GivenSource(None, "Third", "No.")
    found = rows_of_report(report(LISTED, *others, cow))
    assert of(found, "source") == [
        {"key": "a1.S1", "status": "not fetched", "url": "https://leaf.example", "title": "Leaf"},
        {"key": "a1.S2", "status": "ok", "text": "Milk is new.", "url": "https://cow.example", "title": "Cow"},
    ]
    assert cells(found) == [(1, 1), (2, 2), (2, 1)]
    assert found.notes == ("answer 'a1' lists its sources itself; 2 that came with it are not among them: left out",)
    assert rows_of_report(report(LISTED, cow)).notes == ()


@pytest.mark.parametrize("body", ["Tea is old [1][3].", "Tea is old."])
def test_a_report_is_read_by_its_own_list_even_where_that_does_not_fit(body: str) -> None:
    own = f"{body}\n\n## Sources\n[1] https://own.example\n"
    found = rows_of_report(report(own, *[GivenSource("https://a.example")] * 3))
    assert [row["url"] for row in of(found, "source")] == ["https://own.example"]


def test_notes_that_no_number_leads_to_are_no_list_of_sources() -> None:
    text = "Tea is old [1].\n\n[^note]: Written in haste.\n"
    assert cells(rows_of_report(report(text, GivenSource("https://leaf.example")))) == [(1, 2)]


def test_pages_that_are_linked_follow_the_sources_beside_the_report() -> None:
    text = "Tea is old [1], see [cow](https://cow.example) and [leaf](https://leaf.example#top)."
    found = rows_of_report(report(text, GivenSource("https://leaf.example")))
    assert [row["url"] for row in of(found, "source")] == ["https://leaf.example", "https://cow.example"]
    assert cells(found) == [(1, 1), (1, 2)]


def test_a_source_whose_text_is_blank_is_empty() -> None:
    found = rows_of_report(report("Tea [1].", GivenSource("https://leaf.example", text=" \n")))
    assert of(found, "source") == [{"key": "a1.S1", "status": "empty", "url": "https://leaf.example"}]


def test_numbers_without_a_source_are_kept_beyond_the_list_and_told() -> None:
    found = rows_of_report(report("Tea [9]. Milk [4, 1].", GivenSource("https://leaf.example")))
    assert cells(found) == [(1, 3), (2, 2), (2, 1)]
    assert found.notes == ("answer 'a1' cites numbers that its source list lacks: 4, 9",)


def test_of_many_numbers_without_a_source_the_first_twenty_are_told() -> None:
    text = " ".join(f"Fact [{number}]." for number in range(1, 26))
    (note,) = rows_of_report(report(text)).notes
    assert note.endswith("18, 19, 20 and 5 more")
    (note,) = rows_of_report(report(" ".join(f"Fact [{number}]." for number in range(1, 21)))).notes
    assert note.endswith("18, 19, 20")


def test_a_block_of_marks_cites_for_the_statement_before_it() -> None:
    found = rows_of_report(report("Tea is old.\n\n[1]\n\nMilk is new.", GivenSource("https://leaf.example")))
    assert cells(found) == [(1, 1)]
    assert found.notes == ()


def test_marks_in_headings_cite_for_no_statement_and_are_told() -> None:
    found = rows_of_report(report("# Tea [1]\n\nTea is old.", GivenSource("https://leaf.example")))
    assert cells(found) == []
    assert found.notes == ("answer 'a1': citations in headings and where else nothing is stated: 1",)


def test_a_report_that_states_nothing_is_told() -> None:
    found = rows_of_report(report("# Tea\n"))
    assert [row.kind for row in found.rows] == ["query", "answer"]
    assert found.notes == ("answer 'a1' has no statement",)


def test_the_key_of_a_query_follows_from_its_text_alone() -> None:
    assert query_key("Is tea old?") == query_key("Is tea old?") != query_key("Is tea old")
    assert re.fullmatch("q-[0-9a-f]{16}", query_key("half \ud83d"))
