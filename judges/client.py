"""The one door to OpenAI-compatible servers: a request goes out, and whatever happens comes back as a Reply."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, Self

import aiohttp
from openai import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncOpenAI,
    DefaultAioHttpClient,
    HttpxBinaryResponseContent,
)

from judges.completion import storable
from judges.errors import MissingKey

_NO_KEY = "none"
"""Sent to servers that need no key: the SDK insists on one."""

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
    """A client over the SDK with its aiohttp transport. The SDK neither retries nor parses: both are done here.

    Use it as a context within one event loop. The key is held by the SDK alone and removed from every text returned.
    """

    def __init__(self, base_url: str, key: str | None, timeout: float):
        self._key = key
        self._sdk = AsyncOpenAI(
            base_url=base_url,
            api_key=key or _NO_KEY,
            max_retries=0,
            timeout=timeout,
            http_client=DefaultAioHttpClient(),
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._sdk.close()

    async def send(self, body: Mapping[str, Any]) -> Reply:
        """Send one request, once."""
        started = time.monotonic()
        try:
            # The raw response: a parsed one is slower, and loses the reply it cannot parse.
            came = await self._sdk.post("/chat/completions", body=dict(body), cast_to=HttpxBinaryResponseContent)
            response = came.response
        except APIStatusError as error:
            response = error.response
        except (APIConnectionError, aiohttp.ClientError) as error:  # the second: a reply that is no HTTP
            return self._nothing(error, _since(started))
        return Reply(
            latency_ms=_since(started),
            http_status=response.status_code,
            raw=storable(self._without_key(response.text)),
            request_id=response.headers.get("x-request-id"),
            retry_after=response.headers.get("retry-after"),
        )

    def _nothing(self, error: APIConnectionError | aiohttp.ClientError, latency_ms: int) -> Reply:
        """The SDK calls every failure of this transport a time-out; the cause knows better."""
        cause = error.__cause__ or error
        unreachable = any(isinstance(link, aiohttp.ClientConnectorError) for link in _chain(cause))
        name = "unreachable" if unreachable else "timeout" if _timed_out(error) else "connection lost"
        words = storable(self._without_key(f"{name}: {type(cause).__name__}: {cause}"))[:_LONGEST_ERROR]
        return Reply(latency_ms=latency_ms, error=words, unreachable=unreachable, silent=not unreachable)

    def _without_key(self, text: str) -> str:
        return text.replace(self._key, "[key]") if self._key else text


def key_from(variable: str) -> str | None:
    """The key in an environment variable; None when `variable` is empty, for servers that need none.

    MissingKey when the variable is not set, or holds characters no request header can.
    """
    if not variable:
        return None
    key = os.environ.get(variable)
    if not key:
        raise MissingKey(
            f"the environment variable {variable} holds no API key; set it, name another one with 'api_key_env' in the "
            'judge\'s file, or write api_key_env = "" for a server that needs none'
        )
    if not (key.isascii() and key.isprintable()):
        raise MissingKey(f"the environment variable {variable} holds what no API key can: copy the key again")
    return key


def _timed_out(error: Exception) -> bool:
    return isinstance(error, APITimeoutError) and any(isinstance(link, TimeoutError) for link in _chain(error))


def _chain(error: BaseException | None) -> list[BaseException]:
    links = []
    while error is not None:
        links.append(error)
        error = error.__cause__ or error.__context__
    return links


def _since(started: float) -> int:
    return round((time.monotonic() - started) * 1000)
