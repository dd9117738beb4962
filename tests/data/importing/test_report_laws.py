"""What holds for the rows of every report, whatever its text."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from data.importing.reports import GivenSource, Report, rows_of_report

PIECES = (
    *("Tea is old", "Milk came later", ". ", "! ", "\n\n", "\n", " ", "東京は。", "½ é 🌅", "$5", "\r\n", "*", "\\["),
    *("[1]", "[2, 3]", "[1–4]", "[^1]", "[0]", "[9]", "<sup>2</sup>", "【3†source】", "![pic](https://pic.example)"),
    *("# Heads\n", "- ", "> ", "| a | b |\n|---|---|\n", "| x | y [2] |\n", "```\n", "[leaf](https://leaf.example)"),
    *("https://cow.example/a_(b)", "(https://leaf.example)"),
    *("\n## Sources\n", "[1] Leaf: https://leaf.example\n", "2. Cow\n"),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
BESIDE = st.none() | st.lists(
    st.builds(
        GivenSource,
        st.sampled_from([None, "https://leaf.example", "https://pot.example"]),
        number=st.none() | st.integers(0, 9),
    ),
    max_size=5,
).map(tuple)


def rows_of(text: str, sources: tuple[GivenSource, ...] | None = None) -> dict[str, list[dict[str, Any]]]:
    rows: dict[str, list[dict[str, Any]]] = {
        kind: [] for kind in ("query", "source", "answer", "statement", "citation")
    }
    for row in rows_of_report(Report("a", "q", "Is tea old?", "pot", text, sources=sources)).rows:
        rows[row.kind].append(row.fields)
    return rows


@given(TEXTS, BESIDE)
@settings(max_examples=40)
def test_rows_keep_the_text_and_fit_each_other(text: str, beside: tuple[GivenSource, ...] | None) -> None:
    rows = rows_of(text, beside)
    (answer,) = rows["answer"]
    assert answer["text"] == text
    assert answer["sources"] == [source["key"] for source in rows["source"]]
    assert len({*answer["sources"]}) == len(answer["sources"])
    statements = rows["statement"]
    assert [row["position"] for row in statements] == [*range(1, len(statements) + 1)]
    assert all(text[row["start"] : row["end"]] == row["text"] != "" for row in statements)
    cells = [(row["statement"], row["source"]) for row in rows["citation"]]
    assert len({*cells}) == len(cells)
    assert all(1 <= statement <= len(statements) and source >= 1 for statement, source in cells)


CELLS = st.lists(st.lists(st.integers(1, 12), max_size=4, unique=True), min_size=1, max_size=8)


@given(CELLS, st.sets(st.integers(1, 12)), st.booleans())
@settings(max_examples=25)
def test_a_report_written_from_cells_is_read_into_them(cites: list[list[int]], listed: set[int], inside: bool) -> None:
    """Statements that cite numbers, and entries of some numbers, in the text or beside it."""
    body = " ".join("It is so" + "".join(f" [{number}]" for number in numbers) + "." for numbers in cites)
    order = sorted(listed)
    entries = "".join(f"[{number}] https://page.example/{number}\n" for number in order)
    beside = tuple(GivenSource(f"https://page.example/{number}", number=number) for number in order)
    rows = rows_of(f"{body}\n\n## Sources\n{entries}" if inside and listed else body, None if inside else beside)
    known = order if listed else []
    unknown = sorted({number for numbers in cites for number in numbers} - {*known})
    place = {number: position for position, number in enumerate([*known, *unknown], start=1)}
    assert [source["url"] for source in rows["source"]] == [f"https://page.example/{number}" for number in known]
    assert [(row["statement"], row["source"]) for row in rows["citation"]] == [
        (statement, place[number]) for statement, numbers in enumerate(cites, start=1) for number in numbers
    ]
