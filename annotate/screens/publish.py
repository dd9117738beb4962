"""The Publish screen: what may be published now, what is withheld and why, and the bundles written so far."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from agreement.policy import Policy, policy_sha
from annotate.house import Here
from annotate.policies import policy_in_use
from annotate.screens import publish_tables as tables
from annotate.studied import chosen_study, figures_of
from annotate.tables import draw
from data.batches import batches_of, question_of
from data.engine import reading
from data.figures import Figures
from data.publication.bundle import SCORECARD, publications, publish
from data.publication.folders import next_folder, zipped
from data.publication.plain import shown
from data.tables import Batch, Publication, Study

FOLDER = "COUNTERMARK_PUBLISHED"
"""The environment variable that names the folder bundles are written into."""

_LISTED = 10
_DONE = "folder of the bundle written last"


def show(here: Here) -> None:
    """Choose a study and a policy; see what they let be published; publish it."""
    st.subheader("Publish")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        study = chosen_study(here)
        policy = policy_in_use()
    if study is None:
        return
    if study.notice:
        st.text(study.notice)
    found = figures_of(here.house.engine, study, policy)
    _publish(here, study, policy)
    written = _written(here, study)
    _done(written)
    left, right = st.columns([13, 7], gap="medium")
    with left:
        _published(found)
    with right:
        _withheld(here, study, found)
    _history(written)


def _published(found: Figures) -> None:
    st.subheader("Would be published now")
    if not found.metrics:
        st.text("Nothing yet: the judge of every metric is still to be validated.")
        return
    st.caption(
        "Mean over answers in per cent, with its 95 % interval. "
        "A band is named only where the whole interval lies in it."
    )
    draw(tables.published(found), "published")


def _withheld(here: Here, study: Study, found: Figures) -> None:
    st.subheader("Withheld")
    if not found.withheld:
        st.text("Nothing: every judge in use is validated.")
        return
    st.caption("No value of these is published. Each says why, and what would settle it.")
    draw(tables.withheld(found), "withheld")
    with reading(here.house.engine) as session:
        batches = [batch for batch in batches_of(session, study) if batch.question in tables.open_questions(found)]
    if batches:
        _labelling(here, study, batches)


def _labelling(here: Here, study: Study, batches: Sequence[Batch]) -> None:
    st.markdown("**Where people can add labels**")
    for batch in batches:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(f"{question_of(batch).title}: {shown(batch.name)}", width="stretch")
            if st.button("Open in the queue", key=f"batch {batch.id}"):
                here.go("queue", study=study.name, batch=batch.name)


def _publish(here: Here, study: Study, policy: Policy) -> None:
    folder = next_folder(Path(os.environ.get(FOLDER, "published")).resolve(), study.name)
    with st.container(horizontal=True, vertical_alignment="center"):
        # The folder is part of the button's name: a click that comes late finds another button.
        if st.button("Publish", type="primary", key=f"publish into {folder}"):
            st.session_state[_DONE] = str(folder)
            # Streamlit runs a second click beside the first: it waits here, and finds the bundle written.
            with here.house.publishing:
                if not _is_written(here, study, policy, folder):
                    publish(here.house.engine, study.name, policy, folder, datetime.now(UTC))
            st.rerun()
        st.text(f"writes scorecard, numbers and labels into the new folder {folder}")


def _is_written(here: Here, study: Study, policy: Policy, folder: Path) -> bool:
    wanted = (str(folder), policy_sha(policy))
    return folder.exists() and wanted in {(row.folder, row.policy_sha256) for row in _written(here, study)}


def _written(here: Here, study: Study) -> list[Publication]:
    with reading(here.house.engine) as session:
        return publications(session, study)


def _done(written: Sequence[Publication]) -> None:
    folder = st.session_state.get(_DONE)
    if folder in {row.folder for row in written}:
        st.text(f"Published into {folder}")
        st.text(f"Check it with: countermark verify {folder}")


def _history(found: Sequence[Publication]) -> None:
    st.subheader("Publications")
    if not found:
        st.text("Nothing of this study has been published.")
    for row in found[:_LISTED]:
        _bundle(row)
    if len(found) > _LISTED:
        st.text(f"and {len(found) - _LISTED:,} before these")


def _bundle(row: Publication) -> None:
    folder = Path(row.folder)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
        st.text(f"{row.published_at:%d %b %Y %H:%M} UTC", width=220)
        st.text(f"{folder} · manifest {row.manifest_sha256[:12]}… · policy {row.policy_sha256[:12]}…", width="stretch")
        if not folder.is_dir():
            st.text("the folder is no longer there")
            return
        st.download_button(
            "Bundle (zip)",
            lambda: zipped(folder),
            f"{folder.name}.zip",
            "application/zip",
            key=f"zip {row.id}",
            on_click="ignore",
        )
        st.download_button(
            "Scorecard (HTML)",
            lambda: (folder / SCORECARD).read_bytes(),
            f"{folder.name}-{SCORECARD}",
            "text/html",
            key=f"scorecard {row.id}",
            on_click="ignore",
        )
