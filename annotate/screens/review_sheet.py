"""An answer as the Review component draws it: plain JSON, and nothing that would steer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from data.review import AnswerLine, Change, Reviewed, StandingMark

_CHANGES_SHOWN = 200


def sheet(view: Reviewed, study: str, lines: Sequence[AnswerLine]) -> dict[str, Any]:
    """The answer, its neighbours in the study, and how far the study is."""
    keys = [line.key for line in lines]
    at = keys.index(view.answer)
    return {
        "study": study,
        "answer": view.answer,
        "version": view.version,
        "query": view.query,
        "text": view.text,
        "rows": _rows(view),
        "marks": [_mark(mark, view.people) for mark in view.marks],
        "sources": [
            {
                "n": one.position,
                "title": one.title,
                "url": one.url,
                "status": one.status,
                "cited": _cited(view, one.position),
            }
            for one in view.sources
        ],
        "unlisted": list(view.undefined),
        "fixed": view.fixed,
        "undoes": view.undoes,
        "changes": [_change(change) for change in reversed(view.changes[-_CHANGES_SHOWN:])],
        "reviewed": _reviewed(lines[at]),
        "at": at + 1,
        "answers": len(lines),
        "done": sum(line.by is not None for line in lines),
        "before": keys[at - 1] if at else None,
        "after": keys[at + 1] if at + 1 < len(keys) else None,
    }


def _rows(view: Reviewed) -> list[dict[str, Any]]:
    """Statements and what is none, in the order of the text. Statements that were not found in it have no row."""
    statements = [
        {"start": one.start, "end": one.end, "n": one.position, "cites": list(one.cites), "given": list(one.given)}
        for one in view.statements
        if one.start is not None
    ]
    others = [{"start": one.start, "end": one.end, "n": None, "kind": one.kind} for one in view.left_out]
    return sorted([*statements, *others], key=lambda row: row["start"])


def _mark(mark: StandingMark, people: Mapping[int, str]) -> dict[str, Any]:
    decision = mark.decision
    return {
        "start": mark.start,
        "end": mark.end,
        "why": mark.why,
        "read": None if mark.read is None else list(mark.read),
        "positions": None if mark.positions is None else list(mark.positions),
        "n": mark.statement,
        "by": decision and people[decision.rater_id],
        "at": decision and f"{decision.created_at:%d %b %Y %H:%M} UTC",
        "note": decision and decision.note,
    }


def _cited(view: Reviewed, position: int) -> int:
    """How many statements cite a source."""
    return sum(position in statement.cites for statement in view.statements)


def _change(change: Change) -> dict[str, Any]:
    return {
        "at": f"{change.at:%d %b %Y %H:%M} UTC",
        "by": change.by or "a model",
        "action": change.action,
        "before": list(change.before),
        "after": list(change.after),
        "positions": list(change.positions),
        "note": change.note,
    }


def _reviewed(line: AnswerLine) -> str | None:
    return None if line.at is None else f"{line.by}, {line.at:%d %b %Y %H:%M} UTC"
