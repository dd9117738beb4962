"""Drafts of a cut: models are asked to cut answers into statements, and a person takes over what they propose.

A draft is the stored output of a request about an answer, so nothing is paid twice and nothing changes in the study
until somebody takes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, col

from agreement.scale import PASS_FAIL
from data.judge_labels import Due
from data.outputs import outputs_of
from data.pending import PendingPage
from data.questions import Question
from data.review.resting import resting_on
from data.segmentation import Piece
from data.tables import Answer, Rater, Study
from data.tables.types import stored
from judges import decomposition
from judges.config import ModelJudge
from judges.decomposition import Decomposition, Repairs
from judges.forms import closed_object
from judges.judged import Judged
from judges.reading import Verdict
from judges.requests import Requests
from judges.spec import Messages, canonical
from judges.template import Template

_ANSWERS_A_PAGE = 50


@dataclass(frozen=True)
class WholeText:
    """The text of an answer on whose statements nothing rests. No unit waits for the reply: it becomes a draft."""

    key: str
    answer: str

    def dues(self, keys: tuple[str, ...], sample: int) -> tuple[Due, ...]:
        """None."""
        return ()


@dataclass(frozen=True)
class Draft:
    """What a model proposes for an answer: `pieces` with status ``ok``, none with any other."""

    answer: str
    status: str
    pieces: tuple[Piece, ...]
    repairs: Repairs


@dataclass(frozen=True)
class _Cut:
    """A reply that lists the pieces of an answer, read by `judges.decomposition`."""

    def schema(self, justified: bool) -> dict[str, Any]:
        """An object with the list of statements."""
        return closed_object({"statements": {"type": "array", "items": {"type": "string"}}})

    def read(self, text: str, cell: WholeText) -> Verdict:
        """The pieces as JSON; ``bad_label`` for a reply that invents or skips too much of the answer."""
        found = decomposition.read_text(text, cell.answer)
        if found.status in ("invented", "skipped"):
            return Verdict("bad_label", justification=f"{found.status}; {found.told} statements were told")
        return Verdict(found.status, _written(found) if found.status == "ok" else None)


def _written(found: Decomposition) -> str:
    pieces = [[piece.start, piece.end] for piece in found.pieces]
    return canonical({"pieces": pieces, "repairs": asdict(found.repairs), "told": found.told})


def _render(cell: WholeText, template: Template) -> Messages:
    return decomposition.render(cell.answer, template)


def _page(session: Session, rater: Rater, after: int, limit: int, failed_too: bool, run: int) -> PendingPage[WholeText]:
    """The next answers that may still be cut. Whether they have a draft is known by their requests."""
    found = (
        select(col(Answer.id), col(Answer.key), col(Answer.text))
        .where(col(Answer.study_id) == rater.study_id, col(Answer.id) > after, col(Answer.text) != "")
        .order_by(col(Answer.id))
        .limit(limit)
    )
    rows = session.connection().execute(found).all()
    free = [WholeText(key, text) for answer, key, text in rows if resting_on(session, stored(answer)) is None]
    return PendingPage(tuple(free), stored(rows[-1][0]) if rows else None)


def _named(session: Session, study: Study, names: Sequence[str], run: int) -> Mapping[str, WholeText]:
    found = select(Answer).where(col(Answer.study_id) == study.id, col(Answer.key).in_(names))
    return {answer.key: WholeText(answer.key, answer.text) for answer in session.scalars(found)}


DECOMPOSITION: Judged[WholeText] = Judged(
    question=Question(
        name="decomposition",
        version="1",
        title="Decomposition",
        asks="Which are the smallest pieces of this answer that can be checked one by one?",
        scale=PASS_FAIL,  # no label is ever given on it
        unit="answer",
        primary="percent_agreement",
    ),
    form=_Cut(),
    replies={},
    our_prompt=decomposition.OUR_PROMPT,
    needs=decomposition.NEEDS,
    may=decomposition.MAY,
    render=_render,
    page=_page,
    page_size=_ANSWERS_A_PAGE,
    named=_named,
    most_tokens=8000,  # it copies the whole answer
)


def drafts_of(session: Session, rater: Rater, judge: ModelJudge) -> Iterator[Draft]:
    """The drafts of a judge for the answers of a study that may still be cut, in the order of the study."""
    requests = Requests(judge, 0)
    after: int | None = 0
    while after is not None:
        page = _page(session, rater, after, _ANSWERS_A_PAGE, False, 0)
        by_key = {item.key: item.cell for item in requests.items(page.cells)}
        outputs = outputs_of(session, by_key)
        for key, cell in by_key.items():
            if key in outputs:
                yield _draft(cell, outputs[key].status, outputs[key].value)
        after = page.last


def _draft(cell: WholeText, status: str, value: str | None) -> Draft:
    said = json.loads(value) if value else {"pieces": [], "repairs": {}}
    return Draft(cell.key, status, tuple(Piece(*piece) for piece in said["pieces"]), Repairs(**said["repairs"]))
