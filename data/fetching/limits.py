"""How much time and space one source may take."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from data.errors import InputError

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Limits:
    """Seconds for a connection, for each wait of a reply, and for a source with all its redirects; bytes of its body,
    counted as they arrive and again unpacked. InputError for one that is not above 0."""

    connect: float = 10.0
    read: float = 15.0
    total: float = 60.0
    size: int = 10 * MEGABYTE
    redirects: int = 5

    def __post_init__(self) -> None:
        for name in ("connect", "read", "total", "size"):
            if not getattr(self, name) > 0:
                raise InputError("must be above 0", field=name)


class TookTooLong(Exception):
    """The time for a source is over."""


class Deadline:
    """The time a source has, without that in which it waits for its turn."""

    def __init__(self, seconds: float):
        self._seconds, self._ends = seconds, time.monotonic() + seconds

    def left(self, most: float | None = None) -> float:
        """Seconds that are left, at most `most`. TookTooLong when there are none."""
        left = self._ends - time.monotonic()
        if left <= 0:
            raise TookTooLong(f"took longer than {self._seconds:g} seconds")
        return left if most is None else min(left, most)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """The time of the block does not count."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._ends += time.monotonic() - began
