"""One source from the network: its text, or why there is none."""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass, field
from pathlib import Path

from httpx2 import URL

from data.errors import InputError
from data.fetching.fetched import Fetched
from data.fetching.getting import Getter, Reply, place_of
from data.fetching.guard import Allowed, Guard, Refused
from data.fetching.limits import Deadline, Limits, TookTooLong
from data.fetching.pace import Pace
from data.fetching.reading import may_be_read, read
from data.fetching.robots import Robots
from data.fetching.unreadable import Unreadable

_MEANINGS = {
    401: ("paywall", "the site asks for a sign-in"),
    402: ("paywall", "the site asks for payment"),
    404: ("not found", "the page is not there"),
    410: ("not found", "the page is gone"),
    408: ("not fetched", "the server took too long"),
    425: ("not fetched", "the server is not ready"),
    429: ("blocked", "the site has had too many requests"),
    451: ("blocked", "the page is withheld for legal reasons"),
}


@dataclass(frozen=True)
class Settings:
    """How to fetch. `reader`: the address of a service that turns a page into text, put before each address;
    `keep`: a folder for the bytes as they came, each file named by their SHA-256."""

    limits: Limits = field(default_factory=Limits)
    allowed: Allowed = field(default_factory=Allowed)
    host_delay: float = 1.0
    obey_robots: bool = True
    reader: str | None = None
    keep: Path | None = None


class Fetcher:
    """Fetches sources; safe to use from several threads. InputError for settings that cannot work."""

    def __init__(self, settings: Settings, guard: Guard | None = None, pace: Pace | None = None):
        if settings.reader is not None and not settings.reader.startswith(("http://", "https://")):
            raise InputError("the address of a reader service begins with http:// or https://", field="reader")
        if settings.keep is not None:
            _make_folder(settings.keep)
        self._settings = settings
        pace = pace or Pace(settings.host_delay)
        self._getter = Getter(guard or Guard(settings.allowed), settings.limits, pace)
        self._robots = Robots(self._getter) if settings.obey_robots else None

    @property
    def way(self) -> str:
        """How texts come here, one of `FETCH_WAYS`."""
        return "network" if self._settings.reader is None else "reader"

    def fetch(self, address: str) -> Fetched:
        """The source at an address. Never raises for what a site does."""
        visit = _Visit(self._settings, self._getter, self._robots)
        try:
            return visit.fetched(address)
        except Unreadable as error:
            return visit.failed(error.status, error.why)
        except Refused as error:
            return visit.failed("blocked", str(error))
        except TookTooLong as error:
            return visit.failed("not fetched", str(error))


class _Visit:
    """One source on its way, and where it has got to."""

    def __init__(self, settings: Settings, getter: Getter, robots: Robots | None):
        self._settings, self._getter, self._robots = settings, getter, robots
        self._deadline = Deadline(settings.limits.total)
        self._at: str | None = None
        self._content_type: str | None = None

    def failed(self, status: str, why: str) -> Fetched:
        return Fetched(status, why, self._at, self._content_type)

    def fetched(self, address: str) -> Fetched:
        url = place_of(address)
        reply = self._followed(url) if self._settings.reader is None else self._by_reader(url)
        found = read(reply.body, self._content_type or "")
        raw = None if self._settings.keep is None else _kept(self._settings.keep, reply.body)
        size, final = len(reply.body), self._at
        return Fetched("ok", None, final, self._content_type, size, found.text, found.boilerplate, raw)

    def _followed(self, url: URL) -> Reply:
        for _ in range(self._settings.limits.redirects + 1):
            reply = self._got(url, self._allowed_pause(url))
            if reply.redirects_to is None:
                return self._answer(reply)
            url = reply.redirects_to
        raise Unreadable("blocked", f"it redirects more than {self._settings.limits.redirects} times")

    def _by_reader(self, url: URL) -> Reply:
        """What the reader service makes of the page, if the page itself may be read."""
        self._allowed_pause(url)
        reply = self._got(place_of(f"{self._settings.reader}{url}"), 0.0)
        self._at = str(url)
        return self._answer(reply)

    def _allowed_pause(self, url: URL) -> float:
        self._getter.check(url)
        if self._robots is None:
            return 0.0
        with self._deadline.stopped():
            return self._robots.pause(url)

    def _got(self, url: URL, pause: float) -> Reply:
        self._at = str(url)
        reply = self._getter.get(url, self._deadline, _has_text, self._settings.limits.size, pause)
        self._content_type = reply.headers.get("content-type")
        return reply

    def _answer(self, reply: Reply) -> Reply:
        """The reply, if it is a text. Unreadable says what it is else."""
        if reply.status in (429, 503):
            self._getter.hold(reply)
        if not 200 <= reply.status < 300:
            raise _meaning(reply)
        if not may_be_read(self._content_type or ""):
            raise Unreadable("not text", f"it is {self._content_type}")
        return reply


def _has_text(head: Reply) -> bool:
    return 200 <= head.status < 300 and may_be_read(head.headers.get("content-type", ""))


def _meaning(reply: Reply) -> Unreadable:
    known = _MEANINGS.get(reply.status)
    if known is not None:
        return Unreadable(known[0], f"{known[1]} ({reply.status})")
    if reply.headers.get("cf-mitigated") == "challenge":
        return Unreadable("blocked", f"the site wants to see a person ({reply.status})")
    if 500 <= reply.status < 600:
        return Unreadable("not fetched", f"the server has a fault ({reply.status})")
    return Unreadable("blocked", f"the site refuses ({reply.status})")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror}", file=str(folder)) from error


def _kept(folder: Path, body: bytes) -> str:
    """Write the bytes to a file named by their SHA-256, which is returned; the same bytes are one file."""
    name = hashlib.sha256(body).hexdigest()
    part = folder / f".{name}.{threading.get_ident()}.part"
    try:
        part.write_bytes(body)
        part.replace(folder / name)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=str(folder / name)) from error
    finally:
        part.unlink(missing_ok=True)
    return name
