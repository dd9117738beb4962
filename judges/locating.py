"""Finding in an answer the words a model says it copied from there."""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from data.segmentation import Piece

Copied = Literal["exactly", "spaced otherwise", "signed otherwise"]
"""How a copy differs: not at all, in white space, or in formatting, citation marks, quotes and dashes."""

_LINK = r"!?\[[^\[\]]*\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*+\)"
_CITATION = r"\[\^?\d[\d\s,;–-]*+\]|【[^【】]*】|[⁰¹²³⁴⁵⁶⁷⁸⁹]+"
_FORMAT = r"[\s*_~`#>|\\\u200b\ufeff]+|[\[\]]"
_DROPPED = (
    re.compile(rf"{_CITATION}|(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*+\)|{_FORMAT}"),
    re.compile(rf"{_CITATION}|\(?{_LINK}\)?|https?://\S+|{_FORMAT}"),
)
"""What does not count when words are compared: citation marks and formatting; then whole links and addresses too."""

_ALIKE = str.maketrans("“”„‟«»‘’‚‛–—−‐‑", '""""""\'\'\'\'-----')
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_WORD = re.compile(r"[^\W_]")
_MOST_TRIES = 200
"""Places looked at for one statement before it counts as not found."""


@dataclass
class Placed:
    """Where a model's statements stand: `pieces` in the order of the text, and what was unlike the text.

    `places` has the piece of each statement as told, None where it has none.
    `copied` counts how the placed ones were copied. `moved` stood elsewhere in the order, `repeated` had been said
    already, `silent` hold nothing but signs; the last two have no piece. `missing` are nowhere in the text.
    """

    pieces: list[Piece] = field(default_factory=list)
    places: list[Piece | None] = field(default_factory=list)
    copied: dict[Copied, int] = field(
        default_factory=lambda: {"exactly": 0, "spaced otherwise": 0, "signed otherwise": 0}
    )
    moved: int = 0
    repeated: int = 0
    silent: int = 0
    missing: list[str] = field(default_factory=list)


def placed(answer: str, told: Iterable[str]) -> Placed:
    """The places of a model's statements, each the nearest one after the statement before it.

    One that is not found there is looked for in what no other statement has taken.
    """
    shadows = [_Shadow(answer, dropped) for dropped in _DROPPED]
    result, cursor = Placed(), 0
    for words in told:
        if not any(_WORD.search(shadow.of(words)) for shadow in shadows):
            result.silent += 1
            result.places.append(None)
            continue
        piece = _nearest(shadows, words, cursor, [])
        if piece:
            cursor = piece.end
        else:
            piece = _nearest(shadows, words, 0, result.pieces)
            result.moved += piece is not None
        result.places.append(piece)
        if piece:
            result.copied[_copied(answer, piece, words)] += 1
            insort(result.pieces, piece, key=lambda one: one.start)
        elif _nearest(shadows, words, 0, []):
            result.repeated += 1
        else:
            result.missing.append(words)
    return result


class _Shadow:
    """A text without what does not count, and where in the text each code point of it stands."""

    def __init__(self, text: str, dropped: re.Pattern[str]) -> None:
        self.text = text
        self.dropped = dropped
        self.places = list(self._kept(text))
        self.words = "".join(text[place] for place in self.places).translate(_ALIKE)

    def of(self, words: str) -> str:
        """Other words, treated alike."""
        return self.dropped.sub("", words).translate(_ALIKE)

    def occurrences(self, words: str, start: int) -> Iterator[Piece]:
        """Where words stand from an offset of the text on, not beginning or ending within a word of it."""
        sought = self.of(words)
        at = self.words.find(sought, self._index(start)) if sought else -1
        for _ in range(_MOST_TRIES):
            if at < 0:
                return
            piece = Piece(self.places[at], self.places[at + len(sought) - 1] + 1)
            exact = self._exact(words, piece)
            piece = exact if exact.start >= start else piece
            if not (_within_word(self.text, piece.start) or _within_word(self.text, piece.end)):
                yield piece
            at = self.words.find(sought, at + 1)

    def _kept(self, text: str) -> Iterator[int]:
        at = 0
        for found in self.dropped.finditer(text):
            yield from range(at, found.start())
            at = found.end()
        yield from range(at, len(text))

    def _index(self, offset: int) -> int:
        """The first place at or after an offset."""
        low, high = 0, len(self.places)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.places[middle] < offset else (low, middle)
        return low

    def _exact(self, words: str, piece: Piece) -> Piece:
        """The piece with the signs around it that were copied too."""
        copy = words.strip()
        before = copy.find(self.text[piece.start])
        start = piece.start - before
        return Piece(start, start + len(copy)) if start >= 0 and self.text.startswith(copy, start) else piece


def _nearest(shadows: Iterable[_Shadow], words: str, start: int, taken: list[Piece]) -> Piece | None:
    """The first free occurrence in any of the shadows; ties go to the stricter one."""
    found = []
    for shadow in shadows:
        free = (piece for piece in shadow.occurrences(words, start) if _is_free(piece, taken))
        found += [piece for piece in [next(free, None)] if piece]
    return min(found, key=lambda piece: piece.start, default=None)


def _is_free(piece: Piece, taken: Iterable[Piece]) -> bool:
    return all(piece.end <= one.start or one.end <= piece.start for one in taken)


def _copied(answer: str, piece: Piece, words: str) -> Copied:
    there = answer[piece.start : piece.end]
    if there == words.strip():
        return "exactly"
    return "spaced otherwise" if "".join(there.split()) == "".join(words.split()) else "signed otherwise"


def _within_word(text: str, at: int) -> bool:
    around = text[at - 1 : at + 1] if at > 0 else ""
    in_words = [sign.isalpha() or sign.isdecimal() for sign in around]
    return in_words == [True, True] and not _UNSPACED.search(around)
