"""A list of records in a JSON document, at the top or anywhere in it, of any length."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tabular_files import file_of, read

from data.errors import InputError
from data.tabular import json_scanner

NESTED = {"metadata": {"models": [{"name": "m"}]}, "counts": [1, 2], "reports": [{"a": 1}, {"b": [{"c": 2}]}], "z": 1}


def test_a_list_of_objects_is_read_record_by_record(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, '\n [{"a": 1.0, "b": {"c": [1]}} , {"d": "é"}] \n', "t.json"))
    assert found.headings == ("a", "b", "d")
    assert found.rows == (("t.json, record 1", {"a": 1.0, "b": {"c": [1]}}), ("t.json, record 2", {"d": "é"}))
    assert (found.found.form, found.found.encoding, found.found.records) == ("json", "utf-8", "")


def test_the_first_list_of_objects_that_lies_directly_in_the_document_is_taken(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, json.dumps(NESTED), "t.json"))
    assert (found.found.records, found.cells) == ("reports", [(1, None), (None, [{"c": 2}])])


def test_else_the_first_one_deeper(tmp_path: Path) -> None:
    deep = {"x": {"none": [], "first": [{"a": 1}], "second": [{"b": 1}]}}
    found = read(file_of(tmp_path, json.dumps(deep), "t.json"))
    assert (found.found.records, found.headings) == ("x.first", ("a",))


def test_a_path_that_is_said_counts_and_names_the_same_records_again(tmp_path: Path) -> None:
    path = file_of(tmp_path, json.dumps(NESTED), "t.json")
    found = read(path, records="metadata.models")
    assert found.cells == [("m",)]
    assert read(path, records=found.found.records or "") == found


@pytest.mark.parametrize(
    ("document", "said", "words"),
    [
        ("[]", {}, "t.json, field 'records': holds no list of JSON objects"),
        ('{"a": [1], "b": []}', {}, "t.json, field 'records': holds no list of JSON objects"),
        ("3", {}, "t.json, field 'records': holds no list of JSON objects"),
        (json.dumps(NESTED), {"records": "nope"}, "t.json, field 'records': there are no records under 'nope'"),
        (json.dumps(NESTED), {"records": "z"}, "there are no records under 'z'"),
        (json.dumps(NESTED), {"records": ""}, "there are no records in the list"),
        ('{"a": [{"b": NaN', {"records": None}, ""),
    ],
)
def test_a_document_without_such_a_list_is_refused(
    document: str, said: dict[str, str], words: str, tmp_path: Path
) -> None:
    path = file_of(tmp_path, document, "t.json")
    if not words:
        assert "a bare NaN" in read(path).problems[0]
        return
    with pytest.raises(InputError) as refused:
        read(path, **said)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("document", "place", "words"),
    [
        ('[{"a": 1}, {"a": NaN}]', 2, "holds a bare NaN, which is not JSON; write null or leave the field out"),
        ('[{"a": 1}, {"a": 1, "a": 2}]', 2, "field 'a'"),
        ('[{"a": 1}, {"a"', 2, "Expecting ':' delimiter near the end"),
        ('[{"a": 1}', 2, "',' is missing near the end"),
        ('[{"a": 1} {"a": 2}]', 2, "',' is missing near"),
        ('[{"a": 1}, 7, {"a": 2}]', 2, "is not a JSON object"),
        ('[{"a": 1}, ]', 2, "Expecting value near"),
        ('[{"a": 1}] x', 2, "something follows the end of the document"),
        ('[{"a": 1}, {"a": "open', 2, "Unterminated string starting near"),
        ('[{"a": 1}, {"a": "\\ud83d"}]', 2, "holds half of a character"),
        ('[{"a": 1}, {"a": "\\u0000"}]', 2, "holds a NUL character"),
        ('[{"a": 1}, ' + 100_000 * '{"b":', 2, "more than 100 brackets within each other"),
        ('[{"a": 1}, ' + 5_000 * "9" + "]", 2, "a number too large to read"),
        ('{"r": [{"a": 1}], 3: 4}', 2, "'\"' is missing near"),
        ('{"r": [{"a": 1}], "s" 4}', 2, "':' is missing near"),
        ('{"r": [{"a": 1}]', 2, "',' is missing near the end"),
    ],
)
def test_what_is_not_sound_is_a_problem_with_its_record(document: str, place: int, words: str, tmp_path: Path) -> None:
    found = read(file_of(tmp_path, document, "t.json"))
    assert len(found.problems) == 1
    assert f"record {place}" in found.problems[0]
    assert words in found.problems[0]
    assert found.rows[0] == ("t.json, record 1", {"a": 1})


@pytest.mark.parametrize("document", ["{", '{"a": ]', '{"a": 1,}', "nope", '{"a": ' * 200])
def test_a_document_that_is_not_sound_before_any_list_is_refused(document: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"t\.json: is not sound JSON: "):
        read(file_of(tmp_path, document, "t.json"))


def test_bytes_that_are_not_of_the_encoding_are_a_problem(tmp_path: Path) -> None:
    content = '[{"a": "é"}, {"a": "ü"},\n{"a": "é"},\n'.encode() + b'{"a": "\xff"}]'
    found = read(file_of(tmp_path, content, "t.json"))
    assert found.problems == (
        "t.json, field 'a': record 4: holds bytes that are no text in the file's encoding; correct it, or name the "
        "encoding",
    )
    with pytest.raises(InputError, match=r"t\.json: is not UTF-16-LE: truncated data"):
        read(file_of(tmp_path, '{"a": 1}'.encode("utf-16-le") + b" ", "t.json"))


def test_a_value_that_would_fill_the_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_scanner, "LONGEST_RECORD", 600_000)
    found = read(file_of(tmp_path, '[{"a": 1}, {"a": "' + 700_000 * "x", "t.json"))
    assert "a value of more than 600,000 characters" in found.problems[0]


def test_lists_beside_the_records_may_be_of_any_length(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_scanner, "LONGEST_RECORD", 600_000)
    document = {"numbers": 8_000 * [100 * "7"], "records": [{"a": 1}], "more": 8_000 * [100 * "7"]}
    assert read(file_of(tmp_path, json.dumps(document), "t.json")).cells == [(1,)]


def test_reading_ends_when_there_are_many_problems(tmp_path: Path) -> None:
    assert len(read(file_of(tmp_path, f"[{', '.join(100 * ['7'])}, {{}}]", "t.json"), records="").problems) == 20
