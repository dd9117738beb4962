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
from judges.completion import Completion, completion_of

LONGEST_WAIT = 3600.0
"""Seconds a Retry-After can close the gate for."""

Kind = Literal["completion", "failed", "again", "rejected", "stop"]

_QUOTA = re.compile(r"insufficient_quota|insufficient[ _]balance|billing", re.IGNORECASE)
_TOO_LONG = re.compile(
    r"context_length|context (length|window|size)|maximum context|too many (input )?tokens|(prompt|input) is too long",
    re.IGNORECASE,
)
_FILTERED = re.compile(r"content_filter|content management policy|moderation|flagged", re.IGNORECASE)
_WORTH_REPEATING = (408, 409, 425, 429)
_TRUE_OF_ALL = {
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
    if code == 429 and _QUOTA.search(said):
        return Outcome("stop", error=error)
    if code in _WORTH_REPEATING or code >= 500:
        return Outcome("again", error=error)
    if code in (400, 413, 422) and _TOO_LONG.search(said):
        return Outcome("failed", "context_too_long", error=error)
    if code in (400, 403, 422) and _FILTERED.search(said):
        return Outcome("failed", "filtered", error=error)
    return Outcome("stop" if code in _TRUE_OF_ALL else "rejected", error=error)


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
        return ApiError(str(error)[:300], "", "")
    words = error.get("message") or error.get("detail") or raw
    return ApiError(str(words)[:1000], _word(error.get("code") or error.get("type")), _word(error.get("param")))


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
    return "" if value is None else str(value)
