"""What a person says on the Import screen beside the columns: how to read the file, and what holds for all rows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import streamlit as st

from annotate.screens import bring_in_hand as hand
from annotate.telling import told
from data.importing import FORMATS
from data.importing.choosing import same_in_all_rows
from data.importing.mapping import BECOMES, OF_LONG_TABLES, RATER_KINDS, Becomes, ColumnMapping
from data.importing.mapping_file import mapping_text, read_mapping
from data.importing.options import DEFAULT_JUDGE
from data.importing.preview import Preview
from data.questions import QUESTIONS
from data.tables.content import QUERY_TYPES
from data.tabular import Found, Reading

_DELIMITERS: Mapping[str, str] = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
_ENCODINGS = ("utf-8", "utf-16", "cp1252", "latin-1")
_OF_REPORTS: Mapping[str, tuple[str, ...]] = {
    "reports": ("system", "query_type"),
    "markdown": ("system", "query_type"),
    "lrb": ("query_type",),
    "expertqa": ("query_type",),
}
_WITH_LABELS = ("labels", "native", "aee")
_CHOICES: Mapping[str, Sequence[str]] = {
    "question": tuple(QUESTIONS),
    "rater_kind": RATER_KINDS,
    "query_type": QUERY_TYPES,
}
_ASKS: Mapping[str, str] = {
    "question": "Question",
    "rater": "Rater",
    "rater_kind": "Kind of rater",
    "system": "System",
    "query_type": "Type of the queries",
}
_HOLDS: Mapping[Becomes, str] = {"labels": "labels that raters gave", "reports": "the report of a system"}
_WIDTH = 260


def how_it_is_read(found: Found | None) -> None:
    """Let a person say how to read the file, where it was not recognised rightly."""
    options = hand.in_hand().options
    reading = options.said.reading if options.mapping is None else options.mapping.reading
    with st.popover("Read it otherwise"):
        st.markdown("What is not chosen here is found out from the file. A change suggests the columns anew.")
        _choose("format", "Format", FORMATS, options.format)
        if found is None or found.form == "csv":
            _choose("encoding", "Encoding", _ENCODINGS, reading.encoding, free=True)
            named = {sign: name for name, sign in _DELIMITERS.items()}
            _choose("delimiter", "Cells are divided by", tuple(_DELIMITERS), named.get(reading.delimiter or ""))
        if found is not None and len(found.sheets) > 1:
            _choose("sheet", "Sheet", found.sheets, reading.sheet or found.sheet)
        if found is None or found.form == "json":
            _write("records", "The list stands under (data.rows, for example)", reading.records or "")


def what_it_holds(mapping: ColumnMapping) -> None:
    """Let a person say what a table holds, which its headings do not always tell."""
    key = _name("becomes")

    def said() -> None:
        hand.read_anew(st.session_state[key], mapping.reading)

    st.session_state[key] = mapping.becomes
    st.radio("Each row holds", BECOMES, format_func=_HOLDS.get, horizontal=True, key=key, on_change=said)


def _name(part: str) -> str:
    return f"import {part} {hand.in_hand().key}"


def _choose(part: str, asks: str, options: Sequence[str], value: str | None, free: bool = False) -> None:
    st.session_state[_name(part)] = value
    st.selectbox(
        asks,
        options,
        index=None,
        placeholder="found from the file",
        accept_new_options=free,
        key=_name(part),
        on_change=_read_anew,
    )


def _write(part: str, asks: str, value: str) -> None:
    st.session_state[_name(part)] = value
    st.text_input(asks, key=_name(part), on_change=_read_anew)


def _read_anew() -> None:
    said = {part: st.session_state.get(_name(part)) or None for part in ("encoding", "delimiter", "sheet", "records")}
    said["delimiter"] = _DELIMITERS.get(said["delimiter"] or "")
    hand.read_anew(st.session_state.get(_name("format")), Reading(**said))


def mapping_file(mapping: ColumnMapping) -> None:
    """Keep the mapping as a file, or use one that was kept."""
    name = f"{hand.in_hand().path.stem}-mapping.toml"
    with st.popover("Mapping as a file"), told():
        st.markdown("A mapping that is kept reads the next file of the same shape, here and on the command line.")
        st.download_button("Keep this mapping", mapping_text(mapping), name, "application/toml", on_click="ignore")
        key = _name(f"mapping {st.session_state.get(_name('mappings used'), 0)}")
        given = st.file_uploader("Use one that was kept (TOML)", type="toml", max_upload_size=1, key=key)
        if given is not None:
            path = Path(hand.in_hand().place.name) / "mapping.toml"
            path.write_bytes(given.getbuffer())
            kept = read_mapping(path)
            st.session_state[_name("mappings used")] = st.session_state.get(_name("mappings used"), 0) + 1
            hand.choose(kept, hand.in_hand().guessed)
            st.rerun()


def in_all_rows(format_name: str, mapping: ColumnMapping | None) -> None:
    """What holds for all rows, as far as no column says it."""
    names = _askable(format_name, mapping)
    if not names:
        return
    options = hand.in_hand().options
    constants = options.said.constants if mapping is None else mapping.constants
    st.markdown("**In all rows**")
    with st.container(horizontal=True):
        for name in names:
            _constant(name, constants)


def _askable(format_name: str, mapping: ColumnMapping | None) -> Collection[str]:
    if mapping is None or mapping.becomes == "reports":
        names = _OF_REPORTS.get(format_name, ())
    else:
        names = tuple(name for name in ("question", "rater", "rater_kind") if not _by_raters(mapping, name))
    return [name for name in names if mapping is None or name not in mapping.columns]


def _by_raters(mapping: ColumnMapping, name: str) -> bool:
    return bool(mapping.raters) and name in OF_LONG_TABLES


def _constant(name: str, constants: Mapping[str, str]) -> None:
    key = _name(f"all {name}")

    def said() -> None:
        hand.say(same_in_all_rows(constants, name, (st.session_state[key] or "").strip()))

    if name in _CHOICES:
        st.session_state[key] = constants.get(name)
        options = _CHOICES[name]
        st.selectbox(_ASKS[name], options, None, placeholder="not said", key=key, on_change=said, width=_WIDTH)
    else:
        st.session_state[key] = constants.get(name, "")
        st.text_input(_ASKS[name], placeholder="not said", max_chars=200, key=key, on_change=said, width=_WIDTH)


def supersedes(preview: Preview) -> None:
    """Whether labels that differ from the study's take their place; otherwise they are problems."""
    if preview.format not in _WITH_LABELS:
        return
    key = _name("supersede")

    def said() -> None:
        hand.change(supersede=st.session_state[key])

    st.session_state[key] = hand.in_hand().options.supersede
    st.checkbox("Labels that differ take the place of those the study has", key=key, on_change=said)


def of_aee(preview: Preview) -> None:
    """What belongs to a file of the DeepTRACE authors: the judgements of support beside it, and whose they are."""
    if preview.format != "aee":
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.file_uploader("The support judgements beside it (JSONL)", key=_name("support"), on_change=_take_support)
        _of_judge("support_fn", "Whose of them (fn), if of several", "")
        _of_judge("judge", "The judge they become labels of", DEFAULT_JUDGE)


def _take_support() -> None:
    given = st.session_state[_name("support")]
    if given is None:
        hand.change(support=None, support_fn=None)
        return
    path = Path(hand.in_hand().place.name) / f"support-{given.file_id}.jsonl"  # another one is another file
    path.write_bytes(given.getbuffer())
    hand.change(support=path)


def _of_judge(option: str, asks: str, default: str) -> None:
    key = _name(option)

    def said() -> None:
        hand.change(**{option: st.session_state[key].strip() or default or None})

    st.session_state[key] = getattr(hand.in_hand().options, option) or ""
    st.text_input(asks, max_chars=200, key=key, on_change=said)
