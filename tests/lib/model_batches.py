"""The batch interface of the test server: files of requests up, results down, in an order of their own."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

Answering = Callable[[Mapping[str, Any]], web.Response]


@dataclass(frozen=True)
class BatchBehaviour:
    """How batches go: `seconds` until one is done; a share of the lines `missing` from its results; batches that are
    `refused` when made, that `fail` whole or `expire` half done; the answer to making one `lost` on its way back."""

    seconds: float = 0.0
    missing: float = 0.0
    refused: bool = False
    fail: bool = False
    expire: bool = False
    lost: int = 0


@dataclass
class _Made:
    """A batch: its requests, when it is done, and the file of its results once it has been worked through."""

    name: str
    file: str
    metadata: Mapping[str, str]
    due: float
    results: str | None = None
    status: str = "in_progress"
    counts: dict[str, int] = field(default_factory=dict)


class Batches:
    """Files and batches of one server; `answering` gives the reply to a request and writes it down as paid."""

    def __init__(self, answering: Answering):
        self.behaviour = BatchBehaviour()
        self.files: dict[str, str] = {}
        self.made: list[_Made] = []
        self._answering = answering

    def add_to(self, app: web.Application) -> None:
        app.router.add_post("/v1/files", self._upload)
        app.router.add_get("/v1/files/{name}/content", self._content)
        app.router.add_post("/v1/batches", self._make)
        app.router.add_get("/v1/batches", self._list)
        app.router.add_get("/v1/batches/{name}", self._retrieve)

    async def _upload(self, request: web.Request) -> web.Response:
        text = ""
        async for part in await request.multipart():
            if part.name == "file":  # type: ignore[union-attr]
                text = (await part.read(decode=False)).decode()  # type: ignore[union-attr, call-arg]
        name = f"file-{len(self.files) + 1}"
        self.files[name] = text
        return web.json_response(_file(name, text))

    async def _content(self, request: web.Request) -> web.Response:
        return web.Response(text=self.files[request.match_info["name"]])

    async def _make(self, request: web.Request) -> web.StreamResponse:
        if self.behaviour.refused:
            return web.json_response({"error": {"message": "no batches here"}}, status=400)
        said = await request.json()
        due = asyncio.get_running_loop().time() + self.behaviour.seconds
        made = _Made(f"batch_{len(self.made) + 1}", said["input_file_id"], said.get("metadata") or {}, due)
        self.made.append(made)
        if sum(1 for _ in self.made) <= self.behaviour.lost and request.transport is not None:
            request.transport.abort()
        return web.json_response(self._shown(made))

    async def _list(self, request: web.Request) -> web.Response:
        newest = [self._shown(made) for made in reversed(self.made)]
        after = request.query.get("after")
        start = 1 + next((at for at, made in enumerate(newest) if made["id"] == after), -1)
        page = newest[start : start + int(request.query.get("limit", 20))]
        more = start + len(page) < len(newest)
        return web.json_response({"object": "list", "data": page, "has_more": more})

    async def _retrieve(self, request: web.Request) -> web.Response:
        made = next(made for made in self.made if made.name == request.match_info["name"])
        if made.status == "in_progress" and asyncio.get_running_loop().time() >= made.due:
            self._work_through(made)
        return web.json_response(self._shown(made))

    def _work_through(self, made: _Made) -> None:
        if self.behaviour.fail:
            made.status = "failed"
            return
        lines = [json.loads(line) for line in self.files[made.file].splitlines()]
        lines.sort(key=lambda line: _hash(line["custom_id"]))  # no order anybody could rely on
        kept = [line for line in lines if _hash(line["custom_id"]) % 1000 >= 1000 * self.behaviour.missing]
        if self.behaviour.expire:
            kept = kept[: len(kept) // 2]
        made.results = f"file-{len(self.files) + 1}"
        self.files[made.results] = "".join(json.dumps(self._result(line)) + "\n" for line in kept)
        made.status = "expired" if self.behaviour.expire else "completed"
        made.counts = {"total": len(lines), "completed": len(kept), "failed": len(lines) - len(kept)}

    def _result(self, line: Mapping[str, Any]) -> dict[str, Any]:
        reply = self._answering(line["body"])
        try:
            body = json.loads(reply.text or "")
        except ValueError:
            body = reply.text
        response = {"status_code": reply.status, "request_id": reply.headers.get("x-request-id"), "body": body}
        return {"id": "line", "custom_id": line["custom_id"], "response": response, "error": None}

    def _shown(self, made: _Made) -> dict[str, Any]:
        done = made.status != "in_progress"
        return {
            "id": made.name,
            "object": "batch",
            "endpoint": "/v1/chat/completions",
            "completion_window": "24h",
            "created_at": 1,
            "input_file_id": made.file,
            "output_file_id": made.results if done else None,
            "error_file_id": None,
            "status": made.status,
            "metadata": dict(made.metadata),
            "request_counts": made.counts or None,
            "errors": {"object": "list", "data": [{"message": "the file is wrong"}]}
            if made.status == "failed"
            else None,
        }


def _file(name: str, text: str) -> dict[str, Any]:
    about = {"object": "file", "purpose": "batch", "status": "processed", "filename": "requests.jsonl"}
    return {"id": name, "bytes": len(text), "created_at": 1, **about}


def _hash(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest()[:12], 16)
