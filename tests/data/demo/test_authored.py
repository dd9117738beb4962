"""The demo's texts: read exactly as written, and of the shape the demo promises."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from data.demo.authored import SYSTEMS, Answer, Cell, Source, Span, topics
from data.errors import InputError

TOPIC = """
[[queries]]
key = "tea"
type = "debate"
text = "Should tea be drunk from cups?"
bias = "Tea should be drunk from cups."

[[sources]]
key = "pot"
url = "https://pots.example.org/tea"
title = "Pots"
status = "ok"
text = '''
Pots

{a|Cups hold 200 millilitres.} Bowls hold more.
'''

[[sources]]
key = "shut"
url = "https://shut.example.org/"
title = "Shut"
status = "paywall"

[[answers]]
query = "tea"
system = "Halyard"
confidence = 4
sources = ["pot", "shut"]
body = '''
1 pro Fa x | A cup holds 200 millilitres [1][9].
0 neutral N x | Tea is old.

1 con Pa x | Bowls hold more [1], and cups leak.
'''
"""


def _written(folder: Path, text: str) -> Path:
    (folder / "tea.toml").write_text(text, encoding="utf-8")
    return folder


def _answers() -> list[Answer]:
    return [answer for topic in topics() for answer in topic.answers]


def _sources() -> dict[str, Source]:
    return {source.key: source for topic in topics() for source in topic.sources}


def test_a_topic_is_read_as_it_is_written(tmp_path: Path) -> None:
    (topic,) = topics(_written(tmp_path, TOPIC))
    pot, shut = topic.sources
    assert pot.text == "Pots\n\nCups hold 200 millilitres. Bowls hold more."
    # "Pots" and two line ends are 6 characters, the marked sentence has 26.
    assert pot.passages == {"a": Span(6, 32)}
    assert shut.text is None
    (answer,) = topic.answers
    assert answer.key == "tea-halyard"
    assert answer.text == ("A cup holds 200 millilitres [1][9]. Tea is old.\n\nBowls hold more [1], and cups leak.")
    first, filler, last = answer.statements
    assert (first.relevance, first.stance, first.cites) == ("1", "pro", (1, 9))
    assert first.cells == (Cell("full", (Span(6, 32),)), Cell(None))
    assert (filler.relevance, filler.place) == ("0", Span(36, 47))
    assert last.cells[0].value == "partial"
    assert last.place.start == 49


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("1 pro Fa x |", "1 pro Fa |", "2 sources"),
        ("1 pro Fa x |", "1 pro Fa N |", "paywall"),
        ("1 pro Fa x |", "1 pro F x |", "cell 'F'"),
        ("1 pro Fa x |", "1 pro Fb x |", "'b'"),
        ("1 pro Fa x |", "1 - Fa x |", "debate query"),
        ('status = "paywall"', 'status = "ok"', "source shut"),
        ("Bowls hold more.\n", "{a|Bowls} hold more.\n", "marked twice"),
        ('system = "Halyard"', 'system = "Nobody"', "Nobody"),
        ("[[queries]]", "[[queries", "tea.toml"),
    ],
)
def test_a_slip_of_the_pen_is_named_with_its_file(tmp_path: Path, right: str, wrong: str, words: str) -> None:
    assert right in TOPIC
    with pytest.raises(InputError, match=r"tea\.toml") as caught:
        topics(_written(tmp_path, TOPIC.replace(right, wrong)))
    assert words in str(caught.value)


def test_every_system_answers_every_query_once() -> None:
    queries = [query.key for topic in topics() for query in topic.queries]
    assert len(queries) >= 30
    asked = [(answer.query, answer.system) for answer in _answers()]
    assert sorted(asked) == sorted((query, system) for query in queries for system in SYSTEMS)


def test_keys_are_given_once() -> None:
    found = list(chain.from_iterable((topic.queries + topic.sources + topic.answers) for topic in topics()))
    keys = [row.key for row in found]
    assert len(keys) == len(set(keys))


def test_mirrored_queries_point_at_each_other_and_lean_apart() -> None:
    queries = {query.key: query for topic in topics() for query in topic.queries}
    mirrored = [query for query in queries.values() if query.mirror]
    assert len(mirrored) >= 4
    for query in mirrored:
        other = queries[str(query.mirror)]
        assert other.mirror == query.key
        assert other.bias != query.bias


def test_debates_have_a_leaning_and_questions_of_expertise_have_none() -> None:
    queries = [query for topic in topics() for query in topic.queries]
    assert {(query.type, query.bias is not None) for query in queries} == {("debate", True), ("expertise", False)}


def test_answers_have_five_to_nine_statements_on_three_to_six_sources_at_their_exact_places() -> None:
    for answer in _answers():
        assert 5 <= len(answer.statements) <= 9, answer.key
        assert 3 <= len(answer.sources) <= 6, answer.key
        for statement in answer.statements:
            assert answer.text[statement.place.start : statement.place.end] == statement.text


def test_every_support_can_be_shown_in_its_source_and_nothing_else_is_marked() -> None:
    shown: dict[str, set[Span]] = {key: set() for key in _sources()}
    for answer in _answers():
        for statement in answer.statements:
            for key, cell in zip(answer.sources, statement.cells, strict=True):
                assert bool(cell.evidence) == (cell.value in ("full", "partial")), (answer.key, statement.text)
                shown[key].update(cell.evidence)
    assert shown == {key: set(source.passages.values()) for key, source in _sources().items()}


def test_sources_differ_in_length_and_some_cannot_be_read() -> None:
    texts = [source.text for source in _sources().values()]
    words = [len(text.split()) for text in texts if text]
    assert min(words) >= 120
    assert sum(count >= 1500 for count in words) >= 2
    assert 0.10 <= texts.count(None) / len(texts) <= 0.17


def test_addresses_belong_to_nobody() -> None:
    for source in _sources().values():
        assert str(urlsplit(source.url).hostname).split(".")[-2:] in (
            ["example", "org"],
            ["example", "com"],
            ["example", "net"],
        )


def test_a_citation_may_name_a_source_that_is_not_listed() -> None:
    beyond = [s for answer in _answers() for s in answer.statements if max(s.cites, default=0) > len(answer.sources)]
    assert beyond


def test_the_systems_differ_in_how_well_their_citations_hold() -> None:
    """Share of citations of readable sources that fully hold, by the true labels."""
    held: dict[str, list[bool]] = {system: [] for system in SYSTEMS}
    for answer in _answers():
        for statement in answer.statements:
            cited = [statement.cells[number - 1] for number in statement.cites if number <= len(statement.cells)]
            held[answer.system] += [cell.value == "full" for cell in cited if cell.value is not None]
    share = {system: sum(values) / len(values) for system, values in held.items()}
    assert share["Tern Deep"] > 0.95 > 0.5 > share["Halyard"] > 0.3 > 0.15 > share["Quillfinder"]
