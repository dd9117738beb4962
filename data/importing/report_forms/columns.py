"""Reports from the records of a table, by what its columns mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from data.importing.report_forms.given import NoSources, given_sources
from data.importing.report_forms.stream import PlacedReport
from data.importing.reports import Report, query_key
from data.problems import Problems
from data.tabular import text_of

FIELDS = ("query", "query_text", "query_type", "system", "answer", "text", "sources")
"""What a record can say of a report: `query` and `answer` are keys, `text` is the report itself."""


def reports_of_records(
    records: Iterable[tuple[int, Mapping[str, Any]]],
    columns: Mapping[str, str],
    constants: Mapping[str, str],
    problems: Problems,
) -> Iterator[PlacedReport]:
    """The reports of records, each with its place. `columns` lead from FIELDS to headings; `constants` hold for all.

    A query without a key gets one from its text, one without a text is called by its key; an answer without a key is
    called by its system and query, with a number if that system answers it again. An empty text is a report that says
    nothing. A record without what a report needs becomes a problem.
    """
    unnamed: Counter[str] = Counter()
    for place, cells in records:
        said = dict(constants) | {name: cells[heading] for name, heading in columns.items() if heading in cells}
        report = _report(place, said, columns, problems)
        if report is not None and not report.key:
            report = replace(report, key=answer_key(report.system, report.query, unnamed))
        if report is not None:
            yield PlacedReport(place, report)
        if problems.many:
            return


def answer_key(system: str, query: str, earlier: Counter[str] | None = None) -> str:
    """The key of an answer that has none: keys hold no '/', names of systems may. `earlier` counts those before it."""
    key = f"{system}.{query}".replace("/", ".")
    if earlier is None:
        return key
    earlier[key] += 1
    return key if earlier[key] == 1 else f"{key}.{earlier[key]}"


def _report(place: int, said: Mapping[str, Any], columns: Mapping[str, str], problems: Problems) -> Report | None:
    words = {name: text_of(said.get(name)) or "" for name in FIELDS}
    query_text = words["query_text"] or words["query"]
    query = words["query"] or query_key(query_text)
    there = {"text": "text" in said, "system": bool(words["system"]), "query_text": bool(query_text)}
    for name in (name for name, is_there in there.items() if not is_there):
        problems.add(place, columns.get(name, name), "is missing; a report needs its text, its system and its query")
    try:
        sources = given_sources(said.get("sources"))
    except NoSources as error:
        problems.add(place, columns.get("sources", "sources"), str(error))
        return None
    if not all(there.values()):
        return None
    kind = words["query_type"] or "other"
    return Report(words["answer"], query, query_text, words["system"], words["text"], kind, sources)
