"""Names and years: `[Smith et al., 2020](url)` and `(Smith, 2020; Lee, 2021)`."""

from __future__ import annotations

import re
from collections import defaultdict

from data.citations.reader import Page, Said
from data.citations.records import Mark, NotAMark, Reference

_YEAR = r"(?:19|20)[0-9]{2}[a-z]?"
_CITED = re.compile(rf"(?P<names>[^()\[\]]*?)(?P<comma>,?)\s*(?:(?P<round>\({_YEAR}\))|{_YEAR})")
_JOINED = re.compile(r"\bet al\b\.?|\band\b|&")
_WORD = re.compile(r"[^\W\d_][\w'’.-]*")
_SMALL = frozenset(
    ("et", "al", "al.", "and", "de", "van", "von", "der", "den", "la", "le", "di", "da", "del", "dos", "du")
)
_LONGEST = 200

_PARENTHESISED = re.compile(r"\((?P<inner>[^()\[\]\n]{4,400})\)")
_PART = re.compile(
    rf"\s*(?:see(?:\s+also)?,?\s+|e\.g\.,?\s+|cf\.\s+)?(?P<name>[^\W\d_][\w'’-]*)[^0-9]*?[\s,]\s*(?P<year>{_YEAR})"
    r"(?:,\s*pp?\.\s*[0-9–-]+)?\s*",
    re.IGNORECASE,
)
_ENTRY_YEAR = re.compile(rf"(?<![0-9A-Za-z])({_YEAR})(?![0-9A-Za-z])")
_FIRST_WORD = re.compile(r"[^\w]*([^\W\d_][\w'’-]*)")


def is_author_date(words: str) -> bool:
    """Whether a link says names, then a year.

    There is a comma before the year, round brackets around it, or `et al.`, `and` or `&` in the names; every other word
    begins with a capital letter.

    >>> is_author_date("Smith and Lee, 2020a"), is_author_date("Census 2020")
    (True, False)
    """
    found = _CITED.fullmatch(words.strip()) if len(words) <= _LONGEST else None
    if found is None:
        return False
    names = _WORD.findall(found["names"])
    told_apart = found["comma"] or found["round"] or _JOINED.search(found["names"])
    return bool(names and told_apart) and all(name[0].isupper() or name in _SMALL for name in names)


class Authors:
    """The entries without a number, by the first name and the years they hold."""

    def __init__(self, text: str, references: tuple[Reference, ...]) -> None:
        self._places: dict[tuple[str, str], list[int]] = defaultdict(list)
        for place, entry in enumerate(references):
            name = _FIRST_WORD.match(text, entry.start, entry.end) if entry.number is None else None
            if name:
                for year in dict.fromkeys(_ENTRY_YEAR.findall(text, entry.start, entry.end)):
                    self._places[name[1].casefold(), year].append(place)

    def place(self, name: str, year: str) -> int | None:
        """The first entry of that name and year."""
        return next(iter(self._places.get((name.casefold(), year), ())), None)

    def __bool__(self) -> bool:
        return bool(self._places)


def author_date(page: Page, authors: Authors, start: int) -> Said:
    """Names and years in round brackets: a citation where an entry fits every part."""
    found = _PARENTHESISED.match(page.text, start)
    parts = [_PART.fullmatch(part) for part in found["inner"].split(";")] if found else []
    cited = [part for part in parts if part is not None]
    if found is None or not cited or len(cited) < len(parts):
        return None
    places = [authors.place(part["name"], part["year"]) for part in cited]
    known = tuple(dict.fromkeys(place for place in places if place is not None))
    if None in places:
        return NotAMark(start, found.end(), "a name and a year that no entry without a number has")
    urls = tuple(url for place in known if (url := page.reference(place).url))
    return Mark(start, found.end(), "author-date", (), urls, "an entry begins with each name and holds its year", known)
