"""Exporters: a study out as files, row by row."""

from data.exporting.native import export_lines

__all__ = ["export_lines"]
