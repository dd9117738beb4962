"""An answer's text as segments that cover it completely, and the statements among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from data.citations import Parsed
from data.citations import parsed as parse
from data.segmentation.blocks import blocks
from data.segmentation.kinds import SAID, Kind, Piece, Segment
from data.segmentation.sentences import sentences
from data.segmentation.signs import cites, muted, says


def segments(text: str, parsed: Parsed | None = None, language: str | None = None) -> tuple[Segment, ...]:
    """The segments of a text, in order and without gap: together they are the text, code point for code point.

    `parsed` are its citations and reference lists, where they are at hand. `language` is a code such as ``de``; None
    guesses it for each block by its script. Empty for an empty text.
    """
    return tuple(_covering(text, _found(text, parsed or parse(text), language)))


def statements_of(text: str, parsed: Parsed | None = None, language: str | None = None) -> tuple[Piece, ...]:
    """The stretches of a text that become statements, in order, without surrounding space.

    Left out by rule: headings, heads of tables, fenced code, reference lists, blocks of nothing but citation marks
    or links, images, rules, list and quote marks, and space. A table row is one statement; other text is cut into
    sentences. `parsed` and `language` as in `segments`.

    >>> text = "# Weather\\n\\nIt rained.[1] It snowed [2]."
    >>> [text[piece.start : piece.end] for piece in statements_of(text)]
    ['It rained.[1]', 'It snowed [2].']
    """
    return statements_in(segments(text, parsed, language))


def statements_in(segments: Iterable[Segment]) -> tuple[Piece, ...]:
    """The segments that become statements."""
    return tuple(Piece(one.start, one.end) for one in segments if one.kind in SAID)


def _found(text: str, parsed: Parsed, language: str | None) -> Iterator[Segment]:
    quiet = muted(text, parsed)
    for block in blocks(quiet, parsed):
        whole = Piece(block.lines[0].start, block.lines[-1].end)
        split = block.kind in SAID and block.kind != "table row"
        for piece in sentences(quiet, block.lines, language) if split else [whole]:
            yield Segment(piece.start, piece.end, _kind(quiet[piece.start : piece.end], block.kind))


def _kind(muted: str, kind: Kind) -> Kind:
    """The kind of a piece of a block: one that would become a statement has to say something."""
    if kind not in SAID or says(muted):
        return kind
    return "citation" if cites(muted) else "markup"


def _covering(text: str, found: Iterable[Segment]) -> Iterator[Segment]:
    at = 0
    for segment in found:
        yield from _between(text, at, segment.start)
        yield segment
        at = segment.end
    yield from _between(text, at, len(text))


def _between(text: str, start: int, end: int) -> Iterator[Segment]:
    """What stands between two segments: space, with marks of lists, quotes and headings in it."""
    gap = text[start:end]
    first, last = start + len(gap) - len(gap.lstrip()), start + len(gap.rstrip())
    if first >= last:
        stretches: list[Segment] = [Segment(start, end, "space")]
    else:
        stretches = [Segment(start, first, "space"), Segment(first, last, "markup"), Segment(last, end, "space")]
    yield from (stretch for stretch in stretches if stretch.start < stretch.end)
