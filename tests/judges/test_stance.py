from dataclasses import replace

import pytest

from data.judge_labels import Said, parts_text
from data.pending_lists import ListedStatements, Told
from judges.reading import Verdict
from judges.stance import NO_VIEW, STANCE, render
from judges.template import Template, our_template

CELL = ListedStatements(
    units={"1": 11, "3": 13},
    query="Why keep it?",
    bias="Keep it.",
    answer="It works. It costs. So.",
    statements=(Told("It works."), Told("It costs."), Told("So.")),
)


def read(text: str) -> Verdict:
    return STANCE.form.read(text, CELL)


def test_every_statement_gets_the_side_of_its_list() -> None:
    verdict = read('{"agree_statements": [1], "disagree_statements": [2], "neutral_statements": ["3"]}')
    assert verdict == Verdict("ok", parts_text({"1": Said("pro"), "2": Said("con"), "3": Said("neutral")}))


@pytest.mark.parametrize(
    ("lists", "status"),
    [
        ("[1], [2], []", "bad_label"),  # 3 is missing
        ("[1, 3], [2], [3]", "bad_label"),  # 3 twice
        ("[1, 1], [2], [3]", "bad_label"),
        ("[1, 2, 3, 4], [], []", "bad_label"),
        ("[0, 1, 2], [3], []", "bad_label"),
        ("[1.0], [2], [3]", "bad_label"),
        ("[true], [2], [3]", "bad_label"),
        ("[null], [2], [3]", "bad_label"),
        ('["one"], [2], [3]', "bad_label"),
        ('"1", [2], [3]', "invalid_json"),
        ("null, [1, 2], [3]", "invalid_json"),
    ],
)
def test_a_number_that_is_missing_strange_or_given_twice_leaves_no_label_at_all(lists: str, status: str) -> None:
    agree, rest = lists.split(", [", 1)
    disagree, neutral = ("[" + rest).rsplit(", ", 1)
    text = f'{{"agree_statements": {agree}, "disagree_statements": {disagree}, "neutral_statements": {neutral}}}'
    assert read(text) == Verdict(status)


def test_a_list_that_is_left_out_is_no_reply() -> None:
    assert read('{"agree_statements": [1, 2], "disagree_statements": [3]}') == Verdict("invalid_json")


def test_only_the_pending_statements_wait_for_the_reply_each_for_its_own_part() -> None:
    assert [(due.unit_id, due.part, due.run) for due in CELL.dues(("k",), 2)] == [(11, "1", 2), (13, "3", 2)]


def test_a_template_of_others_gets_one_line_a_statement() -> None:
    (message,) = render(CELL, Template("[[QUESTION]]|[[STATEMENTS]]|[[ANSWER]]", "t"))
    listed = "[Statement: 1] It works.\n[Statement: 2] It costs.\n[Statement: 3] So."
    assert message == {"role": "user", "content": f"Why keep it?|{listed}|{CELL.answer}"}


def test_a_query_without_a_view_says_so() -> None:
    (message,) = render(replace(CELL, bias=None), our_template("stance-1"))
    assert NO_VIEW in message["content"]
    (message,) = render(CELL, our_template("stance-1"))
    assert NO_VIEW not in message["content"]
