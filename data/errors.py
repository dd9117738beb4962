"""Errors a person can mend: each says what happened, where, and what to do."""

from __future__ import annotations


class ToolError(Exception):
    """Anything a person can fix. Screens and the command line catch it once, at the top."""


class InputError(ToolError):
    """Input that cannot be used, with the place it stands.

    `file`, `row` (1-based line) and `field` are None where they do not apply.
    """

    def __init__(self, message: str, *, file: str | None = None, row: int | None = None, field: str | None = None):
        self.message, self.file, self.row, self.field = message, file, row, field
        super().__init__(f"{self.place()}{message}")

    def place(self) -> str:
        """The place as people read it, for example ``answers.jsonl, line 3, field 'text': ``."""
        parts = [
            self.file,
            None if self.row is None else f"line {self.row}",
            None if self.field is None else f"field '{self.field}'",
        ]
        known = ", ".join(part for part in parts if part)
        return f"{known}: " if known else ""


class NotFound(ToolError):
    """A study, batch, task or rater that is not in the record."""


class StoreError(ToolError):
    """The database refused or cannot be reached."""


class StaleTask(ToolError):
    """A submit or draft for a task that has moved on; what the person typed is still theirs."""
