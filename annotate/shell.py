"""Every run of the app begins here: who acts, which screens there are, and errors in words."""

from __future__ import annotations

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
    asked = is_asked()
    page = st.navigation(list(pages.values()), position="hidden" if asked else "top")
    with told():
        if asked:
            _ask_for_name(home)
        else:
            page.run()


def _page(screen: Screen, here: Here) -> st.Page:
    home = screen is SCREENS[0]
    return st.Page(
        partial(screen.show, here),
        title=screen.title,
        url_path="" if home else screen.path,
        default=home,
        visibility="hidden" if screen.question else "visible",
    )


def _ask_for_name(home: House) -> None:
    NAMES.mount({"names": known_people(home.engine)}, key="names")
