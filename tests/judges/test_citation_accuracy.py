import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judge_cases import current_labels, judge_for, run
from model_server import serving
from report_study import report_study
from sqlalchemy import Engine, select, update
from sqlmodel import col

from data.engine import reading, writing
from data.judge_labels import judge_raters
from data.pending_claims import ClaimOnPage
from data.tables import Label, Source
from judges.citation_accuracy import CITATION_ACCURACY, render
from judges.reading import Verdict
from judges.template import Template, our_template

CELL = ClaimOnPage(1, "Which piers?", "The page.", "It has two lamps.", "https://pier.example/history")


def read(relevant: Any, supported: Any) -> Verdict:
    return CITATION_ACCURACY.form.read(json.dumps({"relevant": relevant, "supported": supported}), CELL)


@pytest.mark.parametrize(
    ("relevant", "supported", "value"),
    [
        (True, True, "ok"),
        (True, False, "E3"),
        (False, False, "E2"),
        (False, True, "E2"),  # relevance is looked at first
        ("True", " false ", "E3"),
    ],
)
def test_relevance_comes_before_support(relevant: object, supported: object, value: str) -> None:
    assert read(relevant, supported) == Verdict("ok", value)


@settings(max_examples=40)
@given(st.sampled_from(["yes", "", None, 0, 1, [True], "E1"]), st.booleans())
def test_what_is_neither_true_nor_false_leaves_no_label(strange: object, sound: bool) -> None:
    assert read(strange, sound) == read(sound, strange) == Verdict("bad_label")


def test_both_must_be_said() -> None:
    assert CITATION_ACCURACY.form.read('{"relevant": true}', CELL) == Verdict("invalid_json")
    assert CITATION_ACCURACY.form.read('{"support": "full"}', CELL) == Verdict("invalid_json")
    words = '{"justification": "it does", "relevant": true, "supported": true}'
    assert CITATION_ACCURACY.form.read(words, CELL) == Verdict("ok", "ok", "it does")


def test_all_claims_on_a_page_share_their_beginning() -> None:
    template = our_template("citation_accuracy-1")
    one, two = (render(replace(CELL, claim=claim), template)[0]["content"] for claim in ("First.", "Second."))
    assert one[: one.index("First.")] == two[: two.index("Second.")]
    assert "The page." in one[: one.index("First.")]
    other = replace(CELL, claim="Other.")
    assert CITATION_ACCURACY.prefix(CELL) == CITATION_ACCURACY.prefix(other)


def test_a_long_page_is_read_in_pieces_of_which_the_best_counts() -> None:
    cell = replace(CELL, document="One day. " * 40)
    pieces = CITATION_ACCURACY.pieces(cell, 100)
    assert len(pieces) > 3
    assert {piece.claim for piece in pieces} == {cell.claim}
    assert CITATION_ACCURACY.order == ("ok", "E3", "E2")


def test_a_template_of_others_gets_the_texts_as_they_are() -> None:
    (message,) = render(CELL, Template("[[QUERY]]|[[DOCUMENT]]|[[CLAIM]]|[[URL]]", "t"))
    assert message["content"] == "Which piers?|The page.|It has two lamps.|https://pier.example/history"


@pytest.mark.whole
def test_a_page_that_could_not_be_read_needs_no_model_and_one_not_fetched_waits(engine: Engine, tmp_path: Path) -> None:
    study = report_study(engine)
    with serving() as server:
        judge = judge_for(tmp_path, server.url, "citation_accuracy")
        report = run(engine, study, judge, samples=2)
        assert len(server.log.calls) == 4  # two claims on the page there is, twice
    # Two repeats of eight claims: two on the page, two on the one that is gone, four that wait.
    assert (report.progress.total, report.progress.done, report.progress.left) == (16, 8, 8)
    with reading(engine) as session:
        by_rule = list(session.scalars(select(Label).where(col(Label.value) == "E1")))
        (rater,) = judge_raters(session, study)
        words = CITATION_ACCURACY.waiting(session, rater)
    assert sorted(label.run for label in by_rule) == [0, 0, 1, 1]
    why = "By rule, without a model: the page could not be read (not found)."
    assert {label.justification for label in by_rule} == {why}
    assert words == "4 claims wait for a page that was not fetched; see `countermark fetch`"


@pytest.mark.whole
def test_a_page_that_was_fetched_since_is_judged_by_the_next_run(engine: Engine, tmp_path: Path) -> None:
    study = report_study(engine)
    with serving() as server:
        judge = judge_for(tmp_path, server.url, "citation_accuracy")
        run(engine, study, judge)
        with writing(engine) as session:
            fetched = update(Source).where(col(Source.key) == "p-new").values(status="ok", text="New.", sha256="x")
            session.connection().execute(fetched)
        assert run(engine, study, judge).progress.requests == 2
    assert len(current_labels(engine)) == 6
