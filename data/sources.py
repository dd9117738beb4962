"""Sources of a study: which are to be fetched, what came of it, and texts given by hand.

A text that labels rest on is never changed: people and judges answered about what it said.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select
from sqlmodel import Session, col

from data.errors import InputError, NotFound
from data.fetching.fetched import Fetched
from data.tables import AnswerSource, Draft, Label, Seat, Source, SourceFetch, Study, TaskUnit, Unit
from data.tables.content import SOURCE_STATUSES
from data.tables.types import stored
from data.texts import checked_text
from data.units import make_units_of_source

LONGEST_TEXT = 10_000_000
"""Characters of a text given by hand."""

_LINES_AT_ONCE = 1_000
_OF_SOURCE = ("key", "status", "url", "title", "length", "sha256")
_OF_ATTEMPT = ("way", "at", "why", "final_url", "content_type", "size", "boilerplate")

Outcome = Literal["stored", "unchanged", "kept", "refused"]
"""What an attempt did to its source: took its status (and text); brought the text it had; failed, so that the text it
had stays; or brought another text than the one that labels rest on, which stays."""


@dataclass(frozen=True)
class Wanted:
    """A source to be fetched."""

    source_id: int
    key: str
    url: str


@dataclass(frozen=True)
class SourceLine:
    """A source without its text. From `way` on: what the attempt says that its status and text are from; None for what
    came with an import. `length` in code points, None without text; `boilerplate` is a share in [0, 1]."""

    key: str
    status: str
    url: str | None
    title: str | None
    length: int | None
    sha256: str | None
    way: str | None
    at: datetime | None
    why: str | None
    final_url: str | None
    content_type: str | None
    size: int | None
    boilerplate: float | None


def wanted_sources(session: Session, study: Study, again: bool = False, only: Sequence[str] = ()) -> list[Wanted]:
    """The sources to be fetched, in the order they were added: those with an address that were not fetched yet.

    `again`: those that failed as well. `only`: exactly these keys, whatever their status; NotFound for an unknown one,
    InputError for one without an address.
    """
    if only:
        return [_with_address(source_keyed(session, study, key)) for key in dict.fromkeys(only)]
    due = col(Source.status) != "ok" if again else col(Source.status) == "not fetched"
    query = select(col(Source.id), col(Source.key), col(Source.url)).where(
        col(Source.study_id) == study.id, due, _has_address()
    )
    rows = session.connection().execute(query.order_by(col(Source.id)))
    return [Wanted(stored(identity), key, url or "") for identity, key, url in rows]


def _with_address(source: Source) -> Wanted:
    if not source.url:
        raise InputError(f"source '{source.key}' has no address; give its text with `countermark source`", field="only")
    return Wanted(stored(source.id), source.key, source.url)


def without_address(session: Session, study: Study) -> int:
    """How many unreadable sources have no address to fetch them from."""
    query = select(func.count()).where(col(Source.study_id) == study.id, col(Source.status) != "ok", ~_has_address())
    return int(session.connection().execute(query).scalar_one())


def _has_address() -> ColumnElement[bool]:
    return and_(col(Source.url).is_not(None), col(Source.url) != "")


def source_keyed(session: Session, study: Study, key: str) -> Source:
    """The source of that key, with its text. NotFound when the study has none."""
    return session.get_one(Source, number_of(session, study, key))


def number_of(session: Session, study: Study, key: str) -> int:
    """The row number of the source of that key; its text is not read. NotFound when the study has none."""
    query = select(col(Source.id)).where(col(Source.study_id) == study.id, col(Source.key) == key)
    found: int | None = session.connection().execute(query).scalar()
    if found is None:
        raise NotFound(f"the study has no source '{key}'")
    return found


def counts_by_status(session: Session, study: Study) -> Mapping[str, int]:
    """How many sources have each status, in the order of `SOURCE_STATUSES`; those nobody has are left out."""
    query = select(col(Source.status), func.count()).where(col(Source.study_id) == study.id)
    rows = session.connection().execute(query.group_by(col(Source.status)))
    found = {str(status): int(count) for status, count in rows}
    return {status: found[status] for status in SOURCE_STATUSES if status in found}


def source_lines(session: Session, study: Study, key: str | None = None) -> Iterator[SourceLine]:
    """The sources of a study in the order they were added, or the one of that key. NotFound for an unknown key."""
    query = lines_query().where(col(Source.study_id) == study.id)
    if key is not None:
        number_of(session, study, key)
        query = query.where(col(Source.key) == key)
    for row in session.connection().execute(query).yield_per(_LINES_AT_ONCE):
        yield SourceLine(*row)


def lines_query() -> Select[tuple[Any, ...]]:
    """The fields of a `SourceLine` for every source, in the order they were added; say of which study."""
    latest = (
        select(func.max(col(SourceFetch.id)))
        .where(col(SourceFetch.source_id) == col(Source.id), col(SourceFetch.used))
        .correlate(Source)
        .scalar_subquery()
    )
    fields = (
        *(col(getattr(Source, name)) for name in _OF_SOURCE),
        *(col(getattr(SourceFetch, name)) for name in _OF_ATTEMPT),
    )
    return select(*fields).outerjoin_from(Source, SourceFetch, col(SourceFetch.id) == latest).order_by(col(Source.id))


def store_attempt(session: Session, source_id: int, fetched: Fetched, now: datetime, way: str = "network") -> Outcome:
    """Record an attempt, and let the source take what it brought unless that would change a text in use.

    A source that becomes readable gets its units. The study's row is locked: an import beside it waits.
    """
    lock = select(col(Study.id)).join(Source, col(Source.study_id) == col(Study.id)).where(col(Source.id) == source_id)
    session.connection().execute(lock.with_for_update(of=Study))
    source = session.get_one(Source, source_id, populate_existing=True)  # as it is now that nobody else writes
    outcome = _outcome(session, source, fetched)
    used = outcome in ("stored", "unchanged")
    session.add(_attempt(source_id, fetched, now, way, used))
    if outcome == "stored":
        source.status, source.text, source.sha256 = fetched.status, fetched.text, _sha256(fetched.text)
        session.add(source)
        session.flush()
        make_units_of_source(session, session.get_one(Study, source.study_id), source_id)
    return outcome


def _outcome(session: Session, source: Source, fetched: Fetched) -> Outcome:
    if source.text is None:
        return "stored"
    if fetched.text is None:
        return "kept"
    if fetched.text == source.text:
        return "unchanged"
    return "refused" if rests_on(session, stored(source.id)) else "stored"


def rests_on(session: Session, source_id: int) -> bool:
    """Whether the text of a source is in use: a label or draft is about it, or somebody has it open for labelling."""
    its_units = (
        select(col(Unit.id))
        .join(AnswerSource, col(AnswerSource.id) == col(Unit.answer_source_id))
        .where(col(AnswerSource.source_id) == source_id, col(Unit.answer_id) == col(AnswerSource.answer_id))
    )
    labelled = exists().where(col(Label.unit_id).in_(its_units), col(Label.superseded_at).is_(None))
    drafted = exists().where(col(Draft.unit_id).in_(its_units))
    opened = exists().where(
        col(TaskUnit.unit_id).in_(its_units), col(Seat.task_id) == col(TaskUnit.task_id), col(Seat.state) == "leased"
    )
    return bool(session.connection().execute(select(or_(labelled, drafted, opened))).scalar())


def _attempt(source_id: int, fetched: Fetched, now: datetime, way: str, used: bool) -> SourceFetch:
    return SourceFetch(
        source_id=source_id,
        at=now,
        way=way,
        status=fetched.status,
        used=used,
        why=fetched.why,
        final_url=fetched.final_url,
        content_type=fetched.content_type,
        size=fetched.size,
        boilerplate=fetched.boilerplate,
        sha256=_sha256(fetched.text),
        raw_sha256=fetched.raw_sha256,
    )


def _sha256(text: str | None) -> str | None:
    return None if text is None else hashlib.sha256(text.encode()).hexdigest()


def give_text(session: Session, study: Study, key: str, text: str, now: datetime) -> Outcome:
    """Take a text that a person pasted or uploaded as the text of a source, as it is.

    NotFound for an unknown key; InputError for an empty text, one that cannot be stored, and one that would take the
    place of a text that labels rest on.
    """
    number = number_of(session, study, key)
    checked_text(text, "text", LONGEST_TEXT)
    if not text.strip():
        raise InputError("there is no text in it", field="text")
    outcome = store_attempt(session, number, Fetched("ok", text=text), now, "hand")
    if outcome == "refused":
        raise InputError(f"labels rest on the text source '{key}' has; it stays as it is", field="text")
    return outcome
