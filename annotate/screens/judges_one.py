"""One judge on the Judges screen: its runs, what failed, and where people say something else."""

from __future__ import annotations

from datetime import datetime

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from annotate.chosen_cell import choose_cell
from annotate.house import Here
from annotate.looking import may_look
from annotate.screens import judges_tables as tables
from annotate.screens.judges_asking import how_to_ask_on
from annotate.screens.judges_behind import disagreeing
from annotate.screens.judges_failed import failed, replies, units
from annotate.screens.judges_pages import PAGE, choose, first_of_page, forget_place, pages
from annotate.screens.judges_polling import look
from annotate.tables import draw
from data.disagreements import disagreements, questions_of_judge
from data.engine import reading
from data.judge_checks import fingerprints
from data.judge_failures import failed_counts, failed_requests, failed_units
from data.judge_list import JudgeLine, judge_named, judge_of_study
from data.judge_runs import runs_of
from data.questions import QUESTIONS
from data.tables import Rater, Study
from judges.questions import JUDGED

_PART, _OF, _QUESTION, _CELL = "part of a judge", "what failed of a judge", "question of a judge", "cell to be opened"
_PARTS = ("Runs", "Failed", "Disagreements")


def show_judge(here: Here, study: Study, name: str, head: DeltaGenerator) -> None:
    """The judge of that name, with the ways on at the `head` of the page. NotFound for an unknown one."""
    with head:
        st.button("Back to the list", on_click=forget_place, shortcut="h")
    with reading(here.house.engine) as session:
        rater, line = judge_named(session, study, name), judge_of_study(session, study, name)
    with head:
        how_to_ask_on(here, study, line)
    draw(tables.title(line), "title")
    match _part(line):
        case "Runs":
            _runs(here, study, rater, line)
        case "Failed":
            if may_look(here, study):
                _failed(here, rater, line)
        case _:
            if may_look(here, study):
                _disagreements(here, study, rater)


def _part(line: JudgeLine) -> str:
    asked = st.query_params.get("part")
    st.session_state[_PART] = asked if asked in _PARTS else _PARTS[0]
    told = {"Runs": f"Runs {line.runs:,}", "Failed": f"Failed {line.failed:,}", "Disagreements": "Beside people"}
    return st.radio(
        "Part",
        _PARTS,
        format_func=lambda part: told[part],
        horizontal=True,
        label_visibility="collapsed",
        key=_PART,
        on_change=lambda: choose("part", st.session_state[_PART]),
    )


def _runs(here: Here, study: Study, rater: Rater, line: JudgeLine) -> None:
    """How far the judge is, looked at again and again while it runs."""
    with reading(here.house.engine) as session:
        versions = fingerprints(session, rater)
        judged = JUDGED.get(line.question or "")
        waiting = judged.waiting(session, rater) if judged else None

    def lines() -> list[JudgeLine]:
        with reading(here.house.engine) as session:
            return [judge_of_study(session, study, rater.name)]

    first = [look(lines)]
    pause = first[0].pause

    def looked() -> None:
        found = first.pop() if first else look(lines)
        left, right = st.columns([2, 3], gap="large")
        with left:
            draw(tables.facts(found.judges[0], waiting, versions, found.at), "facts")
            found.tell()
        with right:
            _list_of_runs(here, rater, found.judges[0].runs, found.at)
        if found.pause != pause:
            st.rerun()

    st.fragment(looked, run_every=pause)()


def _list_of_runs(here: Here, rater: Rater, total: int, now: datetime) -> None:
    first = first_of_page()
    with reading(here.house.engine) as session:
        found = runs_of(session, rater, first, PAGE)
    if total > PAGE:
        pages(first, len(found), total)
    if found:
        draw(tables.runs(found, now), "runs")


def _failed(here: Here, rater: Rater, line: JudgeLine) -> None:
    """Failures by status, and behind the chosen one the requests with what came back, or the units."""
    by_status = {name: count for name, count in line.statuses.items() if name != "ok"}
    if not by_status:
        st.text("Every label of this judge has a value.")
        return
    with reading(here.house.engine) as session:
        requests = failed_counts(session, rater)
    asked = st.query_params.get("status")
    status = asked if asked in by_status else max(by_status, key=lambda name: by_status[name])
    draw(failed(by_status, requests, status), "failed", lambda name: choose("status", name))
    if requests.get(status) and _of(requests[status], by_status[status]) == "requests":
        _replies(here, rater, status, requests[status])
    else:
        _units(here, rater, status, by_status[status])


def _of(requests: int, units: int) -> str:
    told = {"requests": f"requests {requests:,}", "units": f"units {units:,}"}
    asked = st.query_params.get("of")
    st.session_state[_OF] = asked if asked in told else "requests"
    return st.radio(
        "Show",
        list(told),
        format_func=lambda of: told[of],
        horizontal=True,
        label_visibility="collapsed",
        key=_OF,
        on_change=lambda: choose("of", st.session_state[_OF]),
    )


def _replies(here: Here, rater: Rater, status: str, total: int) -> None:
    first = first_of_page()
    with reading(here.house.engine) as session:
        found = failed_requests(session, rater, status, first, PAGE)
    pages(first, len(found), total)
    draw(replies(found), "replies")


def _units(here: Here, rater: Rater, status: str, total: int) -> None:
    first = first_of_page()
    with reading(here.house.engine) as session:
        found = failed_units(session, rater, status, first, PAGE)
    pages(first, len(found), total)
    draw(units(found), "units")


def _disagreements(here: Here, study: Study, rater: Rater) -> None:
    """Units on which the judge and people differ, the largest differences first."""
    with reading(here.house.engine) as session:
        names = [name for name in questions_of_judge(session, rater) if name in QUESTIONS]
    if not names:
        st.text("This judge has labelled nothing yet.")
        return
    asked = QUESTIONS[_question(names)]
    first = first_of_page()
    with reading(here.house.engine) as session:
        found = disagreements(session, study, asked, rater, first, PAGE)
    if not found.compared:
        st.text("People have labelled none of the units that this judge has labelled.")
        return
    st.text(
        f"On {found.differing:,} of the {found.compared:,} units that people have labelled too, somebody says "
        "something else than the judge. The largest differences come first, in steps of the scale. "
        "A person's label opens all units on which the judge and somebody differ like that."
    )
    pages(first, len(found.units), found.differing)
    draw(disagreeing(found.units, asked.scale), "disagreements", _remember)
    if place := st.session_state.pop(_CELL, None):
        choose_cell(asked.name, rater.name, place)
        here.go("agreement", study=study.name, question=asked.name, judge=rater.name)


def _question(names: list[str]) -> str:
    """The one question the judge was asked, or a choice of those an imported one has labelled."""
    if len(names) == 1:
        return names[0]
    return st.radio("Question", names, format_func=lambda name: QUESTIONS[name].title, horizontal=True, key=_QUESTION)


def _remember(place: str) -> None:
    st.session_state[_CELL] = place
