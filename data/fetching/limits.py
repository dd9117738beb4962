"""How much time and space one source may take."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

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


@dataclass(frozen=True)
class Deadline:
    """The moment a source must be done by."""

    seconds: float
    began: float = field(default_factory=time.monotonic)

    def left(self, most: float | None = None) -> float:
        """Seconds that are left, at most `most`. TookTooLong when there are none."""
        left = self.began + self.seconds - time.monotonic()
        if left <= 0:
            raise TookTooLong(f"took longer than {self.seconds:g} seconds")
        return left if most is None else min(left, most)
