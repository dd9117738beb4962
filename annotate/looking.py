"""Labels are shown to nobody unawares: whoever may still label in a study is asked first."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from annotate.house import Here
from data.blindness import may_still_label, show_labels
from data.engine import reading, writing
from data.tables import Study

_AGREED = "studies whose labels may be shown"


def may_look(here: Here, study: Study) -> bool:
    """Whether the labels of a study may be drawn for the person here; otherwise the question is on the page.

    Asked once a session and study, and not at all when the person has no task left there.
    """
    agreed: set[int | None] = st.session_state.setdefault(_AGREED, set())
    if study.id in agreed:
        return True
    with reading(here.house.engine) as session:
        if not may_still_label(session, study, here.person):
            return True
    with st.container(border=True):
        st.markdown(
            "**This page shows judges' and other people's labels.** "
            "Whoever still labels in this study should not look: what you label afterwards is marked as not blind."
        )
        st.text(f"You are here as {here.person}, who can still be given tasks of this study.")
        st.button("Show the labels", on_click=_look, args=(here, study))
    return False


def _look(here: Here, study: Study) -> None:
    with writing(here.house.engine) as session:
        show_labels(session, study, here.person, datetime.now(UTC))
    st.session_state[_AGREED].add(study.id)
