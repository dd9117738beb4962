"""The Import screen: a file is looked at, its columns get their meaning, and only then it comes into a study."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import streamlit as st

from annotate.house import Here
from annotate.screens import bring_in_hand as hand
from annotate.screens import bring_in_tables as tables
from annotate.screens.bring_in_said import how_it_is_read, in_all_rows, mapping_file, of_aee, supersedes, what_it_holds
from annotate.tables import chosen, draw
from annotate.telling import told
from data.engine import reading
from data.importing import import_file
from data.importing.mapping import ColumnMapping, unsaid
from data.importing.preview import Preview
from data.publication.plain import shown
from data.studies import studies
from data.tabular import text_of

MOST_MEGABYTES = 200
_WIDTH = 760
_MOST_WORDS = 30
_FEW, _LIST_HEIGHT = 6, 220

_WHAT_COMES = """
**Tables** of labels or of systems' reports: CSV, TSV, XLSX, Parquet, JSON, JSON lines. What each column becomes is
suggested, and yours to change.

**Reports** as Markdown or text: one file, or a folder `SYSTEM/QUERY.md` packed as ZIP. Their citations and statements
are found. Folders of LiveResearchBench come the same way.

**Files of this tool** (JSON lines), of ExpertQA, and of the authors of DeepTRACE (JSON).

