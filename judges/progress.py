"""How far a run is, and what it came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime


def utc_now() -> datetime:
    """The time of the wall clock."""
    return datetime.now(UTC)


@dataclass
class Progress:
    """How far a run is, in units; `closed_for` are seconds the server asked everybody to wait.

    `spent` is the money so far, in words; empty without a budget.
    """

    total: int
    statuses: Counter[str] = field(default_factory=Counter)
    requests: int = 0
    closed_for: float = 0.0
    spent: str = ""

    @property
    def done(self) -> int:
        """Units with a label."""
        return self.statuses["ok"]

    @property
    def failed(self) -> int:
        """Units whose judgement failed, for whatever reason."""
        return self.statuses.total() - self.done

    @property
    def left(self) -> int:
        """Units not settled yet."""
        return max(0, self.total - self.statuses.total())


Watch = Callable[[Progress], None]


@dataclass(frozen=True)
class RunReport:
    """What a run came to; `stopped` says why it ended before everything was settled."""

    rater: str
    run_id: int
    progress: Progress
    stopped: str | None
