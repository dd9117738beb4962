"""The tables of the Judges screen: judges, the runs of one, and what was sent for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from annotate.screens.words import more, of_study, unbroken
from annotate.tables import BREAK, Cell, Piece, Row, Table, Tone, heads, number
from data.judge_checks import Fingerprint
from data.judge_list import JudgeLine
from data.judge_runs import Bulks, RunLine, RunState
from data.outputs import Cost
from data.publication.plain import shown
from data.questions import QUESTIONS

_STATES: dict[RunState, tuple[str, Tone]] = {
    "running": ("●", "good"),
    "waiting": ("◌", "open"),
    "silent": ("!", "fair"),
    "stopped": ("×", "bad"),
    "ended": ("✓", "open"),
}


def judges(lines: Sequence[JudgeLine], now: datetime) -> Table:
    """A line for each judge; its name opens it."""
    names = ("judge", "how it stands", "labels", "failed", "left", "sent")
    rows = (Row(tuple(_judge(line, now))) for line in lines)
    return Table(heads(names, numbers=("failed", "left")), tuple(rows))


def _judge(line: JudgeLine, now: datetime) -> Iterator[Cell]:
    yield Cell((Piece("open", shown(line.name), press=line.name), BREAK, Piece("quiet", about(line))), width=32)
    yield Cell(tuple(standing(line, now)), width=20)
    yield Cell(tuple(_progress(line)), width=16)
    yield Cell((Piece("strong" if line.failed else "text", f"{line.failed:,}"),), number=True)
    yield number("" if line.left is None else f"{line.left:,}")
    yield Cell(tuple(_sent(line.cost, line.under_way(now))), width=26)


def about(line: JudgeLine) -> str:
    """What a judge is asked, how, and where."""
    asked = QUESTIONS.get(line.question or "")
    way = line.newest.way if line.newest else "made of other judges" if line.question else "imported"
    host = urlsplit(line.base_url or "").netloc
    return shown(" · ".join(filter(None, (asked.title if asked else None, way, host))))


def standing(line: JudgeLine, now: datetime) -> Iterator[Piece]:
    """The state of the newest run, and what to know of it."""
    run = line.newest
    if run is None:
        yield Piece("quiet", "has no run")
        return
    yield state(run, now)
    yield BREAK
    yield Piece("quiet", shown(_told(line, run, now)))


def state(run: RunLine, now: datetime) -> Piece:
    """The state of a run as a mark and a word."""
    name = run.state(now)
    mark, tone = _STATES[name]
    return Piece("status", name, mark=mark, tone=tone)


def _told(line: JudgeLine, run: RunLine, now: datetime) -> str:
    match run.state(now):
        case "running":
            left = line.still_takes(now)
            return f"since {_time(run.started_at)}" + (f", about {duration(left)} to go" if left else "")
        case "waiting":
            return f"for the server: {_back(run.bulks)}"
        case "silent":
            return f"since {_time(run.heard_at)}; if it was killed, the same command goes on where it stopped"
        case "stopped":
            return run.stopped or ""
        case "ended":
            return _time(run.ended_at or run.heard_at)


def _progress(line: JudgeLine) -> Iterator[Piece]:
    if line.due is None:
        yield Piece("text", f"{line.done:,}")
        return
    given = f"{line.done:,} of {line.due:,}"
    yield Piece("bar", given, share=line.done / line.due if line.due else 1.0)
    yield BREAK
    yield Piece("text", unbroken(given))


def _sent(cost: Cost, under_way: int) -> Iterator[Piece]:
    """Requests and tokens, and in bold what may be wrong with them."""
    if not cost.requests:
        yield Piece("quiet", "no requests")
        return
    yield Piece("text", _counted(cost.requests, "request"))
    if cost.tokens_in:
        yield BREAK
        yield Piece("quiet", _tokens(cost))
    if under_way:
        yield BREAK
        yield Piece("quiet", f"{under_way:,} under way")
    if lost := cost.possibly_paid - under_way:
        yield BREAK
        yield Piece("strong", f"{lost:,} without a reply, perhaps charged")
    if cost.perhaps_cut:
        yield BREAK
        yield Piece("strong", f"{_counted(cost.perhaps_cut, 'prompt')} perhaps cut by the server")


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def _tokens(cost: Cost) -> str:
    """The tokens of requests, and the share of those read that came from the server's cache."""
    cached = f" ({cost.tokens_cached / cost.tokens_in:.0%} cached)" if cost.tokens_in else ""
    return f"{cost.tokens_in:,} tokens in{cached}, {cost.tokens_out:,} out"


def title(line: JudgeLine) -> Table:
    """What a judge is called, above what it is."""
    return Table((), (Row((Cell((Piece("headline", shown(line.name)), Piece("quiet", about(line)))),), first=False),))


