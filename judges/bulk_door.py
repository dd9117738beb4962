"""The door to a server's batch interface: files up, results down. Nothing here is repeated on its own."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from openai import AsyncOpenAI, DefaultAsyncHttpx2Client, OpenAIError
from openai.types import Batch

from judges.client import Reply
from judges.completion import storable
from judges.errors import RunStopped
from judges.keys import NO_KEY, without_key

ENDPOINT = "/v1/chat/completions"
_OURS = "countermark"
"""The name under which a server repeats our token."""

_ENDED = ("completed", "failed", "expired", "cancelled")
_LOOKED_THROUGH = 500
"""The newest batches looked through for a token: whoever lost one did so a moment ago."""


@dataclass(frozen=True)
class State:
    """How far a bulk is: `done` of `requests` have a result. `files` hold results once it has `ended`."""

    requests: int
    done: int
    ended: bool
    files: tuple[str, ...]
    error: str | None


@dataclass(frozen=True)
class Line:
    """A result: which request it is about, and the reply."""

    key: str
    reply: Reply


class BulkDoor(Protocol):
    """Anything that takes requests in bulk. RunStopped when the server will not, or cannot be reached."""

    async def submit(self, file: Path, token: str) -> str:
        """Hand over a file of requests; the server's name for the bulk."""
        ...

    async def find(self, token: str) -> str | None:
        """The server's name for the bulk with a token; None when it has none."""
        ...

    async def state(self, remote: str) -> State:
        """How far a bulk is."""
        ...

    def results(self, file: str) -> AsyncIterator[Line]:
        """The lines of a file of results, in whatever order."""
        ...


class OpenAIBulkDoor:
    """The batch interface of the SDK. It is never sent elsewhere, and the key is removed from every text returned."""

    def __init__(self, base_url: str, key: str | None, timeout: float):
        self._key = key
        self._sdk = AsyncOpenAI(
            base_url=base_url,
            api_key=key or NO_KEY,
            max_retries=0,
            timeout=timeout,
            http_client=DefaultAsyncHttpx2Client(follow_redirects=False),
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._sdk.close()

    async def submit(self, file: Path, token: str) -> str:
        """Hand over a file of requests; the server's name for the bulk."""
        try:
            stored = await self._sdk.files.create(file=file, purpose="batch")
            batch = await self._sdk.batches.create(
                input_file_id=stored.id,
                endpoint="/v1/chat/completions",
                completion_window="24h",
                metadata={_OURS: token},
            )
        except OpenAIError as error:
            raise self._stopped("does not take the requests in bulk", error) from error
        return batch.id

    async def find(self, token: str) -> str | None:
        """The server's name for the bulk with a token; None when it has none."""
        seen = 0
        try:
            async for batch in self._sdk.batches.list(limit=100):
                if (batch.metadata or {}).get(_OURS) == token:
                    return batch.id
                seen += 1
                if seen >= _LOOKED_THROUGH:
                    break
        except OpenAIError as error:
            raise self._stopped("does not say which bulks it has", error) from error
        return None

    async def state(self, remote: str) -> State:
        """How far a bulk is."""
        try:
            batch = await self._sdk.batches.retrieve(remote)
        except OpenAIError as error:
            raise self._stopped("does not say how far the bulk is", error) from error
        counts = batch.request_counts
        files = tuple(file for file in (batch.output_file_id, batch.error_file_id) if file)
        return State(
            requests=counts.total if counts else 0,
            done=counts.completed + counts.failed if counts else 0,
            ended=batch.status in _ENDED,
            files=files,
            error=None if batch.status == "completed" else self._why(batch),
        )

    async def results(self, file: str) -> AsyncIterator[Line]:
        """The lines of a file of results, in whatever order."""
        try:
            async with self._sdk.files.with_streaming_response.content(file) as response:
                async for text in response.iter_lines():
                    if line := self._line(text):
                        yield line
        except OpenAIError as error:
            raise self._stopped("does not hand out the results", error) from error

    def _line(self, text: str) -> Line | None:
        """A line of results; None for one that names no request."""
        try:
            said = json.loads(text)
        except (ValueError, RecursionError):
            return None
        if not isinstance(said, dict) or not isinstance(said.get("custom_id"), str):
            return None
        return Line(said["custom_id"], self._reply(said))

    def _reply(self, said: Mapping[str, Any]) -> Reply:
        response = said.get("response")
        if not isinstance(response, dict) or not isinstance(response.get("status_code"), int):
            return Reply(latency_ms=0, error=self._storable(json.dumps(said.get("error"), ensure_ascii=False)))
        raw, request = json.dumps(response.get("body"), ensure_ascii=False), response.get("request_id")
        return Reply(
            latency_ms=0,
            http_status=response["status_code"],
            raw=self._storable(raw),
            request_id=self._storable(request) if isinstance(request, str) else None,
        )

    def _why(self, batch: Batch) -> str:
        errors = [item.message or item.code or "" for item in (batch.errors.data or [])] if batch.errors else []
        return self._storable("; ".join([f"the bulk is {batch.status}", *filter(None, errors[:3])]))

    def _stopped(self, what: str, error: OpenAIError) -> RunStopped:
        return RunStopped(f"the server {what} ({type(error).__name__}: {self._storable(str(error))[:300]})")

    def _storable(self, text: str) -> str:
        return storable(without_key(text, self._key))
