"""The Review screen: which answers were looked through, and on to the next one."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from annotate.house import Here
from annotate.studied import chosen_study
from annotate.tables import Cell, Piece, Row, Table, draw, heads, number, text
from data.engine import reading
from data.review import AnswerLine, answers_to_review
from data.tables import Study

_ABOUT = (
    "Every number rests on which statement cites which source. Look each answer through: are its citations citations, "
    "and is each statement one thing to check? Statements can be cut otherwise until labels rest on them; citations "
    "can be corrected at any time."
)
_OPENED = "answer to be opened"


def show(here: Here) -> None:
    """Choose a study, then an answer."""
    study = chosen_study(here)
    if study is None:
        return
    with reading(here.house.engine) as session:
        lines = answers_to_review(session, study)
    if not lines:
        st.text("This study has no answer yet.")
        return
    st.text(_ABOUT)
    _next(here, study, lines)
    draw(_table(lines), "answers", lambda key: _open(study, key))
    if chosen := st.session_state.pop(_OPENED, None):
        here.go("review_answer", study=study.name, answer=chosen)


def _open(study: Study, key: str) -> None:
    st.session_state[_OPENED] = key


def _next(here: Here, study: Study, lines: Sequence[AnswerLine]) -> None:
    waiting = [line for line in lines if line.by is None]
    with st.container(horizontal=True, vertical_alignment="center"):
        if waiting and st.button("Review the next answer", type="primary", shortcut="Enter"):
            here.go("review_answer", study=study.name, answer=waiting[0].key)
        done = len(lines) - len(waiting)
        st.text(f"{done:,} of {len(lines):,} answers reviewed")


def _table(lines: Sequence[AnswerLine]) -> Table:
    rows = tuple(
        Row((text(line.key), text(line.query), number(f"{line.changes:,}"), _by(line), _button(line))) for line in lines
    )
    return Table(heads(("answer", "query", "changes", "reviewed", ""), numbers=("changes",)), rows)


def _by(line: AnswerLine) -> Cell:
    if line.by is None or line.at is None:
        return Cell((Piece("quiet", "not yet"),))
    return text(f"{line.by}, {line.at:%d %b %Y %H:%M} UTC")


def _button(line: AnswerLine) -> Cell:
    return Cell((Piece("open", "Open", press=line.key),))
