"""Commands to copy name the database only where they must."""

from __future__ import annotations

from annotate.copyable import command_in
from data.engine import database_url


def test_a_command_names_the_database_unless_it_is_the_usual_one_and_shows_no_password() -> None:
    assert command_in(database_url("countermark.db"), "fetch", "tea") == "countermark fetch tea"
    assert command_in(database_url("postgresql://ann:secret@db.example/all"), "fetch", "tea", "--again") == (
        "countermark fetch tea --again --database 'postgresql://ann:***@db.example/all'"
    )
