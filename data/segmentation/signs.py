"""Signs in a text: its citation marks made silent, and what ends a sentence or says nothing."""

from __future__ import annotations

import re

from data.citations import Mark, Parsed

MARK = "\ue000"
"""Stands in a muted text for each code point of a citation mark; it is no letter, no space and of private use."""

STOPS = ".!?…。！？｡؟۔।։።"
CLOSERS = "\"'”’»)]}」』）】》›*_~"

BOLD_HEADING = re.compile(r"(?:\*\*[^*]+\*\*|__[^_]+__)[:：]?")
CAPTION = re.compile(
    r"[*_]*(?:Table|Figure|Fig\.|Chart|Exhibit|Box|Tabelle|Abbildung|Abb\.|Tableau|Tabla|Figura|表|図|图)"
    r"\s?[A-Z]?\d{1,3}(?:\.\d{1,3})?[a-z]?[*_]*\s?[.:：|–—-]",
    re.IGNORECASE,
)
"""The label that begins the caption of a figure or table, its stop included."""

RUN = re.compile(rf"(?P<marks>\(?{MARK}+(?:[,;]?[ \t\u00a0\u202f]*{MARK}+)*\)?)|`[^`]+`")
"""A run of citation marks (group ``marks``) in a muted text, or a stretch of code."""

_LINK_TEXT = re.compile(r"\[([^\[\]]*\s[^\[\]]*)\]\(")
_IMAGE = re.compile(
    r"!\[[^\[\]]{0,600}\]\([^()\s]*+(?:\([^()\s]*+\)[^()\s]*+)*+\)"
    r"|</?[A-Za-z][^<>]{0,600}>|<!--[^<>]{0,2000}-->"
)
_WORD = re.compile(r"[^\W_]")
_END = re.compile(rf"[{re.escape(STOPS)}][{re.escape(CLOSERS)}]*\s*\Z")
_TAIL = 40
"""Code points that are looked at before a place to see whether a sentence ends there."""


def muted(text: str, parsed: Parsed) -> str:
    """A text of the same length with MARK for its citation marks; a link whose text is a sentence stays."""
    parts, at = [], 0
    for mark in parsed.marks:
        if mark.start >= at and not _is_sentence(text, mark):
            parts += [text[at : mark.start], MARK * (mark.end - mark.start)]
            at = mark.end
    return "".join((*parts, text[at:]))


def ends_a_sentence(muted: str) -> bool:
    """Whether a text ends with a full stop or its like; closing quotes, brackets and citation marks may follow it."""
    return stops(muted.replace(MARK, ""))


def stops(text: str) -> bool:
    """Whether a text without citation marks ends with a full stop or its like and what closes after it."""
    return _END.search(text[-_TAIL:]) is not None


def cites(muted: str) -> bool:
    """Whether a citation mark is in a text."""
    return MARK in muted


def says(muted: str) -> bool:
    """Whether a text has a letter or digit outside images, tags and citation marks."""
    return _WORD.search(muted) is not None and _WORD.search(_IMAGE.sub("", muted)) is not None


def _is_sentence(text: str, mark: Mark) -> bool:
    label = _LINK_TEXT.match(text, mark.start, mark.end)
    return label is not None and stops(label[1])
