"""A chat completion as servers really send it, and what it comes to before its text is read."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

_UNSTORABLE = re.compile("[\\0\ud800-\udfff]")

_MOST_TOKENS = 2**31 - 1
"""The largest count a column of the record holds; a server that says more says nothing."""

_FILTERED = ("safety", "recitation", "blocklist", "prohibited_content", "spii")
"""What Gemini calls the reasons for which its filter steps in."""

_STORED = (
    "finish_reason",
    "model",
    "fingerprint",
    "tokens_in",
    "tokens_out",
    "tokens_cached",
    "tokens_reasoning",
)


@dataclass(frozen=True)
class Completion:
    """The parts of a reply's body that are stored or decide its status; None where the body has none."""

    has_choice: bool
    text: str | None
    refusal: str | None
    finish_reason: str | None
    model: str | None
    fingerprint: str | None
    tokens_in: int | None
    tokens_out: int | None
    tokens_cached: int | None
    tokens_reasoning: int | None

    def record(self) -> dict[str, Any]:
        """What is stored with the attempt, besides the body."""
        return {name: getattr(self, name) for name in _STORED}

    @property
    def failure(self) -> str | None:
        """The status of a reply that holds no usable text; None when its text is to be read."""
        if self.refusal:
            return "refused"
        why = (self.finish_reason or "").lower()
        if why.startswith("content_filter") or why in _FILTERED:
            return "filtered"
        if why in ("length", "max_tokens"):
            return "truncated"
        if not self.has_choice or self.text is None or not self.text.strip():
            return "empty"
        return None


def completion_of(raw: str) -> Completion | None:
    """The completion in a reply's body; None when the body is not one (a proxy's web page, for example)."""
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    if not isinstance(body, dict) or not isinstance(body.get("choices"), list):
        return None
    choice = _part(body["choices"][0]) if body["choices"] else {}
    message, usage = _part(choice.get("message")), _part(body.get("usage"))
    return Completion(
        has_choice=bool(choice),
        text=_content(message.get("content")),
        refusal=_text(message.get("refusal")),
        finish_reason=_text(choice.get("finish_reason")),
        model=_text(body.get("model")),
        fingerprint=_text(body.get("system_fingerprint")),
        tokens_in=_count(usage.get("prompt_tokens")),
        tokens_out=_count(usage.get("completion_tokens")),
        tokens_cached=_count(_part(usage.get("prompt_tokens_details")).get("cached_tokens")),
        tokens_reasoning=_count(_part(usage.get("completion_tokens_details")).get("reasoning_tokens")),
    )


def storable(text: str) -> str:
    """The text with what no database can hold (NUL, halves of characters) replaced by U+FFFD."""
    return _UNSTORABLE.sub("\ufffd", text)


def _part(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _content(value: object) -> str | None:
    """What a message says: a text, or, where a model's thoughts are told apart, the parts that are text."""
    if not isinstance(value, list):
        return _text(value)
    said = (_text(_part(part).get("text")) for part in value if _part(part).get("type") == "text")
    return "".join(text for text in said if text)


def _text(value: object) -> str | None:
    return storable(value) if isinstance(value, str) else None


def _count(value: object) -> int | None:
    counts = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS
    return value if counts else None  # type: ignore[return-value]
