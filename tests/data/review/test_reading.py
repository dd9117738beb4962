"""What a report's reading put into the record, review reads back: no citation is lost, none is added."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from data.importing.reports import GivenSource, Report, rows_of_report
from data.review.lists import ListedSource, positions_in
from data.review.reading import Standing, standing_of
from data.tables import Answer, Statement

PAGES = [f"https://{name}.example/" for name in ("leaf", "rain", "snow", "wind")]
PARTS = [
    *(
        "Tea is old",
        "Rain fell.",
        "It is green, they say.",
        "# Weather\n\n",
        "\n\n",
        "\n- ",
        "x[1]",
        "`[2]`",
        "$5 [sic]",
    ),
    *("[1]", "[2][3]", "[1, 4]", "[2-4]", "[9]", "[0]", "【1†source】", "[^2]", f"[page]({PAGES[2]})", f"({PAGES[3]})"),
]
LISTS = [
    "",
    "\n\n## References\n\n[1] Leaf, https://leaf.example/\n[2] Rain, https://rain.example/\n",
    "\n\nSources:\n1. https://rain.example/\n3. https://snow.example/?utm_source=x\n",
    "\n\n[^2]: Wind, https://wind.example/\n",
]
# A list that comes beside a text names pages that the text does not link: where both do, the record does not tell how
# far that list goes, and review may show such citations as given without a mark.
REPORTS = st.builds(
    lambda parts, listing, given: Report("r", "q", "Why?", "s", " ".join(parts) + listing, sources=given),
    st.lists(st.sampled_from(PARTS), max_size=12),
    st.sampled_from(LISTS),
    st.none()
    | st.lists(st.sampled_from(PAGES[:2]), max_size=3).map(lambda urls: tuple(GivenSource(url) for url in urls)),
)


def brought_in(report: Report) -> Standing:
    """The report as the record has it once it was brought in."""
    rows = [(row.kind, row.fields) for row in rows_of_report(report).rows]
    sources = [fields for kind, fields in rows if kind == "source"]
    listed = tuple(
        ListedSource(at, one["key"], one.get("title"), one.get("url"), "ok") for at, one in enumerate(sources, 1)
    )
    statements = tuple(
        Statement(**{name: fields[name] for name in ("position", "text", "start", "end")}, answer_id=1)
        for kind, fields in rows
        if kind == "statement"
    )
    cited = [(fields["statement"], fields["source"]) for kind, fields in rows if kind == "citation"]
    cites = tuple(frozenset(to for at, to in cited if at == one.position) for one in statements)
    answer = Answer(study_id=1, key="r", query_id=1, system="s", text=report.text, sha256="")
    return standing_of(answer, listed, statements, cites, {})


@settings(max_examples=60)
@given(REPORTS)
def test_every_mark_means_in_review_what_it_meant_when_it_came_in(report: Report) -> None:
    standing = brought_in(report)
    assert standing.pieces is not None
    assert all(mark.positions == mark.read for mark in standing.marks)
    assert all(not besides for besides in standing.given)


@settings(max_examples=30)
@given(REPORTS)
def test_positions_are_named_once_and_count_from_one(report: Report) -> None:
    standing = brought_in(report)
    for positions in positions_in(standing.parsed, standing.listed):
        assert len(set(positions)) == len(positions)
        assert all(position >= 1 for position in positions)
