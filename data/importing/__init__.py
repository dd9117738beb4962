"""Importers: files in, checked rows out, all of a file or nothing."""

from data.importing.importer import FORMATS, import_file
from data.importing.options import ImportOptions
from data.importing.report import ImportReport, OutOfScale
from data.problems import FileRefused

__all__ = ["FORMATS", "FileRefused", "ImportOptions", "ImportReport", "OutOfScale", "import_file"]
