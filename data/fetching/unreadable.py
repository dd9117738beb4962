"""Why a source could not be read: a status of `SOURCE_STATUSES` with its reason in words."""

from __future__ import annotations


class Unreadable(Exception):
    """The source has no text. `status` is "paywall", "not found", "blocked", "empty", "too large" or "not text".

    "not fetched" stands for what may pass: no connection, too slow, a server with a fault. It is tried again.
    """

    def __init__(self, status: str, why: str):
        self.status, self.why = status, why
        super().__init__(f"{status}: {why}")
