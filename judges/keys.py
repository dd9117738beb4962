"""Keys of endpoints: read from the environment, and cut out of whatever comes back."""

from __future__ import annotations

import json
import os

from judges.errors import MissingKey

NO_KEY = "none"
"""Sent to servers that need no key: the SDK insists on one."""

_SHORTEST = 8
"""Characters of the shortest key that can be a secret; people put in less for servers that look at none."""


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


def without_key(text: str, key: str | None) -> str:
    """The text with the key replaced, as it stands and as JSON may write it.

    A word like "none", put in where a server needs no key, is no secret: without it, replies would lose their labels.
    """
    if key is None or len(key) < _SHORTEST:
        return text
    for written in (key, json.dumps(key)[1:-1], key.replace("/", "\\/")):
        text = text.replace(written, "[key]")
    return text
