"""``countermark import``: files and folders into a study."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, now, opened, pairs_of, write_file
from annotate.terminal.preview import show
from data.errors import InputError
from data.importing import FORMATS, ImportOptions, Said, import_file
from data.importing.mapping_file import mapping_text, read_mapping
from data.importing.options import DEFAULT_JUDGE
from data.importing.preview import previewed
from data.tabular import Reading

Given = Annotated[Path, typer.Argument(metavar="PATH", exists=True, readable=True, help="A file or folder.")]
StudyName = Annotated[
    str | None, typer.Option("--study", metavar="NAME", help="The study to fill; made if there is none.")
]
Format = Annotated[
    str | None, typer.Option("--format", help=f"One of {', '.join(FORMATS)}; else ending and content tell.")
]
Preview = Annotated[bool, typer.Option("--preview", help="Show what would become of it; nothing is written.")]
Supersede = Annotated[bool, typer.Option("--supersede", help="Labels that differ take the place of the study's.")]
Support = Annotated[Path | None, typer.Option(exists=True, dir_okay=False, help="aee: the support judgements (JSONL).")]
SupportFn = Annotated[str | None, typer.Option(metavar="FN", help="aee: whose support judgements, if of several.")]
Judge = Annotated[str, typer.Option(metavar="NAME", help="aee: the judge its judgements become labels of.")]
MappingFile = Annotated[
    Path | None,
    typer.Option("--mapping", metavar="FILE", exists=True, dir_okay=False, help="Tables: what the columns become."),
]
SaveMapping = Annotated[
    Path | None, typer.Option("--save-mapping", metavar="FILE", help="Tables: keep what the columns become (TOML).")
]
Columns = Annotated[
    list[str] | None, typer.Option("--column", metavar="OURS=THEIRS", help="Tables: what a column is called there.")
]
Encoding = Annotated[str | None, typer.Option(metavar="NAME", help="Tables: the encoding of the text.")]
Delimiter = Annotated[str | None, typer.Option(metavar="SIGN", help="Tables: what divides the cells, or 'tab'.")]
Sheet = Annotated[str | None, typer.Option(metavar="NAME", help="Tables: the sheet of a workbook.")]
Under = Annotated[
    str | None, typer.Option("--records", metavar="PATH", help="Tables: where the list is in JSON, such as data.rows.")
]
Question = Annotated[
    str | None,
    typer.Option(metavar="[THEIRS=]OURS", help="Labels: the question of all rows, or of the rows of one task."),
]
Rater = Annotated[str | None, typer.Option(metavar="NAME", help="Labels: the rater of all rows.")]
RaterKind = Annotated[str | None, typer.Option(metavar="KIND", help="Labels: human, judge or adjudicator.")]
RaterColumns = Annotated[
    list[str] | None,
    typer.Option("--rater-column", metavar="HEADING=KIND", help="Labels: a column that holds the labels of a rater."),
]
Values = Annotated[
    list[str] | None, typer.Option("--map", metavar="THEIRS=OURS", help="Labels: what a label means here.")
]
System = Annotated[str | None, typer.Option(metavar="NAME", help="Reports: the system that gave them all.")]
QueryType = Annotated[str | None, typer.Option(metavar="TYPE", help="Reports: debate, expertise or other.")]


def register(app: typer.Typer) -> None:
    """Put the command on the app."""
    app.command("import")(import_study)


def import_study(
    path: Given,
    study: StudyName = None,
    format_name: Format = None,
    preview: Preview = False,
    supersede: Supersede = False,
    support: Support = None,
    support_fn: SupportFn = None,
    judge: Judge = DEFAULT_JUDGE,
    mapping: MappingFile = None,
    save_mapping: SaveMapping = None,
    column: Columns = None,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
    sheet: Sheet = None,
    records: Under = None,
    question: Question = None,
    rater: Rater = None,
    rater_kind: RaterKind = None,
    rater_column: RaterColumns = None,
    value: Values = None,
    system: System = None,
    query_type: QueryType = None,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Take a file or folder into a study: all of it, or nothing and a list of what is wrong.

    The same again changes nothing. docs/import.md shows every format.
    """
    constants = {"rater": rater, "rater_kind": rater_kind, "system": system, "query_type": query_type}
    said = Said(
        reading=Reading(encoding, "\t" if delimiter == "tab" else delimiter, sheet, records),
        columns=pairs_of(column or (), "--column"),
        constants={name: word for name, word in constants.items() if word is not None},
        question=question,
        values=pairs_of(value or (), "--map"),
        raters=pairs_of(rater_column or (), "--rater-column"),
    )
    known = None if mapping is None else read_mapping(mapping)
    options = ImportOptions(format_name, supersede, support, support_fn, judge, known, said)
    if preview or save_mapping is not None:
        _look(path, options, preview, save_mapping)
    if not preview:
        _take(path, options, study, database)


def _take(path: Path, options: ImportOptions, study: str | None, database: str) -> None:
    if study is None:
        raise InputError("name the study to fill, or look only, with --preview", field="study")
    for line in import_file(opened(database), path, study, now(), options).lines():
        typer.echo(line)


def _look(path: Path, options: ImportOptions, wanted: bool, save_mapping: Path | None) -> None:
    """Show what would become of a file, keep the mapping that would be used, or both."""
    preview = previewed(path, options)
    if save_mapping is not None:
        if preview.mapping is None:
            raise InputError(f"only tables have one; this is {preview.format}", field="save-mapping")
        write_file(save_mapping, [mapping_text(preview.mapping)])
    if wanted:
        show(preview)
