"""Which cell of a confusion matrix the Agreement screen has open; a screen that leads there may choose one."""

from __future__ import annotations

import streamlit as st

_CELL = "cell of the confusion matrix"


def choose_cell(question: str, judge: str, place: str) -> None:
    """Open a cell of a judge's matrix; `place` is "row-column", each the position of a value on the scale."""
    st.session_state[_CELL] = (f"{question} {judge}", place)


def press_cell(question: str, judge: str, place: str) -> None:
    """Open a cell, or close it when it is open."""
    if chosen_cell(question, judge) == place:
        st.session_state[_CELL] = None
    else:
        choose_cell(question, judge, place)


def chosen_cell(question: str, judge: str) -> str:
    """The place of the cell that is open for this judge and question; "" for none."""
    kept, place = st.session_state.get(_CELL) or ("", "")
    return str(place) if kept == f"{question} {judge}" else ""
