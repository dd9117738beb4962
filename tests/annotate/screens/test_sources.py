"""The Sources screen: what became of each source, the text of one, and texts given by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
import streamlit as st
from app_study import HOSTILE
from app_tables import rows_of, screen_of, tables_of, words_of
from records import later, small_study
from sqlalchemy import Engine
from sqlmodel import Session, select
from streamlit.testing.v1 import AppTest

from data.engine import open_engine, reading, writing
from data.fetching.fetched import Fetched
from data.raters import rater_named
from data.sources import number_of, source_keyed, store_attempt
from data.studies import create_study, study_named
from data.tables import Label, Source, Study, Unit
from data.tables.types import stored

pytestmark = pytest.mark.whole

PAGE = Fetched("ok", None, "https://example.org/last", "text/html", 1234, "Bees dance.\n\nThey do.", 0.75)
SAVED = b"<!doctype html><html><body><nav>menu</nav><article><p>Bees dance to tell where flowers are.</p>"
SAVED += b"<p>" + b"They do it in the dark, on the comb. " * 20 + b"</p></article></body></html>"


@pytest.fixture
def engine(sqlite_address: str) -> Iterator[Engine]:
    """Two answers with two readable sources each, and a third behind a paywall."""
    st.cache_resource.clear()
    opened = open_engine(sqlite_address)
    with writing(opened) as session:
        small_study(session, answers=2)
    yield opened
    opened.dispose()


def sources(engine: Engine, **params: str) -> AppTest:
    return screen_of(str(engine.url.database), "sources", **{"study": "small", **params})


def of(session: Session) -> Study:
    return study_named(session, "small")


def take(engine: Engine, key: str, fetched: Fetched) -> None:
    with writing(engine) as session:
        store_attempt(session, number_of(session, of(session), key), fetched, later(5))


def change(engine: Engine, key: str, **fields: str | None) -> None:
    with writing(engine) as session:
        source = source_keyed(session, of(session), key)
        for name, value in fields.items():
            setattr(source, name, value)
        session.add(source)


def label(engine: Engine, unit_key: str) -> None:
    with writing(engine) as session:
        rater = rater_named(session, of(session), "judge", "judge", "run")
        unit = session.exec(select(Unit).where(Unit.key == unit_key, Unit.question == "support")).one()
        given = {"unit_id": stored(unit.id), "rater_id": stored(rater.id), "question_version": "1", "value": "full"}
        session.add(Label(**given, created_at=later(1)))


def listed(test: AppTest) -> list[list[str]]:
    return rows_of(tables_of(test)["sources"])


def addresses(test: AppTest) -> list[str]:
    return [row[1].splitlines()[1] for row in listed(test)[1:]]


def facts(test: AppTest) -> dict[str, str]:
    return {row[0]: row[1] for row in rows_of(tables_of(test)["facts"])}


def text_on(test: AppTest) -> str:
    return rows_of(tables_of(test)["text"])[0][0]


def press(test: AppTest, label: str) -> AppTest:
    return next(button for button in test.button if button.label == label).click().run()


def test_each_source_is_listed_with_what_became_of_it(engine: Engine) -> None:
    take(engine, "a001-s1", PAGE)
    take(engine, "a001-s3", Fetched("not found", "the page is not there (404)"))
    change(engine, "a001-s1", title=" ")
    change(engine, "a001-s2", title="Of bees", url=None)
    test = sources(engine)
    rows = listed(test)
    assert rows[0] == ["status", "source", "characters", "left out", "what happened"]
    assert rows[1] == ["ok", "a001-s1\nexample.org/a001-s1", "21", "75%", "fetched 02 Mar 2026 12:00 UTC"]
    assert rows[2][1:4:2] == ["Of bees\nno address · a001-s2", ""]
    assert (rows[2][0], rows[2][-1]) == ("ok", "came with the import")
    assert rows[3] == ["not found", "Page 3\nexample.org/a001-s3", "", "", "the page is not there (404)"]
    assert test.radio[0].options == ["any 6", "ok 4", "paywall 1", "not found 1"]
    assert "1 to 6 of 6" in words_of(test)


def test_status_and_words_narrow_the_list_and_stay_in_the_address(engine: Engine) -> None:
    test = sources(engine)
    test.radio[0].set_value("paywall").run()
    assert addresses(test) == ["example.org/a001-s3", "example.org/a002-s3"]
    test.text_input[0].set_value(" A002 ").run()
    assert addresses(test) == ["example.org/a002-s3"]
    assert (test.query_params["status"], test.query_params["find"]) == ("paywall", "A002")
    test.text_input[0].set_value("nowhere").run()
    assert "No source matches." in words_of(test)
    again = sources(engine, status="paywall", find="a001")
    assert addresses(again) == ["example.org/a001-s3"]
    assert again.text_input[0].value == "a001"


def test_a_status_that_no_source_has_any_more_shows_all(engine: Engine) -> None:
    test = sources(engine, status="blocked")
    assert test.radio[0].value == "any"
    assert len(listed(test)) == 7


def test_fifty_are_on_a_page(engine: Engine) -> None:
    with writing(engine) as session:
        study = stored(of(session).id)
        session.add_all(Source(study_id=study, key=f"more-{n:03}", status="not fetched") for n in range(100))
    test = sources(engine)
    assert len(listed(test)) == 51
    press(test, "Next page")
    press(test, "Next page")
    assert "101 to 106 of 106" in words_of(test)
    assert next(button for button in test.button if button.label == "Next page").disabled
    press(test, "Previous page")
    assert "51 to 100 of 106" in words_of(test)
    test.radio[0].set_value("ok").run()
    assert "1 to 4 of 4" in words_of(test), "another search begins at its first page"


@pytest.mark.parametrize("page", ["0", "-1", "x", "³", "9" * 30])
def test_a_page_that_is_none_is_the_first(engine: Engine, page: str) -> None:
    assert len(listed(sources(engine, page=page))) == 7


def test_a_page_beyond_the_last_is_said_to_be_none(engine: Engine) -> None:
    assert "There is no such page." in words_of(sources(engine, page="9"))


def test_how_to_fetch_is_a_command_to_copy(engine: Engine) -> None:
    with writing(engine) as session:
        study = create_study(session, "it's new", "New", later(0))
        session.add(Source(study_id=stored(study.id), key="s", url="https://example.org", status="not fetched"))
    (command,) = (block.value for block in sources(engine, study="it's new").code)
    assert command == f"countermark fetch 'it'\"'\"'s new' --database {engine.url.database}"
    (again,) = (block.value for block in sources(engine).code)
    assert again == f"countermark fetch small --database {engine.url.database} --again"


def test_a_text_is_read_with_what_is_known_of_it(engine: Engine) -> None:
    take(engine, "a001-s1", PAGE)
    test = sources(engine, source="a001-s1")
    assert text_on(test) == PAGE.text
    found = facts(test)
    assert found["fetched from"] == "https://example.org/last"
    assert found["text"] == "21 characters"
    assert found["left out"] == "75% of the page's visible characters. Most of it: check that the text is all there."
    assert found["content"] == "text/html, 1,234 bytes"
    take(engine, "a001-s1", replace(PAGE, text="Less.", boilerplate=0.25))
    assert facts(test.run())["left out"] == "25% of the page's visible characters."


def test_a_long_text_comes_in_parts(engine: Engine) -> None:
    take(engine, "a001-s1", replace(PAGE, text="é" * 20_000 + "東" * 20_000 + "end"))
    test = sources(engine, source="a001-s1")
    assert set(text_on(test)) == {"é"}
    press(test, "Later part")
    assert set(text_on(test)) == {"東"}
    assert "Characters 20,001 to 40,000 of 40,003" in words_of(test)
    press(test, "Later part")
    assert text_on(test) == "end"
    press(test, "Next")
    assert text_on(test).startswith("Source text"), "the next source begins at its first part"


def test_neighbours_are_those_of_the_list_one_comes_from(engine: Engine) -> None:
    test = sources(engine, status="paywall", source="a001-s3")
    press(test, "Next")
    assert facts(test)["key"] == "a002-s3"
    assert next(button for button in test.button if button.label == "Next").disabled
    press(test, "Previous")
    assert facts(test)["key"] == "a001-s3"
    press(test, "Back to the list")
    assert len(listed(test)) == 3


def test_a_pasted_text_is_taken_as_it_is_and_the_next_source_waits(engine: Engine) -> None:
    test = sources(engine, status="paywall", source="a001-s3")
    test.text_area[0].set_value("  Bees.\n\n**x** 🌅 ")
    press(test, "Take this text")
    assert text_on(test) == "  Bees.\n\n**x** 🌅 "
    assert facts(test)["what happened"].startswith("given by hand ")
    assert " UTC · 17 characters" in words_of(test)
    with reading(engine) as session:
        assert source_keyed(session, of(session), "a001-s3").text == "  Bees.\n\n**x** 🌅 "
    press(test, "Next")
    assert facts(test)["key"] == "a002-s3"
    assert test.text_area[0].value == ""
    assert "Saved" not in words_of(test)


def test_a_text_that_was_pasted_waits_while_one_looks_elsewhere(engine: Engine) -> None:
    test = sources(engine, source="a001-s3")
    test.text_area[0].set_value("Half a text").run()
    press(test, "Previous")
    press(test, "Next")
    assert test.text_area[0].value == "Half a text"
    press(test, "Back to the list")
    test.query_params["source"] = "a001-s3"
    assert test.run().text_area[0].value == "Half a text"


def test_an_empty_text_is_refused_in_words_and_stays_in_its_box(engine: Engine) -> None:
    test = sources(engine, source="a001-s3")
    test.text_area[0].set_value(" \n ")
    press(test, "Take this text")
    assert "field 'text': there is no text in it" in words_of(test)
    assert test.text_area[0].value == " \n "
    assert test.file_uploader, "the rest of the page is still there"


def test_a_saved_page_is_shown_before_its_text_is_taken(engine: Engine) -> None:
    test = sources(engine, source="a001-s3")
    test.file_uploader[0].set_value(("bees.html", SAVED, "text/html")).run()
    assert rows_of(tables_of(test)["text of the file"])[0][0].startswith("Bees dance to tell where flowers are.\nThey")
    assert any(" characters; " in one.value and "of the page was left out" in one.value for one in test.text)
    with reading(engine) as session:
        assert source_keyed(session, of(session), "a001-s3").text is None
    press(test, "Take the text of the file")
    assert text_on(test).startswith("Bees dance to tell where flowers are.\nThey")


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (("bees.txt", b"PK\x00\x03", "application/zip"), "bees.txt: neither a page, nor PDF, nor text"),
        (("bees.pdf", b"%PDF-1.7 broken", "application/pdf"), "bees.pdf: the PDF cannot be read"),
        (("be\u202ees.html", b"<html><body><script>1</script></body></html>", "text/html"), "be\\u202ees.html: "),
    ],
)
def test_a_file_without_a_text_is_said_to_be_one(engine: Engine, file: tuple[str, bytes, str], words: str) -> None:
    test = sources(engine, source="a001-s3")
    test.file_uploader[0].set_value(file).run()
    assert words in words_of(test)
    assert "Take the text of the file" not in [button.label for button in test.button]


def test_a_text_that_labels_rest_on_is_said_to_stay(engine: Engine) -> None:
    label(engine, "a001/1/1")
    test = sources(engine, source="a001-s1")
    assert "rest on this text, so it stays" in words_of(test)
    assert not test.text_area
    assert sources(engine, source="a001-s2").text_area


def test_a_label_given_meanwhile_refuses_the_text(engine: Engine) -> None:
    test = sources(engine, source="a001-s1")
    test.text_area[0].set_value("Another text.")
    label(engine, "a001/1/1")
    press(test, "Take this text")
    assert "rest on this text, so it stays" in words_of(test)
    with reading(engine) as session:
        assert source_keyed(session, of(session), "a001-s1").text != "Another text."


def test_names_and_texts_of_a_study_are_plain_text_everywhere(engine: Engine) -> None:
    change(engine, "a001-s1", title=HOSTILE, url=f"javascript:alert({HOSTILE!r})")
    take(engine, "a001-s1", replace(PAGE, text=HOSTILE, final_url=HOSTILE))
    for params in ({}, {"source": "a001-s1"}):
        test = sources(engine, **params)
        shown_as_markdown = [*test.markdown, *test.caption, *test.subheader, *test.radio, *test.button]
        assert all("alert" not in str(getattr(one, "value", "")) + one.label for one in test.button)
        assert all("alert" not in str(one.value) for one in shown_as_markdown)
    assert text_on(test) == HOSTILE


def test_an_unknown_source_is_said_to_be_one_and_another_study_forgets_it(engine: Engine) -> None:
    assert "the study has no source 'x'" in words_of(sources(engine, source="x"))
    with writing(engine) as session:
        small_study(session, answers=1, name="other")
    test = sources(engine, source="a002-s1")
    test.selectbox[0].set_value("other").run()
    assert len(listed(test)) == 4


def test_a_study_without_sources_says_so(engine: Engine) -> None:
    with writing(engine) as session:
        create_study(session, "bare", "Bare", later(0))
    assert "This study has no sources." in words_of(sources(engine, study="bare"))
