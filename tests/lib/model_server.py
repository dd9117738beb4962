"""A local OpenAI-compatible server that answers, fails, delays and counts: the only model the tests know.

Labels derive from the prompt's words alone, so two runs over the same prompts get the same replies.
Run as a program it serves in its own process, for benchmarks: ``python tests/lib/model_server.py --latency 0.05``.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from model_batches import Batches
from model_replies import reply_for, spoiled

FAULTS = (
    "rate_limited",  # 429 with Retry-After
    "rate_limited_silent",  # 429 without
    "insufficient_quota",
    "bad_key",
    "http_500",
    "bad_request",
    "hang",  # generates, then says nothing: paid
    "reset",  # generates, then cuts the connection: paid
    "html",  # HTTP 200 with a web page
    "malformed_json",
    "bad_label",
    "truncated",
    "null_content",
    "no_choices",
    "refusal",
    "content_filter",
    "content_filter_400",
)


@dataclass(frozen=True)
class Rule:
    """When a fault plays: for a `share` of the prompts, or at every `every`-th request.

    `times` is how often for one prompt; None: always.
    """

    fault: str
    share: float = 1.0
    every: int | None = None
    times: int | None = None


@dataclass(frozen=True)
class Behaviour:
    """How the server behaves. `structured` is the best mode it accepts; ``ignore`` accepts all and replies in prose.

    `rejects` are parameters answered with a 400 that names them; `renames` names the one to use instead.
    """

    rules: tuple[Rule, ...] = ()
    latency: float = 0.0
    retry_after: float = 0.05
    hang: float = 30.0
    structured: str = "json_schema"
    rejects: frozenset[str] = frozenset()
    renames: Mapping[str, str] = field(default_factory=dict)
    max_context: int | None = None
    per_second: int | None = None


@dataclass(frozen=True)
class Call:
    """One request as the server saw it. Paid: a reply was generated. Delivered: the reply was also sent."""

    prompt: str
    status: int
    fault: str | None
    paid: bool
    delivered: bool
    at: float
    body: Mapping[str, Any]


class Log:
    """Every call, and what they add up to."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    @property
    def paid(self) -> int:
        return sum(call.paid for call in self.calls)

    @property
    def doubled(self) -> int:
        """Generations beyond the first for the same prompt."""
        times = Counter(call.prompt for call in self.calls if call.paid)
        return sum(count - 1 for count in times.values())

    @property
    def lost(self) -> int:
        """Generations that never reached the caller."""
        return sum(call.paid and not call.delivered for call in self.calls)

    def per_prompt(self) -> Counter[str]:
        return Counter(call.prompt for call in self.calls)


