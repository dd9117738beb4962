"""Rows of totals, which people and spreadsheets write under the data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from data.problems import Places
from data.tabular.cells import is_empty

Row = tuple[int, Sequence[Any]]

MOST_ROWS = 10
"""Rows at the end that can be totals."""

_WORDS = (
    "total", "totals", "grand total", "sub-?total", "sum", "sums", "average", "averages", "mean", "means", "median",
    "count", "std", "sd", "st\\.? ?dev\\.?", "standard deviation", "overall",
    "summe", "gesamt", "gesamtsumme", "insgesamt", "durchschnitt", "mittelwert", "anzahl",
    "somme", "total général", "moyenne", "suma", "promedio", "media", "totale", "somma", "totaal", "gemiddelde",
    "合计", "总计", "小计", "平均", "合計", "總計", "小計", "итого", "всего", "среднее",
)  # fmt: skip
_NUMBER = r"[-+(]?\s*[$€£¥]?\s*\d[\d.,'\s]*%?\s*\)?"
_TOTAL = re.compile(rf"({'|'.join(_WORDS)})\s*[:=]?\s*({_NUMBER})?", re.IGNORECASE)
_LONGEST = 60
_ONLY_NUMBER = re.compile(_NUMBER)


def without_totals(rows: Iterator[Row], notes: list[str], places: Places) -> Iterator[Row]:
    """The rows, without those of totals that end them; a note tells which were left out.

    A row of totals in the midst of others stays: it may be a unit of that name.
    """
    held: list[Row] = []
    under_data = False
    for row in rows:
        if under_data and len(held) < MOST_ROWS and is_of_totals(row[1]):
            held.append(row)
            continue
        yield from held
        held.clear()
        yield row
        under_data = True
    if held:
        which = ", ".join(f"{places.text(place)} ('{_first(cells)}')" for place, cells in held)
        notes.append(f"rows of totals under the data were left out: {which}")


def is_of_totals(cells: Sequence[Any]) -> bool:
    """Whether the first cell that is filled is a word for totals, and all others that are filled are numbers.

    >>> is_of_totals(["Total", "", 12]), is_of_totals(["total", "Ada", 12]), is_of_totals(["", "Mean: 3.5", ""])
    (True, False, True)
    """
    first = next((number for number, cell in enumerate(cells) if not is_empty(cell)), len(cells))
    word = cells[first] if first < len(cells) else None
    if not isinstance(word, str) or len(word) > _LONGEST or not _TOTAL.fullmatch(word.strip()):
        return False
    return all(is_empty(cell) or _is_number(cell) for cell in cells[first + 1 :])


def _is_number(cell: object) -> bool:
    if isinstance(cell, str):
        return _ONLY_NUMBER.fullmatch(cell.strip()) is not None
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _first(cells: Sequence[Any]) -> str:
    return next(str(cell).strip() for cell in cells if not is_empty(cell))
