"""What a reply means for the request: settled, to be sent again, to be sent otherwise, or a reason to stop."""

from __future__ import annotations

import email.utils
import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite
from typing import Any, Literal

from judges.client import Reply
from judges.completion import Completion, completion_of, storable

LONGEST_WAIT = 3600.0
"""Seconds a Retry-After can close the gate for."""

Kind = Literal["completion", "failed", "again", "rejected", "stop"]

_QUOTA = re.compile(r"insufficient_quota|insufficient[ _]balance|billing", re.IGNORECASE)
_TOO_LONG = re.compile(
    r"context_length|exceed_context_size|context (length|window|size)|maximum context|too many (input )?tokens|"
    r"(prompt|input) is too long",
    re.IGNORECASE,
)
_FILTERED = re.compile(r"content_filter|content management policy|moderation|flagged", re.IGNORECASE)
_DELAY = re.compile(r'"retryDelay"\s*:\s*"([0-9.]+)s"')
_WORTH_REPEATING = (408, 409, 425, 429)
_MOVED = "base_url is wrong: the server sends elsewhere"
_TRUE_OF_ALL = {
    **dict.fromkeys((301, 302, 303, 307, 308), _MOVED),
    401: "the server does not accept the key",
    402: "the account has no credit",
    403: "the key may not use this model",
    404: "the server does not know the model, or base_url is wrong",
}


@dataclass(frozen=True)
class ApiError:
    """A server's complaint, from whichever of the shapes in use it came in."""

    words: str
    code: str
    param: str


@dataclass(frozen=True)
class Outcome:
    """`status` with kind ``failed``; `completion` with ``completion``; `error` whenever the server complained.

    again: a passing fault. rejected: a 4xx about this request, which may be mended by other parameters.
    stop: true of every further request too.
    """

    kind: Kind
    status: str | None = None
    completion: Completion | None = None
    error: ApiError | None = None


def outcome_of(reply: Reply) -> Outcome:
    """What a reply means, by its HTTP status and body alone."""
    code = reply.http_status
    if code is None:
        return Outcome("again")
    if code < 300:
        completion = completion_of(reply.raw or "")
        if completion is None:
            return Outcome("again", error=ApiError("the body is no chat completion", "", ""))
        return Outcome("completion", completion=completion)
    error = api_error(reply.raw or "")
    said = f"{error.code} {error.words}"
    if code == 429 and _used_up(reply.raw or "", said):
        return Outcome("stop", error=error)
    if code == 500 and "exceed_context_size" in error.code:
        return Outcome("failed", "context_too_long", error=error)
    if code in _WORTH_REPEATING or code >= 500:
        return Outcome("again", error=error)
    if code in (400, 413, 422) and _TOO_LONG.search(said):
        return Outcome("failed", "context_too_long", error=error)
    if code in (400, 403, 422) and _FILTERED.search(said):
        return Outcome("failed", "filtered", error=error)
    return Outcome("stop" if code in _TRUE_OF_ALL else "rejected", error=error)


def _used_up(raw: str, said: str) -> bool:
    """Whether a 429 speaks of credit, or of a day's quota, and not of a rate."""
    if "RESOURCE_EXHAUSTED" in raw:  # Gemini says "quota" and "billing" of every rate
        return "PerDay" in raw
    return _QUOTA.search(said) is not None


def stop_words(reply: Reply, error: ApiError) -> str:
    """Why a run cannot go on, for the person who started it."""
    why = _TRUE_OF_ALL.get(reply.http_status or 0, "the server refuses to go on")
    return f"{why} (HTTP {reply.http_status}: {error.words})"


def api_error(raw: str) -> ApiError:
    """The complaint in a body: OpenAI's shape, a list of it (Gemini), a bare message or detail, or plain text."""
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        return ApiError(raw[:300], "", "")
    body = body[0] if isinstance(body, list) and body else body
    error = body.get("error", body) if isinstance(body, dict) else body
    if not isinstance(error, dict):
        return ApiError(_word(error)[:300], "", "")
    words = error.get("message") or error.get("detail") or raw
    return ApiError(_word(words)[:1000], _word(error.get("code") or error.get("type")), _word(error.get("param")))


def wait_asked_by(reply: Reply, now: datetime) -> float | None:
    """For how many seconds from `now` the server asks to be left alone: in its header, or as Gemini says it."""
    in_header = seconds_of(reply.retry_after, now)
    if in_header is not None or reply.http_status != 429:
        return in_header
    in_body = _DELAY.search(reply.raw or "")
    return None if in_body is None else seconds_of(in_body[1], now)


def seconds_of(retry_after: str | None, now: datetime) -> float | None:
    """A Retry-After header in seconds from `now`: a number or an HTTP date; None when there is none to read.

    At most an hour: whoever asks for more is asked again then.
    """
    if retry_after is None:
        return None
    try:
        seconds = float(retry_after)
        return min(max(0.0, seconds), LONGEST_WAIT) if isfinite(seconds) else None
    except ValueError:
        pass
    try:
        then = email.utils.parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return min(max(0.0, (then.replace(tzinfo=then.tzinfo or UTC) - now).total_seconds()), LONGEST_WAIT)


def _word(value: Any) -> str:
    return "" if value is None else storable(str(value))
