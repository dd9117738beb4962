"""What the Import screen has in hand: the file that was uploaded, and what was said about it so far."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from data.importing.mapping import ColumnMapping, Said
from data.importing.options import ImportOptions
from data.importing.preview import Preview, previewed
from data.importing.report import ImportReport
from data.importing.unpacking import unpacked
from data.tabular import Reading

RECORDS = 50
"""How many records are looked at; of their rows the first ones are shown."""

_IN_HAND = "file in hand"
_LONGEST_NAME = 120
_UNSAID = "not said yet"
"""The folder of an upload, whose name a report alone would take for that of its system."""


@dataclass(frozen=True)
class Done:
    """An import that was done: into which study, with which options, and its report."""

    study: str
    options: ImportOptions
    report: ImportReport


@dataclass(frozen=True)
class InHand:
    """An uploaded file, at a path of its own for as long as the session lasts or until another one comes.

    `key` tells uploads apart. `guessed`: headings whose meaning nobody has confirmed. `done`: the last import of it.
    """

    key: str
    path: Path
    place: TemporaryDirectory[str] = field(repr=False, compare=False)
    options: ImportOptions = field(default_factory=ImportOptions)
    guessed: frozenset[str] = frozenset()
    done: Done | None = None


def in_hand() -> InHand:
    """The file in hand; there must be one."""
    found: InHand = st.session_state[_IN_HAND]
    return found


def take_in_hand(given: UploadedFile) -> InHand:
    """The upload, put to a place on disk when it is a new one. InputError for an archive that cannot be unpacked."""
    found: InHand | None = st.session_state.get(_IN_HAND)
    if found is None or found.key != given.file_id:
        put_down()
        place = TemporaryDirectory(prefix="countermark-")
        found = InHand(given.file_id, written(given, place), place)
        st.session_state[_IN_HAND] = found
    return found


def put_down() -> None:
    """Forget the file in hand, and delete it."""
    found: InHand | None = st.session_state.pop(_IN_HAND, None)
    if found is not None:
        found.place.cleanup()


def written(given: UploadedFile, place: TemporaryDirectory[str]) -> Path:
    """Where an upload was put: a file of its name, or the folder that was in an archive."""
    name = re.sub(r"[/\\\0]", "_", given.name)
    ending = Path(name).suffix[:_LONGEST_NAME]
    stem = Path(name).stem.encode()[:_LONGEST_NAME].decode("utf-8", "ignore").strip(".") or "file"
    path = Path(place.name) / _UNSAID / f"{stem}{ending}"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(given.getbuffer())
    if ending.lower() != ".zip":
        return path
    into = Path(place.name) / "unpacked" / stem
    into.mkdir(parents=True)
    return unpacked(path, into)


def lacks_system(preview: Preview) -> bool:
    """Whether the file in hand is a report alone, of which nobody has said which system gave it."""
    found = in_hand()
    alone = preview.format == "markdown" and found.path.parent.name == _UNSAID
    return alone and "system" not in found.options.said.constants


def change(**said: object) -> None:
    """Change what is said about the file in hand: fields of its options."""
    found: InHand | None = st.session_state.get(_IN_HAND)
    if found is None:  # it was put down before the choice came from the page
        return
    options = replace(found.options, **said)  # type: ignore[arg-type]
    st.session_state[_IN_HAND] = replace(found, options=options)


def choose(mapping: ColumnMapping, looked_at: Collection[str] = ()) -> None:
    """Take a mapping a person has chosen, who has looked at these headings."""
    change(mapping=mapping)
    found: InHand | None = st.session_state.get(_IN_HAND)
    if found is not None:
        st.session_state[_IN_HAND] = replace(found, guessed=found.guessed - {*looked_at})


def say(constants: Mapping[str, str]) -> None:
    """Say what holds for all rows: of a table in its mapping, of other forms beside them."""
    mapping = in_hand().options.mapping
    if mapping is not None:
        change(mapping=replace(mapping, constants=constants))
    else:
        change(said=Said(constants=constants))


def read_anew(format_name: str | None, reading: Reading) -> None:
    """Read the file in another way: what its columns become is then suggested anew."""
    change(format=format_name, mapping=None, said=Said(reading=reading))


def keep(done: Done) -> None:
    """Remember the import that was done. The same once more, by a second click, has nothing new to tell."""
    found = in_hand()
    again = found.done is not None and (found.done.study, found.done.options) == (done.study, done.options)
    if not (again and done.report.same_file):
        st.session_state[_IN_HAND] = replace(found, done=done)


def look() -> Preview:
    """What an import of the file in hand would do. A mapping that is only suggested comes in hand as well."""
    found = in_hand()
    preview = _preview(found.key, found.options, found.path)
    if found.options.mapping is None and preview.mapping is not None:
        options = replace(found.options, mapping=preview.mapping, said=Said())
        guessed = frozenset(guess.heading for guess in preview.guesses)
        st.session_state[_IN_HAND] = replace(found, options=options, guessed=guessed)
    return preview


@st.cache_data(max_entries=16, show_spinner="Looking at the file …")
def _preview(key: str, options: ImportOptions, _path: Path) -> Preview:
    return previewed(_path, options, RECORDS)
