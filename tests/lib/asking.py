"""An ASGI application asked directly, without a server or a client library."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote, urlsplit


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: str


def ask(app: Any, path: str, method: str = "GET", body: bytes = b"", **headers: str) -> Reply:
    """Ask for a path, with its query; header names are given with `_` for `-`."""
    return asyncio.run(_ask(app, path, method, body, {"host": "127.0.0.1", **headers}))


async def _ask(app: Any, path: str, method: str, body: bytes, headers: dict[str, str]) -> Reply:
    address = urlsplit(path)
    sent: list[dict[str, Any]] = []
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(address.path),
        "raw_path": quote(address.path).encode(),
        "query_string": address.query.encode(),
        "root_path": "",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 1),
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    start = next(message for message in sent if message["type"] == "http.response.start")
    said = b"".join(message.get("body", b"") for message in sent if message["type"] == "http.response.body")
    return Reply(start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, said.decode())
