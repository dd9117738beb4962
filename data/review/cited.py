"""The citations of one text as plain findings, whether it is a file or an answer that people have reviewed."""

from __future__ import annotations

from dataclasses import dataclass

from data.citations import Listed, parsed, positions_of, sources_of
from data.review.reading import StandingMark
from data.review.view import Reviewed


@dataclass(frozen=True)
class CitedMark:
    """A citation, or what only looks like one (`positions` None), at code points of the text.

    `positions` are places in the source list, from 1; one behind its end is listed nowhere. `why` are the words of the
    reading; None where a person alone saw it. `decided_by`: the person whose word counts instead.
    """

    start: int
    end: int
    words: str
    positions: tuple[int, ...] | None
    why: str | None
    decided_by: str | None = None


@dataclass(frozen=True)
class CitedSource:
    """A source of the list; `why` says how it comes to be listed, None for one that a study has."""

    position: int
    title: str | None
    url: str | None
    number: int | None = None
    why: str | None = None


@dataclass(frozen=True)
class Cited:
    """Every mark in the order of the text, and the source list."""

    text: str
    marks: tuple[CitedMark, ...]
    sources: tuple[CitedSource, ...]

    @property
    def undefined(self) -> tuple[CitedMark, ...]:
        """The marks that cite something the list does not have."""
        last = len(self.sources)
        return tuple(mark for mark in self.marks if any(position > last for position in mark.positions or ()))

    @property
    def unused(self) -> tuple[CitedSource, ...]:
        """The sources that no mark cites."""
        used = {position for mark in self.marks for position in mark.positions or ()}
        return tuple(source for source in self.sources if source.position not in used)


def cited_in(text: str) -> Cited:
    """What a text alone says."""
    read = parsed(text)
    marks = [
        CitedMark(mark.start, mark.end, text[mark.start : mark.end], positions, mark.why)
        for mark, positions in zip(read.marks, positions_of(read), strict=True)
    ]
    marks += [CitedMark(one.start, one.end, text[one.start : one.end], None, one.why) for one in read.rejected]
    sources = tuple(_source(one) for one in sources_of(read))
    return Cited(text, tuple(sorted(marks, key=lambda mark: mark.start)), sources)


def cited_of(view: Reviewed) -> Cited:
    """What the record says of an answer, people's decisions included."""
    sources = tuple(CitedSource(one.position, one.title, one.url) for one in view.sources)
    return Cited(view.text, tuple(_standing(view, mark) for mark in view.marks), sources)


def _source(one: Listed) -> CitedSource:
    return CitedSource(one.position, one.title, one.url, one.number, one.why)


def _standing(view: Reviewed, mark: StandingMark) -> CitedMark:
    by = None if mark.decision is None else view.people[mark.decision.rater_id]
    return CitedMark(mark.start, mark.end, view.text[mark.start : mark.end], mark.positions, mark.why, by)
