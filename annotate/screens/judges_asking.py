"""How to ask judges: commands to copy. The app itself never sends a request to a model."""

from __future__ import annotations

import streamlit as st

from annotate.copyable import command_in
from annotate.house import Here
from data.judge_list import JudgeLine
from data.questions import QUESTIONS
from data.raters import FLOOR_JUDGE, is_floor
from data.tables import Study
from judges.floors import FLOORS
from judges.questions import JUDGED


def how_to_ask(here: Here, study: Study) -> None:
    """The commands for any question."""
    with st.popover("How to ask one"):
        st.markdown("This page never asks a model by itself. **In a terminal:**")
        titles = {name: QUESTIONS[name].title for name in JUDGED}
        question = st.selectbox("Question", list(titles), format_func=lambda name: titles[name])
        if question in FLOORS:
            _command(here, "without a model: the floor every judge should beat", *_run(study, question, FLOOR_JUDGE))
        _commands(here, study, question, ())


def how_to_ask_on(here: Here, study: Study, judge: JudgeLine) -> None:
    """The commands for a judge that was asked before; nothing for one that cannot be asked."""
    question = judge.question
    if question is None or question not in JUDGED or judge.newest is None:
        return
    with st.popover("How to go on"):
        st.markdown("This page never asks a model by itself. **In a terminal:**")
        if is_floor(judge.name):
            _command(here, "what has no label yet", *_run(study, question, FLOOR_JUDGE))
        elif judge.newest.way == "recorded replies":
            _command(here, "more replies from its file", *_run(study, question, "judges.toml"))
        else:
            _commands(here, study, question, _as_before(judge))


def _as_before(judge: JudgeLine) -> tuple[str, ...]:
    run = judge.newest
    samples = ("--samples", str(run.samples)) if run and run.samples > 1 else ()
    return (*samples, *(("--bulk",) if run and run.way == "in bulk" else ()))


def _commands(here: Here, study: Study, question: str, options: tuple[str, ...]) -> None:
    asked = (*_run(study, question, "judges.toml"), *options)
    _command(here, "what it would cost, without asking anything", *asked, "--dry-run", "--prices", "prices.toml")
    _command(here, "ask for everything that has no label yet; go on after a stop", *asked)
    _command(here, "ask again for what failed", "judge", "retry", *asked[2:])
    _command(here, "what has been used so far", "judge", "cost", study.name, "--prices", "prices.toml")
    st.caption("judges.toml names your judges and prices.toml what tokens cost; docs/judges.md says how to write both.")


def _run(study: Study, question: str, judge: str) -> tuple[str, ...]:
    return ("judge", "run", study.name, "--question", question, "--judge", judge)


def _command(here: Here, what: str, *words: str) -> None:
    st.text(what)
    st.code(command_in(here.house.engine.url, *words), language=None, wrap_lines=True)
