"""Mappings as files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.errors import InputError
from data.importing.mapping import BECOMES, ColumnMapping
from data.importing.mapping_file import mapping_text, read_mapping
from data.tabular import Reading

MAPPING = ColumnMapping(
    "labels",
    Reading(delimiter="\t"),
    columns={"unit": "item id", "question": "task"},
    constants={"rater": 'the "judge"'},
    questions={"sure?": "confidence"},
    values={"très sûr": "5", "": "1"},
    raters={"东京.1": "human"},
)

TEXT = r"""# What the columns of a table become: countermark import TABLE --study NAME --mapping THIS_FILE
becomes = "labels"

[reading]
"delimiter" = "\t"

[columns]
"unit" = "item id"
"question" = "task"

[constants]
"rater" = "the \"judge\""

[questions]
"sure?" = "confidence"

[values]
"très sûr" = "5"
"" = "1"

[raters]
"东京.1" = "human"
"""


def test_a_mapping_is_written_for_people_to_read_and_change(tmp_path: Path) -> None:
    assert mapping_text(MAPPING) == TEXT
    path = tmp_path / "mapping.toml"
    path.write_text(TEXT, encoding="utf-8-sig")
    assert read_mapping(path) == MAPPING


_words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
_pairs = st.dictionaries(_words, _words, max_size=3)
_said = st.none() | _words


@settings(max_examples=40, deadline=None)
@given(
    st.builds(
        ColumnMapping,
        st.sampled_from(BECOMES),
        st.builds(Reading, _said, _said, _said, _said),
        *[_pairs] * 5,
    )
)
def test_any_mapping_comes_back_as_it_was(tmp_path_factory: pytest.TempPathFactory, mapping: ColumnMapping) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_text(mapping_text(mapping), encoding="utf-8", newline="\n")
    found = read_mapping(path)
    assert found == mapping
    assert [*found.values] == [*mapping.values]


def test_half_a_character_cannot_be_written() -> None:
    with pytest.raises(InputError, match="half a character"):
        mapping_text(ColumnMapping("labels", columns={"unit": "\ud83d"}))


FAULTS: dict[str, tuple[bytes, str | None, str]] = {
    "not TOML": (b"becomes = labels", None, "is not TOML: Invalid value (at line 1"),
    "not UTF-8": (b'becomes = "\xff"', None, "is not UTF-8 (byte 12)"),
    "nothing": (b"", "becomes", "must be one of labels, reports"),
    "another kind": (b'becomes = "rows"', "becomes", "must be one of labels, reports"),
    "unknown table": (b'becomes = "labels"\n[colums]\n', "colums", "unknown; known: becomes, reading, columns,"),
    "unknown reading": (
        b'becomes = "labels"\n[reading]\nsep = ";"',
        "reading.sep",
        "known: encoding, delimiter, sheet",
    ),
    "no table": (b'becomes = "labels"\nvalues = "x"', "values", "must be a table, written [values]"),
    "number": (b'becomes = "labels"\n[values]\nyes = 4', "values.yes", 'must be text in quotes, such as "4"'),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_no_mapping_is_refused_with_its_field(fault: str, tmp_path: Path) -> None:
    content, field, words = FAULTS[fault]
    path = tmp_path / "m.toml"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_mapping(path)
    assert (caught.value.file, caught.value.field) == ("m.toml", field)
    assert words in caught.value.message


def test_a_mapping_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read_mapping(tmp_path / "m.toml")
