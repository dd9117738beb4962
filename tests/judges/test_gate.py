import asyncio

import pytest

from judges.gate import Gate, Limits


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def gate_with(clock: Clock, at_once: int = 8, **rates: int) -> Gate:
    return Gate(Limits(at_once, 1.0, **rates), clock)


def entered(gate: Gate, tokens: int = 0) -> bool:
    """Whether a request may go now."""

    async def enter() -> bool:
        try:
            return await asyncio.wait_for(gate.enter(tokens, asyncio.Event()), 0.002)
        except TimeoutError:
            return False

    return asyncio.run(enter())


def test_the_gate_closes_for_as_long_as_the_server_says() -> None:
    gate = gate_with(clock := Clock())
    assert gate.closed_for == 0
    gate.rate_limited(5.0)
    gate.rate_limited(1.0)
    assert gate.closed_for == 5
    assert not entered(gate)
    clock.now += 6
    assert gate.closed_for == 0
    assert entered(gate)


def test_without_a_time_the_gate_closes_twice_as_long_each_time() -> None:
    gate = gate_with(clock := Clock())
    waits = []
    for _ in range(3):
        gate.rate_limited(None)
        gate.rate_limited(None)  # refused at the same moment: counts once
        waits.append(gate.closed_for)
        clock.now += gate.closed_for
    gate.accepted()
    gate.rate_limited(None)
    assert [*waits, gate.closed_for] == [1, 2, 4, 1]


def test_no_more_than_allowed_are_under_way_and_who_leaves_makes_room() -> None:
    gate = gate_with(Clock(), at_once=2)
    assert [entered(gate) for _ in range(3)] == [True, True, False]
    gate.leave()
    assert [entered(gate) for _ in range(2)] == [True, False]


def test_a_refusal_takes_away_a_third_and_acceptances_give_it_back_one_by_one() -> None:
    gate = gate_with(clock := Clock(), at_once=6)
    gate.rate_limited(1.0)
    gate.rate_limited(1.0)  # refused at the same moment
    assert gate.allowed == 4
    clock.now += 2
    gate.rate_limited(1.0)
    assert gate.allowed == 2
    for _ in range(2 + 3 + 4 + 5):
        gate.accepted()
    assert gate.allowed == 6
    gate.accepted()
    assert gate.allowed == 6


def test_somebody_is_always_let_through() -> None:
    gate = gate_with(clock := Clock(), at_once=2)
    for _ in range(5):
        gate.rate_limited(1.0)
        clock.now += 2
    assert gate.allowed == 1
    assert entered(gate)


def test_requests_a_minute_are_spread_over_the_minute() -> None:
    gate = gate_with(clock := Clock(), at_once=1000, requests_per_minute=120)
    sent = 0
    for _ in range(60):  # a minute, second by second
        while sent < 200 and entered(gate):
            sent += 1
        clock.now += 1
    assert 118 <= sent <= 124


def test_tokens_a_minute_hold_up_the_next_and_what_was_really_used_counts() -> None:
    gate = gate_with(clock := Clock(), tokens_per_minute=6000)  # 100 a second
    assert entered(gate, 500)
    assert not entered(gate, 1)
    gate.leave(more_tokens=-500)  # refused: nothing was used
    clock.now += 0.01
    assert entered(gate, 300)
    gate.leave(more_tokens=300)
    clock.now += 4.9
    assert not entered(gate)
    clock.now += 0.2
    assert entered(gate)


def test_who_waits_hears_that_the_run_has_stopped() -> None:
    async def waiting() -> bool:
        gate, stop = gate_with(Clock(), at_once=1), asyncio.Event()
        assert await gate.enter(0, stop)
        second = asyncio.create_task(gate.enter(0, stop))
        await asyncio.sleep(0)
        stop.set()
        return await asyncio.wait_for(second, 5)

    assert asyncio.run(waiting()) is False


@pytest.mark.parametrize("tokens", [0, 10**9])
def test_without_rates_nobody_waits(tokens: int) -> None:
    gate = gate_with(Clock(), at_once=100)
    assert all(entered(gate, tokens) for _ in range(100))
