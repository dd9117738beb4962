"""Coefficients as one table of a paper or a page: LaTeX, Markdown or CSV, with all that is needed to read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath

from data.agreement_rows import CoefficientRow, coefficient_csv
from data.errors import InputError
from data.sentences import SHORT
from data.text_tables import TextTable, latex_text, markdown_text

ENDINGS = (".csv", ".tex", ".md")
"""The endings of the files a table can be written to."""

_HEAD = ("question", "compared", "statistic", "value", "low", "high", "units", "clusters", "note")
_NUMBERS = frozenset(range(3, 8))


def table_file(rows: Iterable[CoefficientRow], path: PurePath) -> str:
    """The rows in the format of the file's ending; InputError for another ending."""
    match path.suffix.lower():
        case ".csv":
            return coefficient_csv(rows)
        case ".tex":
            return latex_text(reading_table(list(rows)))
        case ".md":
            return markdown_text(reading_table(list(rows)))
    raise InputError(f"tables are written to files that end in {', '.join(ENDINGS)}", file=str(path))


def reading_table(rows: Sequence[CoefficientRow]) -> TextTable:
    """The rows for a reader, without those of single pairs: letters in the last column point to what is said below of
    intervals and of undefined values; then follows how each question was coded, paired and what it lacks."""
    rows = [row for row in rows if row.comparison != "pair"]
    said = list(dict.fromkeys(words for row in rows for words in _words(row)))
    marks = {words: _letter(number) for number, words in enumerate(said)}
    notes = [f"{mark}: {words}." for words, mark in marks.items()]
    questions = dict.fromkeys((row.question, row.context) for row in rows)
    for question, context in questions:
        scale = f"{context.scale_level} scale, {context.coding}" if context.coding else context.scale_level
        notes.append(
            f"{question}: {scale}; {context.pairing}, minimum overlap {context.minimum_overlap} clusters; no value: "
            f"{context.missing or 'none'}; outside the scale: {context.outside_scale}."
        )
    return TextTable(_HEAD, tuple(_cells(row, marks) for row in rows), tuple(notes), _NUMBERS)


def _cells(row: CoefficientRow, marks: dict[str, str]) -> tuple[str, ...]:
    return (
        row.question,
        _compared(row),
        SHORT.get(row.statistic, row.statistic),
        *(_number(value) for value in (row.estimate, row.low, row.high)),
        f"{row.units:,}",
        f"{row.clusters:,}",
        ", ".join(marks[words] for words in _words(row)),
    )


def _words(row: CoefficientRow) -> tuple[str, ...]:
    """What is to be said of a row below the table."""
    if row.undefined is not None:
        return (f"undefined, {row.undefined}",)
    if row.no_interval is not None:
        return (f"no interval, {row.no_interval}",)
    return (f"{row.confidence:.0%} interval, {row.method}",)


def _compared(row: CoefficientRow) -> str:
    match row.comparison:
        case "difference":
            return f"{row.first} and people, minus people"
        case "judge and people":
            return f"{row.first} and {row.second}"
        case "judge and people, pooled":
            return f"{row.first} and {row.second}, pooled"
    return row.comparison


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}".replace("-", "−")


def _letter(number: int) -> str:
    """a to z, then aa to zz.

    >>> _letter(0), _letter(25), _letter(26), _letter(53)
    ('a', 'z', 'aa', 'bb')
    """
    repeats, place = divmod(number, 26)
    return chr(ord("a") + place) * (repeats + 1)
