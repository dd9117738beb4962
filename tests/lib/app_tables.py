"""The researchers' screens in tests: a screen on a database, and what its tables say."""

from __future__ import annotations

import json
from typing import Any

from streamlit.testing.v1 import AppTest


def screen_of(address: str, path: str, person: str = "Kim", **params: str) -> AppTest:
    """The screen at `path` as it is drawn for a person, with these names in its address."""

    def script(address: str, path: str, person: str) -> None:
        from annotate.house import Here, house
        from annotate.screens.table import SCREENS
        from annotate.telling import told

        with told():
            next(screen for screen in SCREENS if screen.path == path).show(Here(house(address), person, {}))

    test = AppTest.from_function(script, args=(address, path, person), default_timeout=60)
    for name, value in params.items():
        test.query_params[name] = value
    test.run()
    assert not test.exception
    return test


def words_of(test: AppTest) -> str:
    """Every plain text and heading on the page, a line each."""
    return "\n".join(element.value for element in [*test.text, *test.subheader])


def tables_of(test: AppTest) -> dict[str, dict[str, Any]]:
    """The tables on the page by their key, as they are sent to it."""
    found = (element.proto for element in test.get("bidi_component"))
    return {proto.id.split("-", 2)[2]: json.loads(proto.json) for proto in found}  # $$ID-<hash>-<key>


def rows_of(table: dict[str, Any]) -> list[list[str]]:
    """The cells of each row of a table as text, its heads first when it has any."""
    heads = [table["heads"]] if table["heads"] else []
    return [[_text(cell) for cell in cells] for cells in [*heads, *(row["cells"] for row in table["rows"])]]


def _text(cell: dict[str, Any]) -> str:
    pieces = cell["pieces"]
    parts = ["\n" if one["kind"] == "break" else "\n".join([one["text"], *one["lines"]]) for one in pieces]
    return "".join(parts).replace("\u00a0", " ")
