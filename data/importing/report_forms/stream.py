"""Reports, one after another, into checked rows of the native format."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from data.importing.reading import Placed, Record, placed
from data.importing.reports import Report, RowFields, answer_row, rows_of_report
from data.problems import Problems

MOST_NOTES = 20

_OF_ROWS: Mapping[str, Mapping[str, str]] = {
    "query": {"key": "query", "text": "query_text", "type": "query_type"},
    "answer": {"key": "answer", "system": "system", "text": "text"},
}
"""What says the fields of our rows, by the names of a table's columns."""


@dataclass(frozen=True)
class PlacedReport:
    """A report and where it stands."""

    place: int
    report: Report


def rows_of_reports(
    reports: Iterable[PlacedReport], problems: Problems, notes: list[str], theirs: Mapping[str, str] | None = None
) -> Iterator[Placed]:
    """The rows of all reports; a query that several answer comes once.

    What cannot be a row becomes a problem, named by `theirs` where that has another name for it. `notes` take the first
    twenty things a person should know of the reports, and how many more there were.
    """
    stream = _Stream(problems, theirs or {})
    for item in reports:
        yield from stream.rows(item)
        if problems.many:
            return
    notes.extend(stream.notes[:MOST_NOTES])
    if len(stream.notes) > MOST_NOTES:
        notes.append(f"{len(stream.notes) - MOST_NOTES:,} more notes of this kind on further answers")


@dataclass
class _Stream:
    problems: Problems
    theirs: Mapping[str, str]
    notes: list[str] = field(default_factory=list)
    _queries: dict[str, bytes] = field(default_factory=dict)

    def rows(self, item: PlacedReport) -> Iterator[Placed]:
        """The rows of one report; none after the first that is at fault."""
        report = item.report
        first_time = self._first_time(item)
        # What cannot be stored must not be read: nobody can cut half a character into sentences.
        if first_time is None or self._placed(item, answer_row(report, [])) is None:
            return
        found = rows_of_report(report)
        self.notes.extend(found.notes)
        for row in found.rows[0 if first_time else 1 :]:
            made = self._placed(item, row)
            if made is None:
                return
            yield made

    def _placed(self, item: PlacedReport, row: RowFields) -> Placed | None:
        names = {ours: self.theirs.get(said, said) for ours, said in _OF_ROWS.get(row.kind, {}).items()}
        record = Record(f"(answer {item.report.key!r:.60}) ", names)
        return placed(item.place, row.kind, row.fields, self.problems, record)

    def _first_time(self, item: PlacedReport) -> bool | None:
        """Whether no earlier report answers the query; None after adding that it was another query there."""
        report = item.report
        said = _digest(report.query_text, report.query_type)
        known = self._queries.get(report.query)
        if known is None:
            self._queries[report.query] = said
        elif known != said:
            message = f"query {report.query!r:.60} has another text or type in an earlier report; make them the same"
            self.problems.add(item.place, self.theirs.get("query", "query"), message)
            return None
        return known is None


def _digest(text: str, kind: str) -> bytes:
    return hashlib.sha256(f"{kind} {text}".encode("utf-8", "replace")).digest()
