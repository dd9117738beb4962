"""Whatever a model says: a form gives whole labels of the scale, or none at all."""

import json
from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from data.pending_lists import ListedStatements, Told
from judges.forms import ItemVerdicts, NumberLists, OneLabel
from judges.questions import JUDGED
from judges.reading import Verdict
from judges.relevance import RELEVANCE_BY_CUTTING

LISTS = NumberLists({"yes": "1", "no": "0"})


@dataclass(frozen=True)
class Parts:
    """A cell of three parts."""

    parts: tuple[str, ...] = ("1", "2", "3")


WHOLE = ListedStatements({}, "q", None, "One. Two.", (Told("One."), Told("Two.")))
"""A cell of two parts, which those that ask about one thing do not look at."""

_leaves = st.sampled_from(
    [0, 1, 2, 3, "1", "2", "yes", "full", "pass", "valid", "Neutral", True, False, None, 1.5, "", "One."]
)
_fields = st.sampled_from(
    ["support", "confidence", "verdict", "item", "items", "sentence", "sentences", "core", "relevant", "supported"]
    + ["agree_statements", "disagree_statements", "neutral_statements", "core_statements", "filler_statements"]
    + [f"{side}_{scale}" for side in ("first", "second") for scale in ("granularity", "layers", "critique")]
)
_things = st.recursive(_leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_fields, inner, max_size=3))
_replies = st.dictionaries(_fields, _things, max_size=6)


@settings(max_examples=25)
@given(reply=_replies, tail=st.sampled_from(["", "{", " so be it", '{"support": "none"}']))
def test_a_label_comes_only_with_ok_whole_and_from_the_scale(reply: Any, tail: str) -> None:
    for judged in (*JUDGED.values(), RELEVANCE_BY_CUTTING):
        verdict = judged.form.read(json.dumps(reply) + tail, WHOLE)
        if verdict.status != "ok":
            assert verdict == Verdict(verdict.status)
            assert verdict.status in ("invalid_json", "bad_label")
        elif (verdict.value or "").startswith("{"):
            said = json.loads(verdict.value or "")
            assert set(said) == {"1", "2"}
            assert {one["value"] for one in said.values()} <= set(judged.order)
        else:
            assert verdict.value in judged.order


@settings(max_examples=25)
@given(st.permutations(["1", "2", "3"]), st.integers(0, 3), st.booleans())
def test_every_division_of_the_numbers_is_read(numbers: list[str], cut: int, as_words: bool) -> None:
    def said(part: list[str]) -> list[Any]:
        return [*part] if as_words else [int(number) for number in part]

    verdict = LISTS.read(json.dumps({"yes": said(numbers[:cut]), "no": said(numbers[cut:])}), Parts())
    values = {part: one["value"] for part, one in json.loads(verdict.value or "").items()}
    assert values == {number: "1" if number in numbers[:cut] else "0" for number in numbers}


@settings(max_examples=40)
@given(st.lists(st.integers(-1, 4), max_size=4), st.lists(st.integers(-1, 4), max_size=4))
def test_only_a_division_of_the_numbers_is_read(yes: list[int], no: list[int]) -> None:
    verdict = LISTS.read(json.dumps({"yes": yes, "no": no}), Parts())
    assert (verdict.status == "ok") == (sorted(yes + no) == [1, 2, 3])


def test_a_cell_without_parts_takes_empty_lists() -> None:
    assert LISTS.read('{"yes": [], "no": []}', Parts(())) == Verdict("ok", "{}")
    assert LISTS.read('{"yes": [1], "no": []}', Parts(())) == Verdict("bad_label")


def test_two_replies_that_disagree_are_none_and_two_that_agree_are_one() -> None:
    one, other = '{"yes": [1, 2], "no": [3]}', '{"yes": [1], "no": [2, 3]}'
    assert LISTS.read(f"{one} no: {other}", Parts()) == Verdict("invalid_json")
    assert LISTS.read(f"{one} again: {one}", Parts()).status == "ok"


def test_the_schemas_offer_the_words_that_are_read() -> None:
    assert OneLabel("verdict", {"a": "1", "b": "0"}).schema(True)["properties"] == {
        "justification": {"type": "string"},
        "verdict": {"type": "string", "enum": ["a", "b"]},
    }
    assert list(LISTS.schema(True)["properties"]) == ["yes", "no"]
    inner = ItemVerdicts({"a": "1"}).schema(False)["properties"]["items"]["items"]
    assert inner["properties"] == {"item": {"type": "integer"}, "verdict": {"type": "string", "enum": ["a"]}}
