"""Reports of shapes that were met in the wild become the rows that a careful reader would write down."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from awkward_shapes import BESIDE, Shape, shapes
from report_cases import folder_of, read_file

from data.citations import parsed
from data.importing.report_forms.columns import reports_of_records
from data.importing.report_forms.expertqa import read_expertqa
from data.importing.report_forms.markdown import read_markdown
from data.importing.report_forms.stream import rows_of_reports
from data.importing.rows import SourceRow
from data.problems import Places, Problems
from data.tabular import records_of

SHAPES = {shape.name: shape for shape in shapes()}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_what_is_read_off_a_report_is_what_a_reader_found(shape: Shape) -> None:
    found = parsed(shape.text)
    assert Counter(mark.style for mark in found.marks) == shape.marks
    assert tuple(sorted({number for mark in found.marks for number in mark.numbers})) == shape.cited
    assert tuple(entry.number for entry in found.references) == shape.references
    assert (found.undefined, found.unused, len(found.rejected)) == (shape.undefined, shape.unused, shape.texts)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_the_rows_of_a_report_keep_what_a_reader_found(shape: Shape, tmp_path: Path) -> None:
    found = read_file(read_markdown, folder_of(tmp_path, {"Kettle/q1.md": shape.text}), query_text="Is tea old?")
    urls = [url for (url,) in found.of("source", "url") if url]
    sources, cited = len(shape.references), {source for (source,) in found.of("citation", "source")}
    assert (found.problems, found.of("answer", "text")) == ([], [(shape.text,)])
    assert (found.counts()["source"], len(urls)) == (sources, shape.with_url)
    assert sources - len({source for source in cited if source <= sources}) == shape.uncited
    assert {source - sources for source in cited if source > sources} == {*range(1, len(shape.undefined) + 1)}
    assert len(found.notes) == bool(shape.undefined)


def test_numbers_mean_entries_that_lie_beside_the_answers(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(answer.record()) + "\n" for answer in BESIDE))
    found = read_file(read_expertqa, path)
    assert found.problems == []
    for answer, (key,) in zip(BESIDE, found.of("answer", "key"), strict=True):
        sources = [url for source, url in found.of("source", "key", "url") if source.startswith(f"{key}.S")]
        cites = [source for owner, source in found.of("citation", "answer", "source") if owner == key]
        assert sources == [entry.partition(" ")[2] for entry in answer.attribution]
        assert tuple(cites) == answer.cited


def rows_of_table(path: Path, columns: dict[str, str]) -> tuple[Counter[str], list[str | None]]:
    problems = Problems(Places())
    records = records_of(path, problems)
    made = list(rows_of_reports(reports_of_records(records.rows, columns, {"system": "S"}, problems), problems, []))
    assert problems.found == []
    return Counter(row.kind for row in made), [row.row.url for row in made if isinstance(row.row, SourceRow)]


def test_cells_with_line_breaks_hold_abstracts_with_addresses(tmp_path: Path) -> None:
    """63 rows, of which 21 name an address; one within braces, and mathematics that is none."""
    lines = ["id,title,abstract"]
    for row in range(63):
        address = (
            f"\\href{{https://page.example/{row}}}{{this https URL}}" if row == 22 else f"https://page.example/{row}."
        )
        said = f"See {address}" if row % 3 == 1 else "It takes $n^{3/2}$ steps, 10^5 at most, on 4 mm$^2$."
        lines.append(f'k{row},"Leaf, {row}","We study tea\nin ""two"" lines. {said}"')
    path = tmp_path / "papers.csv"
    path.write_bytes("\n".join(lines).encode())
    counts, urls = rows_of_table(path, {"query_text": "title", "text": "abstract", "answer": "id"})
    assert (counts["answer"], counts["source"], counts["citation"]) == (63, 21, 21)
    assert urls == [f"https://page.example/{row}" for row in range(63) if row % 3 == 1]


def test_cells_after_line_ends_of_windows_hold_one_address_in_all(tmp_path: Path) -> None:
    """66 rows; one cell is an address, one has an address in code, one an index that looks like a mark."""
    odd = {
        40: "https://page.example/space",
        52: "Call `get('https://page.example/code')`.",
        65: 'Use leaf["green"] now.',
    }
    cells = [odd.get(row, "It is 127 leaves.").replace('"', '""') for row in range(66)]
    text = "".join(f'"Is it {row}?\r\n","{cell}",\r\n' for row, cell in enumerate(cells))
    path = tmp_path / "qa.csv"
    path.write_bytes(("question,expected_answer,\r\n" + text).encode())
    counts, urls = rows_of_table(path, {"query_text": "question", "text": "expected_answer"})
    assert (counts["query"], counts["answer"], counts["citation"]) == (66, 66, 0)
    assert urls == ["https://page.example/space"]


def test_brackets_around_evidence_are_text(tmp_path: Path) -> None:
    """73 pairs of brackets around a sentence or several, also across paragraphs, in cells of a table."""
    rows = [{"q": f"Is it {row}?", "a": "[Tea is old. So is milk.\n\nBoth are.] It is new."} for row in range(73)]
    path = tmp_path / "cells.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    counts, urls = rows_of_table(path, {"query_text": "q", "text": "a"})
    assert (counts["answer"], counts["citation"], urls) == (73, 0, [])
