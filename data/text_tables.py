"""Tables as files of other programs: CSV, LaTeX and Markdown, in which no name can do anything."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from data.guards import FORMULA_STARTS, GUARD
from data.publication.plain import shown

Cell = float | int | str | None

_MARKDOWN = re.compile(r"[\\`*_{}\[\]<>#!|~$&@]|:(?=\S)|(?<=www)\.", re.IGNORECASE)
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "−": "$-$",
    **{special: f"\\{special}" for special in "{}$&#_%"},
    **{after_row: f"{{{after_row}}}" for after_row in "[]*"},
}
r"""What has a meaning in LaTeX. After the end of a row, ``\\``, brackets and a star would be its arguments."""


@dataclass(frozen=True)
class TextTable:
    """A table for readers: a head, rows of texts, and notes below. `numbers` are the columns set to the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    numbers: frozenset[int] = frozenset()


def csv_text(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """CSV as RFC 4180 has it, with one head line; no cell is taken for a formula by a spreadsheet."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(head)
    for row in rows:
        writer.writerow([_guarded(cell) for cell in row])
    return file.getvalue()


def markdown_text(table: TextTable) -> str:
    """A pipe table, and its notes as paragraphs."""
    aligned = ["---:" if column in table.numbers else "---" for column in range(len(table.head))]
    lines = ["| " + " | ".join(cells) + " |" for cells in (_markdown(table.head), aligned, *map(_markdown, table.rows))]
    return "\n".join([*lines, *(f"\nNote: {note}" for note in _markdown(table.notes)), ""])


def latex_text(table: TextTable) -> str:
    """A tabular of the package booktabs, and its notes as paragraphs below."""
    columns = "".join("r" if column in table.numbers else "l" for column in range(len(table.head)))
    rows = [" & ".join(_latex(cells)) + r" \\" for cells in (table.head, *table.rows)]
    return "\n".join(_latex_lines(columns, rows, _latex(table.notes)))


def _latex_lines(columns: str, rows: list[str], notes: list[str]) -> Iterator[str]:
    yield r"% needs \usepackage{booktabs}"
    yield rf"\begin{{tabular}}{{{columns}}}"
    yield from (r"\toprule", rows[0], r"\midrule", *rows[1:], r"\bottomrule", r"\end{tabular}")
    yield from (f"\n\\par\\noindent {note}" for note in notes)
    yield ""


def _guarded(cell: Cell) -> Cell:
    return GUARD + cell if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell


def _markdown(texts: Iterable[str]) -> list[str]:
    return [_MARKDOWN.sub(lambda found: f"\\{found[0]}", shown(text)) for text in texts]


def _latex(texts: Iterable[str]) -> list[str]:
    return ["".join(_LATEX.get(character, character) for character in shown(text)) for text in texts]
