"""The parts of Markdown that several readers share, as patterns that look at each character a fixed number of times.

All repetitions are possessive, and nesting is followed three deep: nothing here can be made slow by its input.
"""

from __future__ import annotations

import re

_PIECE = r"[^\[\]\\\n]++|\\.|\\|\n(?![^\S\n]*+\n)"
_TEXT = rf"(?:{_PIECE}|\[(?:{_PIECE}|\[(?:{_PIECE})*+\])*+\])*+"

BRACKETED = re.compile(rf"\[(?P<inner>{_TEXT})\]")
"""Square brackets around text of one paragraph, with brackets in brackets."""

_ADDRESS = r"[^\s()<>\\]++|\\."
_TARGET = rf"(?:{_ADDRESS}|\((?:{_ADDRESS}|\((?:{_ADDRESS})*+\))*+\))*+"
_TITLE = r"""(?:"[^"]*+"|'[^']*+'|\([^()]*+\))"""

TARGET = re.compile(rf"\(\s*+(?:<(?P<angle>[^<>\n]*+)>|(?P<plain>{_TARGET}))(?:\s++(?P<title>{_TITLE}))?+\s*+\)")
"""What follows the text of a link: `(address)`, `(<address>)`, `(address "title")`."""

_PAGE = re.compile(r"https?://[^\W_]", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def target_of(found: re.Match[str]) -> str:
    """The address of a link, as a reader would follow it.

    >>> target_of(TARGET.match("(https://a.example/x_\\\\(y\\\\) 'why')"))
    'https://a.example/x_(y)'
    """
    return _ESCAPED.sub(r"\1", found["angle"] if found["angle"] is not None else found["plain"])


def is_escaped(text: str, place: int) -> bool:
    """Whether a backslash before the place takes away its meaning.

    >>> is_escaped(r"a\\[b", 2), is_escaped(r"a\\\\[b", 3)
    (True, False)
    """
    first = place
    while first and text[first - 1] == "\\":
        first -= 1
    return (place - first) % 2 == 1


def is_web_page(target: str) -> bool:
    """Whether the target of a link is a page on the web: http or https, with a host."""
    return _PAGE.match(target) is not None
