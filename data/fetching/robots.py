"""What a site's robots.txt allows, asked once for each site (RFC 9309)."""

from __future__ import annotations

import threading
from collections import defaultdict
from dataclasses import dataclass, field

from httpx2 import URL
from protego import Protego

from data.fetching.getting import AGENT, Getter, Reply
from data.fetching.guard import Refused
from data.fetching.limits import Deadline, TookTooLong
from data.fetching.unreadable import Unreadable

LARGEST = 500 * 1024
"""Bytes: RFC 9309 asks readers to take this much; a larger file is taken as one without rules."""


@dataclass(frozen=True)
class _Site:
    """`rules` None: everything is allowed. `closed`: what every page is, as the rules cannot be told."""

    rules: Protego | None = None
    closed: Unreadable | None = None


@dataclass(frozen=True, eq=False)
class Robots:
    """Rules of sites by scheme, host and port. Safe to use from several threads."""

    getter: Getter
    _sites: dict[str, _Site] = field(default_factory=dict)
    _locks: defaultdict[str, threading.Lock] = field(default_factory=lambda: defaultdict(threading.Lock))

    def pause(self, url: URL) -> float:
        """Seconds between requests that the site asks for; 0 if it asks for nothing.

        Unreadable "blocked" when its rules forbid the page, or the site has a fault and so cannot tell them ("not
        fetched" when it is not reached at all).
        """
        site = self._site(url)
        if site.closed is not None:
            raise Unreadable(site.closed.status, site.closed.why)
        if site.rules is None:
            return 0.0
        if not site.rules.can_fetch(str(url), AGENT):
            raise Unreadable("blocked", "the site's robots.txt forbids it")
        return float(site.rules.crawl_delay(AGENT) or 0.0)

    def _site(self, url: URL) -> _Site:
        place = url.copy_with(raw_path=b"/robots.txt", fragment=None)
        key = str(place)
        with self._locks[key]:
            if key not in self._sites:
                self._sites[key] = self._asked(place)
            return self._sites[key]

    def _asked(self, place: URL) -> _Site:
        try:
            reply = self._reply(place)
        except Refused as error:
            return _Site(closed=Unreadable("blocked", str(error)))
        except Unreadable as error:
            return _Site() if error.status == "too large" else _Site(closed=error)
        except TookTooLong as error:
            return _Site(closed=Unreadable("not fetched", f"robots.txt {error}"))
        if reply.status >= 500:
            return _Site(closed=Unreadable("blocked", f"robots.txt answers {reply.status}: what is allowed is unknown"))
        if reply.status != 200:
            return _Site()
        return _Site(Protego.parse(reply.body.decode("utf-8-sig", errors="replace")))

    def _reply(self, place: URL) -> Reply:
        deadline = Deadline(self.getter.limits.total)
        for _ in range(self.getter.limits.redirects + 1):
            reply = self.getter.get(place, deadline, lambda head: head.status == 200, LARGEST)
            if reply.redirects_to is None:
                return reply
            place = reply.redirects_to
        return reply
