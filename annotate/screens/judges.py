"""The Judges screen: how far each judge is, while it runs and after. It never runs one itself."""

from __future__ import annotations

import streamlit as st

from annotate.house import Here
from annotate.screens import judges_tables as tables
from annotate.screens.judges_asking import how_to_ask
from annotate.screens.judges_one import show_judge
from annotate.screens.judges_pages import forget_place
from annotate.screens.judges_polling import look
from annotate.studied import chosen_study
from annotate.tables import draw
from data.engine import reading
from data.judge_list import JudgeLine, judges_of_study
from data.tables import Study


def show(here: Here) -> None:
    """The judges of a study; or the one that the page's address names."""
    st.subheader("Judges")
    before = st.query_params.get("study")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        study = chosen_study(here)
        place = st.container(horizontal=True, vertical_alignment="bottom", width="stretch")
    if study is None:
        return
    if before not in (None, study.name):
        forget_place()
    if name := st.query_params.get("judge"):
        show_judge(here, study, name, place)
        return
    with place:
        how_to_ask(here, study)
    _list(here, study)


def _list(here: Here, study: Study) -> None:
    """All judges, looked at again and again while one of them runs."""

    def lines() -> list[JudgeLine]:
        with reading(here.house.engine) as session:
            return judges_of_study(session, study)

    first = [look(lines)]
    if not first[0].judges:
        st.text("No judge has labelled anything here yet. How to ask one says the command that does.")
        return
    pause = first[0].pause

    def listed() -> None:
        if "judge" in st.query_params:
            st.rerun()  # one was opened: the rest of the page is another one now
        found = first.pop() if first else look(lines)
        draw(tables.judges(found.judges, found.at), "judges", _open)
        found.tell()
        if found.pause != pause:
            st.rerun()

    st.fragment(listed, run_every=pause)()


def _open(name: str) -> None:
    st.query_params["judge"] = name
