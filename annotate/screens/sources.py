"""The Sources screen: what became of each source, and the text of one, which a person may give by hand."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from annotate.copyable import command_in
from annotate.house import Here
from annotate.screens import source_tables as tables
from annotate.screens.source_text import show_source
from annotate.studied import chosen_study
from annotate.tables import draw
from data.engine import reading
from data.source_list import LookedFor, listed
from data.sources import counts_by_status
from data.tables import Study
from data.tables.content import SOURCE_STATUSES

PAGE = 50
"""Sources on a page of the list."""

_ANY, _STATUS, _FIND = "any", "status of sources", "find sources"


def show(here: Here) -> None:
    """The list of a study's sources; or the one that the page's address names."""
    st.subheader("Sources")
    before = st.query_params.get("study")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        study = chosen_study(here)
        place = st.container(horizontal=True, vertical_alignment="bottom", width="stretch")
    if study is None:
        return
    if before not in (None, study.name):
        _forget_place()
    with reading(here.house.engine) as session:
        counts = counts_by_status(session, study)
    if not counts:
        st.text("This study has no sources.")
        return
    if key := st.query_params.get("source"):
        show_source(here, study, key, _looked_for(), place)
        return
    with place:
        _find()
        _how_to_fetch(here, study, counts)
    _status(counts)
    _list(here, study, _looked_for())


def _forget_place() -> None:
    """Another study has other sources."""
    for name in ("source", "part", "page"):
        st.query_params.pop(name, None)


def _looked_for() -> LookedFor:
    """What the page's address asks for."""
    status = st.query_params.get("status")
    return LookedFor(status if status in SOURCE_STATUSES else None, tuple(st.query_params.get("find", "").split()))


def _find() -> None:
    _as_addressed("find", _FIND, "")
    st.text_input(
        "Find",
        placeholder="words of title, address or key",
        max_chars=200,
        key=_FIND,
        on_change=_look_for,
        args=("find", _FIND),
    )


def _status(counts: Mapping[str, int]) -> None:
    known = {_ANY: sum(counts.values()), **counts}
    if st.query_params.get("status") not in known:
        st.query_params.pop("status", None)  # the last source of that status has another one by now
    _as_addressed("status", _STATUS, _ANY)
    st.radio(
        "Status",
        list(known),
        format_func=lambda status: f"{status} {known[status]:,}",
        horizontal=True,
        label_visibility="collapsed",
        key=_STATUS,
        on_change=_look_for,
        args=("status", _STATUS),
    )


def _as_addressed(name: str, key: str, default: str) -> None:
    """The page's address is what holds, so that the browser's Back goes back."""
    st.session_state[key] = st.query_params.get(name, default)


def _look_for(name: str, key: str) -> None:
    """Keep a choice in the page's address, and begin at the first page of what it finds."""
    st.query_params.pop("page", None)
    chosen = st.session_state[key].strip()
    if chosen in ("", _ANY):
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = chosen


def _list(here: Here, study: Study, looked_for: LookedFor) -> None:
    given = st.query_params.get("page", "")
    first = (max(1, int(given)) - 1) * PAGE if given.isdecimal() and len(given) < 10 else 0
    with reading(here.house.engine) as session:
        found = listed(session, study, looked_for, first, PAGE)
    if not found.lines:
        st.text("No source matches." if first == 0 else "There is no such page.")
        return
    _pages(first, len(found.lines), found.total)
    draw(tables.sources(found.lines), "sources", _open)


def _open(key: str) -> None:
    st.query_params["source"] = key


def _pages(first: int, here: int, total: int) -> None:
    page = first // PAGE + 1
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(f"{first + 1:,} to {first + here:,} of {total:,}", width="content")
        if total > PAGE:
            st.button("Previous page", disabled=page == 1, on_click=_turn_to, args=(page - 1,))
            st.button("Next page", disabled=first + here >= total, on_click=_turn_to, args=(page + 1,))


def _turn_to(page: int) -> None:
    st.query_params["page"] = str(page)


def _how_to_fetch(here: Here, study: Study, counts: Mapping[str, int]) -> None:
    """The command to copy: the app itself follows no link of a study."""
    new = counts.get("not fetched", 0)
    failed = sum(counts.values()) - counts.get("ok", 0) - new
    if not new and not failed:
        return
    command = command_in(here.house.engine.url, "fetch", study.name)
    with st.popover("Fetch texts"):
        st.markdown("This page follows no link of a study by itself. **In a terminal:**")
        if new:
            st.text(f"{new:,} not fetched yet")
            st.code(command, language=None, wrap_lines=True)
        if failed:
            st.text(f"the {failed:,} that could not be read, once more")
            st.code(f"{command} --again", language=None, wrap_lines=True)
