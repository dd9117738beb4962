"""The Queue screen, home: which batch, how far one is, what is next, and what one did last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import streamlit as st
from sqlmodel import Session

from annotate.desk import Desk, desk_of
from annotate.house import Here
from annotate.identity import ask_again
from annotate.screens.table import screen_for
from data.batches import batches_of, question_of
from data.engine import reading, writing
from data.queue import Nothing, Passed, Progress, Recent, progress, recent, reopen, skipped, take_back
from data.standing import why_empty
from data.studies import studies
from data.tables import Batch, Rater, Study

_LISTED = 10
_WIDTH = 760


@dataclass(frozen=True)
class Standing:
    """Everything the screen shows of one person in one batch. `empty`: why there is nothing to go on with."""

    progress: Progress
    recent: Sequence[Recent]
    skipped: Sequence[Passed]
    empty: Nothing | None


def show(here: Here) -> None:
    """Choose a batch, then go on with it."""
    with st.container(horizontal_alignment="center"), st.container(width=_WIDTH):
        _who(here)
        with reading(here.house.engine) as session, st.container(horizontal=True):
            study = _chosen_study(session)
            batch = study and _chosen_batch(session, study)
        if study and batch:
            _about(study)
            _batch(here, study, batch)


def _who(here: Here) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader("Your queue")
        st.text(f"You label as {here.person}.", width="stretch", text_alignment="right")
        st.button("Change", type="tertiary", on_click=ask_again)


def _chosen_study(session: Session) -> Study | None:
    found = studies(session)
    if not found:
        st.text("There is no study yet. Bring one in on the Import screen.")
        return None
    name = _choice("study", "Study", [study.name for study in found])
    return next(study for study in found if study.name == name)


def _chosen_batch(session: Session, study: Study) -> Batch | None:
    found = batches_of(session, study)
    if not found:
        st.text("Nothing has been drawn for people yet. Draw tasks with: countermark batch draw")
        return None
    name = _choice("batch", "Batch", [batch.name for batch in found])
    return next(batch for batch in found if batch.name == name)


def _about(study: Study) -> None:
    if study.title != study.name:
        st.text(study.title)
    if study.notice:
        st.text(study.notice)


def _choice(param: str, label: str, names: list[str]) -> str:
    """One of the names, kept in the page's address."""
    wanted = st.query_params.get(param)
    chosen = st.selectbox(label, names, index=names.index(wanted) if wanted in names else 0, key=f"{param} choice")
    st.query_params[param] = chosen
    return chosen


def _batch(here: Here, study: Study, batch: Batch) -> None:
    desk = desk_of(here.house.engine, study.name, batch.name, here.person)
    standing = _standing(desk)
    address = {"study": study.name, "batch": batch.name}
    screen = screen_for(batch.question)
    question = question_of(batch)
    with st.container(border=True):
        st.markdown(f"**{question.title}.** {question.asks}")
        _numbers(standing.progress)
        if screen is None:
            st.text("This question has no screen in this version.")
            return
        if standing.empty:
            st.text(standing.empty.why)
        elif st.button("Continue", type="primary", shortcut="Enter", width="stretch", key="continue"):
            here.go(screen.path, **address)
    _done(here, desk, standing.recent, screen.path, address)
    _passed(here, desk, standing.skipped, screen.path, address)


def _standing(desk: Desk) -> Standing:
    with reading(desk.engine) as session:
        batch, rater = desk.of(session)
        now_at = progress(session, batch, rater)
        return Standing(
            now_at,
            recent(session, batch, rater, _LISTED),
            skipped(session, batch, rater),
            _why_empty(session, batch, rater, now_at),
        )


def _why_empty(session: Session, batch: Batch, rater: Rater, now_at: Progress) -> Nothing | None:
    if now_at.left or now_at.mine > now_at.done:
        return None
    return why_empty(session, batch, rater, datetime.now(UTC))


def _numbers(now_at: Progress) -> None:
    tasks = now_at.mine + now_at.left
    st.progress(now_at.done / tasks if tasks else 0.0)
    words = [f"{now_at.done} of {tasks} tasks done", f"{now_at.units_done} labels given"]
    if now_at.median_task_ms is not None:
        words.append(f"a task takes you {_spell(now_at.median_task_ms)} (median, active time)")
    st.text(" · ".join(words))


def _spell(milliseconds: int) -> str:
    seconds = round(milliseconds / 1000)
    return f"{seconds} s" if seconds < 120 else f"{round(seconds / 60)} min"


def _done(here: Here, desk: Desk, rows: Sequence[Recent], screen: str, address: dict[str, str]) -> None:
    if not rows:
        return
    st.subheader("Your last tasks")
    for row in rows:
        if _row(row.key, f"{row.submitted_at:%d %b %H:%M} UTC", "Open", f"open-{row.seat_id}"):
            with writing(desk.engine) as session:
                reopen(session, desk.of(session)[1], row.seat_id, datetime.now(UTC))
            here.go(screen, **address)


def _passed(here: Here, desk: Desk, rows: Sequence[Passed], screen: str, address: dict[str, str]) -> None:
    if not rows:
        return
    st.subheader("Tasks you passed on")
    for row in rows:
        if _row(row.key, row.reason, "Take up", f"take-{row.task_id}"):
            with writing(desk.engine) as session:
                take_back(session, desk.of(session)[1], row.task_id, datetime.now(UTC))
            here.go(screen, **address)


def _row(key: str, about: str, face: str, name: str) -> bool:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(key, width=200)
        st.text(about, width="stretch")
        return st.button(face, key=name)
