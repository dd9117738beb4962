"""Which of two reports analyses more deeply? Two calls per pair, one in each order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from data.pending import PendingPage
from data.pending_pairs import ShownPair, pairs_named, pending_pairs
from data.questions import question_named
from data.tables import Rater, Study
from judges.completion import storable
from judges.forms import closed_object
from judges.judged import Judged
from judges.reading import Verdict, said_object
from judges.spec import Messages
from judges.template import MARK, Template, mark_of

_PAIRS_A_PAGE = 50

SCALES = ("granularity", "layers", "critique", "evidence", "density")
BEST = 5
"""The highest score on each of the scales; the lowest is 0."""

CLEAR = 1
"""A difference of sums beyond this is a win; up to it the two are tied."""

WINNERS = {"first": "first", "second": "second", "tie": "tie"}
"""What a reply can come to; which report stood first turns it into A, B or a tie."""


@dataclass(frozen=True)
class DepthScores:
    """Ten scores, and the winner the model names. The sums decide; a winner they do not agree with is flagged."""

    def schema(self, justified: bool) -> dict[str, Any]:
        """A flat object with the scores and the winner."""
        score = {"type": "integer", "enum": list(range(BEST + 1))}
        reason = {"justification": {"type": "string"}} if justified else {}
        scores = {name: score for side in ("first", "second") for name in _fields(side)}
        return closed_object(reason | scores | {"winner": {"type": "string", "enum": list(WINNERS)}})

    def read(self, text: str, cell: object = None) -> Verdict:
        """first, second or tie by the sums of the scores; the scores lead the justification."""
        sides = (_fields("first"), _fields("second"))
        found = said_object(text, *sides[0], *sides[1])
        if found is None:
            return Verdict("invalid_json")
        first, second = (_scores([found[name] for name in names]) for names in sides)
        return Verdict("bad_label") if first is None or second is None else _verdict(first, second, found)


def _fields(side: str) -> list[str]:
    return [f"{side}_{scale}" for scale in SCALES]


def _scores(values: Sequence[object]) -> list[int] | None:
    """Scores in whole points, None if one is none. Models write 3 as "3" too."""
    words = [str(value).strip() if isinstance(value, int | str) else "" for value in values]
    return [_POINTS[word] for word in words] if all(word in _POINTS for word in words) else None


_POINTS = {str(score): score for score in range(BEST + 1)}


def _verdict(first: Sequence[int], second: Sequence[int], found: Mapping[str, Any]) -> Verdict:
    lead = sum(first) - sum(second)
    winner = "tie" if abs(lead) <= CLEAR else "first" if lead > 0 else "second"
    words = [f"first {_summed(first)}, second {_summed(second)}."]
    stated = found.get("winner")
    if stated is not None and str(stated).strip().lower() != winner:
        words.append(f"The reply names {str(stated)[:20]!r} as the winner; the sums say {winner}.")
    if isinstance(found.get("justification"), str):
        words.append(found["justification"])
    return Verdict("ok", winner, storable(" ".join(words)))


def _summed(scores: Sequence[int]) -> str:
    return f"{'+'.join(map(str, scores))}={sum(scores)}"


def render(cell: ShownPair, template: Template) -> Messages:
    """Instructions, the query, then the two reports in their order."""
    texts = {
        MARK: mark_of(cell.first + cell.second),
        "QUERY": cell.query,
        "QUESTION": cell.query,
        "FIRST": cell.first,
        "SECOND": cell.second,
    }
    return ({"role": "user", "content": template.filled(**texts)},)


def page(
    session: Session, rater: Rater, after: int, limit: int, failed_too: bool, sample: int
) -> PendingPage[ShownPair]:
    """The next pairs, both orders of a pair together."""
    return pending_pairs(session, rater, after, limit, failed_too, sample)


def named(session: Session, study: Study, names: Sequence[str], run: int) -> Mapping[str, ShownPair]:
    """The pairs of those keys, in the order of that run."""
    return pairs_named(session, study, names, run)


DEPTH: Judged[ShownPair] = Judged(
    question=question_named("depth"),
    form=DepthScores(),
    replies=WINNERS,
    our_prompt="depth-1",
    needs=frozenset({"FIRST", "SECOND"}),
    may=frozenset({"QUERY", "QUESTION", MARK}),
    render=render,
    page=page,
    page_size=_PAIRS_A_PAGE,
    named=named,
)
