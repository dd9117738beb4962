import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.judge_labels import Said, parts_text
from data.pending_items import ListedItems
from judges.checklists import COVERAGE, PRESENTATION, render
from judges.reading import Verdict
from judges.template import Template

CELL = ListedItems({"1": 11, "2": 12}, "Which piers?", "A report.", ("Names each pier.", "Gives\ndates."))


def item(number: Any, verdict: Any = "pass", **more: Any) -> dict[str, Any]:
    return {"item": number, "verdict": verdict, **more}


def read(*items: Any) -> Verdict:
    return COVERAGE.form.read(json.dumps({"items": list(items)}), CELL)


def test_each_item_gets_its_verdict_and_its_own_justification() -> None:
    verdict = read(item(2, " FAIL ", justification="no dates \0"), item("1", justification=3))
    assert verdict == Verdict("ok", parts_text({"1": Said("pass"), "2": Said("fail", "no dates \ufffd")}))


@pytest.mark.parametrize(
    "items",
    [
        (item(1),),
        (item(1), item(1)),
        (item(1), item(2), item(2)),
        (item(1), item(2), item(3)),
        (item(0), item(1)),
        (item(1), item(2, "mostly")),
        (item(1), item(2, None)),
        (item(1), item(2, True)),
        (item(1), item(2.0)),
        (item(True), item(2)),
        (item(1), {"verdict": "pass"}),
        (item(1), {"item": 2}),
        (item("Names each pier."), item(2)),
    ],
)
def test_one_item_that_is_missing_strange_or_given_twice_leaves_no_label_at_all(items: tuple[Any, ...]) -> None:
    assert read(*items) == Verdict("bad_label")


@pytest.mark.parametrize(
    "text", ['{"items": "all pass"}', '{"items": ["pass", "pass"]}', '{"items": null}', '{"item": 1}']
)
def test_what_is_no_list_of_objects_is_invalid(text: str) -> None:
    assert COVERAGE.form.read(text, CELL) == Verdict("invalid_json")


_values = st.sampled_from([1, 2, 3, "1", "2", "pass", "fail", "Pass", None, True, [1], 1.5])


@settings(max_examples=40)
@given(st.lists(st.fixed_dictionaries({"item": _values, "verdict": _values}), max_size=3))
def test_a_verdict_is_never_invented(items: list[dict[str, Any]]) -> None:
    verdict = read(*items)
    if verdict.status == "ok":
        said = {part: one["value"] for part, one in json.loads(verdict.value or "").items()}
        assert said == {str(one["item"]): one["verdict"].lower() for one in items}
        assert set(said) == {"1", "2"}
    else:
        assert verdict == Verdict("bad_label")


def test_a_justification_is_asked_for_by_our_prompts_only() -> None:
    def fields(justified: bool) -> list[str]:
        return list(PRESENTATION.form.schema(justified)["properties"]["items"]["items"]["properties"])

    assert fields(True) == ["item", "justification", "verdict"]
    assert fields(False) == ["item", "verdict"]


def test_a_template_of_others_gets_report_and_items() -> None:
    (message,) = render(CELL, Template("[[QUERY]]|[[ANSWER]]|[[ITEMS]]", "t"))
    assert message["content"] == "Which piers?|A report.|[Item: 1] Names each pier.\n[Item: 2] Gives dates."
