"""The tables of the Sources screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from annotate.screens.words import of_study, unbroken
from annotate.tables import BREAK, Cell, Piece, Row, Table, Tone, heads, number
from data.publication.plain import shown
from data.sources import SourceLine

LONGEST_TITLE, LONGEST_ADDRESS = 120, 64
"""Characters of a title and an address in the list; the link holds all of it."""

_MARKS: dict[str, tuple[str, Tone]] = {"ok": ("✓", "good"), "not fetched": ("○", "open")}
_FAILED: tuple[str, Tone] = ("×", "bad")
_WAYS = {"network": "fetched", "reader": "fetched by a reader service", "hand": "given by hand"}
_MOST = 0.5


def sources(lines: Sequence[SourceLine]) -> Table:
    """A line for each source; its title opens it."""
    names = ("status", "source", "characters", "left out", "what happened")
    rows = (Row(tuple(_source(line))) for line in lines)
    return Table(heads(names, numbers=("characters", "left out")), tuple(rows))


def _source(line: SourceLine) -> Iterator[Cell]:
    yield Cell((_status(line.status),))
    yield Cell((Piece("open", _cut(name_of(line), LONGEST_TITLE), press=line.key), *_below(line)), width=50)
    yield number("" if line.length is None else f"{line.length:,}")
    yield Cell((() if line.boilerplate is None else (_left_out(line.boilerplate),)), number=True)
    yield Cell((Piece("quiet", shown(line.why or origin(line))),), width=25)


def name_of(line: SourceLine) -> str:
    """What people call a source: its title, else its key."""
    return (line.title or "").strip() or line.key


def _status(status: str) -> Piece:
    mark, tone = _MARKS.get(status, _FAILED)
    return Piece("status", unbroken(status), mark=mark, tone=tone)


def _below(line: SourceLine) -> Iterator[Piece]:
    yield BREAK
    if line.url:
        yield Piece("link", _cut(line.url.partition("://")[2] or line.url, LONGEST_ADDRESS), href=line.url)
    else:
        yield Piece("quiet", f"no address · {shown(line.key)}")


def _cut(words: str, longest: int) -> str:
    told = shown(words)
    return told if len(told) <= longest else f"{told[:longest]}…"


def _left_out(share: float) -> Piece:
    """Of a page that was mostly left out one should look at the text."""
    return Piece("strong" if share > _MOST else "text", f"{share:.0%}")


def origin(line: SourceLine) -> str:
    """How and when a source got its status and text."""
    if line.way is None or line.at is None:
        return "came with the import"
    return f"{_WAYS[line.way]} {line.at:%d %b %Y %H:%M} UTC"


def title(line: SourceLine) -> Table:
    """What a source is called, above its address."""
    address = _links(line.url) or (Piece("quiet", "no address"),)
    return Table((), (Row((Cell((Piece("headline", shown(name_of(line))), *address)),), first=False),))


def facts(line: SourceLine) -> Table:
    """What is known of one source beside its title and address."""
    known = {
        "status": (_status(line.status), *_words(line.why and f" {line.why}")),
        "fetched from": _links(line.final_url if line.final_url != line.url else None),
        "text": _words(None if line.length is None else f"{line.length:,} characters"),
        "left out": _told_left_out(line.boilerplate),
        "what happened": _words(origin(line)),
        "content": _words(_content(line)),
        "key": _words(line.key),
        "sha256": _words(line.sha256 and f"{line.sha256[:12]}…"),
    }
    rows = ((Cell((Piece("quiet", unbroken(name)),), head=True), Cell(told)) for name, told in known.items() if told)
    return Table((), tuple(map(Row, rows)))


def _words(words: str | None) -> tuple[Piece, ...]:
    return (of_study(words),) if words else ()


def _links(url: str | None) -> tuple[Piece, ...]:
    return (Piece("link", shown(url), href=url),) if url else ()


def _told_left_out(share: float | None) -> tuple[Piece, ...]:
    if share is None:
        return ()
    look = " Most of it: check that the text is all there." if share > _MOST else ""
    return (_left_out(share), Piece("text", f" of the page's visible characters.{look}"))


def _content(line: SourceLine) -> str:
    size = () if line.size is None else (f"{line.size:,} bytes",)
    return ", ".join([*filter(None, (line.content_type,)), *size])


def text(words: str) -> Table:
    """A part of a source's text, set for reading."""
    return Table((), (Row((Cell((Piece("page", words),)),), first=False),))
