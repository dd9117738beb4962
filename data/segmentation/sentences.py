"""The sentences of a block: sentencex finds the ends, the rules here mend them for reports with citations.

sentencex sees a copy of the same length in which citation marks, addresses, code and line breaks cannot mislead it;
only the offsets of its ends are used, so the text itself is never changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

import sentencex

from data.segmentation.kinds import Piece
from data.segmentation.scripts import WITHOUT_STOPS, language_of
from data.segmentation.signs import CAPTION, CLOSERS, RUN, says, stops

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_LETTER = r"[^\W\d_]"
_OWN_ENDS = re.compile(
    rf"[。！？｡]+[{re.escape(CLOSERS)}]*\s+"  # here marks of citations, masked, are space
    r"|…[\"'”’)]*\s+(?=[A-Z])"
    r"|(?<![^\s])\([^()]*[.!?]\)\s+(?=[A-Z])"  # a sentence in brackets
)
_ABBREVIATION = re.compile(
    r"(?<!\w)(?:e\.g|i\.e|cf|vs|incl|viz|resp|approx|et al|Messrs|Profs?|Drs?|Mrs?|Ms)\.\Z"
    r"|(?:\A|[:;]\s+)\(?\d{1,2}\.\Z",  # the number of an item in a list within a sentence
    re.IGNORECASE,
)
_BEFORE_NUMBER = re.compile(
    r"(?<!\w)(?:figs?|eqs?|secs?|sects?|chs?|chaps?|tabs?|vols?|nos?|pp?|ca?|approx|max|min|est|paras?|arts?|refs?|app"
    r"|suppl|vers?|ed|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\.\Z",
    re.IGNORECASE,
)
_NEXT_WORD = re.compile(r"\W{0,3}?(\w+)")
_SPEECH_GOES_ON = re.compile(r"(?:と|って|は|が|を|に|も|の|で|や)")
_INSIDE = re.compile(r"[.!?](?=[(\[{<])")
"""A stop that ends nothing, as a bracket is glued to it (sentencex needs quadratic time on many of them)."""

_WINDOW = 2_000
"""Code points sentencex sees at a time; a sentence that is longer may be cut otherwise than in one go."""

_TAIL = 40
"""Code points before an end in which an abbreviation is looked for."""


def sentences(muted: str, lines: Sequence[Piece], language: str | None = None) -> list[Piece]:
    """The sentences of a block of a muted text whose lines stand at `lines`, in order, without surrounding space.

    A stretch that says nothing by itself (a citation mark, punctuation) belongs to the sentence before it, at the
    block's beginning to the one after it. `language` is a code such as ``de``; None guesses it by script.
    """
    start = lines[0].start
    plain = _plain(muted, lines)
    masked = _masked(plain)
    language = language or language_of(plain)
    cuts = sorted({*_ends(masked, language), *_line_ends(muted, lines, language)})
    kept = _kept(plain, masked, cuts, cased=plain != plain.lower())
    pieces = (_stripped(plain, one, two) for one, two in pairwise([0, *kept, len(plain)]))
    joined = _joined(plain, [piece for piece in pieces if piece.start < piece.end])
    return [Piece(start + piece.start, start + piece.end) for piece in joined]


def _plain(text: str, lines: Sequence[Piece]) -> str:
    """The block with spaces for what stands between its lines."""
    parts = [text[lines[0].start : lines[0].end]]
    for one, two in pairwise(lines):
        parts += [" " * (two.start - one.end), text[two.start : two.end]]
    return "".join(parts)


def _masked(plain: str) -> str:
    """The block as sentencex sees it, of the same length: marks after a sentence are space, everything else letters."""
    label = CAPTION.match(plain)
    if label:
        plain = "X" * label.end() + plain[label.end() :]
    whole = _HALF_CHARACTER.sub("\ufffd", plain)
    masked = RUN.sub(lambda run: (" " if _ends_here(plain, run) else "X") * (run.end() - run.start()), whole)
    return _INSIDE.sub("X", masked)


def _ends_here(plain: str, run: re.Match[str]) -> bool:
    """Whether citation marks stand after the sentence they belong to, not within or before one.

    So it is when they follow its stop, unless the text goes on as if a link or number were its subject.
    """
    if not run["marks"] or not stops(plain[max(0, run.start() - _TAIL) : run.start()]):
        return False
    glued = run.start() > 0 and not plain[run.start() - 1].isspace()
    after = plain[run.end() : run.end() + _TAIL]
    return glued or not after.strip() or (after[0].isspace() and not after.lstrip()[0].islower())


def _ends(masked: str, language: str) -> Iterator[int]:
    """Our own ends and those by sentencex, which is quadratic on unbalanced quotes and so sees a window at a time."""
    yield from (found.end() for found in _OWN_ENDS.finditer(masked))
    at = 0
    while at < len(masked):
        window = masked[at : at + _WINDOW]
        found = list(accumulate(len(sentence) for sentence in sentencex.segment(language, window)))
        yield from (at + end for end in found[:-1])
        goes_on = at + len(window) < len(masked) and len(found) > 1
        at += found[-2] if goes_on else len(window)


def _line_ends(text: str, lines: Sequence[Piece], language: str) -> Iterator[int]:
    """Where lines begin that do not go on with the sentence before: after a colon, a hard break, or any in Thai."""
    start = lines[0].start
    for one, two in pairwise(lines):
        hard = text.startswith("  ", one.end) or text[one.end - 1] in "\\:："
        if language in WITHOUT_STOPS or (hard and not text[two.start].islower()):
            yield two.start - start


def _kept(plain: str, masked: str, cuts: Sequence[int], cased: bool) -> Iterator[int]:
    """The ends that are ones, moved behind closing signs; in order, each once."""
    last = 0
    for cut in cuts:
        place = _moved(plain, masked, max(cut, last))
        if last < place < len(plain) and _is_end(masked, last, place, cased):
            last = place
            yield place


def _moved(plain: str, masked: str, cut: int) -> int:
    """An end behind the quotes and brackets that close there, or before the quote that opens there."""
    place = cut
    if 0 < cut < len(plain) and not masked[cut - 1].isspace():
        while place < len(plain) and plain[place] in CLOSERS:
            place += 1
        if place == cut and plain[cut - 1] in "'\"" and masked[cut - 2 : cut - 1].isspace():
            return cut - 1
    while place < len(plain) and masked[place].isspace():
        place += 1
    return place


def _is_end(masked: str, last: int, place: int, cased: bool) -> bool:
    if masked[place - 1] in ".!?":  # as in .NET
        return False
    before = masked[last:place].rstrip()
    tail, after = before[-_TAIL:], masked[place : place + _TAIL]
    if tail.endswith(("」", "』")):
        return not _SPEECH_GOES_ON.match(after)
    if _ABBREVIATION.search(tail) or (after[0].isdigit() and _BEFORE_NUMBER.search(tail)):
        return False
    word = _NEXT_WORD.match(after)
    return not (cased and word and word[1].isalpha() and word[1].islower() and word[1] != word[1].upper())


def _stripped(plain: str, start: int, end: int) -> Piece:
    piece = plain[start:end]
    start += len(piece) - len(piece.lstrip())
    return Piece(start, max(start, end - (len(piece) - len(piece.rstrip()))))


def _joined(plain: str, pieces: Sequence[Piece]) -> list[Piece]:
    joined: list[Piece] = []
    silent = False
    for piece in pieces:
        speaks = says(plain[piece.start : piece.end])
        if joined and (silent or not speaks):
            joined[-1] = Piece(joined[-1].start, piece.end)
            silent = silent and not speaks
        else:
            joined.append(piece)
            silent = not speaks
    return joined
