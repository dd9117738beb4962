from dataclasses import replace

import pytest

from data.pending_issues import ListedIssue
from judges.issues import CITATION_ISSUE, CONSISTENCY_ISSUE, NO_QUOTE, render
from judges.reading import Verdict
from judges.template import Template, our_template

CELL = ListedIssue(1, "Which piers?", "Two piers. Three piers.", "It says two and three.", "Two piers.")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ('{"verdict": "valid"}', Verdict("ok", "valid")),
        ('{"justification": "no", "verdict": "Not Valid"}', Verdict("ok", "not valid", "no")),
        ('{"verdict": "invalid"}', Verdict("bad_label")),
        ('{"verdict": true}', Verdict("bad_label")),
        ('{"valid": true}', Verdict("invalid_json")),
        ("valid", Verdict("invalid_json")),
    ],
)
def test_a_listed_issue_is_valid_or_not_or_without_label(text: str, verdict: Verdict) -> None:
    for judged in (CONSISTENCY_ISSUE, CITATION_ISSUE):
        assert judged.form.read(text, CELL) == verdict


def test_all_issues_of_a_report_share_their_beginning() -> None:
    for judged in (CONSISTENCY_ISSUE, CITATION_ISSUE):
        template = our_template(judged.our_prompt)
        other = replace(CELL, issue="Another.", quote=None)
        one, two = (render(cell, template)[0]["content"] for cell in (CELL, other))
        end = one.index("Two piers.\n</passage")
        assert one[:end] == two[:end]
        assert CELL.answer in one[:end]
        assert NO_QUOTE in two
        assert NO_QUOTE not in one
        assert judged.prefix(CELL) == CELL.answer


def test_a_template_of_others_gets_the_texts_as_they_are() -> None:
    (message,) = render(CELL, Template("[[QUESTION]]|[[ANSWER]]|[[ISSUE]]|[[QUOTE]]", "t"))
    assert message["content"] == "Which piers?|Two piers. Three piers.|It says two and three.|Two piers."
