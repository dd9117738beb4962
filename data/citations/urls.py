"""Addresses as sources are told apart by: where one ends in a text, and what of it names the page."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

LONGEST_URL = 4_096
"""Code points after which an address is cut off; no server has to take a longer one."""

_URL = re.compile(
    rf"https?://[^\s\x00-\x1f<>\[\]\"|`{{}}\\“”„«»「」『』【】〈〉（）《》［］｛｝。，、；：！？]{{1,{LONGEST_URL}}}",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"[()]")
_LOOSE_END = ".,;:!?'*_~…’‘"
_TRACKING = re.compile(r"utm_\w*|gclid|fbclid|msclkid|mc_[ce]id|igshid|srsltid", re.IGNORECASE)
_PORTS = {"http": ":80", "https": ":443"}
_ROUTE = ("!", "/")
"""What the fragment of a page begins with when it chooses the page, not a place on it."""


def url_at(text: str, start: int, stop: int) -> int | None:
    """Where the address that begins at `start` ends (exclusive), at most `stop`; None if none begins there.

    Punctuation that closes the sentence is not part of it, nor a bracket that it does not open.
    """
    found = _URL.match(text, start, stop)
    if found is None:
        return None
    host = text.index("://", start) + 3
    return _trimmed(text, start, found.end()) if text[host].isalnum() else None


def canonical(url: str) -> str:
    """The address by which sources are told apart: two spellings of one page have the same.

    The scheme and host in small letters without the default port, no fragment (unless it chooses the page), no
    parameters that only track readers, no closing punctuation. What is no web address stays as it is, without spaces
    around it. The canonical form of a canonical form is itself.

    >>> canonical("HTTPS://Example.org:443/tea?utm_source=x&leaf=2#brewing).")
    'https://example.org/tea?leaf=2'
    """
    bare = url.strip().removeprefix("<").partition(">")[0].strip()
    bare = bare[: _trimmed(bare, 0, len(bare))]
    parts = _split(bare)
    if parts is None:
        return bare
    query = "&".join(pair for pair in parts.query.split("&") if pair and not _tracks(pair))
    fragment = parts.fragment if parts.fragment.startswith(_ROUTE) else ""
    return parts._replace(
        scheme=parts.scheme.lower(), netloc=_host(parts), path=parts.path or "/", query=query, fragment=fragment
    ).geturl()


def _trimmed(text: str, start: int, end: int) -> int:
    """The end before the first bracket that the address does not open, and without loose punctuation before it."""
    depth = 0
    for bracket in _BRACKET.finditer(text, start, end):
        depth += 1 if bracket[0] == "(" else -1
        if depth < 0:
            end = bracket.start()
            break
    while end > start and text[end - 1] in _LOOSE_END:
        end -= 1
    return end


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
    except ValueError:  # half a bracket of an IPv6 address
        return None
    return parts if parts.scheme.lower() in _PORTS and parts.netloc else None


def _host(parts: SplitResult) -> str:
    return parts.netloc.lower().removesuffix(_PORTS[parts.scheme.lower()])


def _tracks(pair: str) -> bool:
    return _TRACKING.fullmatch(pair.partition("=")[0]) is not None
