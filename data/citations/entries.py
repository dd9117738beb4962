"""The title and the URL of one entry of a reference list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from data.citations.syntax import BRACKETED, TARGET, is_web_page, target_of
from data.citations.urls import url_at

_SCHEME = re.compile(r"https?://", re.IGNORECASE)
_ROUND = re.compile(r"[()（）]")
_SPACE = re.compile(r"[ \t\r\n]+")
_LOOSE = " \t\r\n\u00a0:：-–—|,(<>"
_SIGNS = ("***", "**", "__", "*", "_")
_QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'|\(([^()]*)\)|“([^”]*)”")


@dataclass(frozen=True)
class Description:
    """What an entry says of its source; None: nothing."""

    title: str | None
    url: str | None


@dataclass(frozen=True)
class _Address:
    start: int
    end: int
    url: str
    words: str | None = None
    """The text of a link."""


def described(content: str) -> Description:
    """The title and URL of an entry without its number.

    The URL is the target of the entry's Markdown link, else its last URL outside round brackets, else the last within.
    The title is the text of a link that the entry starts with, else what stands before the URL, else what follows it.

    >>> described("Tea (2020): https://leaf.example/tea")
    Description(title='Tea (2020)', url='https://leaf.example/tea')
    """
    address = _link(content) or _last_url(content)
    if address is None:
        return Description(_title(content), None)
    before = content[: address.start].lstrip(_LOOSE + "*_\"'“")
    if address.words is not None and not before:
        return Description(_title(address.words), address.url)
    return Description(_title(content[: address.start]) or _unquoted(content[address.end :]), address.url)


def _link(content: str) -> _Address | None:
    """The first link to a page."""
    start = content.find("[")
    while start >= 0:
        words = BRACKETED.match(content, start)
        target = TARGET.match(content, words.end()) if words else None
        if words and target and is_web_page(target_of(target)):
            return _Address(start, target.end(), target_of(target), words["inner"])
        start = content.find("[", start + 1)
    return None


def _last_url(content: str) -> _Address | None:
    outside, inside = None, None
    depth, place = 0, 0
    for address in _urls(content):
        for bracket in _ROUND.findall(content, place, address.start):
            depth = depth + 1 if bracket in "(（" else max(depth - 1, 0)
        place = address.end
        if depth:
            inside = address
        else:
            outside = address
    return outside or inside


def _urls(content: str) -> Iterator[_Address]:
    place = 0
    while found := _SCHEME.search(content, place):
        end = url_at(content, found.start(), len(content))
        if end is not None:
            yield _Address(found.start(), end, content[found.start() : end])
        place = end or found.end()


def _title(words: str) -> str | None:
    """The words on one line without loose signs at the ends and emphasis of the whole; None if none are left."""
    title = _SPACE.sub(" ", words).strip(_LOOSE)
    for sign in _SIGNS:
        inner = title[len(sign) : -len(sign)]
        if title.startswith(sign) and title.endswith(sign) and inner and sign not in inner:
            title = inner.strip(_LOOSE)
    return title or None


def _unquoted(words: str) -> str | None:
    words = words.lstrip(">) \t")
    quoted = _QUOTED.fullmatch(words.strip())
    return _title(next(filter(None, quoted.groups()), "") if quoted else words)
