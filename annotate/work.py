"""The life of a labelling screen: show the task in hand, pass on what the person does, show the next one.

Only the body reruns when the page sends something. While a person stays at a task its sheet is not sent again:
the page keeps it and is told just what was stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import streamlit as st

from annotate.components.mount import Component, event_of
from annotate.desk import Desk, Outcome, desk_of, handle
from annotate.house import Here
from annotate.signing import Signer
from annotate.telling import told
from data.engine import reading, writing
from data.errors import InputError
from data.queue import Nothing, Place, Progress, next_place, progress
from data.tasks import TaskView, task_view

_OUTCOME = "outcome of the last message"


@dataclass(frozen=True)
class Work:
    """What differs between labelling screens: the question, the component, and how a task becomes its sheet."""

    question: str
    component: Component
    sheet: Callable[[TaskView, Progress, Signer], dict[str, Any]]


def show_work(here: Here, work: Work) -> None:
    """The task in hand of the batch in the page's address."""
    study, batch = st.query_params.get("study"), st.query_params.get("batch")
    if study is None or batch is None:
        raise InputError("choose a study and a batch on the Queue screen first")
    desk = desk_of(here.house.engine, study, batch, here.person)
    if desk.question != work.question:
        raise InputError(f"'{batch}' asks about {desk.question}, not {work.question}; open it from the Queue screen")
    if _OUTCOME in st.session_state:  # the whole page is drawn: it has no sheet yet that it could keep
        outcome = st.session_state[_OUTCOME]
        st.session_state[_OUTCOME] = replace(outcome, fresh=outcome.fresh or outcome.task is None)
    _body(here, work, desk, {"study": study, "batch": batch})


@st.fragment
def _body(here: Here, work: Work, desk: Desk, address: Mapping[str, str]) -> None:
    with told(here.pages.get("queue")):
        outcome = st.session_state.pop(_OUTCOME, Outcome(fresh=True))
        if outcome.leave:
            here.go("queue", **address)
        task = _in_hand(desk) if outcome.fresh else outcome.task
        if isinstance(task, Nothing):
            _nothing_left(here, task, outcome, address)
            return
        sheet = _sheet(desk, work, task, here.house.signer) if task else _kept(outcome)
        key = f"work-{desk.batch_id}"
        work.component.mount(sheet | {"reply": outcome.reply}, key=key, on_event=partial(_heard, desk, key))


def _heard(desk: Desk, key: str) -> None:
    sent = event_of(key)
    if sent is not None:
        st.session_state[_OUTCOME] = handle(desk, sent, datetime.now(UTC))


def _in_hand(desk: Desk) -> Place | Nothing:
    with writing(desk.engine) as session:
        batch, rater = desk.of(session)
        return next_place(session, batch, rater, datetime.now(UTC))


def _sheet(desk: Desk, work: Work, place: Place, signer: Signer) -> dict[str, Any]:
    with reading(desk.engine) as session:
        batch, rater = desk.of(session)
        return work.sheet(task_view(session, rater, place), progress(session, batch, rater), signer)


def _kept(outcome: Outcome) -> dict[str, Any]:
    return {"slim": True, "seat": outcome.seat, "version": outcome.version}


def _nothing_left(here: Here, nothing: Nothing, outcome: Outcome, address: Mapping[str, str]) -> None:
    with st.container(horizontal_alignment="center"), st.container(width=760):
        if outcome.reply and "at" in outcome.reply:
            st.text(f"Saved {outcome.reply['at']}.")
        st.subheader("Nothing to label here now")
        st.text(nothing.why)
        if st.button("Back to the queue", type="primary", shortcut="Enter"):
            here.go("queue", **address)