class ModelServer:
    """The server's state; `behaviour` may be changed while it runs."""

    def __init__(self, behaviour: Behaviour | None = None):
        self.behaviour = behaviour or Behaviour()
        self.log = Log()
        self.url = ""
        self.most_at_once = 0
        self._at_once = 0
        self._second: tuple[int, int] = (0, 0)
        self._prefixes: set[str] = set()
        self.batches = Batches(self.answered)

    def application(self) -> web.Application:
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_post("/v1/chat/completions", self._completions)
        app.router.add_get("/counts", self._counts)
        self.batches.add_to(app)
        return app

    def answered(self, body: Mapping[str, Any]) -> web.Response:
        """The reply to a request that came in a batch: there is no connection to hang or reset."""
        prompt = body["messages"][-1]["content"]
        refused = self._refused(body, prompt)
        if refused is not None:
            return self._answered(body, None, refused, paid=False)
        fault = self._fault(prompt)
        return self._answered(body, fault, self._response(fault, body, prompt), paid=fault not in _UNPAID)

    async def _counts(self, _request: web.Request) -> web.Response:
        log = self.log
        return web.json_response({"calls": len(log.calls), "paid": log.paid, "doubled": log.doubled, "lost": log.lost})

    async def _completions(self, request: web.Request) -> web.StreamResponse:
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            return await self._reply(request, await request.json())
        finally:
            self._at_once -= 1

    async def _reply(self, request: web.Request, body: Mapping[str, Any]) -> web.StreamResponse:
        prompt = body["messages"][-1]["content"]
        refused = self._refused(body, prompt)
        if refused is not None:
            return self._answered(body, None, refused, paid=False)
        fault = self._fault(prompt)
        if fault == "bad_key":  # some servers repeat the key: it must not reach anybody's database
            return self._answered(
                body,
                fault,
                _error(401, "invalid_api_key", None, f"Wrong key: {request.headers['authorization']}"),
                paid=False,
            )
        if self.behaviour.latency:
            await asyncio.sleep(self.behaviour.latency)
        if fault in ("hang", "reset"):
            self._note(body, 0, fault, paid=True, delivered=False)
            if fault == "hang":
                await asyncio.sleep(self.behaviour.hang)
            if request.transport is not None:
                request.transport.abort()
            return web.Response()
        return self._answered(body, fault, self._response(fault, body, prompt), paid=fault not in _UNPAID)

    def _answered(self, body: Mapping[str, Any], fault: str | None, response: web.Response, paid: bool) -> web.Response:
        self._note(body, response.status, fault, paid=paid, delivered=paid)
        response.headers["x-request-id"] = f"req-{len(self.log.calls)}"
        return response

    def _note(self, body: Mapping[str, Any], status: int, fault: str | None, paid: bool, delivered: bool) -> None:
        prompt = body["messages"][-1]["content"]
        at = asyncio.get_running_loop().time()
        settings = {name: value for name, value in body.items() if name != "messages"}
        self.log.calls.append(Call(_sha(prompt), status, fault, paid, delivered, at, settings))

    def _refused(self, body: Mapping[str, Any], prompt: str) -> web.Response | None:
        """A 400 or 429 that comes from what the server is, not from a fault."""
        behaviour = self.behaviour
        for name in body:
            if name in behaviour.renames:
                return _unsupported(name, f"Use '{behaviour.renames[name]}' instead.")
            if name in behaviour.rejects:
                return _unsupported(name, "")
        mode = body.get("response_format", {}).get("type", "text")
        if mode in _ABOVE.get(behaviour.structured, ()):
            return _error(400, "invalid_request_error", None, f"response_format type '{mode}' is not supported")
        if behaviour.max_context is not None and len(prompt) > behaviour.max_context:
            return _error(400, "context_length_exceeded", "messages", "This model's maximum context length is exceeded")
        if behaviour.per_second is not None and self._over(behaviour.per_second):
            return _rate_limited(behaviour.retry_after)
        return None

    def _over(self, limit: int) -> bool:
        second = int(asyncio.get_running_loop().time())
        count = self._second[1] + 1 if self._second[0] == second else 1
        self._second = (second, count)
        return count > limit

    def _fault(self, prompt: str) -> str | None:
        number = len(self.log.calls) + 1
        for rule in self.behaviour.rules:
            due = number % rule.every == 0 if rule.every else _share(rule.fault + prompt) < rule.share
            if due and (rule.times is None or self._played(prompt, rule.fault) < rule.times):
                return rule.fault
        return None

    def _played(self, prompt: str, fault: str) -> int:
        return sum(call.fault == fault and call.prompt == _sha(prompt) for call in self.log.calls)

    def _response(self, fault: str | None, body: Mapping[str, Any], prompt: str) -> web.Response:
        failed = _failed(fault, self.behaviour.retry_after)
        if failed is not None:
            return failed
        content = json.dumps(reply_for(prompt))
        if self.behaviour.structured == "ignore":
            content = f"Let me think.\n```json\n{content}\n```"
        reply = _completion(body["model"], fault, content)
        reply["usage"] = self._usage(prompt, content)
        return web.json_response(reply)

    def _usage(self, prompt: str, content: str) -> dict[str, Any]:
        tokens = len(prompt) // 4
        cached = 0
        for end in range(1024, tokens + 1, 128):
            prefix = _sha(prompt[: end * 4])
            cached = end if prefix in self._prefixes else cached
            self._prefixes.add(prefix)
        return {
            "prompt_tokens": tokens,
            "completion_tokens": len(content) // 4,
            "total_tokens": tokens + len(content) // 4,
            "prompt_tokens_details": {"cached_tokens": cached},
            "completion_tokens_details": {"reasoning_tokens": 0},
        }


