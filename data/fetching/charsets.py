"""The text of bytes whose encoding may be said, said wrongly, or not said at all."""

from __future__ import annotations

import codecs
import re

_META = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([a-z0-9_:.-]{2,40})", re.IGNORECASE)
_META_WITHIN = 2048
_MARKS = (("utf-8-sig", codecs.BOM_UTF8), ("utf-32", codecs.BOM_UTF32_LE), ("utf-16", codecs.BOM_UTF16_LE))
_MORE_MARKS = (("utf-32", codecs.BOM_UTF32_BE), ("utf-16", codecs.BOM_UTF16_BE))
_MEANT = {"iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932"}
"""What browsers take these names for."""

_OF_NAMES = ("idna", "punycode")
"""What Python calls encodings, but only names of hosts are written in."""


def decoded(body: bytes, said: str | None) -> str:
    """The text: by its byte order mark, by the encoding that was said, by the page's own word, as UTF-8, or by looks.

    What stands in no encoding becomes U+FFFD; nothing raises.
    """
    for name, mark in (*_MARKS, *_MORE_MARKS):
        if body.startswith(mark):
            return body.decode(name, errors="replace")
    named = _META.search(body[:_META_WITHIN])
    claims = (_known(said), _known(named[1].decode("ascii") if named else None), "utf-8")
    for encoding in filter(None, claims):
        try:
            return body.decode(encoding)
        except UnicodeDecodeError:
            continue
    return _by_looks(body, next(filter(None, claims)))


def _known(name: str | None) -> str | None:
    """The encoding of a name; None for one that is not known, or not of text."""
    try:
        found = codecs.lookup((name or "").strip("\"' "))
        "".encode(found.name)
    except (LookupError, ValueError):
        return None
    return None if found.name in _OF_NAMES else _MEANT.get(found.name, found.name)


def _by_looks(body: bytes, claimed: str) -> str:
    from charset_normalizer import from_bytes  # slow to load, and rarely needed

    best = from_bytes(body).best()
    return body.decode(claimed, errors="replace") if best is None else str(best)
