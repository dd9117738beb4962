"""How often the Judges screen looks at a run again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import streamlit as st

from data.judge_list import JudgeLine

_OFTEN, _SOMETIMES, _SELDOM = 5, 15, 60
"""Seconds between two looks at a run."""

_MOST = 0.1
"""The share of the time that looking may take: counting millions of attempts takes seconds."""


@dataclass(frozen=True)
class Look:
    """Judges as they stood `at` a moment; `pause` are the seconds until the next look, None when no run is open."""

    judges: list[JudgeLine]
    at: datetime
    pause: int | None

    def tell(self) -> None:
        """When the record was looked at, and when it will be again."""
        again = f", looked at again every {self.pause} s" if self.pause else ""
        st.caption(f"As of {self.at:%H:%M:%S} UTC{again}.")


def look(read: Callable[[], list[JudgeLine]]) -> Look:
    """Look at judges now."""
    began = time.monotonic()
    judges = read()
    took, now = time.monotonic() - began, datetime.now(UTC)
    return Look(judges, now, pause_after(judges, now, took))


def pause_after(judges: Sequence[JudgeLine], now: datetime, took: float) -> int | None:
    """The pause after a look that took so many seconds; a long one where only a server or a silent run is awaited."""
    states = {judge.newest.state(now) for judge in judges if judge.newest}
    if "running" in states:
        return next((pause for pause in (_OFTEN, _SOMETIMES) if took <= pause * _MOST), _SELDOM)
    return _SELDOM if states & {"waiting", "silent"} else None
