"""Tables in a terminal. Names come from files: none may style or move the text."""

from __future__ import annotations

from collections.abc import Iterable

from rich.markup import escape
from rich.table import Table

from data.publication.plain import shown


def cells(*texts: object) -> list[str]:
    """Texts as cells of a table: hidden characters shown, markup off."""
    return [escape(shown(text)) for text in texts]


def table_of(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> Table:
    """A table without lines around it."""
    table = Table(*cells(*heads), box=None, pad_edge=False)
    for row in rows:
        table.add_row(*cells(*row))
    return table