def facts(line: JudgeLine, waiting: str | None, versions: Sequence[Fingerprint], now: datetime) -> Table:
    """How far a judge is, and what was used for it."""
    cost, run, under_way = line.cost, line.newest, line.under_way(now)
    failed = ", ".join(f"{name} {count:,}" for name, count in line.statuses.items() if name != "ok")
    known: dict[str, Iterable[Piece]] = {
        "how it stands": standing(line, now),
        "labels": _progress(line),
        "without a value": _words(failed),
        "left": _words("" if line.left is None else f"{line.left:,}{_repeats(run)}"),
        "waiting": _words(waiting),
        "requests": _words(f"{cost.requests:,}" if cost.requests else ""),
        "tokens": _words(_tokens(cost) if cost.tokens_in else ""),
        "for reasoning": _words(f"{cost.tokens_reasoning:,} of those out" if cost.tokens_reasoning else ""),
        "under way": _words(f"{under_way:,}" if under_way else ""),
        "without a reply": _words(_lost(cost.possibly_paid - under_way)),
        "perhaps cut": _words(_cut(cost.perhaps_cut)),
        "answered by": _told_apart(_version(one) for one in versions),
        "": _words(f"{len(versions)} versions: the model changed on the way" if len(versions) > 1 else ""),
    }
    rows = ((name, tuple(told)) for name, told in known.items())
    cells = ((Cell((Piece("quiet", unbroken(name)),), head=True), Cell(told, width=100)) for name, told in rows if told)
    return Table((), tuple(map(Row, cells)))


def _repeats(run: RunLine | None) -> str:
    return f" in {run.samples} repeats of each unit" if run and run.samples > 1 else ""


def _lost(requests: int) -> str:
    return f"{_counted(requests, 'request')} that may have been charged all the same" if requests else ""


def _cut(prompts: int) -> str:
    why = "the server counted far fewer tokens than were sent; it may not have read all of them"
    return f"{_counted(prompts, 'prompt')}: {why}" if prompts else ""


def _version(found: Fingerprint) -> str:
    name = " ".join(filter(None, (found.model or "a model without a name", found.fingerprint)))
    first, last = f"{found.first:%d %b %Y}", f"{found.last:%d %b %Y}"
    when = f"on {first}" if first == last else f"from {first} to {last}"
    return f"{name}: {found.replies:,} replies {when}"


def _told_apart(lines: Iterable[str]) -> Iterator[Piece]:
    """Lines below each other."""
    for at, words in enumerate(lines):
        if at:
            yield BREAK
        yield of_study(words)


def _words(words: str | None) -> tuple[Piece, ...]:
    return (of_study(words),) if words else ()


def runs(lines: Sequence[RunLine], now: datetime) -> Table:
    """A line for each run."""
    return Table(heads(("run", "began", "sent")), tuple(Row(tuple(_run(line, now))) for line in lines))


def _run(run: RunLine, now: datetime) -> Iterator[Cell]:
    yield Cell((state(run, now), BREAK, *_way(run)), width=34)
    took = f"took {duration(run.ended_at - run.started_at)}" if run.ended_at else _heard(run)
    yield Cell((Piece("text", unbroken(_time(run.started_at))), BREAK, Piece("quiet", took)), width=26)
    yield Cell(tuple(_sent(run.cost, run.under_way(now))), width=40)


def _heard(run: RunLine) -> str:
    return f"heard of for {duration(run.heard_at - run.started_at)}"


def _way(run: RunLine) -> Iterator[Piece]:
    repeats = f"{run.samples} repeats" if run.samples > 1 else ""
    again = "what had failed" if run.retries else ""
    back = _back(run.bulks) if run.bulks.files else ""
    yield Piece("text", ", ".join(filter(None, (run.way, repeats, again, back))))
    if run.stopped:
        yield BREAK
        yield Piece("quiet", shown(run.stopped))
    if run.bulks.errors:
        yield BREAK
        yield more("what went wrong", run.bulks.errors)


def _back(bulks: Bulks) -> str:
    return f"{bulks.files - bulks.open:,} of {_counted(bulks.files, 'file')} back"


def duration(time: timedelta) -> str:
    """A length of time in the one or two units that matter."""
    minutes, seconds = divmod(round(time.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return unbroken(f"{days} d {hours} h")
    if hours:
        return unbroken(f"{hours} h {minutes} min")
    return unbroken(f"{minutes} min" if minutes >= 10 else f"{minutes} min {seconds} s" if minutes else f"{seconds} s")


def _time(moment: datetime) -> str:
    return f"{moment:%d %b %Y, %H:%M} UTC"
