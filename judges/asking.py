"""Asking one request until it is settled. This is the only place that sends anything again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from data.outputs import Sending, Sent
from judges.client import Client, Reply
from judges.endpoint import Endpoint, Wording
from judges.errors import RunStopped
from judges.gate import Gate
from judges.outcome import ApiError, Outcome, outcome_of, stop_words, wait_asked_by
from judges.purse import Spending, Used
from judges.requests import Item
from judges.spec import Messages
from judges.tokens import perhaps_cut, tokens_of_messages
from judges.writer import Settled, Writer

_MOST_FAILED = 10
"""Requests that failed, before any was answered, after which the fault is taken to be in all of them."""


@dataclass
class Tries:
    """What is left of one request's budget: HTTP requests, and repeats after a silence that may have been paid for."""

    requests: int
    silences: int = 1
    made: int = 0

    def another(self, reply: Reply) -> bool:
        """Count the request that got this reply; whether one more may be sent."""
        self.made += 1
        self.silences -= reply.silent
        return self.made < self.requests and self.silences >= 0


@dataclass
class Asker:
    """Sends the requests of one run, each through the gate, each attempt stored first, none once `stop` is set.

    `spending` None: there is no budget.
    """

    client: Client
    endpoint: Endpoint
    gate: Gate
    writer: Writer
    run_id: int
    parameters: Mapping[str, Any]
    render: Callable[[Item], Messages]
    attempts: int
    backoff: float
    clock: Callable[[], datetime]
    stop: asyncio.Event
    spending: Spending | None = None
    requests: int = 0
    _failed: int = field(default=0, init=False)
    _answered: bool = field(default=False, init=False)

    async def ask(self, item: Item) -> None:
        """Send until there is a reply to read, or no attempt is left. RunStopped when nobody should send any more."""
        messages, tries = self.render(item), Tries(self.attempts)
        tokens = tokens_of_messages(messages)
        while await self.gate.enter(tokens, self.stop):
            wording = self.endpoint.worded(messages, self.parameters)
            attempt_id, reply, outcome = await self._through_gate(item, wording, tokens)
            if outcome.kind == "completion":
                self.answered()
                self.gate.accepted()
                self.writer.settle(Settled(item, attempt_id, outcome.completion))
                return
            if self.learnt(outcome, wording.parameters):
                continue  # it counts as no try of this request
            failure = self.failure_of(outcome, reply, tries)
            if failure is not None:
                self.writer.settle(Settled(item, attempt_id, None, failure))
                return
            await self._pause(reply, tries)

    async def _through_gate(self, item: Item, wording: Wording, tokens: int) -> tuple[int, Reply, Outcome]:
        """One attempt, by somebody who has a place; the place is given back with what was really used."""
        used: Used | None = None
        try:
            aside = await self.spending.set_aside(tokens, self.stop) if self.spending else 0.0
            attempt_id, reply, outcome = await self._attempt(item, wording, tokens)
            used = _used(reply, outcome)
            if self.spending:
                self.spending.settle(aside, used)
        finally:
            self.gate.leave(used.tokens_in + used.tokens_out - tokens if used else 0)
        return attempt_id, reply, outcome

    async def _attempt(self, item: Item, wording: Wording, tokens: int) -> tuple[int, Reply, Outcome]:
        sending = Sending(self.run_id, item.key, wording.parameters, wording.structured, self.clock())
        attempt_id = await self.writer.begin(sending)
        self.requests += 1
        reply = await self.client.send(wording.body)
        outcome = outcome_of(reply)
        self.writer.end(sent_of(attempt_id, reply, outcome, tokens, self.clock()))
        return attempt_id, reply, outcome

    def learnt(self, outcome: Outcome, sent: Mapping[str, Any]) -> bool:
        """Whether a refusal of a request with the parameters `sent` told how to word it."""
        return outcome.kind == "rejected" and self.endpoint.learn(outcome.error or _NO_WORDS, sent)

    def failure_of(self, outcome: Outcome, reply: Reply, tries: Tries) -> str | None:
        """The status of a request that has failed for good; None when it is to be sent again.

        RunStopped when nobody should send any more.
        """
        if outcome.kind == "stop":
            raise RunStopped(stop_words(reply, outcome.error or _NO_WORDS))
        if outcome.kind == "failed":
            return outcome.status
        if outcome.kind == "again" and tries.another(reply):
            return None
        if reply.unreachable:
            raise RunStopped(f"the server cannot be reached ({reply.error})")
        self._count_failed(outcome.error.words if outcome.error else reply.error or "")
        return "transient_failed"

    def answered(self) -> None:
        """A request was answered: what fails from now on is its own fault."""
        self._answered = True

    def _count_failed(self, words: str) -> None:
        self._failed += 1
        if not self._answered and self._failed >= _MOST_FAILED:
            raise RunStopped(f"{self._failed} requests have failed and none was answered: {words}")

    async def _pause(self, reply: Reply, tries: Tries) -> None:
        """A server that asks for peace makes everybody wait; another fault only this request."""
        asked = wait_asked_by(reply, self.clock())
        if reply.http_status == 429 or asked is not None:
            self.gate.rate_limited(asked)
        else:
            await self._rest(min(60.0, self.backoff * 2 ** (tries.made - 1)))

    async def _rest(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.stop.wait(), seconds)


_NO_WORDS = ApiError("", "", "")


def _used(reply: Reply, outcome: Outcome) -> Used | None:
    """What a request used: nothing where no reply was made, None where nobody knows."""
    completion = outcome.completion
    if completion is None:
        return None if reply.silent else Used(0, 0)
    if completion.tokens_in is None or completion.tokens_out is None:
        return None
    return Used(completion.tokens_in, completion.tokens_out, completion.tokens_cached or 0)


def sent_of(attempt_id: int, reply: Reply, outcome: Outcome, tokens: int, now: datetime) -> Sent:
    """How an attempt ended, as it is stored; `tokens` is the estimate for its prompt."""
    completion = outcome.completion
    error = None if outcome.error is None else f"{outcome.error.code} {outcome.error.words}".strip()
    seen = Sent(
        attempt_id=attempt_id,
        done_at=now,
        latency_ms=reply.latency_ms,
        raw=reply.raw,
        http_status=reply.http_status,
        error=reply.error or error,
        possibly_paid=reply.silent,
        request_id=reply.request_id,
    )
    if completion is None:
        return seen
    return replace(seen, perhaps_cut=perhaps_cut(tokens, completion.tokens_in), **completion.record())
