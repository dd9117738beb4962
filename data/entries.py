"""What a person enters about one unit, and whether it may be stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from data.errors import InputError
from data.questions import REASONS_OF_PEOPLE, Question
from data.texts import checked_text

Spans = tuple[tuple[int, int], ...]

_LONGEST_MS = 7 * 24 * 60 * 60 * 1000


@dataclass(frozen=True)
class Entry:
    """A value or a reason for one unit; neither of both takes the unit's value away again.

    `evidence` holds [start, end) code points in the source's text. `active_ms` and `wall_ms` are this person's whole
    time on the unit so far, the time the page was shown with included (a page that was reloaded counts on from
    UnitView): the longest time ever sent is kept, so that a draft sent twice does not count twice.
    """

    unit_id: int
    value: str | None = None
    reason: str | None = None
    justification: str | None = None
    evidence: Spans = ()
    bulk: bool = False
    active_ms: int = 0
    wall_ms: int = 0

    @property
    def filled(self) -> bool:
        """A value or reason is there: the unit is no longer open."""
        return self.value is not None or self.reason is not None

    @property
    def blank(self) -> bool:
        """Nothing is there that a person entered."""
        return not (self.filled or self.justification or self.evidence)

    def after(self, earlier: Entry | None) -> Entry:
        """This entry as it follows an earlier one about the same unit."""
        if earlier is None:
            return self
        active, wall = max(self.active_ms, earlier.active_ms), max(self.wall_ms, earlier.wall_ms)
        return replace(self, active_ms=active, wall_ms=wall)


def check_entries(entries: Sequence[Entry], question: Question) -> None:
    """InputError for the first entry that says more than one thing, or something the question does not know."""
    if len({entry.unit_id for entry in entries}) < len(entries):
        raise InputError("two entries are about the same unit")
    for entry in entries:
        _check(entry, question)


def check_evidence(entry: Entry, length: int | None) -> None:
    """InputError unless the evidence lies inside a text of `length` code points; None: a unit without a source."""
    if length is None:
        raise InputError("evidence can only be marked in a readable source", field="evidence")
    for start, end in entry.evidence:
        if not 0 <= start < end <= length:
            raise InputError(f"[{start}, {end}) does not lie in the source's {length:,} characters", field="evidence")


def _check(entry: Entry, question: Question) -> None:
    if entry.value is not None and entry.reason is not None:
        raise InputError("give a value or a reason, not both", field="value")
    if entry.value is not None and entry.value not in question.scale.labels:
        raise InputError(f"'{entry.value}' is not one of {', '.join(question.scale.labels)}", field="value")
    if entry.reason is not None and entry.reason not in REASONS_OF_PEOPLE:
        raise InputError(f"'{entry.reason}' is not one of {', '.join(REASONS_OF_PEOPLE)}", field="reason")
    if entry.justification is not None:
        checked_text(entry.justification, "justification")
    if not (0 <= entry.active_ms <= _LONGEST_MS and 0 <= entry.wall_ms <= _LONGEST_MS):
        raise InputError("times are milliseconds from 0 to a week", field="active_ms")
