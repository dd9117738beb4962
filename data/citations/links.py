"""Links as citations: `[title](url)`, `[1](url)`, `[Smith, 2020](url)`, `[text][label]`, and those of chat programs."""

from __future__ import annotations

import re

from data.citations.author_date import is_author_date
from data.citations.numbering import SUPERSCRIPTS, Numbers, numbers_in, superscript_numbers
from data.citations.reader import Page, Said
from data.citations.records import Mark, NotAMark
from data.citations.references import label_key
from data.citations.syntax import BRACKETED, TARGET, is_web_page, target_of
from data.citations.urls import url_at

_OAI = re.compile(r"oai_citation(?:_attribution)?:([0-9]{1,9})‡")
_OAI_REFERENCE = re.compile(r":contentReference\[oaicite:([0-9]{1,9})\](?:\{[^{}\n]{0,100}\})?")
_ADDRESS = re.compile(r"[#/:]|\.\w")
_LABEL = re.compile(r"\[([^\[\]\n]{0,200})\]")
_NUMBER = re.compile(r"[0-9０-９]{1,9}")
_ANCHOR = re.compile(
    r"<a\s[^<>]{0,4000}?\bhref\s{0,9}=\s{0,9}(?:\"(?P<double>[^\"<>]*)\"|'(?P<single>[^'<>]*)')[^<>]*>", re.IGNORECASE
)
_ANCHOR_END = re.compile(r"</a\s*>", re.IGNORECASE)
_LONGEST_ANCHOR = 2_000
_AUTOLINK = re.compile(r"<(https?://[^\s<>]{1,4096})>", re.IGNORECASE)
_WRAPPED = re.compile(
    r"<sup>(.*)</sup>|(?:\\?\[)(.*?)(?:\\?\])|\^(.*?)\^?|\*\*(.*)\*\*|\((.*)\)", re.IGNORECASE | re.DOTALL
)
_RAISED = re.compile(rf"[{SUPERSCRIPTS}⁻˒,\s]+")
_LONGEST_NUMBERS = 400


def link(page: Page, start: int) -> Said:
    """What begins with a square bracket: a link with a target, or by a label that is defined elsewhere."""
    words = BRACKETED.match(page.text, start)
    if words is None:
        return None
    target = TARGET.match(page.text, words.end())
    if target is not None:
        said = _to(target_of(target), start, target.end(), words["inner"])
        if said is not None:
            return said
    return _by_label(page, start, words.end(), words["inner"]) if page.lists.labels else None


def _to(target: str, start: int, end: int, words: str) -> Said:
    numbers = _link_numbers(words)
    if is_web_page(target):
        return _to_page(target, start, end, words, numbers)
    if target.startswith("#") and numbers.values:
        return Mark(start, end, "number link", numbers.values, (), "a number that leads to a place in the text")
    if _ADDRESS.search(target):
        return NotAMark(start, end, "a link that leads to no page on the web")
    return None


def _to_page(url: str, start: int, end: int, words: str, numbers: Numbers) -> Mark:
    if chat := _OAI.match(words):
        return Mark(start, end, "oai", (int(chat[1]),), (url,), "the citation of a chat program: a number and its page")
    if numbers.values:
        return Mark(start, end, "number link", numbers.values, (url,), "a number that leads to a page on the web")
    if is_author_date(words):
        return Mark(start, end, "author-date", (), (url,), "names and a year that lead to a page on the web")
    return Mark(start, end, "link", (), (url,), "a link to a page on the web names a source")


def _link_numbers(words: str) -> Numbers:
    """The numbers that are all a link says, without brackets, carets or emphasis around; of up to three digits each."""
    inner = words.strip()
    while len(inner) <= _LONGEST_NUMBERS and (wrapped := _WRAPPED.fullmatch(inner)):
        inner = next(part for part in wrapped.groups() if part is not None).strip()
    if len(inner) > _LONGEST_NUMBERS:
        return Numbers((), "a title")
    numbers = superscript_numbers(inner) if _RAISED.fullmatch(inner) else numbers_in(inner)
    return numbers if all(number < 1000 for number in numbers.values) else Numbers((), "a year or an amount")


def _by_label(page: Page, start: int, end: int, words: str) -> Said:
    """`[text][label]`, `[text][]` or `[text]`, if the label is defined."""
    label = _LABEL.match(page.text, end)
    if label and not (_NUMBER.fullmatch(words) and _NUMBER.fullmatch(label[1])):
        named = page.lists.labels.get(label_key(label[1] or words))
        if named is not None:
            return _reference_link(page, start, label.end(), named)
    named = page.lists.labels.get(label_key(words))
    if named is None or _NUMBER.fullmatch(words.strip()):
        return None
    return _reference_link(page, start, end, named)


def _reference_link(page: Page, start: int, end: int, place: int) -> Mark:
    entry = page.reference(place)
    numbers = () if entry.number is None else (entry.number,)
    urls = () if entry.url is None else (entry.url,)
    return Mark(
        start, end, "reference link", numbers, urls, "a link whose label is defined elsewhere in the text", (place,)
    )


def anchor(page: Page, start: int) -> Said:
    """`<a href="url">title</a>`, or a URL in angle brackets."""
    opened = _ANCHOR.match(page.text, start)
    if opened is None:
        return _autolink(page, start)
    closed = _ANCHOR_END.search(page.text, opened.end(), opened.end() + _LONGEST_ANCHOR)
    if closed is None:
        return None
    target = opened["double"] if opened["double"] is not None else opened["single"]
    return _to(target, start, closed.end(), page.text[opened.end() : closed.start()])


def _autolink(page: Page, start: int) -> Said:
    found = _AUTOLINK.match(page.text, start)
    if found is None or not is_web_page(found[1]):
        return None
    return Mark(start, found.end(), "bare url", (), (found[1],), "the address of a page on the web names a source")


def bare_url(page: Page, start: int) -> Said:
    """The address of a page as it is."""
    if page.text[start - 1 : start].isalnum() and page.text[start - 1].isascii():
        return None
    end = url_at(page.text, start, len(page.text))
    if end is None:
        return None
    return Mark(start, end, "bare url", (), (page.text[start:end],), "the address of a page on the web names a source")


def chat_reference(page: Page, start: int) -> Said:
    """`:contentReference[oaicite:1]{index=1}`."""
    found = _OAI_REFERENCE.match(page.text, start)
    if found is None:
        return None
    return Mark(start, found.end(), "oai", (int(found[1]),), (), "the citation of a chat program, without its page")
