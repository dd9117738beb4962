"""Errors in words, on the page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from data.errors import ToolError


@contextmanager
def told() -> Iterator[None]:
    """Show an error a person can mend as words, once, at the top. Its words may hold names of a study: plain text."""
    try:
        yield
    except ToolError as error:
        with st.container(border=True):
            st.markdown("**This did not work.**")
            st.text(str(error))
