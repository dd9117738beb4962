"""What a run would ask, before anything is sent or written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from data.engine import reading
from data.outputs import cost_of, outputs_of
from data.tables import Rater, Study
from judges.config import ModelJudge
from judges.raters import known_rater
from judges.requests import Item, Requests
from judges.tokens import tokens_of, tokens_of_messages
from judges.wishes import Wishes

_KEYS_AT_ONCE = 500


@dataclass
class Estimate:
    """`requests` to be sent, and `known` whose replies are stored already. Tokens are estimates.

    `tokens_cached` is what a server that keeps the beginning of prompts would not read anew. `tokens_out` follows the
    judge's own replies so far, or is the cap on a reply where it has none (`capped`).
    """

    requests: int = 0
    known: int = 0
    tokens_in: int = 0
    tokens_cached: int = 0
    tokens_out: int = 0
    capped: bool = True


def estimate(engine: Engine, study: Study, judge: ModelJudge, wishes: Wishes) -> Estimate:
    """What `run_judge` would send now. Nothing is written, not even the judge."""
    found = Estimate()
    seen: set[str] = set()
    with reading(engine) as session:
        rater = known_rater(session, study, judge.spec) or _nobody(study)
        for sample in range(wishes.samples):
            _add_sample(session, rater, Requests(judge, sample), wishes, seen, found)
        replies = cost_of(session, rater)
    found.capped = replies.tokens_out == 0
    a_reply = judge.most_out if found.capped else replies.tokens_out / replies.requests
    found.tokens_out = round(found.requests * a_reply)
    return found


def _add_sample(
    session: Session, rater: Rater, requests: Requests, wishes: Wishes, seen: set[str], found: Estimate
) -> None:
    after: int | None = 0
    while after is not None:
        page = requests.judge.judged.page(
            session, rater, after, requests.judge.judged.page_size, wishes.failed_too, requests.sample
        )
        items = [item for item in requests.items(page.cells) if item.key not in seen]
        seen |= {item.key for item in items}
        fresh = _fresh(session, items, wishes)
        found.known += len(items) - len(fresh)
        for group in requests.together(fresh):
            _add(group, requests, found)
        after = page.last


def _fresh(session: Session, items: Sequence[Item], wishes: Wishes) -> list[Item]:
    """Those without a stored output that would be used."""
    used: set[str] = set()
    for start in range(0, len(items), _KEYS_AT_ONCE):
        outputs = outputs_of(session, [item.key for item in items[start : start + _KEYS_AT_ONCE]])
        used |= {key for key, output in outputs.items() if output.status == "ok" or not wishes.failed_too}
    return [item for item in items if item.key not in used]


def _add(group: Sequence[Item], requests: Requests, found: Estimate) -> None:
    found.requests += len(group)
    found.tokens_in += sum(tokens_of_messages(requests.messages(item.cell)) for item in group)
    found.tokens_cached += (len(group) - 1) * tokens_of(requests.judge.judged.prefix(group[0].cell))


def _nobody(study: Study) -> Rater:
    """A judge that has no label yet."""
    return Rater(id=-1, study_id=study.id or 0, name="", kind="judge", origin="run")
