"""The passages of a source that share most words with a statement: where to look first."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

LONGEST_PIECE = 400
"""Code points after which a text without sentence ends is cut at the next space."""

PIECES_TOGETHER = 3
"""A passage is one to this many neighbouring sentences."""

_EXTRA_PIECE = 0.94
"""What a passage's score keeps for each sentence after the first, so that short ones win a tie."""

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\U00020000-\U0003134f"
)
_WORD = re.compile(rf"\d+(?:[.,]\d+)*|[{_UNSPACED}]+|[^\W\d_{_UNSPACED}]+")
_UNSPACED_START = re.compile(f"[{_UNSPACED}]")
_THOUSANDS = re.compile(r",(?=\d{3}(?!\d))")
_END = re.compile(r"[.!?…。！？\n]+[\"'”’»)\]」』）]*")
_ENDS_ANYWHERE = re.compile(r"[。！？\n]")
_ENDINGS = ("ingly", "edly", "ings", "ing", "ies", "ied", "es", "ed", "ly", "s", "e", "y")

_FILLERS = frozenset(
    re.findall(
        r"\w+",
        """a an and are as at be been being but by can could did do does for from had has have he her hers him his how i
        if in into is it its itself may me might more most my no nor not of on one only or other our ours own s same
        shall she should so some such t than that the their theirs them then there these they this those through to too
        under until up upon us very was we were what when where which while who whom whose why will with would you your
        yours""",
    )
)


@dataclass(frozen=True)
class Passage:
    """A stretch of a text; `start` and `end` (exclusive) are code points, `score` lies in (0, 1]."""

    start: int
    end: int
    score: float


@dataclass(frozen=True)
class Comparison:
    """The passages of a text closest to a statement, and `share`, the weighted share of its terms they hold together.

    `share` lies in [0, 1]; it is 0 when the two have no term in common.
    """

    passages: tuple[Passage, ...]
    share: float


def best_passages(statement: str, text: str, limit: int = 3) -> tuple[Passage, ...]:
    """The passages of `text` closest to `statement`, best first, at most `limit` and none overlapping.

    The score is the share of the statement's terms found in the passage, each weighted by how rare it is in the text
    (idf over sentences). Ties go to the earlier passage. Empty when the two share no term.
    The work grows with the length of the text, not with its square.
    """
    return compared(statement, text, limit).passages


def compared(statement: str, text: str, limit: int = 3) -> Comparison:
    """The best passages, and the share of the statement that they hold together."""
    wanted = tuple(dict.fromkeys(content_terms(statement)))
    pieces = list(sentences(text))
    masks = _masks(wanted, (text[start:end] for start, end in pieces))
    weights = _weights(wanted, masks)
    passages = _apart(_windows(pieces, masks, weights), limit)
    together = 0
    for (start, end), mask in zip(pieces, masks, strict=True):
        if mask and any(passage.start <= start and end <= passage.end for passage in passages):
            together |= mask
    return Comparison(passages, _worth(together, weights) if wanted else 0.0)


def content_terms(text: str) -> list[str]:
    """The terms of a text without filler words, in order; all its terms when it has nothing else."""
    words = words_of(text)
    content = [stem(word) for word in words if word not in _FILLERS]
    return content or [stem(word) for word in words]


def words_of(text: str) -> list[str]:
    """Words in lower case, numbers without thousands separators, and pairs of characters where no spaces part words.

    >>> words_of("Rain: 1,200 mm"), words_of("東京都")
    (['rain', '1200', 'mm'], ['東京', '京都'])
    """
    return [word for token in _WORD.findall(text.lower()) for word in _words_in(token)]


def stem(word: str) -> str:
    """A word without its commonest English endings, so that ``rains`` meets ``raining``."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and word.isalpha():
            return word[: -len(ending)]
    return word


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The places of the sentences and lines of a text, without surrounding space; long ones are cut at a space."""
    start = 0
    for mark in _END.finditer(text):
        end = mark.end()
        if text[end : end + 1].isspace() or _ENDS_ANYWHERE.search(mark.group()):
            yield from _pieces(text, start, end)
            start = end
    yield from _pieces(text, start, len(text))


def _words_in(token: str) -> Sequence[str]:
    if token[0].isdigit():
        return (_THOUSANDS.sub("", token),)
    if len(token) > 1 and _UNSPACED_START.match(token):
        return [token[at : at + 2] for at in range(len(token) - 1)]
    return (token,)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > LONGEST_PIECE:
        cut = text.rfind(" ", start + 1, start + LONGEST_PIECE)
        cut = start + LONGEST_PIECE if cut < 0 else cut
        yield from _trimmed(text, start, cut)
        start = cut
    yield from _trimmed(text, start, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    if start < end:
        yield start, start + len(piece.strip())


class _Bits(dict[str, int]):
    """The bit of a token among the wanted terms, worked out once for each different token; 0 if not wanted."""

    def __init__(self, wanted: Sequence[str]):
        super().__init__()
        self._wanted = {term: 1 << k for k, term in enumerate(wanted)}
        self._beginnings = {term[:3] for term in wanted}

    def __missing__(self, token: str) -> int:
        bits = 0
        for word in _words_in(token):
            if word[:3] in self._beginnings:  # stems keep three characters: most words need no stemming
                bits |= self._wanted.get(stem(word), 0)
        self[token] = bits
        return bits


def _masks(wanted: Sequence[str], pieces: Iterable[str]) -> list[int]:
    """For each piece, the wanted terms it holds, as bits."""
    bits = _Bits(wanted)
    masks = []
    for piece in pieces:
        mask = 0
        for token in _WORD.findall(piece.lower()):
            mask |= bits[token]
        masks.append(mask)
    return masks


def _weights(wanted: Sequence[str], masks: Sequence[int]) -> list[float]:
    """Inverse document frequency of each wanted term over the pieces; a term no piece holds weighs most."""
    held = Counter(masks)
    counts = [sum(times for mask, times in held.items() if mask >> k & 1) for k in range(len(wanted))]
    return [math.log(1 + (len(masks) + 1) / (count + 0.5)) for count in counts]


def _worth(mask: int, weights: Sequence[float]) -> float:
    """The weighted share of the wanted terms that stand in the mask."""
    return sum(weight for k, weight in enumerate(weights) if mask >> k & 1) / sum(weights)


def _windows(pieces: Sequence[tuple[int, int]], masks: Sequence[int], weights: Sequence[float]) -> list[Passage]:
    """Every passage of one to PIECES_TOGETHER sentences that begins and ends with a wanted term."""
    worth: dict[int, float] = {}
    found = []
    for first, mask in enumerate(masks):
        together = 0
        for size, last in enumerate(range(first, min(first + PIECES_TOGETHER, len(masks)))):
            grown = together | masks[last]
            if not mask or grown == together:
                continue
            together = grown
            if grown not in worth:
                worth[grown] = _worth(grown, weights)
            found.append(Passage(pieces[first][0], pieces[last][1], worth[grown] * _EXTRA_PIECE**size))
    return found


def _apart(passages: Iterable[Passage], limit: int) -> tuple[Passage, ...]:
    """The best passages that do not overlap a better one."""
    chosen: list[Passage] = []
    for passage in sorted(passages, key=lambda p: (-p.score, p.start)):
        if len(chosen) >= limit:
            break
        if all(passage.end <= other.start or other.end <= passage.start for other in chosen):
            chosen.append(passage)
    return tuple(chosen)
