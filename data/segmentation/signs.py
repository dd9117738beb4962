"""Signs in a line of text: citation marks, links, addresses, code, and what ends a sentence."""

from __future__ import annotations

import re

STOPS = ".!?…。！？｡؟۔।။።։"
CLOSERS = "\"'”’»)]}」』）】》›*_~"

BOLD_HEADING = re.compile(r"(?:\*\*[^*]+\*\*|__[^_]+__)[:：]?")
CAPTION = re.compile(
    r"[*_]*(?:Table|Figure|Fig\.|Chart|Exhibit|Box|Tabelle|Abbildung|Abb\.|Tableau|Tabla|Figura|表|図|图)"
    r"\s?[A-Z]?\d{1,3}(?:\.\d{1,3})?[a-z]?[*_]*[.:：|–—-]",
    re.IGNORECASE,
)
"""The label that begins the caption of a figure or table, its stop included."""

_ADDRESS = "\\s<>\"'()\\[\\]{}|\\\\^`。，、！？；：（）「」『』【】“”‘’"
_URL = rf"https?://[^{_ADDRESS}]*[^{_ADDRESS}.,;:!?*_~]"
_TARGET = r"\([^()\s]*+(?:\([^()\s]*+\)[^()\s]*+)*+(?:[ \t]+\"[^\"\n]*+\")?\)"
_LINK = rf"!?\[(?:[^\[\]]{{1,600}}|\[[^\[\]]{{1,100}}\])\]{_TARGET}"
_MARK = "|".join(
    (
        _LINK,
        rf"\({_LINK}(?:[,;]?\s?{_LINK}){{0,20}}\)",
        r"\[\^[^\s\[\]]{1,80}\]",
        r"\[[Ss]?\d[\d\s,;–—‑-]{0,200}\]",
        r"\[\[\d{1,4}\]\]",
        r"【[^【】]{1,300}】",
        r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+",
        r"<sup>[^<>]{1,100}</sup>",
    )
)
RUN = re.compile(rf"(?P<marks>(?:{_MARK})(?:[ \t\u00a0\u202f]*(?:{_MARK}))*)|`[^`]+`|{_URL}")
"""A run of citation marks (group ``marks``), a stretch of code, or an address."""

_CITED = re.compile(rf"{_MARK}|<?{_URL}>?")
_IMAGE = re.compile(rf"!\[[^\[\]]{{0,600}}\]{_TARGET}|</?[A-Za-z][^<>]{{0,600}}>|<!--[^<>]{{0,2000}}-->")
_WORD = re.compile(r"[^\W_]")
_END = re.compile(rf"[{re.escape(STOPS)}][{re.escape(CLOSERS)}]*\s*\Z")
_TAIL = 40
"""Code points that are looked at before a place to see whether a sentence ends there."""


def ends_a_sentence(text: str) -> bool:
    """Whether a text ends with a full stop or its like; closing quotes, brackets and citation marks may follow it."""
    return stops(_CITED.sub("", text))


def stops(text: str) -> bool:
    """Whether a text without citation marks ends with a full stop or its like and what closes after it."""
    return _END.search(text[-_TAIL:]) is not None


def cites(text: str) -> bool:
    """Whether a citation mark, a link or an address is in a text."""
    return _CITED.search(_IMAGE.sub("", text)) is not None


def says(text: str) -> bool:
    """Whether a text has a letter or digit outside images, tags, citation marks, links and addresses.

    A link whose text is a whole sentence counts as said.
    """
    if not _WORD.search(text):
        return False
    rest = _IMAGE.sub("", text)
    return _WORD.search(_CITED.sub(_sentence_of, rest)) is not None


def _sentence_of(mark: re.Match[str]) -> str:
    label = mark[0][1:].partition("](")[0] if mark[0][0] == "[" else ""
    return label if " " in label and ends_a_sentence(label) else ""
