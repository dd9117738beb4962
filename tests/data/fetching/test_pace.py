from __future__ import annotations

import time

import pytest

from data.errors import InputError
from data.fetching.limits import Deadline, Limits, TookTooLong
from data.fetching.pace import Pace


class Clock:
    """Time that passes only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_requests_to_one_host_begin_apart_and_other_hosts_do_not_wait(clock: Clock) -> None:
    pace = Pace(2.0, clock, clock.sleep)
    for host in ("a", "b", "a", "a"):
        pace.wait(host)
    assert clock.slept == [2.0, 2.0]


def test_time_that_passed_anyway_is_not_waited_for_again(clock: Clock) -> None:
    pace = Pace(2.0, clock, clock.sleep)
    pace.wait("a")
    clock.now += 5
    pace.wait("a")
    assert clock.slept == []


def test_a_host_may_ask_for_longer_pauses_up_to_a_minute(clock: Clock) -> None:
    pace = Pace(2.0, clock, clock.sleep)
    pace.wait("a", asked=7)
    pace.wait("a", asked=3600)
    pace.wait("a", asked=1)
    pace.wait("a")
    assert clock.slept == [7.0, 60.0, 2.0]


def test_a_host_that_had_too_many_is_left_alone(clock: Clock) -> None:
    pace = Pace(0.0, clock, clock.sleep)
    pace.hold("a", 30)
    pace.hold("a", 10)
    pace.wait("b")
    pace.wait("a")
    pace.hold("c", 3600)
    pace.wait("c")
    assert clock.slept == [30.0, 60.0]


@pytest.mark.parametrize("delay", [-1.0, float("nan"), float("inf")])
def test_a_pause_is_a_length_of_time(delay: float) -> None:
    with pytest.raises(InputError, match="is no pause"):
        Pace(delay)


@pytest.mark.parametrize("name", ["connect", "read", "total", "size"])
def test_a_limit_is_above_zero(name: str) -> None:
    with pytest.raises(InputError, match=f"'{name}': must be above 0"):
        Limits(**{name: 0})
    with pytest.raises(InputError, match=f"'{name}': must be above 0"):
        Limits(**{name: float("nan")})


def test_a_deadline_shortens_every_wait_and_then_is_over() -> None:
    assert Deadline(100).left(5) == 5
    assert 99 < Deadline(100).left() <= 100
    with pytest.raises(TookTooLong, match=r"took longer than 1e-09 seconds"):
        Deadline(1e-9).left()


def test_waiting_for_its_turn_takes_nothing_of_a_sources_time() -> None:
    deadline = Deadline(0.03)
    with deadline.stopped():
        time.sleep(0.05)
    assert 0 < deadline.left() <= 0.03
