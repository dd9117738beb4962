"""The text of a fetched page, PDF or plain file.

The libraries that read HTML and PDF take a second to load, so they are loaded when the first such source is read.
"""

from __future__ import annotations

import io
import json
import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from data.fetching.charsets import decoded
from data.fetching.unreadable import Unreadable

if TYPE_CHECKING:
    from pypdf import PdfReader

Form = Literal["html", "pdf", "text"]

TEASER_WORDS = 250
"""A page that says it is not free for all, and holds fewer words than this, shows a teaser."""
MOST_PAGES = 2_000
MOST_ELEMENTS = 100_000
"""Of a page: the largest articles have a tenth of that, and telling text from menus takes a second for each 10,000."""

_FORMS: dict[str, Form] = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "application/pdf": "pdf",
    "application/x-pdf": "pdf",
    "application/json": "text",
    "application/xml": "text",
}
_UNSAID = ("", "application/octet-stream", "binary/octet-stream", "application/download", "application/force-download")
_UNSEEN = "self::script or self::style or self::noscript or self::template or self::head or self::svg"
_STUMBLES = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, NotImplementedError, RecursionError, TypeError),
    *(ValueError, struct.error, zlib.error),
)
"""What damaged files make pypdf stumble over, beside its own errors (found by feeding it ten thousand)."""

_LONE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Read:
    """A source's text. `boilerplate` is the share of the page's visible characters that was left out, in [0, 1]; None
    where nothing is left out by rule (PDF, plain text)."""

    text: str
    boilerplate: float | None = None


def may_be_read(content_type: str) -> bool:
    """Whether a body of this content type (of the header, with or without parameters) can have a text."""
    media = _media(content_type)
    return media in _UNSAID or media in _FORMS or media.startswith("text/") or media.endswith(("+xml", "+json"))


def read(body: bytes, content_type: str) -> Read:
    """The text of a body. Unreadable when it has none.

    Line ends become ``\\n``; NUL characters and halves of surrogate pairs, which no database holds, are left out.
    """
    form = _form(body, _media(content_type))
    found = _READERS[form](body, content_type)
    text = _LONE.sub("", found.text.replace("\0", "")).replace("\r\n", "\n").replace("\r", "\n").strip()
    if not text:
        raise Unreadable("empty", "no text was found in it")
    return Read(text, found.boilerplate)


def _media(content_type: str) -> str:
    return content_type.partition(";")[0].strip().lower()


def _charset(content_type: str) -> str | None:
    found = re.search(r"charset\s*=\s*\"?([^\s;\"]+)", content_type, re.IGNORECASE)
    return found[1] if found else None


def _form(body: bytes, media: str) -> Form:
    """What the body is: PDF by its first bytes, else what was said, else what it looks like."""
    start = body[:1024].lstrip().lower()
    if start.startswith(b"%pdf-"):
        return "pdf"
    if media not in _UNSAID:
        return _FORMS.get(media, "text")
    if start.startswith((b"<!doctype html", b"<html", b"<?xml")):
        return "html"
    if b"\0" in body:
        raise Unreadable("not text", "neither a page, nor PDF, nor text")
    return "text"


def _read_plain(body: bytes, content_type: str) -> Read:
    return Read(decoded(body, _charset(content_type)))


def _read_html(body: bytes, content_type: str) -> Read:
    import trafilatura

    page = trafilatura.load_html(decoded(body, _charset(content_type)))
    if page is None:
        raise Unreadable("empty", "the page holds no text")
    if page.xpath("count(//*)") > MOST_ELEMENTS:
        raise Unreadable("too large", f"the page has more than {MOST_ELEMENTS:,} elements")
    visible, teaser = _visible(page), _says_not_free(page)
    kept = trafilatura.extract(page, include_comments=False, include_tables=True) or ""
    if teaser and len(kept.split()) < TEASER_WORDS:
        raise Unreadable("paywall", "the page says that it is not free, and holds only a beginning")
    if not kept and visible:
        raise Unreadable("empty", f"the page holds no running text among {visible:,} characters")
    return Read(kept, max(0.0, 1 - _printed(kept) / visible) if visible else 0.0)


def _visible(page: Any) -> int:
    """Characters a reader of the page can see, without white space."""
    texts = page.xpath(f"//text()[not(ancestor::*[{_UNSEEN}]) and not(parent::*[{_UNSEEN}])]")
    return sum(_printed(text) for text in texts)


def _printed(text: str) -> int:
    return len("".join(text.split()))


def _says_not_free(page: Any) -> bool:
    """Whether the page's own data for search engines says that it is not accessible for free."""
    for script in page.xpath("//script[@type='application/ld+json']"):
        try:
            said = json.loads(script.text_content())
        except (ValueError, RecursionError):
            continue
        if any(str(value).lower().rpartition("/")[2] == "false" for value in _values(said)):
            return True
    return False


def _values(said: Any) -> Iterator[Any]:
    """Every value of ``isAccessibleForFree`` about the page itself: parts of a page may be closed in an open one."""
    for thing in said if isinstance(said, list) else [said]:
        if isinstance(thing, dict):
            yield from ([thing["isAccessibleForFree"]] if "isAccessibleForFree" in thing else [])
            yield from _values(thing.get("@graph", []))


def _read_pdf(body: bytes, content_type: str) -> Read:
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, PyPdfError

    try:
        text = "\n\n".join(_pages(PdfReader(io.BytesIO(body))))
    except (PyPdfError, DependencyError, *_STUMBLES) as error:
        raise Unreadable("not text", f"the PDF cannot be read ({type(error).__name__})") from error
    if not text.strip():
        raise Unreadable("empty", "the PDF holds no text; its pages may be pictures")
    return Read(text)


def _pages(document: PdfReader) -> Iterator[str]:
    if len(document.pages) > MOST_PAGES:
        raise Unreadable("too large", f"the PDF has more than {MOST_PAGES:,} pages")
    for page in document.pages:
        yield page.extract_text()


_READERS = {"html": _read_html, "pdf": _read_pdf, "text": _read_plain}
