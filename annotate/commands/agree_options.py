"""The options of ``countermark agree``, and what those for files say together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from annotate.commands.options import pairs_of
from data.agreement_table import ENDINGS as TABLES
from data.errors import InputError
from data.label_files import ENDINGS

_FILES = "Options for files"

Target = Annotated[str, typer.Argument(metavar="TARGET", help=f"Name of a study, or a file: {', '.join(ENDINGS)}.")]
Question = Annotated[
    str | None, typer.Option(metavar="NAME", help="Only this question, for example support; in a file also its scale.")
]
Statistics = Annotated[
    list[str] | None, typer.Option("--statistic", metavar="NAME", help="Show this coefficient; may be given again.")
]
Every = Annotated[bool, typer.Option("--all", help="Show every coefficient.")]
JsonFile = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Write all figures to this file as well.")
]
OutFile = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help=f"Write a table of coefficients: {', '.join(TABLES)}.")
]
Reference = Annotated[
    str | None,
    typer.Option(metavar="RATER", help="Compare judges and people with this rater, or judges with the majority."),
]
Validation = Annotated[bool, typer.Option("--validation", help="Validate each judge: all that a reviewer asks for.")]
Bootstrap = Annotated[
    int, typer.Option(metavar="N", min=0, help="Give bootstrap intervals too, from N draws of the clusters (2000).")
]
Seed = Annotated[int, typer.Option(metavar="N", min=0, help="Seed of --bootstrap: the same seed, the same intervals.")]
Annotators = Annotated[
    str, typer.Option(metavar="KIND", help="Who the people are, for the alt-test: expert, skilled or crowd.")
]
Slices = Annotated[
    list[str] | None,
    typer.Option("--slice", metavar="COLUMN", help="Validate judges within each value of a column, such as system."),
]


def _file_option(*names: str, help_text: str, metavar: str | None = None) -> Any:
    return typer.Option(*names, metavar=metavar, help=help_text, rich_help_panel=_FILES)


Columns = Annotated[
    list[str] | None,
    _file_option("--column", metavar="OURS=THEIRS", help_text="file: what a column is called there."),
]
Meanings = Annotated[
    list[str] | None, _file_option("--map", metavar="THEIRS=OURS", help_text="file: what a label means on the scale.")
]
Tasks = Annotated[
    list[str] | None,
    _file_option("--task", metavar="NAME", help_text="file: rows of these tasks are one question; may be given again."),
]
Values = Annotated[
    str | None, _file_option("--values", metavar="A,B,…", help_text="file: every label of the scale, in their order.")
]
Codes = Annotated[
    str | None, _file_option("--codes", metavar="X,Y,…", help_text="file: a number for each of the values.")
]
Level = Annotated[
    str | None, _file_option("--level", metavar="LEVEL", help_text="file: nominal, ordinal, interval or ratio.")
]
ClusterBy = Annotated[
    str | None,
    _file_option(
        "--cluster-by",
        metavar="RULE",
        help_text="file: first/ or last/ takes units together by their names up to the first or last /.",
    ),
]
RaterKinds = Annotated[
    list[str] | None,
    _file_option(
        "--rater-kind",
        metavar="[RATER=]KIND",
        help_text="file: human, judge, adjudicator or gold; of one rater, or of all the file says nothing of.",
    ),
]
Slots = Annotated[bool, _file_option("--slots", help_text="file: people are positions, not persons; pool them.")]
Numeric = Annotated[
    bool, _file_option("--numeric", help_text="file: labels are plain numbers, such as a judge's score .137.")
]
Primary = Annotated[
    str | None, _file_option("--primary", metavar="NAME", help_text="file: the coefficient that leads.")
]
Pairing = Annotated[
    str | None,
    _file_option("--pairing", metavar="RULE", help_text="file: per-pair or pooled; else by how much raters share."),
]
Overlap = Annotated[
    int | None,
    _file_option("--min-overlap", metavar="N", help_text="file: the least number of clusters that two people share."),
]


def listed(text: str | None) -> tuple[str, ...]:
    """What stands between the commas of a text, without the spaces around it."""
    return () if text is None else tuple(part.strip() for part in text.split(","))


def numbers(text: str | None) -> tuple[float, ...]:
    """Numbers between commas. InputError for what is none."""
    try:
        return tuple(float(part) for part in listed(text))
    except ValueError as error:
        raise InputError(f"'{text}' is not numbers with commas between", field="codes") from error


def kinds_of(given: Sequence[str]) -> dict[str, str]:
    """The kinds of raters by name; that of all others by the empty name."""
    return dict(pairs_of([kind if "=" in kind else f"={kind}" for kind in given], "--rater-kind"))
