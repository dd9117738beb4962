"""The tables of the Import screen: each choice becomes what it says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotate.screens.bring_in_tables import (
    MOST_COLUMNS,
    WORDS,
    column_chosen,
    columns,
    label_chosen,
    labels,
    task_chosen,
    tasks,
)
from annotate.tables import Piece, Table, chosen
from data.importing.mapping import BECOMES, FIELDS, Becomes, ColumnMapping
from data.importing.preview import Preview, PreviewColumn, PreviewLabel
from data.questions import QUESTIONS

LOOKED_AT = Preview("t.csv", "labels", (), {}, (), (), whole=True)


def choices(table: Table) -> list[Piece]:
    """The choices of a table, in its order."""
    return [piece for row in table.rows for cell in row.cells for piece in cell.pieces if piece.kind == "choice"]


def column(heading: str) -> PreviewColumn:
    return PreviewColumn(heading, None, False, ())


@pytest.mark.parametrize("becomes", BECOMES)
def test_a_column_becomes_what_was_chosen(becomes: Becomes) -> None:
    preview = replace(LOOKED_AT, columns=(column("a: b"),))
    (choice,) = choices(columns(preview, ColumnMapping(becomes), ()))
    assert choice.text == choice.lines[0] == "not read"
    for at, line in enumerate(choice.lines):
        mapping = column_chosen(ColumnMapping(becomes), *chosen(f"{choice.press}:{at}"))
        (after,) = choices(columns(preview, mapping, ()))
        assert after.text == line
        assert [*mapping.headings()] == (["a: b"] if at else [])


def test_every_field_is_explained() -> None:
    assert {*WORDS} == {name for becomes in BECOMES for name in FIELDS[becomes]}


def test_many_columns_are_cut_and_a_guess_is_marked() -> None:
    preview = replace(LOOKED_AT, columns=tuple(column(f"c{n}") for n in range(MOST_COLUMNS + 5)))
    table = columns(preview, ColumnMapping("labels"), {"c1"})
    assert len(table.rows) == MOST_COLUMNS
    marked = [row.cells[0].pieces[0].text for row in table.rows if row.cells[3].pieces]
    assert marked == ["c1"]


@pytest.mark.parametrize(
    ("theirs", "stays"), [("full", "as it is"), ("a: yes", "out of scale: kept as it is, without a value")]
)
def test_a_label_becomes_what_was_chosen(theirs: str, stays: str) -> None:
    preview = replace(LOOKED_AT, labels=(PreviewLabel("support", theirs, None, 3),))
    (choice,) = choices(labels(preview, ColumnMapping("labels")))
    assert choice.lines == (stays, *QUESTIONS["support"].scale.labels)
    for at, line in enumerate(choice.lines):
        mapping = label_chosen(ColumnMapping("labels", values={theirs: "partial"}), *chosen(f"{choice.press}:{at}"))
        assert mapping.values == ({theirs: line} if at else {})
        assert choices(labels(preview, mapping))[0].text == line


def test_a_label_that_means_what_another_question_knows_is_shown_as_it_stays() -> None:
    preview = replace(LOOKED_AT, labels=(PreviewLabel("stance", "yes", None, 3),))
    (choice,) = choices(labels(preview, ColumnMapping("labels", values={"yes": "full"})))
    assert choice.text.startswith("out of scale")


def test_a_word_of_the_question_column_means_what_was_chosen() -> None:
    words, mapping = ("support", "use: ful"), ColumnMapping("labels", columns={"question": "task"})
    known, unknown = choices(tasks(words, mapping))
    assert (known.text, unknown.text) == ("support", "choose …")
    at = unknown.lines.index("confidence")
    mapping = task_chosen(mapping, words, *chosen(f"{unknown.press}:{at}"))
    assert mapping.questions == {"support": "support", "use: ful": "confidence"}
    mapping = task_chosen(mapping, words, "support", 0)
    assert [choice.text for choice in choices(tasks(words, mapping))] == ["left out", "confidence"]
