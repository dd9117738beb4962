"""Importers: files in, checked rows out, all of a file or nothing."""

from data.importing.forms import FORMATS
from data.importing.importer import import_file
from data.importing.mapping import ColumnMapping, Said
from data.importing.options import ImportOptions
from data.importing.report import ImportReport, OutOfScale
from data.problems import FileRefused

__all__ = [
    "FORMATS",
    "ColumnMapping",
    "FileRefused",
    "ImportOptions",
    "ImportReport",
    "OutOfScale",
    "Said",
    "import_file",
]