Nothing is written before you press *Import*. For files above {most} MB, and for a million units, use the terminal:
`countermark import PATH --study NAME`.
"""


def show(here: Here) -> None:
    """Take a file in hand, show what would become of it, and import it into a study."""
    st.subheader("Import")
    with reading(here.house.engine) as session:
        names = [study.name for study in studies(session)]
    left, right = st.columns([3, 2], gap="large")
    with left:
        given = st.file_uploader("A file, or a folder as ZIP", max_upload_size=MOST_MEGABYTES, key="file to import")
    with right:
        study = _study(names)
    if given is None:
        hand.put_down()
        st.markdown(_WHAT_COMES.format(most=MOST_MEGABYTES), width=_WIDTH)
        return
    hand.take_in_hand(given)
    preview = _looked_at()
    if preview is not None:
        _becomes(preview)
        _import(here, study, preview, study not in names)


def _study(names: Sequence[str]) -> str | None:
    wanted = st.query_params.get("study", "")
    return st.selectbox(
        "Into the study",
        names,
        index=names.index(wanted) if wanted in names else None,
        placeholder="Choose one, or type a new name",
        accept_new_options=True,
        key="study to import into",
    )


def _looked_at() -> Preview | None:
    """The preview, under what the file was taken for; None, and words on the page, when it cannot be read at all."""
    head = st.container(horizontal=True, vertical_alignment="center")
    preview = None
    with told():
        preview = hand.look()
    mapping = hand.in_hand().options.mapping
    with head:
        st.text(_taken_for(preview) if preview else shown(hand.in_hand().path.name), width="stretch")
        how_it_is_read(preview.found if preview else None)
        if mapping is not None:
            mapping_file(mapping)
    return preview


def _taken_for(preview: Preview) -> str:
    found = preview.found
    if found is None:
        return f"{shown(preview.file)}: {preview.format}"
    divided = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}.get(found.delimiter or "", found.delimiter)
    parts = [preview.format, found.form, found.encoding, divided and f"cells divided by {divided}"]
    parts += [found.sheet and f"sheet {found.sheet}", found.records and f"under {found.records}"]
    return shown(f"{preview.file}: {', '.join(filter(None, parts))}")


def _becomes(preview: Preview) -> None:
    """What is wrong, what each part becomes, and the first rows."""
    mapping = hand.in_hand().options.mapping
    if mapping is not None and not preview.columns:
        st.markdown("**The file holds no columns.** Choose another one, or say how it is to be read.")
        return
    if mapping is not None:
        what_it_holds(mapping)
    _wrong(preview, mapping)
    if mapping is not None:
        _columns(preview, mapping)
    in_all_rows(preview.format, mapping)
    of_aee(preview)
    if mapping is not None:
        _words(preview, mapping)
    if preview.rows:
        st.subheader("The first rows made of it")
        st.text(f"{'In all' if preview.whole else 'From its beginning'}: {tables.counts(preview.made)}")
        draw(tables.rows(preview), "rows")
    if preview.notes:
        with st.expander("Notes"):
            st.text("\n".join(map(shown, preview.notes)))


def _wrong(preview: Preview, mapping: ColumnMapping | None) -> None:
    missing = [] if mapping is None else list(unsaid(mapping))
    if missing:
        st.markdown("**Still to be said, by a column or for all rows:**")
        st.text("\n".join(map(_told_missing, missing)))
    problems = [problem for problem in preview.problems if problem.field not in {names[0] for names in missing}]
    if problems:
        st.markdown("**This cannot be imported yet.** Mend it in the file, or say below what is meant.")
        with st.container(height=_LIST_HEIGHT if len(problems) > _FEW else "content", border=True):
            st.text("\n".join(shown(problem) for problem in problems))


def _told_missing(names: Sequence[str]) -> str:
    """Fields of which one is enough; a unit may also be told by its parts."""
    if len(names) > 2:
        return f"{names[0]} ({tables.WORDS[names[0]]}), or in parts: {', '.join(names[1:])}"
    return " or ".join(f"{name} ({tables.WORDS[name]})" for name in names)


def _columns(preview: Preview, mapping: ColumnMapping) -> None:
    def choose(sent: str) -> None:
        heading, at = chosen(sent)
        hand.choose(tables.column_chosen(mapping, heading, at), [heading])

    st.subheader("What the columns become")
    guessed = hand.in_hand().guessed
    if guessed:
        st.text("Columns marked as a guess only look like what they may be: check them before you import.")
    draw(tables.columns(preview, mapping, guessed), "columns", choose)
    if len(preview.columns) > tables.MOST_COLUMNS:
        st.text(f"The other {len(preview.columns) - tables.MOST_COLUMNS:,} columns can be named in a mapping file.")


def _words(preview: Preview, mapping: ColumnMapping) -> None:
    """What words of the table mean: those of its question column, and its labels."""

    def choose_task(sent: str) -> None:
        hand.choose(tables.task_chosen(mapping, words, *chosen(sent)))

    def choose_label(sent: str) -> None:
        hand.choose(tables.label_chosen(mapping, *chosen(sent)))

    words = list(_tasks(preview, mapping))
    if words:
        st.subheader("What was asked")
        draw(tables.tasks(words, mapping), "tasks", choose_task)
    if preview.labels:
        st.subheader("What the labels become")
        draw(tables.labels(preview, mapping), "labels", choose_label)
        if len(preview.labels) > tables.MOST_LABELS:
            st.text(f"and {len(preview.labels) - tables.MOST_LABELS:,} more, each met less often")


def _tasks(preview: Preview, mapping: ColumnMapping) -> Iterator[str]:
    """Words of the question column: those that mean something already, and those of the first records."""
    heading = mapping.columns.get("question")
    if heading is None:
        return
    met: Sequence[str | None] = [text_of(record.get(heading)) for record in preview.records]
    yield from list(dict.fromkeys([*mapping.questions, *filter(None, met)]))[:_MOST_WORDS]


def _import(here: Here, study: str | None, preview: Preview, new: bool) -> None:
    found = hand.in_hand()
    if found.done and (found.done.study, found.done.options) == (study, found.options):
        _report(here, found.done)
        return
    supersedes(preview)
    ready = study is not None and not preview.problems and not hand.lacks_system(preview)
    with st.container(horizontal=True, vertical_alignment="center"):
        pressed = st.button("Import", type="primary", disabled=not ready, key=f"import {found.key}")
        st.text(_consequence(study, preview, new), width="stretch")
    if pressed and study is not None:
        with told(), st.spinner("Importing …"):
            report = import_file(here.house.engine, found.path, study, datetime.now(UTC), found.options)
            hand.keep(hand.Done(study, found.options, report))
            st.query_params["study"] = study  # where one goes next
            st.rerun()


def _consequence(study: str | None, preview: Preview, new: bool) -> str:
    if study is None:
        return "Choose the study it comes into, or type the name of a new one."
    if preview.problems:
        return "Nothing has been written. A file comes in whole, or not at all."
    if hand.lacks_system(preview):
        return "Say above which system gave the report: a file alone does not tell."
    whole = "" if preview.whole else " Only its beginning was looked at so far; all of it will be checked."
    named = "the new study" if new else "study"
    return f"into {named} '{shown(study)}', all of it or nothing. Nothing has been written yet.{whole}"


def _report(here: Here, done: hand.Done) -> None:
    with st.container(border=True):
        st.markdown("**Imported.**")
        st.text("\n".join(shown(line) for line in done.report.lines()))
        if done.report.created.get("source") and st.button("See its sources"):
            here.go("sources", study=done.study)
