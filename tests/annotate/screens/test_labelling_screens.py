"""Support and Confidence as Streamlit draws them: what the component is given, and words instead of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from app_study import SYSTEM, Size, app_study, statement_text
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from data.engine import open_engine


@pytest.fixture
def engine(sqlite_address: str) -> Iterator[Engine]:
    opened = open_engine(sqlite_address)
    app_study(opened, "study", Size(answers=2, unreadable=3))
    yield opened
    opened.dispose()


def screen(address: str, name: str, **params: str) -> AppTest:
    """A labelling screen as it is drawn for Kim."""

    def script(address: str, name: str) -> None:
        from annotate.house import Here, house
        from annotate.screens.table import SCREENS
        from annotate.telling import told

        with told():
            next(one for one in SCREENS if one.path == name).show(Here(house(address), "Kim", {}))

    test = AppTest.from_function(script, args=(address, name), default_timeout=30)
    for key, value in params.items():
        test.query_params[key] = value
    return test.run()


def sheet(test: AppTest) -> dict[str, Any]:
    """What the component was given."""
    assert not test.exception
    (element,) = test.get("bidi_component")
    return dict(json.loads(element.proto.json))


def test_the_matrix_gets_every_cell_once_and_no_source_text(sqlite_address: str, engine: Engine) -> None:
    given = sheet(screen(sqlite_address, "support", study="study", batch="support batch"))
    assert [(unit[1], unit[2]) for unit in given["units"]] == [(s, c) for s in (1, 2, 3) for c in (1, 2)]
    assert [source["status"] for source in given["sources"]] == ["ok", "ok", "paywall"]
    assert given["statements"][1] == {"n": 2, "text": statement_text(1, 2), "cites": [2]}
    assert given["labels"] == ["none", "partial", "full", "contradicts"]
    assert (given["done"], given["tasks"], given["guideline"]["version"]) == (0, 2, "7")
    assert "roads, rail" not in json.dumps(given)
    assert SYSTEM not in json.dumps(given)


def test_confidence_gets_one_unit_with_the_anchor_of_each_level(sqlite_address: str, engine: Engine) -> None:
    given = sheet(screen(sqlite_address, "confidence", study="study", batch="confidence batch"))
    assert [level["value"] for level in given["levels"]] == ["1", "2", "3", "4", "5"]
    assert all(level["anchor"] for level in given["levels"])
    assert given["unit"]["value"] is None
    assert SYSTEM not in json.dumps(given)


@pytest.mark.parametrize("name", ["support", "confidence"])
def test_without_a_batch_in_the_address_the_screen_says_where_to_go(
    sqlite_address: str, engine: Engine, name: str
) -> None:
    test = screen(sqlite_address, name)
    assert not test.exception
    assert "Queue screen" in test.text[0].value


@pytest.mark.parametrize("name", ["support", "confidence"])
def test_an_unknown_batch_is_refused_with_the_known_ones(sqlite_address: str, engine: Engine, name: str) -> None:
    test = screen(sqlite_address, name, study="study", batch="nope")
    assert not test.exception
    assert "known: support batch, confidence batch" in test.text[0].value


def test_a_batch_of_another_question_is_refused_in_words(sqlite_address: str, engine: Engine) -> None:
    test = screen(sqlite_address, "support", study="study", batch="confidence batch")
    assert not test.exception
    assert "'confidence batch' asks about confidence, not support" in test.text[0].value
