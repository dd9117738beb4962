"""The one door to OpenAI-compatible servers: a request goes out, and whatever happens comes back as a Reply."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, Self
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
from openai import AsyncOpenAI

from judges.completion import storable
from judges.keys import NO_KEY, without_key

_LONGEST_ERROR = 1_000
"""Characters kept of an error that may quote what came instead of a reply."""


@dataclass(frozen=True)
class Reply:
    """What one HTTP request came to.

    `raw` is the body as it came, `http_status` None when no response did; then `error` says why.
    `unreachable`: the request was never sent. `silent`: it was, and may have been paid for, but nothing came back.
    """

    latency_ms: int
    http_status: int | None = None
    raw: str | None = None
    error: str | None = None
    unreachable: bool = False
    silent: bool = False
    request_id: str | None = None
    retry_after: str | None = None


class Client(Protocol):
    """Anything that sends a chat completion request."""

    async def send(self, body: Mapping[str, Any]) -> Reply:
        """Send one request, once; never raises for what the server or the network does."""
        ...


class OpenAIClient:
    """A client for the chat completions of OpenAI-compatible servers. It neither retries nor parses nor follows.

    The SDK says what a request must carry. It does not send it: building each request anew, and a response as objects
    nobody asks for, costs it three times what sending does (benchmarks/bench_judges.py).

    Use it as a context within one event loop. The key is removed from every text returned.
    """

    def __init__(self, base_url: str, key: str | None, timeout: float):
        self._key = key
        self._url = f"{base_url.rstrip('/')}/chat/completions"
        self._headers = _headers(base_url, key)
        self._timeout = aiohttp.ClientTimeout(total=timeout)

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0),
            timeout=self._timeout,
            headers=self._headers,
            proxy=_proxy_of(self._url),
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._session.close()

    async def send(self, body: Mapping[str, Any]) -> Reply:
        """Send one request, once."""
        started = time.monotonic()
        try:
            said = json.dumps(body).encode()
            async with self._session.post(self._url, data=said, allow_redirects=False) as response:
                came = await response.read()
        except (aiohttp.ClientError, TimeoutError) as error:
            return self._nothing(error, _since(started))
        return Reply(
            latency_ms=_since(started),
            http_status=response.status,
            raw=self._storable(came.decode("utf-8", "replace")),
            request_id=self._storable(response.headers.get("x-request-id", "")) or None,
            retry_after=response.headers.get("retry-after"),
        )

    def _nothing(self, error: aiohttp.ClientError | TimeoutError, latency_ms: int) -> Reply:
        unreachable = isinstance(error, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError)
        name = "unreachable" if unreachable else "timeout" if isinstance(error, TimeoutError) else "connection lost"
        words = self._storable(f"{name}: {type(error).__name__}: {error}")[:_LONGEST_ERROR]
        return Reply(latency_ms=latency_ms, error=words, unreachable=unreachable, silent=not unreachable)

    def _storable(self, text: str) -> str:
        return storable(without_key(text, self._key))


def _headers(base_url: str, key: str | None) -> dict[str, str]:
    """What the SDK would send with each request: the key, and who asks."""
    sdk = AsyncOpenAI(base_url=base_url, api_key=key or NO_KEY)
    said = {**sdk.default_headers, **sdk.auth_headers}
    return {name: value for name, value in said.items() if isinstance(value, str)}


def _proxy_of(url: str) -> str | None:
    """The proxy the environment names for an address. Looked up once: aiohttp would do so for each request."""
    address = urlsplit(url)
    if proxy_bypass(address.hostname or ""):
        return None
    return getproxies().get(address.scheme)


def _since(started: float) -> int:
    return round((time.monotonic() - started) * 1000)
