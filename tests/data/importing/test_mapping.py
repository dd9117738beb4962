"""What is wrong with a mapping for a table, and how what a person says completes one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from data.importing.mapping import FIELDS, HEADINGS, ColumnMapping, Fault, Said, faults
from data.tabular import Reading

THERE = ("id", "verdict", "who", "twice", "twice", "Ben")
LABELS = ColumnMapping(
    "labels",
    columns={"unit": "id", "value": "verdict", "rater": "who"},
    constants={"rater_kind": "human", "question": "support"},
    values={"yes": "full"},
)
WIDE = ColumnMapping("labels", columns={"unit": "id"}, constants={"question": "support"}, raters={"Ben": "human"})
REPORTS = ColumnMapping("reports", columns={"text": "verdict", "query_text": "id"}, constants={"system": "Kettle"})


@pytest.mark.parametrize("mapping", [LABELS, WIDE, REPORTS], ids=["long", "wide", "reports"])
def test_a_mapping_that_says_all_that_is_needed_has_no_fault(mapping: ColumnMapping) -> None:
    assert list(faults(mapping, THERE)) == []


FAULTS: dict[str, tuple[ColumnMapping, str, str]] = {
    "unknown field": (replace(LABELS, constants={**LABELS.constants, "colour": "red"}), "colour", "known: unit,"),
    "field of reports": (replace(LABELS, columns={**LABELS.columns, "text": "id"}), "text", "unknown column"),
    "said twice": (replace(LABELS, columns={**LABELS.columns, "question": "id"}), "question", "leave one of the two"),
    "no such heading": (replace(LABELS, columns={**LABELS.columns, "run": "x"}), "run", "there is no column 'x'"),
    "heading twice": (replace(LABELS, columns={**LABELS.columns, "run": "twice"}), "run", "two columns are called"),
    "no such rater": (replace(WIDE, raters={"Cy": "human"}), "Cy", "there is no column 'Cy'"),
    "values of reports": (replace(REPORTS, values={"a": "b"}), "values", "is for labels, this table becomes reports"),
    "questions without column": (replace(LABELS, questions={"a": "support"}), "question", "but no such column"),
    "unknown question": (replace(WIDE, constants={"question": "sureness"}), "question", "unknown question 'sureness'"),
    "no value": (replace(LABELS, values={"yes": "ful"}), "value", "the values of support are none, partial, full"),
    "unknown kind": (replace(WIDE, raters={"Ben": "robot"}), "Ben", "'robot' is no kind of rater; known: human"),
    "two meanings": (replace(WIDE, raters={"id": "human"}), "id", "is a rater's column and something else too"),
    "long and wide": (replace(WIDE, columns={"unit": "id", "rater": "who"}), "rater", "leave it out"),
    "no unit": (replace(WIDE, columns={}), "unit", "name one with --column unit=HEADING or --column query=HEADING"),
    "no system": (replace(REPORTS, constants={}), "system", "--column system=HEADING or give --system"),
    "no query": (
        replace(REPORTS, columns={"text": "id"}),
        "query",
        "--column query=HEADING or --column query_text=HEADING",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_named_with_its_field_and_what_to_do(fault: str) -> None:
    mapping, field, words = FAULTS[fault]
    [found] = faults(mapping, THERE)
    assert isinstance(found, Fault)
    assert found.field == field
    assert words in found.message


def test_a_word_may_mean_a_value_of_any_question_that_is_asked() -> None:
    several = ColumnMapping(
        "labels",
        columns={"unit": "id", "value": "verdict", "question": "who"},
        constants={"rater": "A", "rater_kind": "judge"},
        questions={"a": "support", "b": "confidence"},
        values={"yes": "full", "sure": "5"},
    )
    assert list(faults(several, THERE)) == []
    [fault] = faults(replace(several, values={"yes": "pass"}), THERE)
    assert "no value; the values of support and confidence are" in fault.message
    assert list(faults(replace(several, questions={}, values={"yes": "pass"}), THERE)) == []


def test_what_is_said_takes_the_place_of_what_the_mapping_says() -> None:
    said = Said(
        reading=Reading(sheet="two"),
        columns={"rater_kind": "kind", "value": "label"},
        constants={"rater": "Ada"},
        values={"no": "none"},
        raters={"Ben": "judge"},
    )
    mapping = said.over(replace(LABELS, reading=Reading(encoding="cp1252", sheet="one")))
    assert mapping == ColumnMapping(
        "labels",
        reading=Reading(encoding="cp1252", sheet="two"),
        columns={"unit": "id", "value": "label", "rater_kind": "kind"},
        constants={"question": "support", "rater": "Ada"},
        values={"yes": "full", "no": "none"},
        raters={"Ben": "judge"},
    )
    assert Said().over(LABELS) == LABELS


def test_a_question_is_that_of_all_rows_or_of_the_rows_whose_column_says_so() -> None:
    without = ColumnMapping("labels")
    assert Said(question="support").over(without).constants == {"question": "support"}
    having = ColumnMapping("labels", columns={"question": "task"}, questions={"old": "depth"})
    assert Said(question="support").over(having).questions == {"support": "support"}
    assert Said(question="a=b=support").over(having).questions == {"a=b": "support"}
    assert next(faults(Said(question="x=support").over(WIDE), THERE)).field == "question"


def test_what_a_column_becomes_is_said_in_words() -> None:
    assert [WIDE.meaning(heading) for heading in ("id", "Ben", "who")] == ["unit", "labels of Ben (human)", None]
    assert list(WIDE.headings()) == ["id", "Ben"]


def test_every_field_of_labels_is_known_by_its_own_name() -> None:
    assert all(names[0] == field for field, names in HEADINGS.items())
    assert tuple(HEADINGS) == FIELDS["labels"]
