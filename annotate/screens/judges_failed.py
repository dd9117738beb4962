"""What came to nothing, on the Judges screen: failures by status, and raw replies, which are anybody's text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from annotate.screens.words import more, of_study, unbroken
from annotate.tables import BREAK, Cell, Piece, Row, Table, heads, number, text
from data.judge_failures import FailedRequest, FailedUnit
from data.publication.plain import shown
from judges.completion import completion_of

LONGEST_SHOWN = 400
"""Characters of a reply that stand on the page; the rest opens on demand."""

_MEANS = {
    "refused": "The reply is a refusal.",
    "filtered": "The server's content filter stepped in.",
    "truncated": "The reply hit the cap on its length. A larger max_tokens makes another judge.",
    "invalid_json": "There is no JSON object with the label in it, a broken one, or two that disagree.",
    "bad_label": "The reply says a word that was not offered, or a number of a list is missing or there twice.",
    "empty": "The reply has no text.",
    "context_too_long": "The prompt is longer than the model takes. longest_source reads long sources in pieces.",
    "transient_failed": "The server failed or was not heard of, time after time. Ask again.",
    "tied": "The judges that were combined are of two minds.",
    "member missing": "One of the judges that were combined has no label.",
    "out of scale": "The imported label is not on the question's scale.",
}


def failed(units: Mapping[str, int], requests: Mapping[str, int], chosen: str) -> Table:
    """How often each status came up; choosing one shows what is behind it."""
    names = ("status", "units", "requests", "what it means")
    rows = (Row(tuple(_status(name, count, requests.get(name), name == chosen))) for name, count in units.items())
    return Table(heads(names, numbers=("units", "requests")), tuple(rows))


def _status(name: str, units: int, requests: int | None, chosen: bool) -> Iterator[Cell]:
    told = (Piece("strong", shown(name)), Piece("quiet", " ▾")) if chosen else (Piece("open", shown(name), press=name),)
    yield Cell(told)
    yield number(f"{units:,}")
    yield number("" if requests is None else f"{requests:,}")
    yield Cell((Piece("quiet", _MEANS.get(name, "")),), width=70)


def replies(found: Sequence[FailedRequest]) -> Table:
    """Requests with what came back in the end."""
    names = ("sent", "attempts", "HTTP", "what came back")
    return Table(heads(names, numbers=("attempts", "HTTP")), tuple(Row(tuple(_reply(one))) for one in found))


def _reply(one: FailedRequest) -> Iterator[Cell]:
    yield text(unbroken(f"{one.sent_at:%d %b %Y %H:%M:%S} UTC"))
    yield number(f"{one.attempts:,}")
    yield number("–" if one.http_status is None else str(one.http_status))
    yield Cell(tuple(_came_back(one)), width=75)


def _came_back(one: FailedRequest) -> Iterator[Piece]:
    if one.error:
        yield Piece("strong", "error ")
        yield Piece("exact", _cut(one.error))
        yield BREAK
    if one.raw is None:
        yield Piece("quiet", "no reply")
        return
    completion = completion_of(one.raw)
    said = completion and (completion.refusal or completion.text)
    if said:
        yield Piece("exact", _cut(said))
    elif completion:
        yield Piece("quiet", "a reply without a text")
    else:
        yield Piece("exact", _cut(one.raw))
    if one.finish_reason:
        yield Piece("quiet", f" finish reason: {one.finish_reason}")
    yield from _whole(one.raw, one.length)


def units(found: Sequence[FailedUnit]) -> Table:
    """Units without a value, with the reply where it is kept with the label."""
    return Table(heads(("unit", "repeat", "labelled", "what came back"), ("repeat",)), tuple(map(_unit, found)))


def _unit(one: FailedUnit) -> Row:
    raw = () if one.raw is None else (Piece("exact", _cut(one.raw)), *_whole(one.raw, one.length))
    when = text(unbroken(f"{one.at:%d %b %Y %H:%M:%S} UTC"))
    return Row((Cell((of_study(one.key),)), number(f"{one.run + 1:,}"), when, Cell(raw, width=60)))


def _whole(raw: str, length: int | None) -> Iterator[Piece]:
    """The raw reply, on demand."""
    there = len(raw)
    told = f"all of it, {there:,} characters" if there == length else f"the first {there:,} of {length:,} characters"
    yield more(f"Raw reply: {told}", [raw])


def _cut(words: str) -> str:
    return words if len(words) <= LONGEST_SHOWN else f"{words[:LONGEST_SHOWN]}…"