_UNPAID = (*FAULTS[: FAULTS.index("hang")], "html", "content_filter_400")
_ABOVE = {"json_object": ("json_schema",), "none": ("json_schema", "json_object")}


def _failed(fault: str | None, retry_after: float) -> web.Response | None:
    """The reply of a fault that generates nothing."""
    if fault == "rate_limited":
        return _rate_limited(retry_after)
    if fault == "html":
        return web.Response(text="<html><body>Bad gateway</body></html>", content_type="text/html")
    known = {
        "rate_limited_silent": (429, "rate_limit_exceeded", "Rate limit reached"),
        "insufficient_quota": (429, "insufficient_quota", "You exceeded your current quota"),
        "http_500": (500, "server_error", "The server had an error"),
        "bad_request": (400, "invalid_request_error", "Something about this request is wrong"),
        "content_filter_400": (400, "content_filter", "The prompt was filtered"),
    }
    if fault not in known:
        return None
    status, code, words = known[fault]
    return _error(status, code, None, words)


def _completion(model: str, fault: str | None, content: str) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": content, "refusal": None}
    finish = {"truncated": "length", "content_filter": "content_filter"}.get(fault or "", "stop")
    if fault == "malformed_json":
        message["content"] = content[:-1] + ","
    elif fault == "bad_label":
        message["content"] = json.dumps(spoiled(json.loads(content)))
    elif fault == "truncated":
        message["content"] = content[:6]
    elif fault in ("null_content", "content_filter"):
        message["content"] = None
    elif fault == "refusal":
        message |= {"content": None, "refusal": "I cannot help with that."}
    choices = [] if fault == "no_choices" else [{"index": 0, "message": message, "finish_reason": finish}]
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": f"{model}-2026",
        "system_fingerprint": "fp_test",
        "choices": choices,
    }


def _rate_limited(seconds: float) -> web.Response:
    response = _error(429, "rate_limit_exceeded", None, "Rate limit reached")
    response.headers["retry-after"] = str(seconds)
    return response


def _unsupported(name: str, advice: str) -> web.Response:
    words = f"Unsupported parameter: '{name}' is not supported with this model. {advice}".strip()
    return _error(400, "unsupported_parameter", name, words)


def _error(status: int, code: str, param: str | None, words: str) -> web.Response:
    error = {"message": words, "type": "error", "param": param, "code": code}
    return web.json_response({"error": error}, status=status)


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _share(text: str) -> float:
    return int(_sha(text)[:8], 16) / 2**32


@contextmanager
def serving(behaviour: Behaviour | None = None) -> Iterator[ModelServer]:
    """A server on a free port of 127.0.0.1, in a thread, for the length of the block."""
    server = ModelServer(behaviour)
    loop = asyncio.new_event_loop()
    ready = threading.Event()
    thread = threading.Thread(target=_run, args=(server, loop, ready), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def _run(server: ModelServer, loop: asyncio.AbstractEventLoop, ready: threading.Event) -> None:
    asyncio.set_event_loop(loop)
    runner = web.AppRunner(server.application(), access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
    loop.run_until_complete(_listen(server, runner))
    ready.set()
    loop.run_forever()
    loop.run_until_complete(runner.cleanup())
    loop.close()


async def _listen(server: ModelServer, runner: web.AppRunner) -> None:
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    server.url = f"http://127.0.0.1:{port}/v1"


async def _serve_alone(behaviour: Behaviour) -> None:
    server = ModelServer(behaviour)
    runner = web.AppRunner(server.application(), access_log=None)
    await _listen(server, runner)
    sys.stdout.write(server.url + "\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--latency", type=float, default=0.0)
    asyncio.run(_serve_alone(Behaviour(latency=parser.parse_args().latency)))
