"""The pace workers share: no more of a server's rates than there is, and no less."""

from __future__ import annotations

import asyncio
from datetime import datetime

import pytest
from sqlalchemy import Engine, select

from data.engine import reading
from data.tables import Pace
from judges.fleet.pace import PaceRow, SharedGate
from judges.gate import Limits

pytestmark = pytest.mark.postgres

MANY = 60_000
"""A minute: 1,000 a second, in blocks of 500."""


def gate_at(store: Engine, requests: int | None, tokens: int | None) -> SharedGate:
    return SharedGate(Limits(2_000, 0.1), PaceRow(store, "http://host/v1", "m", requests, tokens))


def used(store: Engine, column: str, began: datetime) -> float:
    """Seconds of a rate that are used up, counted from when somebody began."""
    with reading(store) as session:
        row = session.scalars(select(Pace)).one()
    until: datetime = getattr(row, column)
    return (until - began).total_seconds()


def ask(store: Engine, gate: SharedGate, times: int, tokens: int, more: int = 0) -> datetime:
    """Go through the gate so many times, each using `more` tokens beyond its estimate; when that began."""

    async def through() -> None:
        for _ in range(times):
            await gate.enter(tokens, asyncio.Event())
            gate.leave(more)

    with reading(store) as session:
        began: datetime = session.connection().exec_driver_sql("SELECT clock_timestamp()").scalar_one()
    asyncio.run(asyncio.wait_for(through(), 20))
    return began


def test_requests_take_no_more_than_themselves_where_tokens_have_no_limit(store: Engine) -> None:
    began = ask(store, gate_at(store, MANY, None), times=900, tokens=1_000)
    assert 0.9 <= used(store, "requests_until", began) <= 2.0  # 900 at 1,000 a second, and what was begun of a block


def test_tokens_take_no_more_than_themselves_where_requests_have_no_limit(store: Engine) -> None:
    began = ask(store, gate_at(store, None, MANY), times=90, tokens=10)
    assert 0.9 <= used(store, "tokens_until", began) <= 2.0


def test_both_limits_are_used_up_each_at_its_own_pace(store: Engine) -> None:
    began = ask(store, gate_at(store, MANY, MANY), times=90, tokens=10)
    assert used(store, "requests_until", began) <= 1.0
    assert 0.9 <= used(store, "tokens_until", began) <= 2.0


def test_tokens_used_beyond_the_estimate_are_taken_too(store: Engine) -> None:
    began = ask(store, gate_at(store, None, MANY), times=90, tokens=5, more=5)
    assert 0.85 <= used(store, "tokens_until", began) <= 2.0
