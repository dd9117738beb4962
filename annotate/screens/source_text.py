"""One source on the Sources screen: its text to read, and a text given by hand."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from annotate.house import Here
from annotate.screens import source_tables as tables
from annotate.tables import draw
from annotate.telling import told
from data.engine import reading, writing
from data.errors import InputError
from data.fetching.limits import MEGABYTE, Limits
from data.fetching.reading import Read, may_be_read, read
from data.fetching.unreadable import Unreadable
from data.publication.plain import shown
from data.source_list import Beside, LookedFor, beside, text_part
from data.sources import SourceLine, give_text, number_of, rests_on, source_lines
from data.tables import Study

PART = 20_000
"""Characters of a text on a page."""

_BOX = 280
_DONE = "what was done to a source last"
_IN_USE = (
    "Labels, a draft or an open task rest on this text, so it stays: people and judges answered about what it says."
)
_FORMS = ("html", "htm", "xhtml", "pdf", "txt", "md", "json", "xml")


def show_source(here: Here, study: Study, key: str, looked_for: LookedFor, head: DeltaGenerator) -> None:
    """The source of that key, with the ways to its neighbours in the list one comes from at the `head` of the page."""
    with reading(here.house.engine) as session:
        around = beside(session, study, looked_for, key)
        (line,) = source_lines(session, study, key)
        in_use = rests_on(session, number_of(session, study, key))
    with head:
        _ways_on(around)
        _done(key)
    left, right = st.columns([3, 2], gap="large")
    with right:
        draw(tables.facts(line), "facts")
        if line.length is not None:
            _replace(here, study, line, in_use)
    with left:
        draw(tables.title(line), "title")
        if line.length is not None:
            _text(here, study, line)
            return
        st.text("There is no text yet. If you can open the page yourself, bring its text here.")
        _give(here, study, line)


def _ways_on(around: Beside) -> None:
    st.button("Back to the list", on_click=_open, args=(None,), shortcut="h")
    st.button("Previous", disabled=around.previous is None, on_click=_open, args=(around.previous,), shortcut="k")
    st.button("Next", disabled=around.following is None, on_click=_open, args=(around.following,), shortcut="j")


def _open(key: str | None) -> None:
    st.query_params.pop("part", None)
    if key is None:
        st.query_params.pop("source", None)
    else:
        st.query_params["source"] = key


def _done(key: str) -> None:
    of, words = st.session_state.get(_DONE, ("", ""))
    if of == key:
        st.text(words, width="content")


def _text(here: Here, study: Study, line: SourceLine) -> None:
    total, given = line.length or 0, st.query_params.get("part", "")
    last = max(1, -(-total // PART))
    part = min(last, max(1, int(given))) if given.isdecimal() and len(given) < 10 else 1
    first = (part - 1) * PART
    with reading(here.house.engine) as session:
        words = text_part(session, study, line.key, first, PART)
    if last > 1:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(f"Characters {first + 1:,} to {first + len(words):,} of {total:,}", width="content")
            st.button("Earlier part", disabled=part == 1, on_click=_turn_to, args=(part - 1,))
            st.button("Later part", disabled=part == last, on_click=_turn_to, args=(part + 1,))
    draw(tables.text(words), "text")


def _turn_to(part: int) -> None:
    st.query_params["part"] = str(part)


def _replace(here: Here, study: Study, line: SourceLine, in_use: bool) -> None:
    if in_use:
        st.text(_IN_USE)
        return
    with st.expander("Give another text"):
        st.text("Nothing rests on this text so far. Another one takes its place.")
        _give(here, study, line)


def _give(here: Here, study: Study, line: SourceLine) -> None:
    """Two ways: paste, or a file. Their fields are those of the text there is now, and empty for the next one."""
    name = f"{study.id} {line.key} {line.sha256}"
    # Kept while one looks at other sources: a key pressed by mistake takes nothing away.
    words = st.text_area("Paste its text", height=_BOX, key=f"pasted {name}", persist_state="session")
    if st.button("Take this text", type="primary"):
        _take(here, study, line, words or "")
    file = st.file_uploader(
        "Or a file: the page you saved, its PDF, or plain text",
        type=_FORMS,
        max_upload_size=Limits().size // MEGABYTE,
        key=f"file {name}",
    )
    if file is not None:
        with told():
            _taken_from(here, study, line, _read(file.name, file.type, file.getvalue()))


def _taken_from(here: Here, study: Study, line: SourceLine, found: Read) -> None:
    """The text of a file is shown before it is taken."""
    left_out = "" if found.boilerplate is None else f"; {found.boilerplate:.0%} of the page was left out"
    st.text(f"{len(found.text):,} characters{left_out}. It begins:")
    with st.container(height=_BOX):
        draw(tables.text(found.text[:PART]), "text of the file")
    if st.button("Take the text of the file", type="primary"):
        _take(here, study, line, found.text)


def _take(here: Here, study: Study, line: SourceLine, words: str) -> None:
    now = datetime.now(UTC)
    with told():
        with writing(here.house.engine) as session:
            give_text(session, study, line.key, words, now)
        st.session_state[_DONE] = (line.key, f"Saved {now:%H:%M:%S} UTC · {len(words):,} characters")
        st.rerun()


@st.cache_data(max_entries=4, show_spinner="Reading the file …")
def _read(name: str, content_type: str, body: bytes) -> Read:
    """The text of a file, as fetching would read it. InputError when it has none."""
    try:
        return read(body, content_type if may_be_read(content_type) else "")
    except Unreadable as error:
        raise InputError(error.why, file=shown(name)) from error
