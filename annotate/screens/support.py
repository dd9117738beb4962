"""The Support screen: does a source support a statement? One answer's matrix at a time."""

from __future__ import annotations

from annotate.components.mount import MATRIX
from annotate.house import Here
from annotate.sheets import matrix_sheet
from annotate.work import Work, show_work


def show(here: Here) -> None:
    """The matrix in hand."""
    show_work(here, Work("support", MATRIX, matrix_sheet))
