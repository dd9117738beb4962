"""What is said about how a file is read, what was found in it, and its records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from data.tabular.cells import Cells

Form = Literal["csv", "json", "jsonl", "parquet", "xlsx"]
"""The forms of files; `csv` is text with any delimiter."""


@dataclass(frozen=True)
class Reading:
    """What the person says of a file; None: it is detected.

    `encoding` and `delimiter` are of text, `sheet` names one of a workbook, `records` is the dotted path to the list of
    records in a JSON document, empty when the document is the list.
    """

    encoding: str | None = None
    delimiter: str | None = None
    sheet: str | None = None
    records: str | None = None


@dataclass(frozen=True)
class Found:
    """How a file is read, as it was said or detected; None where its form has no such thing.

    Said again as a `Reading` it gives the same records. `sheets` are all of a workbook, in its order.
    """

    form: Form
    encoding: str | None = None
    delimiter: str | None = None
    sheet: str | None = None
    sheets: tuple[str, ...] = ()
    records: str | None = None


@dataclass(frozen=True, eq=False)
class Records:
    """The headings of a file, each with the number it occurs, and its records with their places, to be read once.

    A heading may be empty. A record may lack some (JSON leaves fields out). `notes` are sentences about what was
    assumed or left out; some are added while `rows` is read.
    """

    headings: tuple[str, ...]
    rows: Iterator[tuple[int, Cells]]
    found: Found
    notes: list[str]
