"""The answers of a study as a folder of Markdown files, SYSTEM/QUERY.md, which `countermark import` reads back."""

from __future__ import annotations

import json
import re
from pathlib import Path, PurePosixPath

from sqlalchemy import Engine

from data.exporting.folder import Exported, new_folder
from data.exporting.records import records_of

QUERIES = "queries.json"
"""The file that tells the text and type of each query by its key."""

_NO_FILE = re.compile(r'[<>:"\\|?*]|^\.|[. ]$')
"""What some system has no place for in the name of a file, or takes for a hidden one."""

_LONGEST_NAME = 200
"""Bytes of a name; what most systems take is 255."""


def export_answers(engine: Engine, study_name: str, folder: Path) -> Exported:
    """Write each answer's text into a file of its own in a new folder, and the queries beside.

    Names that no file can have are changed, and told in the notes. InputError when the folder exists or cannot be
    written, NotFound for an unknown study: then nothing is left behind.
    """
    taken: set[str] = set()
    changed: list[str] = []
    with new_folder(folder) as place, records_of(engine, study_name) as records:
        for answer in records.of("answer"):
            wanted = f"{answer['system']}/{answer['query']}"
            name = _free(_file_name(wanted), taken)
            if name != wanted:
                changed.append(f"the answer '{answer['key']}' is in {name}.md")
            path = place / f"{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(answer["text"].encode())
        queries = {row["key"]: {"text": row["text"], "type": row["type"]} for row in records.of("query")}
        text = json.dumps(queries, ensure_ascii=False, indent=1) + "\n"
        (place / QUERIES).write_text(text, encoding="utf-8", newline="\n")
    return Exported(folder, {"answers": len(taken), "queries": len(queries)}, tuple(changed))


def _file_name(wanted: str) -> str:
    """A path that any system has a place for."""
    return str(PurePosixPath(*(_NO_FILE.sub("_", part) or "_" for part in map(_short, wanted.split("/")))))


def _short(part: str) -> str:
    return part.encode()[:_LONGEST_NAME].decode(errors="ignore")


def _free(name: str, taken: set[str]) -> str:
    """The name, or the first with a number that no file has, in whatever case."""
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name} ({number})"
    taken.add(free.casefold())
    return free
