"""One answer under review: its text with marks and statements, and what the person here decides about them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import streamlit as st

from annotate.components.mount import component, event_of
from annotate.house import Here
from annotate.screens.review_acts import Outcome, Reviewer, handle
from annotate.screens.review_sheet import sheet
from annotate.telling import told
from data.engine import reading
from data.errors import InputError
from data.review import answers_to_review, reviewed
from data.studies import study_named

REVIEW = component(
    "countermark_review",
    ("text", "review_text", "review_panel", "review_dialogs", "review_bars", "review"),
    ("review",),
)

_OUTCOME = "outcome of the last review message"


def show(here: Here) -> None:
    """The answer in the page's address."""
    study = st.query_params.get("study")
    if study is None or "answer" not in st.query_params:
        raise InputError("choose a study and an answer on the Review screen first")
    _body(here, Reviewer(here.house.engine, study, here.person))


@st.fragment
def _body(here: Here, reviewer: Reviewer) -> None:
    with told(here.pages.get("review")):
        outcome = st.session_state.pop(_OUTCOME, Outcome())
        if outcome.leave:
            here.go("review", study=reviewer.study)
        if outcome.open is not None:
            st.query_params["answer"] = outcome.open
        answer = st.query_params["answer"]
        with reading(reviewer.engine) as session:
            study = study_named(session, reviewer.study)
            data = sheet(reviewed(session, study, answer), study.name, answers_to_review(session, study))
        key = f"review-{study.id}"
        REVIEW.mount(data | {"reply": outcome.reply}, key=key, on_event=partial(_heard, reviewer, key))


def _heard(reviewer: Reviewer, key: str) -> None:
    sent = event_of(key)
    if sent is not None:
        st.session_state[_OUTCOME] = handle(reviewer, sent, datetime.now(UTC))
