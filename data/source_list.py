"""Sources as a screen lists them: a page at a time, and of a text only the part that is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlmodel import Session, col

from data.sources import SourceLine, lines_query, number_of
from data.tables import Source, Study


@dataclass(frozen=True)
class LookedFor:
    """Which sources: those of a status (None: of any), in whose key, title or address every one of the `words` stands.

    Case does not matter for ASCII letters.
    """

    status: str | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Listed:
    """Some of the sources that were looked for, in the order they were added, and how many there are in all."""

    lines: Sequence[SourceLine]
    total: int


@dataclass(frozen=True)
class Beside:
    """Keys of the nearest sources that are looked for, before and after one; None where there is none."""

    previous: str | None
    following: str | None


def listed(session: Session, study: Study, looked_for: LookedFor, first: int, most: int) -> Listed:
    """At most `most` sources from number `first` on, counted from 0."""
    meant = _meant(study, looked_for)
    total = session.connection().execute(select(func.count()).select_from(Source).where(meant)).scalar_one()
    rows = session.connection().execute(lines_query().where(meant).offset(first).limit(most))
    return Listed([SourceLine(*row) for row in rows], int(total))


def beside(session: Session, study: Study, looked_for: LookedFor, key: str) -> Beside:
    """The neighbours of a source, whether or not it is looked for itself. NotFound for an unknown key."""
    at, meant = number_of(session, study, key), _meant(study, looked_for)
    one, place = select(col(Source.key)).where(meant).limit(1), col(Source.id)
    before = session.connection().execute(one.where(place < at).order_by(place.desc())).scalar()
    after = session.connection().execute(one.where(place > at).order_by(place)).scalar()
    return Beside(before, after)


def text_part(session: Session, study: Study, key: str, first: int, most: int) -> str:
    """At most `most` code points of a source's text from number `first` on, counted from 0; "" when it has none."""
    part = func.substr(col(Source.text), first + 1, most)
    query = select(part).where(col(Source.study_id) == study.id, col(Source.key) == key)
    return session.connection().execute(query).scalar() or ""


def _meant(study: Study, looked_for: LookedFor) -> ColumnElement[bool]:
    places = (col(Source.key), col(Source.title), col(Source.url))
    of_words = (or_(*(place.icontains(word, autoescape=True) for place in places)) for word in looked_for.words)
    of_status = () if looked_for.status is None else (col(Source.status) == looked_for.status,)
    return and_(col(Source.study_id) == study.id, *of_status, *of_words)
