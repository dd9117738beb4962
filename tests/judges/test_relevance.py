from pathlib import Path

import pytest
from judge_cases import current_labels, run
from model_server import Behaviour, Rule, serving
from report_study import report_study
from sqlalchemy import Engine

from data.errors import InputError
from data.judge_labels import Said, parts_text
from data.pending_lists import ListedStatements, Told
from judges.config import ModelJudge, judges_of
from judges.reading import Verdict
from judges.relevance import RELEVANCE, RELEVANCE_BY_CUTTING, render
from judges.template import Template

CELL = ListedStatements(
    {"1": 11, "2": 12}, "Why?", None, "It works. It costs.", (Told("It works.", 0, 9), Told("It costs.", 10, 19))
)
CUTTING = 'Sort the sentences of this reply to [[QUESTION]], like this: {"sentences": []}\nANSWER\n[[ANSWER]]\n'


def judge_with(folder: Path, template: str, url: str = "http://127.0.0.1:9/v1") -> ModelJudge:
    (folder / "theirs.txt").write_text(template, encoding="utf-8")
    table = folder / "judge.toml"
    table.write_text(f'[[judge]]\nmodel = "m"\nbase_url = "{url}"\ntemplate = "theirs.txt"\n', encoding="utf-8")
    return judges_of(table, "relevance")[0]


def test_the_two_lists_hold_every_number_once() -> None:
    read = RELEVANCE.form.read
    assert read('{"core_statements": [2], "filler_statements": [1]}', CELL) == Verdict(
        "ok", parts_text({"1": Said("0"), "2": Said("1")})
    )
    assert read('{"core_statements": [2], "filler_statements": []}', CELL) == Verdict("bad_label")


def test_a_template_that_shows_the_answer_and_no_list_is_read_by_its_sentences(tmp_path: Path) -> None:
    assert judge_with(tmp_path, "[[ANSWER]] [[QUERY]]").judged is RELEVANCE_BY_CUTTING
    assert judge_with(tmp_path, "[[ANSWER]] [[STATEMENTS]]").judged is RELEVANCE
    assert judge_with(tmp_path, "[[STATEMENTS]]").spec.parameters["max_tokens"] == 2000
    assert judge_with(tmp_path, "[[ANSWER]]").spec.parameters["max_tokens"] == 8000


@pytest.mark.parametrize(
    ("template", "words"),
    [("[[QUERY]]", r"lacks \[\[STATEMENTS\]\]"), ("[[ANSWER]] [[DOCUMENT]]", r"has \[\[DOCUMENT\]\]")],
)
def test_a_template_that_fits_neither_way_is_refused(tmp_path: Path, template: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        judge_with(tmp_path, template)


def test_a_template_of_others_gets_the_answer_as_it_is() -> None:
    (message,) = render(CELL, Template("[[QUESTION]]|[[ANSWER]]", "t"))
    assert message["content"] == "Why?|It works. It costs."


@pytest.mark.whole
def test_sentences_of_the_model_label_the_statements_of_the_study(engine: Engine, tmp_path: Path) -> None:
    study = report_study(engine)
    with serving() as server:
        report = run(engine, study, judge_with(tmp_path, CUTTING, server.url))
    assert report.progress.statuses == {"ok": 5}
    assert {label[2] for label in current_labels(engine)} <= {"0", "1"}


@pytest.mark.whole
def test_sentences_that_are_nowhere_in_the_answer_label_nothing(engine: Engine, tmp_path: Path) -> None:
    study = report_study(engine)
    with serving(Behaviour(rules=(Rule("bad_label"),))) as server:
        report = run(engine, study, judge_with(tmp_path, CUTTING, server.url))
    assert report.progress.statuses == {"bad_label": 5}
