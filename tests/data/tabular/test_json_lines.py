"""JSON lines: one object a line, with any fields."""

from __future__ import annotations

from pathlib import Path

import pytest
from tabular_files import file_of, read

from data.tabular import text_of


def test_headings_are_all_names_of_fields_in_the_order_they_occur(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, '{"a": 1}\n\n  \n{"b": null, "a": "N/A"}\r\n', "t.jsonl"))
    assert found.headings == ("a", "b")
    assert found.rows == (("t.jsonl, line 1", {"a": 1}), ("t.jsonl, line 4", {"b": None, "a": "N/A"}))
    assert (found.found.form, found.found.encoding, found.found.delimiter) == ("jsonl", "utf-8", None)


def test_lists_and_objects_stay_what_they_are(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, '{"a": [1, {"b": 2.0}], "c": {}}\n', "t.ndjson"))
    assert found.cells == [([1, {"b": 2.0}], {})]


def test_the_text_of_a_cell_is_what_the_file_holds() -> None:
    assert [text_of(cell) for cell in ("x", " ", 1, 1.5, True, "", None, [1], {}, float("nan"))] == [
        "x", " ", "1", "1.5", "true", None, None, None, None, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "is not JSON: Expecting property name enclosed in double quotes at character 2; each line holds one"),
        ("[1]", "is not a JSON object; each line holds one, in braces"),
        ('{"a": NaN}', "holds a bare NaN, which is not JSON; write null or leave the field out"),
        ('{"a": -Infinity}', "holds a bare -Infinity, which is not JSON"),
        ('{"a": 1, "b": 2, "a": 1}', "'a': is given twice; keep one"),
        ('{"a": "\\u0000"}', "'a': holds a NUL character; take it out"),
        ('{"a": {"b": ["\\ud83d"]}}', "'a': holds half of a character (a lone surrogate such as \\ud83d); correct"),
        ('{"\\udc00": 1}', "'\\udc00': holds half of a character"),
        (f'{{"a": {101 * "["}{101 * "]"}}}', "'a': holds more than 100 brackets within each other"),
        ('{"a": ' + 100_000 * "[", "holds a number or a nesting too large to read"),
        ('{"a": ' + 5_000 * "9" + "}", "holds a number or a nesting too large to read"),
    ],
)
def test_a_line_that_cannot_be_kept_is_a_problem_with_its_number(line: str, problem: str, tmp_path: Path) -> None:
    found = read(file_of(tmp_path, f'{{"a": 1}}\n{line}\n{{"a": 2}}\n', "t.jsonl"))
    assert len(found.problems) == 1
    assert found.problems[0].startswith("t.jsonl, line 2")
    assert problem in found.problems[0]
    assert [cells["a"] for _, cells in found.rows] == [1, 2]


def test_half_of_a_pair_next_to_a_whole_one_is_found_and_the_whole_one_kept(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, '{"a": "\\ud83d\\ude00"}\n{"a": "\\ud83d\\ud83d\\ude00"}\n', "t.jsonl"))
    assert (found.cells, len(found.problems)) == ([("😀",)], 1)


@pytest.mark.parametrize("line", ["{", '{"a": "\\u0000"}'])
def test_reading_ends_when_there_are_many_problems(line: str, tmp_path: Path) -> None:
    assert len(read(file_of(tmp_path, 100 * f"{line}\n", "t.jsonl")).problems) == 20
