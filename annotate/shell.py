"""Every run of the app begins here: who acts, which screens there are, and errors in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from annotate.components.mount import NAMES
from annotate.house import Here, House, house
from annotate.identity import is_asked, known_people, person
from annotate.screens.table import SCREENS, Screen
from annotate.telling import told


def open_app() -> None:
    """Draw the page that was asked for, or ask for a name first."""
    st.set_page_config(page_title="Countermark", layout="wide")
    home = house(st.secrets["database"])
    pages: dict[str, st.Page] = {}
    here = Here(home, person() or "", pages)
    for screen in SCREENS:
        pages[screen.path] = _page(screen, here)
    page = st.navigation(list(pages.values()), position="hidden")
    with_menu = page.visibility == "visible"
    with told(None if with_menu else pages["queue"]):
        if is_asked():
            _ask_for_name(home)
            return
        if with_menu:
            _menu(pages)
        page.run()


def _page(screen: Screen, here: Here) -> st.Page:
    home = screen is SCREENS[0]
    return st.Page(
        partial(screen.show, here),
        title=screen.title,
        url_path="" if home else screen.path,
        default=home,
        visibility="visible" if screen.in_menu else "hidden",
    )


def _menu(pages: Mapping[str, st.Page]) -> None:
    """Links to the screens one may go to from anywhere; the study goes along. Labelling screens have none."""
    study = st.query_params.get("study")
    with st.container(horizontal=True, gap="small"):
        for page in pages.values():
            if page.visibility == "visible":
                st.page_link(page, query_params={"study": study} if study else None)


def _ask_for_name(home: House) -> None:
    NAMES.mount({"names": known_people(home.engine)}, key="names")
