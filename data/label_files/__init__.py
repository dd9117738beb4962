"""Label files of anybody: from a file of records to long frames and figures, without a database."""

from data.label_files.figures import FileFigures, file_figures
from data.label_files.labels import LabelFile, QuestionLabels, read_label_file
from data.label_files.numbers import NumberFigures, number_figures, number_rows
from data.label_files.options import FileOptions
from data.tabular import ENDINGS

__all__ = [
    "ENDINGS",
    "FileFigures",
    "FileOptions",
    "LabelFile",
    "NumberFigures",
    "QuestionLabels",
    "file_figures",
    "number_figures",
    "number_rows",
    "read_label_file",
]
