"""What the person who starts a run wants of it."""

from __future__ import annotations

from dataclasses import dataclass

from judges.purse import Purse


@dataclass(frozen=True)
class Wishes:
    """`failed_too`: ask again what has failed, and only that. `samples`: how often each unit is judged.

    `purse`: what may be spent, shared by the judges of a command; None: no limit. `bulk`: hand the requests over in
    files instead of asking live.
    """

    failed_too: bool = False
    samples: int = 1
    purse: Purse | None = None
    bulk: bool = False


PLAIN = Wishes()
"""Each unit once, without a limit."""
