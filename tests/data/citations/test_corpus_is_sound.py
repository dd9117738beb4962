"""The corpus of citations against its own form; no parser is asked."""

import tomllib
from collections import Counter
from itertools import pairwise

import pytest
from citation_corpus import CORPUS, UNCHECKED, ExpectedMark, Snippet, Unsound, snippet_of, snippets

SNIPPETS = tuple(snippets())
STYLES = {
    "bracket",
    "footnote",
    "link",
    "number link",
    "reference link",
    "lenticular",
    "oai",
    "superscript",
    "author-date",
    "bare url",
}
TRAPS = {
    "anchor",
    "array index",
    "checkbox",
    "chemistry",
    "cjk words",
    "code",
    "comment",
    "editorial",
    "escaped",
    "image",
    "interval",
    "mailto",
    "mathematics",
    "mentioned",
    "money",
    "no host",
    "plain digits",
    "regex",
    "score",
    "time",
    "undefined name",
    "unit",
    "version",
    "words",
    "year",
}
KEYS = {
    "snippet": {"name", "text", "marks", "not_marks", "references", "undefined", "unused"},
    "marks": {"text", "style", "numbers", "urls", "nth"},
    "not_marks": {"text", "trap", "why", "nth"},
    "references": {"number", "url", "canonical", "title"},
}


def test_there_are_enough_snippets_and_no_name_or_text_twice() -> None:
    assert len(SNIPPETS) >= 170
    assert [name for name, n in Counter(snippet.name for snippet in SNIPPETS).items() if n > 1] == []
    assert [text for text, n in Counter(snippet.text for snippet in SNIPPETS).items() if n > 1] == []


def test_every_style_and_every_trap_occurs_and_no_other() -> None:
    assert {mark.style for snippet in SNIPPETS for mark in snippet.marks} == STYLES
    assert {trap.trap for snippet in SNIPPETS for trap in snippet.not_marks} == TRAPS
    assert all(trap.why for snippet in SNIPPETS for trap in snippet.not_marks)


def test_no_key_is_misspelt() -> None:
    for path in CORPUS.glob("*.toml"):
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["snippet"]:
            assert row.keys() <= KEYS["snippet"], row["name"]
            for part in ("marks", "not_marks", "references"):
                assert all(entry.keys() <= KEYS[part] for entry in row.get(part, [])), row["name"]


def test_marks_stand_in_order_and_traps_beside_them() -> None:
    assert [snippet.name for snippet in SNIPPETS if not _stand_apart(snippet)] == []


def test_every_mark_names_a_source_once() -> None:
    wrong = [snippet.name for snippet in SNIPPETS for mark in snippet.marks if not _names_a_source(mark)]
    assert wrong == []


def test_urls_of_links_and_entries_occur_in_the_text() -> None:
    assert [(snippet.name, url) for snippet in SNIPPETS for url in _urls(snippet) if url not in snippet.text] == []


def test_undefined_and_unused_numbers_follow_from_marks_and_entries() -> None:
    for snippet in SNIPPETS:
        undefined, unused = _loose_numbers(snippet)
        assert snippet.undefined in (None, undefined), snippet.name
        assert snippet.unused in (None, unused), snippet.name


def test_a_slice_that_is_not_in_the_text_is_refused() -> None:
    with pytest.raises(Unsound, match="does not follow"):
        snippet_of({"name": "n", "text": "[2] [1]", "marks": [_mark("[1]"), _mark("[2]")]})
    with pytest.raises(Unsound, match="2 times"):
        snippet_of({"name": "n", "text": "[1]", "marks": [{**_mark("[1]"), "nth": 2}]})


def _mark(text: str) -> dict[str, object]:
    return {"text": text, "style": "bracket", "numbers": [1]}


def _stand_apart(snippet: Snippet) -> bool:
    marks = [(mark.start, mark.end) for mark in snippet.marks]
    taken = sorted(marks + [(trap.start, trap.end) for trap in snippet.not_marks])
    filled = all(start < end for start, end in taken)
    return filled and all(before[1] <= behind[0] for before, behind in pairwise(taken))


def _names_a_source(mark: ExpectedMark) -> bool:
    told_once = len(set(mark.numbers)) == len(mark.numbers)
    return told_once and bool(mark.numbers or mark.urls) and all(url.startswith("http") for url in mark.urls)


def _urls(snippet: Snippet) -> list[str]:
    listed = [entry.url for entry in snippet.references if entry.url not in (None, UNCHECKED)]
    return [url for mark in snippet.marks for url in mark.urls] + [url for url in listed if url]


def _loose_numbers(snippet: Snippet) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Numbers cited that no entry has and no link carries, and numbers of entries that no mark cites."""
    entries = {entry.number for entry in snippet.references if isinstance(entry.number, int)}
    carried = {number for mark in snippet.marks if mark.urls for number in mark.numbers}
    cited = {number for mark in snippet.marks for number in mark.numbers}
    return tuple(sorted(cited - entries - carried)), tuple(sorted(entries - cited))
