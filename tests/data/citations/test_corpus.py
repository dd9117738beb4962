"""The parser against a corpus that was checked by hand before the parser was seen."""

from __future__ import annotations

import re

import pytest
from citation_corpus import UNCHECKED, ExpectedMark, ExpectedReference, Snippet, snippets

from data.citations import Mark, Reference, parsed

SNIPPETS = tuple(snippets())


def said(mark: Mark) -> ExpectedMark:
    return ExpectedMark(mark.start, mark.end, mark.style, mark.numbers, mark.urls)


def where_checked(entry: Reference, expected: ExpectedReference) -> ExpectedReference:
    """The entry as the corpus writes it: fields of which it says nothing are left unchecked."""
    fields = ("number", "url", "canonical", "title")
    values = [UNCHECKED if getattr(expected, field) == UNCHECKED else getattr(entry, field) for field in fields]
    return ExpectedReference(*values)


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda snippet: snippet.name)
def test_a_snippet_is_read_as_a_careful_reader_reads_it(snippet: Snippet) -> None:
    reading = parsed(snippet.text)
    assert tuple(said(mark) for mark in reading.marks) == snippet.marks
    assert len(reading.references) == len(snippet.references)
    pairs = zip(reading.references, snippet.references, strict=True)
    assert tuple(where_checked(*pair) for pair in pairs) == snippet.references
    assert snippet.undefined in (None, reading.undefined)
    assert snippet.unused in (None, reading.unused)


@pytest.mark.parametrize("snippet", [s for s in SNIPPETS if s.not_marks], ids=lambda snippet: snippet.name)
def test_no_citation_touches_what_only_looks_like_one(snippet: Snippet) -> None:
    marks = parsed(snippet.text).marks
    assert [trap for trap in snippet.not_marks if any(m.start < trap.end and trap.start < m.end for m in marks)] == []


def test_precision_and_recall_over_the_corpus_are_one() -> None:
    expected = {(snippet.text, mark) for snippet in SNIPPETS for mark in snippet.marks}
    found = {(snippet.text, said(mark)) for snippet in SNIPPETS for mark in parsed(snippet.text).marks}
    right = len(found & expected)
    assert (right / len(found), right / len(expected)) == (1.0, 1.0)


def test_every_decision_says_why() -> None:
    readings = [parsed(snippet.text) for snippet in SNIPPETS]
    assert all(item.why for reading in readings for item in (*reading.marks, *reading.rejected))


def test_every_number_in_brackets_that_is_text_is_named_with_a_reason() -> None:
    unnamed = []
    for snippet in SNIPPETS:
        rejected = parsed(snippet.text).rejected
        for trap in snippet.not_marks:
            looks_cited = re.fullmatch(r"\[\d[\d, –-]*\]", snippet.text[trap.start : trap.end])
            if looks_cited and not any(item.start <= trap.start and trap.end <= item.end for item in rejected):
                unnamed.append((snippet.name, trap))
    assert unnamed == []
