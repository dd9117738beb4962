"""How many tokens a text is likely to be, without a tokenizer: good enough to plan, never stored as a count."""

from __future__ import annotations

from judges.spec import Messages

BYTES_A_TOKEN = 4
"""Bytes of UTF-8 for one token, about right for English, Chinese and program text in the tokenizers in use."""

_MOST_BYTES_A_TOKEN = 10
"""More bytes for one token than any tokenizer needs for prose: beyond it, part of the prompt was not read."""

_LONG = 2_000
"""Estimated tokens from which on a count can tell anything."""


def tokens_of(text: str) -> int:
    """The estimate for a text.

    >>> tokens_of("Tea is old."), tokens_of("")
    (3, 0)
    """
    return -(-_bytes_of(text) // BYTES_A_TOKEN)


def tokens_of_messages(messages: Messages) -> int:
    """The estimate for a prompt."""
    return sum(tokens_of(message["content"]) for message in messages)


def perhaps_cut(estimate: int, counted: int | None) -> bool:
    """Whether a server counted so few tokens of a prompt that it cannot have read all of it. Some cut in silence."""
    if counted is None or estimate < _LONG:
        return False
    return counted * _MOST_BYTES_A_TOKEN < estimate * BYTES_A_TOKEN


def _bytes_of(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
