"""Errors in words, on the page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from data.errors import ToolError


@contextmanager
def told(way_on: st.Page | None = None) -> Iterator[None]:
    """Show an error a person can mend as words, once, at the top. Its words may hold names of a study: plain text.

    `way_on`: where to go on from a screen without a menu.
    """
    try:
        yield
    except ToolError as error:
        with st.container(border=True):
            st.markdown("**This did not work.**")
            st.text(str(error))
            if way_on is not None:
                st.page_link(way_on)
