"""Laws of the parser: places are exact, what is written is read back, nothing makes it fail."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest
from citation_corpus import snippets
from hypothesis import given, settings
from hypothesis import strategies as st

from data.citations import Mark, Parsed, parsed, positions_of, sources_of

SIGNS = "[](){}<>【】［］`~$^*_|\\!#-–:;,.=\"'‡†¹²³⁰ \t\r\n\0\ud800"
WORDS = (
    '1 0 2020 a Tea https://t.ea/x <sup> </sup> <a href=" <!-- --> ``` (Lee, 2020) [1]( $$ é 雨 👩‍🌾 [oai_citation:1‡'
)
LINES = ["\n\n", "## Sources\n", "[1]: ", "[^1]: ", "- ", "1. ", "| ", ":contentReference[oaicite:"]
PIECES = st.sampled_from([*SIGNS, *WORDS.split(" "), *LINES])
AWKWARD = st.lists(PIECES, max_size=60).map("".join) | st.text(st.characters(), max_size=80)


@dataclass(frozen=True)
class Written:
    """A citation as a test writes it."""

    style: str
    numbers: tuple[int, ...]
    url: str | None


def text_of(written: Written) -> str:
    """The citation in its style, with the word or punctuation before it that the style wants."""
    listed = ", ".join(map(str, written.numbers))
    return {
        "bracket": f" [{listed}]",
        "footnote": f"[^{listed}]",
        "link": f" [tea]({written.url})",
        "number link": f" [{listed}]({written.url})",
        "reference link": " [tea][leaf]",
        "lenticular": f"【{listed}†source】",
        "oai": f" [oai_citation:{listed}‡tea]({written.url})",
        "superscript": f".<sup>{listed}</sup>",
        "author-date": f" [Lee et al., 2021]({written.url})",
        "bare url": f" {written.url}",
    }[written.style]


URLS = st.sampled_from(["https://t.example/a", "http://t.example/b_(c)?d=1&e#f", "https://t.example"])
ONE = st.tuples(st.integers(1, 999))
SEVERAL = st.lists(st.integers(1, 999), min_size=1, max_size=4, unique=True).map(tuple)
NONE: st.SearchStrategy[tuple[int, ...]] = st.just(())
WRITTEN = st.one_of(
    st.builds(Written, st.sampled_from(["bracket", "lenticular", "superscript"]), SEVERAL, st.none()),
    st.builds(Written, st.just("footnote"), ONE, st.none()),
    st.builds(Written, st.just("number link"), SEVERAL, URLS),
    st.builds(Written, st.just("oai"), ONE, URLS),
    st.builds(Written, st.sampled_from(["link", "author-date", "bare url"]), NONE, URLS),
    st.builds(Written, st.just("reference link"), NONE, st.just("https://t.example/leaf")),
)


def read(mark: Mark) -> Written:
    return Written(mark.style, mark.numbers, mark.urls[0] if mark.urls else None)


def assert_places_are_exact(text: str, reading: Parsed) -> None:
    """Marks and body are in order, do not overlap, lie in the text; no mark stands in a reference list."""
    spans = [(mark.start, mark.end) for mark in reading.marks]
    assert all(0 <= start < end <= len(text) for start, end in (*spans, *reading.body))
    assert all(before[1] <= after[0] for items in (spans, reading.body) for before, after in pairwise(items))
    assert all(any(start <= mark.start and mark.end <= end for start, end in reading.body) for mark in reading.marks)
    assert all(0 <= entry.start < entry.end <= len(text) for entry in reading.references)
    assert not any(
        start < entry.end and entry.start < end for entry in reading.references for start, end in reading.body
    )


def assert_sources_fit(reading: Parsed) -> None:
    """Each mark has a position for each thing it names, and beyond the list there are only undefined numbers."""
    sources, positions = sources_of(reading), positions_of(reading)
    assert [source.position for source in sources] == list(range(1, len(sources) + 1))
    assert len(positions) == len(reading.marks)
    assert all(1 <= place <= len(sources) + len(reading.undefined) for places in positions for place in places)
    assert all(places for places in positions)


@given(st.lists(WRITTEN, max_size=8))
@settings(max_examples=40)
def test_what_is_written_is_read_back(written: list[Written]) -> None:
    text = (
        "".join(f"Leaves were dried{text_of(one)} and sold.\n\n" for one in written)
        + "[leaf]: https://t.example/leaf\n"
    )
    reading = parsed(text)
    assert [read(mark) for mark in reading.marks] == written
    assert [text[mark.start : mark.end] for mark in reading.marks] == [text_of(one).lstrip(" .") for one in written]


@given(
    st.lists(st.integers(0, 999), min_size=1, max_size=12, unique=True),
    st.sampled_from(["[{}] {}", "- [{}] {}", "{}. {}"]),
)
@settings(max_examples=30)
def test_a_written_list_is_read_back(numbers: list[int], form: str) -> None:
    lines = [form.format(number, f"Title {number} of tea: https://t.example/{number}") for number in numbers]
    reading = parsed("Tea is old.\n\n## References\n\n" + "\n".join(lines))
    read_back = [(entry.number, entry.title, entry.url) for entry in reading.references]
    assert read_back == [(number, f"Title {number} of tea", f"https://t.example/{number}") for number in numbers]
    assert reading.unused == tuple(sorted(numbers))


@given(AWKWARD)
@settings(max_examples=100)
def test_no_text_makes_the_parser_fail(text: str) -> None:
    reading = parsed(text)
    assert_places_are_exact(text, reading)
    assert_sources_fit(reading)


@given(st.sampled_from([snippet.text for snippet in snippets()]), PIECES, st.floats(0, 1))
@settings(max_examples=60)
def test_a_disturbed_report_is_still_read(text: str, piece: str, share: float) -> None:
    place = int(share * len(text))
    disturbed = text[:place] + piece + text[place:]
    reading = parsed(disturbed)
    assert_places_are_exact(disturbed, reading)
    assert_sources_fit(reading)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_the_kind_of_line_ends_changes_nothing_but_places(ending: str) -> None:
    for snippet in snippets():
        text = snippet.text.replace("\r\n", "\n")
        plain, other = parsed(text), parsed(text.replace("\n", ending))
        assert [(mark.style, mark.numbers) for mark in plain.marks] == [
            (mark.style, mark.numbers) for mark in other.marks
        ]
        assert [entry.title for entry in plain.references] == [entry.title for entry in other.references], snippet.name


def test_reading_twice_gives_the_same() -> None:
    assert all(parsed(snippet.text) == parsed(snippet.text) for snippet in snippets())
