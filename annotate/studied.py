"""What the screens of researchers share: the study they are about, and its figures, computed once."""

from __future__ import annotations

import streamlit as st
from sqlalchemy import Engine

from agreement.policy import Policy, policy_sha
from annotate.house import Here
from data.engine import reading
from data.figures import Figures, figures, questions_of
from data.reliability import QuestionFigures
from data.snapshot import snapshot
from data.stamp import stamp
from data.studies import studies, study_named
from data.tables import Study

_LAST = "study looked at last"
_KEPT_FIGURES = 8


def chosen_study(here: Here) -> Study | None:
    """The study of the page's address, else the last one looked at; None, and words on the page, without any."""
    with reading(here.house.engine) as session:
        found = {study.name: study for study in studies(session)}
    if not found:
        st.text("There is no study yet. Bring one in on the Import screen.")
        return None
    names, wanted = list(found), st.query_params.get("study", st.session_state.get(_LAST))
    chosen = st.selectbox("Study", names, index=names.index(wanted) if wanted in names else 0, key="study choice")
    st.query_params["study"] = st.session_state[_LAST] = chosen
    return found[chosen]


def agreement_of(engine: Engine, study: Study, policy: Policy) -> dict[str, QuestionFigures]:
    """Agreement and decisions of each labelled question of a study as it stands."""
    return _agreement(engine, study.name, _now(engine), policy_sha(policy), policy)


def figures_of(engine: Engine, study: Study, policy: Policy) -> Figures:
    """All figures of a study as it stands."""
    return _figures(engine, study.name, _now(engine), policy_sha(policy), policy)


def _now(engine: Engine) -> str:
    with reading(engine) as session:
        return f"{engine.url} {stamp(session)}"


# The figures are frozen, so everybody may share the same ones; the stamp of the record is part of their address.
@st.cache_resource(max_entries=_KEPT_FIGURES, show_spinner="Computing agreement …")
def _agreement(_engine: Engine, study: str, at: str, sha: str, _policy: Policy) -> dict[str, QuestionFigures]:
    with reading(_engine) as session:
        taken = snapshot(session, study_named(session, study))
    return questions_of(taken, _policy)


@st.cache_resource(max_entries=_KEPT_FIGURES, show_spinner="Computing the figures …")
def _figures(_engine: Engine, study: str, at: str, sha: str, _policy: Policy) -> Figures:
    with reading(_engine) as session:
        taken = snapshot(session, study_named(session, study))
    return figures(taken, _policy)
