"""What a judge has still to label of claims: each with the page it links to, as far as the study has it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlmodel import Session, col

from data.citations.urls import canonical
from data.judge_labels import NewLabel
from data.pending import OneUnit, PendingPage, lacking
from data.pending_lists import Conditions, pending_answer_ids, texts_of
from data.tables import AnswerSource, Claim, Rater, Source, Unit
from data.tables.types import stored

_QUESTION = "citation_accuracy"
_ANSWERS_AT_ONCE = 100
_NOT_YET = "not fetched"


@dataclass(frozen=True)
class ClaimOnPage(OneUnit):
    """A claim of a report and the text of the page it links to."""

    query: str
    document: str
    claim: str
    url: str


@dataclass(frozen=True)
class _Page:
    """A source of the study, by its id, and whether it could be read."""

    source_id: int
    status: str


@dataclass(frozen=True)
class _Link:
    """A pending claim; `page` is None where the study has no source of its URL."""

    unit_id: int
    answer_id: int
    claim: str
    url: str
    page: _Page | None


def pending_claims(
    session: Session, rater: Rater, after: int, limit: int, failed_too: bool = False, run: int = 0
) -> PendingPage[ClaimOnPage]:
    """The pending claims on readable pages of the next `limit` reports whose id is above `after`.

    Those of one report that link the same page stand together.
    """
    conditions = lacking(rater, _QUESTION, failed_too, run)
    answers = pending_answer_ids(session, conditions, after, limit)
    readable = [(link.page, link) for link in _links(session, rater, answers, conditions) if link.page]
    readable = [(page, link) for page, link in readable if page.status == "ok"]
    documents = _documents(session, {page.source_id for page, _ in readable})
    texts = texts_of(session, answers)
    readable.sort(key=lambda one: (one[1].answer_id, one[0].source_id, one[1].unit_id))
    cells = tuple(
        ClaimOnPage(link.unit_id, texts[link.answer_id].query, documents[page.source_id], link.claim, link.url)
        for page, link in readable
    )
    return PendingPage(cells, answers[-1] if answers else None)


def unreadable_claims(session: Session, rater: Rater, run: int = 0) -> Iterator[NewLabel]:
    """E1 for the claims without a label whose page could not be read: no model has to be asked about them."""
    for link in _all_links(session, rater, run):
        if link.page and link.page.status not in ("ok", _NOT_YET):
            words = f"By rule, without a model: the page could not be read ({link.page.status})."
            yield NewLabel(link.unit_id, "E1", None, words, run=run)


def unfetched_claims(session: Session, rater: Rater) -> int:
    """How many claims without a label wait for their page: it was not fetched yet, or the study has no source of it."""
    return sum(link.page is None or link.page.status == _NOT_YET for link in _all_links(session, rater, 0))


def _all_links(session: Session, rater: Rater, run: int) -> Iterator[_Link]:
    conditions = lacking(rater, _QUESTION, False, run)
    after = 0
    while answers := pending_answer_ids(session, conditions, after, _ANSWERS_AT_ONCE):
        yield from _links(session, rater, answers, conditions)
        after = answers[-1]


def _links(session: Session, rater: Rater, answers: Sequence[int], conditions: Conditions) -> list[_Link]:
    """The claims of answers with their pages: the one that was read, and of two such the one the answer lists."""
    found = (
        select(col(Unit.id), col(Unit.answer_id), col(Claim.text), col(Claim.url))
        .join(Claim, col(Claim.id) == col(Unit.claim_id))
        .where(*conditions, col(Unit.answer_id).in_(answers))
        .order_by(col(Unit.id))
    )
    rows = session.connection().execute(found).all()
    listed, others = _listed(session, answers), _of_study(session, rater, {row.url for row in rows})
    return [
        _Link(stored(unit), stored(answer), claim, url, _best(listed[stored(answer)].get(address), others.get(address)))
        for unit, answer, claim, url in rows
        for address in [canonical(url)]
    ]


def _best(*pages: _Page | None) -> _Page | None:
    """The first page that was read, else the first that may still be, else the first."""
    return min((page for page in pages if page), key=_hopeless, default=None)


def _hopeless(page: _Page) -> int:
    return {"ok": 0, _NOT_YET: 1}.get(page.status, 2)


def _listed(session: Session, answers: Sequence[int]) -> dict[int, dict[str, _Page]]:
    """The pages each answer lists, by address."""
    found = (
        select(col(AnswerSource.answer_id), col(Source.url), col(Source.id), col(Source.status))
        .join(Source, col(Source.id) == col(AnswerSource.source_id))
        .where(col(AnswerSource.answer_id).in_(answers), col(Source.url).is_not(None))
    )
    rows: dict[int, list[tuple[str, _Page]]] = defaultdict(list)
    for answer, url, source, status in session.connection().execute(found):
        rows[answer].append((url or "", _Page(stored(source), status)))
    return defaultdict(dict, {answer: _by_address(pages) for answer, pages in rows.items()})


def _of_study(session: Session, rater: Rater, urls: Collection[str]) -> dict[str, _Page]:
    """The pages of the study that are stored under one of these URLs or its canonical form, by address."""
    spellings = {*urls, *map(canonical, urls)}
    found = select(col(Source.url), col(Source.id), col(Source.status))
    found = found.where(col(Source.study_id) == rater.study_id, col(Source.url).in_(spellings))
    rows = session.connection().execute(found)
    return _by_address([(url or "", _Page(stored(source), status)) for url, source, status in rows])


def _by_address(pages: Iterable[tuple[str, _Page]]) -> dict[str, _Page]:
    """Of several sources of one address, the readable one, else one that may still become so, else the first."""
    best = sorted(pages, key=lambda one: (_hopeless(one[1]), one[1].source_id))
    return {canonical(url): page for url, page in reversed(best)}


def _documents(session: Session, sources: Collection[int]) -> dict[int, str]:
    """Texts by source id, fetched once each."""
    found = select(col(Source.id), col(Source.text)).where(col(Source.id).in_(sources))
    return {stored(source): text or "" for source, text in session.connection().execute(found)}
