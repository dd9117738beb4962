"""A study as tables in a new folder: all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Engine

from data.errors import InputError
from data.exporting.columns import Column, Table
from data.exporting.dictionary import PACKAGE, PAGE, Written, dictionary_rows, package, page
from data.exporting.label_tables import tables
from data.exporting.parquet import write_parquet
from data.exporting.records import Records, records_of
from data.exporting.text_forms import write_csv, write_json, write_jsonl, write_tsv
from data.exporting.workbook import Workbook

_Write = Callable[[Table, Iterator[tuple[Any, ...]], Path], int]

_WRITERS: Mapping[str, _Write] = {
    "csv": write_csv,
    "tsv": write_tsv,
    "json": write_json,
    "jsonl": write_jsonl,
    "parquet": write_parquet,
}
TABLE_FORMS = (*_WRITERS, "xlsx")
"""The forms a study's tables can have."""

WORKBOOK = "tables.xlsx"


@dataclass(frozen=True)
class Exported:
    """What was written into a folder: rows by table, and what a reader of it should know, in words."""

    folder: Path
    rows: Mapping[str, int]
    notes: tuple[str, ...] = ()


def export_tables(engine: Engine, study_name: str, form: str, folder: Path, history: bool = False) -> Exported:
    """Write a study as tables with their dictionary into a new folder; `form` is one of TABLE_FORMS.

    With `history` also superseded labels and the attempts to fetch sources. The same study gives the same files.
    InputError when the folder exists or cannot be written, NotFound for an unknown study: then nothing is left behind.
    """
    wanted = tables(history)
    with new_folder(folder) as place, records_of(engine, study_name) as records:
        written, notes = _workbook(wanted, records, place) if form == "xlsx" else _files(wanted, records, form, place)
        title, notice = records.study.title, records.study.notice
        whole = package(study_name, title, notice, form, written, place)
        for name, text in ((PACKAGE, whole), (PAGE, page(title, notice, form, written))):
            (place / name).write_text(text, encoding="utf-8", newline="\n")
    return Exported(folder, {one.table.name: one.rows for one in written}, notes)


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """A place to fill that becomes the folder at the end of the block, or is gone after an error.

    InputError when there is something of that name, or it cannot be written.
    """
    if folder.exists():
        raise InputError("already exists; nothing is written over, give a new folder", file=str(folder))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent, prefix=".countermark-") as place:
            inner = Path(place, "export")
            inner.mkdir()
            yield inner
            inner.rename(folder)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", file=str(folder)) from error


def _files(wanted: Sequence[Table], records: Records, form: str, place: Path) -> tuple[list[Written], tuple[str, ...]]:
    write = _WRITERS[form]
    names = [(table, f"{table.name}.{form}") for table in wanted]
    return [Written(table, name, write(table, table.cells(records), place / name)) for table, name in names], ()


def _workbook(wanted: Sequence[Table], records: Records, place: Path) -> tuple[list[Written], tuple[str, ...]]:
    with Workbook(place / WORKBOOK) as book:
        written = [Written(table, WORKBOOK, book.write(table, table.cells(records))) for table in wanted]
        book.write(_DICTIONARY, dictionary_rows(wanted))
    cut = f"{book.cut:,} texts are longer than a cell of a workbook can hold and were cut; other forms have them whole"
    return written, (cut,) if book.cut else ()


_DICTIONARY = Table(
    "dictionary",
    "What the columns of the other sheets hold.",
    ("table", "column"),
    (
        Column("table", "name of the sheet"),
        Column("column", "name of the column"),
        Column("type", "what kind of value it holds"),
        Column("needed", "whether no row is without it", "boolean"),
        Column("meaning", "what it says"),
    ),
    lambda _: iter(()),
)
