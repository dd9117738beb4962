"""One request: guarded, paced, and never more than its limits of time and size."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from ssl import SSLContext

import httpcore2
from httpx2 import URL, InvalidURL

from data.fetching.guard import Guard, Refused
from data.fetching.limits import Deadline, Limits
from data.fetching.pace import Pace
from data.fetching.pinned import Pinned
from data.fetching.unreadable import Unreadable

AGENT = "countermark"
"""The name robots.txt files know us by."""

_HEADERS: Mapping[bytes | str, bytes | str] = {
    "User-Agent": f"Mozilla/5.0 (compatible; {AGENT}/0.1; reads sources of answers for people who check them)",
    "Accept": "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.9,*/*;q=0.5",
    "Accept-Language": "en,*;q=0.5",
    "Accept-Encoding": "gzip",
}
_UNPACKED_BY = {"": None, "identity": None, "gzip": zlib.MAX_WBITS | 16, "x-gzip": zlib.MAX_WBITS | 16}
_PACKED = b"\x1f\x8b"
_USUAL_HOLD = 30.0
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(frozen=True)
class Reply:
    """What a server said. `headers` by lower-case name; `body` is unpacked, and empty where it was not wanted."""

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes = b""

    @property
    def redirects_to(self) -> URL | None:
        """The address it sends on to. Refused when that is no address."""
        place = self.headers.get("location")
        return place_of(self.url, place) if self.status in _REDIRECTS and place else None


def place_of(base: str, link: str = "") -> URL:
    """The address of a link on a page at `base`. Refused when it is none."""
    try:
        return URL(base).join(link)
    except (InvalidURL, ValueError) as error:
        raise Refused(f"not an address: {(link or base)[:200]!r}") from error


@dataclass(frozen=True)
class Getter:
    """Sends requests. `wanted` decides by status and headers whether a body is read, and may raise Unreadable."""

    guard: Guard
    limits: Limits
    pace: Pace

    @cached_property
    def _certificates(self) -> SSLContext:
        return httpcore2.default_ssl_context()

    def check(self, url: URL) -> None:
        """Refused when an address of this form may not be reached."""
        self.guard.check(url.scheme, url.raw_host.decode("ascii"), url.port, bool(url.userinfo))

    def hold(self, reply: Reply) -> None:
        """Leave the host of a reply alone for as long as it asks in seconds, or half a minute."""
        asked = reply.headers.get("retry-after", "")
        self.pace.hold(URL(reply.url).host, float(asked) if asked.isdecimal() else _USUAL_HOLD)

    def get(
        self, url: URL, deadline: Deadline, wanted: Callable[[Reply], bool], size: int, pause: float = 0.0
    ) -> Reply:
        """The reply to one request; redirects are not followed.

        Refused when the address may not be reached; Unreadable "too large" beyond `size` bytes, "not fetched" when
        nothing is reached or the reply breaks off; TookTooLong at the deadline. `pause`: seconds the host asked for.
        """
        self.check(url)
        with deadline.stopped():
            self.pace.wait(url.host, pause)
        waits = {"connect": self.limits.connect, "read": self.limits.read, "write": self.limits.read}
        try:
            with (
                httpcore2.ConnectionPool(self._certificates, network_backend=Pinned(self.guard, deadline)) as pool,
                pool.stream("GET", _target(url), headers=_HEADERS, extensions={"timeout": waits}) as response,
            ):
                head = _head(str(url), response)
                return Reply(head.url, head.status, head.headers, _body(head, response, size)) if wanted(head) else head
        except httpcore2.TimeoutException as error:
            deadline.left()
            raise Unreadable("not fetched", "the server took too long to answer") from error
        except (httpcore2.NetworkError, httpcore2.ProtocolError) as error:
            raise Unreadable("not fetched", f"no reply: {str(error) or type(error).__name__}") from error


def _target(url: URL) -> httpcore2.URL:
    host = url.raw_host.removesuffix(b".")
    return httpcore2.URL(scheme=url.raw_scheme, host=host, port=url.port, target=url.raw_path)


def _head(url: str, response: httpcore2.Response) -> Reply:
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
    return Reply(url, response.status, headers)


def _body(head: Reply, response: httpcore2.Response, size: int) -> bytes:
    said = head.headers.get("content-length", "")
    if said.isdecimal() and int(said) > size:
        raise _too_large(size)
    packing = head.headers.get("content-encoding", "").strip().lower()
    if packing not in _UNPACKED_BY:
        raise Unreadable("not text", f"it came packed as {packing[:50]!r}, which was not asked for")
    arrived = _counted(response.iter_stream(), size)
    wbits = _UNPACKED_BY[packing]
    return b"".join(_counted(arrived if wbits is None else _unpacked(arrived, wbits, size), size))


def _counted(chunks: Iterable[bytes], size: int) -> Iterator[bytes]:
    total = 0
    for chunk in chunks:
        total += len(chunk)
        if total > size:
            raise _too_large(size)
        yield chunk


def _unpacked(chunks: Iterable[bytes], wbits: int, size: int) -> Iterator[bytes]:
    """Each piece unpacked to at most one byte more than may be kept: a small bomb never becomes large.

    A reply may be packed in several parts, one behind the other; what follows and is none is passed over.
    """
    unpacker = zlib.decompressobj(wbits)
    try:
        for chunk in chunks:
            while chunk:
                if unpacker.eof:
                    if not chunk.startswith(_PACKED):
                        return
                    unpacker = zlib.decompressobj(wbits)
                yield unpacker.decompress(chunk, size + 1)
                chunk = unpacker.unused_data
    except zlib.error as error:
        raise Unreadable("not fetched", "the packed reply is damaged") from error
    if not unpacker.eof:
        raise Unreadable("not fetched", "the packed reply breaks off")


def _too_large(size: int) -> Unreadable:
    return Unreadable("too large", f"more than {size / 1e6:g} MB")
