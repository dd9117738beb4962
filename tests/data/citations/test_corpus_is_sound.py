"""The corpus of citations against its own form; no parser is asked."""

import tomllib
from collections import Counter
from itertools import pairwise

import pytest
from citation_corpus import CORPUS, Snippet, Unsound, snippet_of, snippets

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
everywhere = pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda snippet: snippet.name)


def test_there_are_enough_snippets_and_no_name_or_text_twice() -> None:
    assert len(SNIPPETS) >= 170
    assert [name for name, n in Counter(snippet.name for snippet in SNIPPETS).items() if n > 1] == []
    assert [text for text, n in Counter(snippet.text for snippet in SNIPPETS).items() if n > 1] == []


def test_every_style_and_every_trap_occurs_and_no_other() -> None:
    assert {mark.style for snippet in SNIPPETS for mark in snippet.marks} == STYLES
    assert {trap.trap for snippet in SNIPPETS for trap in snippet.not_marks} == TRAPS


def test_no_key_is_misspelt() -> None:
    for path in CORPUS.glob("*.toml"):
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["snippet"]:
            assert row.keys() <= KEYS["snippet"], row["name"]
            for part in ("marks", "not_marks", "references"):
                assert all(entry.keys() <= KEYS[part] for entry in row.get(part, [])), row["name"]


@everywhere
def test_marks_stand_in_order_and_traps_beside_them(snippet: Snippet) -> None:
    taken = sorted([(m.start, m.end) for m in snippet.marks] + [(t.start, t.end) for t in snippet.not_marks])
    assert all(start < end for start, end in taken)
    assert all(before[1] <= behind[0] for before, behind in pairwise(taken))
    assert all(trap.why for trap in snippet.not_marks)


@everywhere
def test_every_mark_names_a_source(snippet: Snippet) -> None:
    for mark in snippet.marks:
        assert mark.numbers or mark.urls
        assert len(set(mark.numbers)) == len(mark.numbers)
        assert all(url.startswith(("http://", "https://")) for url in mark.urls)


@everywhere
def test_urls_of_links_and_entries_occur_in_the_text(snippet: Snippet) -> None:
    listed = [reference.url for reference in snippet.references]
    for url in [url for mark in snippet.marks for url in mark.urls] + listed:
        assert url is None or url == "unchecked" or url in snippet.text


@everywhere
def test_undefined_and_unused_numbers_follow_from_marks_and_entries(snippet: Snippet) -> None:
    entries = {reference.number for reference in snippet.references}
    carried = {n for mark in snippet.marks if mark.urls for n in mark.numbers}
    cited = {n for mark in snippet.marks for n in mark.numbers}
    if snippet.undefined is not None:
        assert list(snippet.undefined) == sorted(cited - entries - carried)
    if snippet.unused is not None:
        assert list(snippet.unused) == sorted(n for n in entries - cited if isinstance(n, int))


def test_a_slice_that_is_not_in_the_text_is_refused() -> None:
    with pytest.raises(Unsound, match="does not follow"):
        snippet_of({"name": "n", "text": "[2] [1]", "marks": [_mark("[1]"), _mark("[2]")]})
    with pytest.raises(Unsound, match="2 times"):
        snippet_of({"name": "n", "text": "[1]", "marks": [{**_mark("[1]"), "nth": 2}]})


def _mark(text: str) -> dict[str, object]:
    return {"text": text, "style": "bracket", "numbers": [1]}
