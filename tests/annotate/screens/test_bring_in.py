"""The Import screen: a file is looked at, gets its meaning, and comes in whole by one press, or not at all."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeVar

import pytest
import streamlit as st
from app_study import HOSTILE
from app_tables import rows_of, screen_of, tables_of, words_of
from openpyxl import Workbook
from records import small_study
from sqlalchemy import Engine
from sqlmodel import SQLModel, select
from streamlit.testing.v1 import AppTest

from annotate.screens.bring_in_hand import InHand
from data.engine import open_engine, reading, writing
from data.importing.mapping import ColumnMapping
from data.importing.mapping_file import mapping_text
from data.studies import studies
from data.tables import Answer, Citation, Label, Rater, Source, Statement

pytestmark = pytest.mark.whole

LABELS = b"item_id,rater,question,value\na001/1/1,Ada,support,full\na001/2/2,Ada,support,none\n"
THEIRS = b"thing;who;verdict\na001/1/1;Ada;yes\na001/2/2;Ada;no\na002/1/1;Ada;yes\n"
THEIR_MAPPING = ColumnMapping(
    "labels",
    columns={"unit": "thing", "rater": "who", "value": "verdict"},
    constants={"question": "support", "rater_kind": "human"},
    values={"yes": "full", "no": "none"},
)
REPORTS = """id,prompt,model,response,references
r1,How loud is fog?,Orion,"Fog is loud [1]. It carries [2].","[""https://example.org/a"",""https://example.org/b""]"
"""
IN_HAND = "file in hand"

Kind = TypeVar("Kind", bound=SQLModel)


@pytest.fixture
def engine(sqlite_address: str) -> Iterator[Engine]:
    """A study "small" with answers a001 and a002."""
    st.cache_resource.clear()
    st.cache_data.clear()
    opened = open_engine(sqlite_address)
    with writing(opened) as session:
        small_study(session, answers=2)
    yield opened
    opened.dispose()


def importing(engine: Engine, content: bytes, name: str, study: str | None = "small") -> AppTest:
    """The screen with a file in hand."""
    test = screen_of(str(engine.url.database), "bring_in", **({} if study is None else {"study": study}))
    return test.file_uploader[0].set_value((name, content, "application/octet-stream")).run()


def table(test: AppTest, name: str) -> list[list[str]]:
    rows: list[list[str]] = rows_of(tables_of(test)[name])
    return rows


def becomes(test: AppTest) -> dict[str, str]:
    """What each column becomes."""
    return {row[0]: row[2].splitlines()[0] for row in table(test, "columns")[1:]}


def choose(test: AppTest, label: str, value: str | None) -> AppTest:
    next(box for box in test.selectbox if box.label == label).set_value(value)
    return run(test)


def into(test: AppTest, study: str) -> AppTest:
    """Choose the study, or type the name of a new one."""
    return choose(test, "Into the study", study)


def press(test: AppTest) -> AppTest:
    next(one for one in test.button if one.label == "Import").click()
    return run(test)


def run(test: AppTest) -> AppTest:
    """Run the script; what was typed into a box of choices stays there, which the harness does not know of."""
    for box in test.selectbox:
        if box.value is not None and box.value not in box.options:
            box.options.append(box.value)
    return test.run()


def can_import(test: AppTest) -> bool:
    return any(one.label == "Import" and not one.disabled for one in test.button)


def bold(test: AppTest) -> str:
    return "\n".join(one.value for one in test.markdown)


def stored(engine: Engine, kind: type[Kind]) -> list[Kind]:
    with reading(engine) as session:
        return list(session.exec(select(kind)).all())


def archive(files: Mapping[str, str]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as opened:
        for name, text in files.items():
            opened.writestr(name, text)
    return held.getvalue()


def test_without_a_file_the_page_says_what_may_come(engine: Engine) -> None:
    test = screen_of(str(engine.url.database), "bring_in")
    assert "Nothing is written before you press" in bold(test)
    assert not tables_of(test)
    assert not test.button


def test_labels_come_in_once_everything_is_said(engine: Engine) -> None:
    test = importing(engine, LABELS, "labels.csv")
    assert "labels.csv: labels, csv, utf-8, cells divided by commas" in words_of(test)
    assert becomes(test)["item_id"] == "unit: the key of what is labelled"
    assert "rater_kind (human, judge or adjudicator)" in words_of(test)
    assert not can_import(test)
    choose(test, "Kind of rater", "human")
    assert "Still to be said" not in bold(test)
    assert [row[1:3] for row in table(test, "rows")[1:3]] == [
        ["rater", "name Ada · rater_kind human "],
        ["label", "question support · rater Ada · answer a001 · statement 1 · source 1 · value full "],
    ]
    assert "In all: rater 1 · label 2" in words_of(test)
    assert "into study 'small', all of it or nothing. Nothing has been written yet." in words_of(test)
    assert stored(engine, Label) == []
    press(test)
    assert "labels.csv into study 'small': 3 new, 0 unchanged" in words_of(test)
    assert [label.value for label in stored(engine, Label)] == ["full", "none"]
    assert "Import" not in [one.label for one in test.button]


def test_the_same_file_again_changes_nothing(engine: Engine) -> None:
    for _ in range(2):
        test = press(choose(importing(engine, LABELS, "labels.csv"), "Kind of rater", "human"))
    assert "labels.csv is already in study 'small': nothing changed" in words_of(test)


def test_guesses_are_marked_and_a_press_confirms_them(engine: Engine) -> None:
    test = importing(engine, REPORTS.encode(), "reports.csv", study=None)
    assert becomes(test) == {
        "id": "answer: the answer's key",
        "prompt": "query_text: the query itself",
        "model": "system: who answered",
        "response": "text: the answer itself",
        "references": "sources: the answer's sources",
    }
    assert [row[3] for row in table(test, "columns")[1:]] == ["a guess"] * 5
    assert "Choose the study it comes into" in words_of(test)
    assert not can_import(test)
    into(test, "fog")
    choose(test, "Type of the queries", "expertise")
    press(test)
    assert "reports.csv into study 'fog'" in words_of(test)
    assert studies_of(engine) == ["fog", "small"]
    with reading(engine) as session:
        answer = session.exec(select(Answer).where(Answer.key == "r1")).one()
        texts = session.exec(select(Statement.text).where(Statement.answer_id == answer.id)).all()
        cited = session.exec(select(Citation.position).join(Statement).where(Statement.answer_id == answer.id)).all()
    assert (answer.system, [*texts], [*cited]) == ("Orion", ["Fog is loud [1].", "It carries [2]."], [1, 2])
    assert [one.label for one in test.button] == ["See its sources"]


def studies_of(engine: Engine) -> list[str]:
    with reading(engine) as session:
        return [study.name for study in studies(session)]


def test_nothing_is_written_before_the_press(engine: Engine) -> None:
    into(importing(engine, REPORTS.encode(), "reports.csv", study=None), "fog")
    assert studies_of(engine) == ["small"]


def test_labels_that_are_not_ours_can_be_given_a_meaning_by_a_mapping_file(engine: Engine) -> None:
    test = importing(engine, THEIRS, "theirs.csv")
    assert "cells divided by semicolons" in words_of(test)
    test.file_uploader[1].set_value(("kept.toml", mapping_text(THEIR_MAPPING).encode(), "application/toml")).run()
    assert [row[1:3] for row in table(test, "labels")[1:]] == [["yes", "2"], ["no", "1"]]
    chosen = {
        row["cells"][1]["pieces"][0]["text"]: row["cells"][3]["pieces"][0] for row in tables_of(test)["labels"]["rows"]
    }
    assert (chosen["yes"]["text"], chosen["no"]["text"]) == ("full", "none")
    assert chosen["yes"]["lines"][0] == "out of scale: kept as it is, without a value"
    press(test)
    assert sorted(label.value or "" for label in stored(engine, Label)) == ["full", "full", "none"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff", "mapping.toml: is not UTF-8"),
        (b"becomes = 1", "mapping.toml, field 'becomes': must be one of labels, reports"),
        (b"[", "mapping.toml: is not TOML"),
    ],
)
def test_a_file_that_is_no_mapping_is_said_to_be_none(engine: Engine, content: bytes, words: str) -> None:
    test = importing(engine, THEIRS, "theirs.csv")
    before = becomes(test)
    test.file_uploader[1].set_value(("kept.toml", content, "application/toml")).run()
    assert words in words_of(test)
    assert becomes(test) == before


def test_words_of_a_question_column_are_listed_with_what_they_mean(engine: Engine) -> None:
    content = b"unit,rater,question,value\na001/1/1,Ada,matrix,full\na001/2/2,Ada,stance,pro\n"
    test = importing(engine, content, "labels.csv")
    chosen = [row["cells"][1]["pieces"][0]["text"] for row in tables_of(test)["tasks"]["rows"]]
    assert [row[0] for row in table(test, "tasks")[1:]] == ["matrix", "stance"]
    assert chosen == ["choose …", "stance"]


def test_a_table_with_a_column_a_rater_says_who_labelled_by_itself(engine: Engine) -> None:
    content = b"unit,Ada,Ben,gpt judge,question\na001/1/1,full,none,full,support\na001/2/2,none,none,full,support\n"
    test = importing(engine, content, "wide.csv")
    assert becomes(test)["gpt judge"] == "labels of one rater (judge)"
    assert "Rater" not in [box.label for box in test.text_input]
    press(test)
    assert {rater.name: rater.kind for rater in stored(engine, Rater)} == {
        "Ada": "human",
        "Ben": "human",
        "gpt judge": "judge",
    }


def test_a_file_is_read_otherwise_and_its_columns_are_suggested_anew(engine: Engine) -> None:
    content = "unit|rater|value, or so\na001/1/1|Zoë|full\n".encode("cp1252")
    test = importing(engine, content, "labels.csv")
    choose(test, "Cells are divided by", "comma")
    assert "unit|rater|value" in becomes(test)
    choose(test, "Cells are divided by", "bar")
    assert list(becomes(test)) == ["unit", "rater", "value, or so"]
    choose(test, "Encoding", "latin-1")
    assert "cells divided by bars" in words_of(test)
    choose(test, "Format", "reports")
    assert words_of(test).splitlines()[0].startswith("labels.csv: reports, ")
    choose(test, "Format", None)
    assert words_of(test).splitlines()[0].startswith("labels.csv: labels, ")


def test_a_table_taken_for_the_wrong_thing_is_put_right(engine: Engine) -> None:
    content = b"question,answer,Ada,Ben\nHow loud?,a001,full,none\nHow long?,a002,none,full\n"
    test = importing(engine, content, "wide.csv")
    test.radio[0].set_value("reports").run()
    assert "wide.csv: reports" in words_of(test)
    test.radio[0].set_value("labels").run()
    assert "wide.csv: labels" in words_of(test)
    assert becomes(test)["Ada"] == "labels of one rater (human)"


def test_another_sheet_of_a_workbook_is_chosen(engine: Engine) -> None:
    book = Workbook()
    book.create_sheet("about").append(["nothing"])
    sheet = book.create_sheet("given")
    for row in (("unit", "rater", "value"), ("a001/1/1", "Ada", "full")):
        sheet.append(row)
    held = io.BytesIO()
    book.save(held)
    test = importing(engine, held.getvalue(), "book.xlsx")
    choose(test, "Sheet", "given")
    assert list(becomes(test)) == ["unit", "rater", "value"]
    assert "sheet given" in words_of(test)


def test_what_is_wrong_is_listed_and_holds_the_import_up(engine: Engine) -> None:
    test = importing(engine, LABELS + b"a001/1/2,Ada\n", "labels.csv")
    choose(test, "Kind of rater", "human")
    assert "This cannot be imported yet." in bold(test)
    assert "labels.csv, line 4" in words_of(test)
    assert not can_import(test)


def test_a_file_that_does_not_fit_the_study_is_refused_in_words(engine: Engine) -> None:
    test = importing(engine, LABELS.replace(b"a001", b"b001"), "labels.csv")
    press(choose(test, "Kind of rater", "human"))
    assert "nothing was imported; 2 problems:" in words_of(test)
    assert "there is no answer 'b001' in this file or the study" in words_of(test)
    assert stored(engine, Rater) == []


def test_labels_that_differ_take_the_place_of_others_only_if_that_is_said(engine: Engine) -> None:
    press(choose(importing(engine, LABELS, "labels.csv"), "Kind of rater", "human"))
    test = importing(engine, LABELS.replace(b"full", b"partial"), "labels.csv")
    press(choose(test, "Kind of rater", "human"))
    assert "nothing was imported" in words_of(test)
    test.checkbox[0].set_value(True).run()
    press(test)
    assert "1 labels took the place of older ones" in words_of(test)


@pytest.mark.parametrize("name", ["bad [name](x)/", "x" * 300])
def test_a_study_that_cannot_be_is_refused_in_words(engine: Engine, name: str) -> None:
    press(test := into(importing(engine, REPORTS.encode(), "reports.csv", study=None), name))
    assert "field 'study': " in words_of(test)
    assert len(studies_of(engine)) == 1


def test_a_folder_comes_as_an_archive(engine: Engine) -> None:
    files = {"all/Orion/q1.md": "Fog is loud [1].\n\n## Sources\n1. https://example.org/a\n", "all/Vega/q1.md": "No."}
    test = importing(engine, archive(files), "all.zip", study=None)
    assert "all: markdown" in words_of(test)
    into(test, "fog")
    assert "into the new study 'fog'" in words_of(test)
    press(test)
    assert {answer.system for answer in stored(engine, Answer)} >= {"Orion", "Vega"}
    assert "https://example.org/a" in {source.url for source in stored(engine, Source)}


def test_a_report_alone_waits_for_its_system(engine: Engine) -> None:
    test = importing(engine, b"Fog is loud.", "q1.md")
    assert "Say above which system gave the report" in words_of(test)
    assert next(one for one in test.button if one.label == "Import").disabled
    next(box for box in test.text_input if box.label == "System").set_value("Orion").run()
    press(test)
    assert [answer.key for answer in stored(engine, Answer) if answer.system == "Orion"] == ["Orion.q1"]


def test_an_archive_that_leads_out_is_refused_in_words(engine: Engine) -> None:
    test = importing(engine, archive({"../q1.md": "x", "q2.md": "y"}), "all.zip")
    assert "all.zip: holds '../q1.md', which leads out of the folder" in words_of(test)
    assert not test.button


def test_files_of_this_tool_and_of_the_authors_of_deeptrace_come_in(engine: Engine) -> None:
    native = b'{"kind": "query", "key": "q9", "text": "Why?", "type": "other"}\n'
    test = press(importing(engine, native, "more.jsonl"))
    assert "query: 1 new, 0 unchanged" in words_of(test)
    statement = {"id": 0, "sentence": "Tea is milder [1].", "core": "1", "citations": [1]}
    of_answer = {"id": 7, "Question": "Is tea better?", "Output": "Tea is milder [1].", "answer_engine": "Kettle"}
    of_source = {"S1": "https://leaf.example", "S1_content": "Title: Tea\nMild."}
    said = {"is_charged": 1, "is_expertise": 0, "confidence_score": "Confident", "core_statements": [statement]}
    aee = [of_answer | of_source | said]
    line = {
        "fn": "run",
        "verif_id": "7_1_0",
        "sample_id": 7,
        "source_idx": 1,
        "core_statement_id": 0,
        "support": "full",
    }
    test = importing(engine, json.dumps(aee).encode(), "aee.json")
    assert "aee.json: aee" in words_of(test)
    test.file_uploader[1].set_value(("support.jsonl", json.dumps(line).encode(), "text/plain")).run()
    next(box for box in test.text_input if box.label.startswith("The judge")).set_value("Wren").run()
    press(test)
    assert ("Wren", "judge") in {(rater.name, rater.kind) for rater in stored(engine, Rater)}
    assert "full" in {label.value for label in stored(engine, Label)}


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("picture.png", b"\x89PNG\r\n", "its format is not known by its ending"),
        ("labels.csv", b"\x1f\x8b\x08", "is compressed; unpack it first"),
        ("labels.xlsx", b"PK\x03\x04 no workbook", ""),
        ("labels.csv", b"", ""),
        ("more.jsonl", b"{", ""),
    ],
)
def test_what_cannot_be_read_is_said_in_words(engine: Engine, name: str, content: bytes, words: str) -> None:
    test = importing(engine, content, name)
    assert "This did not work." in bold(test) or "This cannot" in bold(test) or "no columns" in bold(test)
    assert words in words_of(test)
    assert "Format" in [box.label for box in test.selectbox], "how to read it can still be said"


@pytest.mark.parametrize("name", ["../../etc/labels.csv", "..", ".csv", "\ud83d\ude00" * 100 + ".csv", "a\\b/c\0.csv"])
def test_the_name_of_an_upload_leads_nowhere(engine: Engine, name: str) -> None:
    test = importing(engine, LABELS, name.encode("utf-16", "surrogatepass").decode("utf-16"))
    found: InHand = test.session_state[IN_HAND]
    assert found.path.parent.parent == Path(found.place.name)
    assert found.path.read_bytes() == LABELS


def test_a_file_is_deleted_when_it_is_put_down(engine: Engine) -> None:
    test = importing(engine, LABELS, "labels.csv")
    place = Path(test.session_state[IN_HAND].place.name)
    assert place.is_dir()
    test.file_uploader[0].set_value(("other.csv", THEIRS, "text/csv")).run()
    assert not place.exists()
    place = Path(test.session_state[IN_HAND].place.name)
    test.file_uploader[0].set_value([]).run()
    assert not place.exists()
    assert IN_HAND not in test.session_state


def test_what_a_file_holds_is_plain_text_everywhere(engine: Engine) -> None:
    content = f'unit,rater,value,"{HOSTILE}"\na001/1/1,Ada,"{HOSTILE}","{HOSTILE}"\n'.encode()
    test = importing(engine, content, f"{HOSTILE}.csv".replace("/", "_"))
    choose(test, "Kind of rater", "human")
    choose(test, "Question", "support")
    assert HOSTILE in becomes(test)
    assert table(test, "labels")[1][1] == HOSTILE
    markdown = [*test.markdown, *test.caption, *test.subheader]
    assert all("alert" not in one.value for one in markdown)
    assert all("alert" not in one.label for one in [*test.button, *test.selectbox, *test.text_input])
