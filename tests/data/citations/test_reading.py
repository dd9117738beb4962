"""Single rules of the parser, each with the case beside it that is read the other way."""

from __future__ import annotations

import pytest

from data.citations import parsed


def cited(text: str) -> list[str]:
    return [text[mark.start : mark.end] for mark in parsed(text).marks]


@pytest.mark.parametrize(
    ("citation", "index"),
    [
        ("Fill the bag (e.g[4]) well [1].", "Fill the bag g[4] well [1]."),
        ("The world's[4] tea [1].", "The s[4] tea [1]."),
        ("In _Nature_[4] and [1].", "In a_name[4] and [1]."),
        ("Tea costs $5[4] [1].", "Tea $pot[4] [1]."),
        ("Vitamin C[4] [1].", "Vitamin c[4] [1]."),
    ],
)
def test_a_word_before_a_bracket_is_told_from_a_variable(citation: str, index: str) -> None:
    assert cited(citation) == ["[4]", "[1]"]
    assert cited(index) == ["[1]"]
    assert "array" in parsed(index).rejected[0].why


@pytest.mark.parametrize(
    ("citation", "text"),
    [
        ("in the range [3]", "in the range [3, 4]"),
        ("as in [3, 4]", "k ∈ [3, 4]"),
        ("“so [3]”", "“[3]”"),
        ("see [3] tea", "see [3]tea"),
        ("[^3]", r"\[^3]"),
        ("【3†a】", "【3 a】"),
        ("tea¹", "kg¹"),
        ("[tea](https://t.example)", "![tea](https://t.example)"),
        ("[tea](https://t.example)", "[tea](/t.example)"),
    ],
)
def test_a_citation_is_told_from_its_look_alike(citation: str, text: str) -> None:
    assert len(cited(citation)) == 1
    assert cited(text) == []


@pytest.mark.parametrize("where", ["`[1]`", "```\n[1]\n```", "<!-- [1] -->", "$x[1]$", "<code>[1]</code>", "    [1]"])
def test_what_stands_where_nothing_is_cited_is_named(where: str) -> None:
    reading = parsed(f"Tea.\n\n{where}\n\nTea [2].")
    assert [mark.numbers for mark in reading.marks] == [(2,)]
    assert ["where nothing is cited" in item.why for item in reading.rejected] == [True]


def test_an_entry_is_its_words_in_the_text() -> None:
    text = "Tea [1].\n\n## Sources\n\n  [1] Leaf:\n      https://leaf.example  \n\nEnd [1]."
    (entry,) = parsed(text).references
    assert text[entry.start : entry.end] == "[1] Leaf:\n      https://leaf.example"


def test_the_body_is_what_stands_outside_lists_and_their_headings() -> None:
    text = "Tea [1].\n\n## Sources\n[1] Leaf: https://leaf.example\n\n## End\n"
    assert [text[start:end] for start, end in parsed(text).body] == ["Tea [1].\n\n", "\n\n## End\n"]


def test_lines_that_are_urls_are_entries_of_their_own() -> None:
    reading = parsed("Tea.\n\nSources\nhttps://a.example\nhttps://b.example\n")
    assert [entry.url for entry in reading.references] == ["https://a.example", "https://b.example"]


def test_a_list_under_notes_must_begin_with_a_number_and_a_url() -> None:
    assert parsed("Tea.\n\n## Notes\n\n1. Leaf: https://leaf.example\n2. Ibid.\n").references[1].title == "Ibid."
    assert parsed("Tea.\n\n## Notes\n\n1. Leaves are green.\n").references == ()


def test_numbers_mean_the_entries_they_are_resolved_to() -> None:
    reading = parsed("Tea [2, 9].\n\n## Sources\n[1] A\n[2] B\n")
    assert reading.marks[0].entries == (1,)
    assert (reading.undefined, reading.unused) == ((9,), (1,))


def test_an_empty_text_has_nothing() -> None:
    reading = parsed("")
    assert (reading.marks, reading.rejected, reading.references, reading.body) == ((), (), (), ())
