"""The language a stretch of text is segmented as, guessed by its script alone."""

from __future__ import annotations

import re
from collections import Counter

_RANGES = {
    "ja": "\u3040-\u30ff",
    "zh": "\u3400-\u9fff",
    "ko": "\u1100-\u11ff\uac00-\ud7af",
    "th": "\u0e00-\u0e7f",
    "lo": "\u0e80-\u0eff",
    "my": "\u1000-\u109f",
    "km": "\u1780-\u17ff",
    "ar": "\u0600-\u06ff\u0750-\u077f",
    "he": "\u0590-\u05ff",
    "hi": "\u0900-\u097f",
    "bn": "\u0980-\u09ff",
    "ta": "\u0b80-\u0bff",
    "te": "\u0c00-\u0c7f",
    "ru": "\u0400-\u04ff",
    "el": "\u0370-\u03ff",
    "hy": "\u0530-\u058f",
    "ka": "\u10a0-\u10ff",
    "am": "\u1200-\u137f",
    "en": "A-Za-z\u00c0-\u024f",
}
_LETTER = re.compile("|".join(f"(?P<{name}>[{letters}])" for name, letters in _RANGES.items()))
_NOT_LATIN = re.compile("[\u0370-\u1fff\u3040-\ud7ff]")
_LOOKED_AT = 2_000
"""Code points from which a language is guessed: enough for a paragraph, and long ones cost no more."""

WITHOUT_STOPS = frozenset({"th", "lo", "km"})
"""Languages that write no full stops: there a line's end is a sentence's end."""


def language_of(text: str) -> str:
    """The code of a language written in the commonest script of a text's beginning; ``en`` for Latin and for none.

    Japanese is told from Chinese by its kana.

    >>> language_of("今日は雨です。"), language_of("今天下雨。"), language_of("It rains.")
    ('ja', 'zh', 'en')
    """
    if not _NOT_LATIN.search(text, 0, _LOOKED_AT):
        return "en"
    counts = Counter(found.lastgroup for found in _LETTER.finditer(text, 0, _LOOKED_AT))
    if counts["ja"]:
        counts["ja"] += counts.pop("zh", 0)
    return max(counts, key=lambda name: counts[name], default=None) or "en"
