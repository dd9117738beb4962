"""Pages of long lists on the Judges screen, kept in the page's address."""

from __future__ import annotations

import streamlit as st

PAGE = 50
"""Lines on a page."""

_PLACE = ("judge", "part", "status", "of", "page")


def forget_place() -> None:
    """Another study has other judges."""
    for name in _PLACE:
        st.query_params.pop(name, None)


def first_of_page() -> int:
    """The number of the first line of the page that the address asks for, counted from 0."""
    given = st.query_params.get("page", "")
    return (max(1, int(given)) - 1) * PAGE if given.isdecimal() and len(given) < 10 else 0


def pages(first: int, here: int, total: int) -> None:
    """Where one is in a list, and the ways on."""
    if not here:
        st.text("There is no such page." if first else "There are none.")
        return
    page = first // PAGE + 1
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(f"{first + 1:,} to {first + here:,} of {total:,}", width="content")
        if total > PAGE:
            st.button("Previous page", disabled=page == 1, on_click=_turn_to, args=(page - 1,))
            st.button("Next page", disabled=first + here >= total, on_click=_turn_to, args=(page + 1,))


def choose(name: str, value: str) -> None:
    """Keep a choice in the page's address, and begin at the first page of what it leads to."""
    st.query_params.pop("page", None)
    st.query_params[name] = value


def _turn_to(page: int) -> None:
    st.query_params["page"] = str(page)
