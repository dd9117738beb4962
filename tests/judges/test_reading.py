import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judges.reading import Verdict, objects_in, read_label

WORDS = {"full": "full", "partial": "partial", "none": "none"}


def read(text: str) -> Verdict:
    return read_label(text, "support", WORDS)


@pytest.mark.parametrize(
    "text",
    [
        '{"support": "partial"}',
        ' {"support": " Partial "}\n',
        '```json\n{"support": "partial"}\n```',
        'The source says so. {"support": "partial"} That is all.',
        'In {curly} words: {"support": "partial"}',
        '<think>{"support": "full"} or not?</think>{"support": "partial"}',
        'Is it {"support": "full"}? No.</think>\n{"support": "partial"}',
        '{"support": "partial"} again {"support": "partial"}',
    ],
)
def test_a_label_is_read_from_json_with_or_without_talk_around_it(text: str) -> None:
    assert read(text) == Verdict("ok", "partial")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", "invalid_json"),
        ("partial", "invalid_json"),
        ("[]", "invalid_json"),
        ("{}", "invalid_json"),
        ('{"verdict": "full"}', "invalid_json"),
        ('{"support": "full"', "invalid_json"),
        ('{"support": "full", "support": "none"}', "invalid_json"),
        ('{"support": "full"} no: {"support": "none"}', "invalid_json"),
        ('{"justification": "it says {"support": "full"}"', "invalid_json"),
        ('{"support": "full"} {"support": "no', "invalid_json"),
        ("{" * 100_000, "invalid_json"),
        ('{"a":' * 100_000, "invalid_json"),
        ('{"support": "mostly"}', "bad_label"),
        ('{"support": "contradicts"}', "bad_label"),
        ('{"support": null}', "bad_label"),
        ('{"support": 2}', "bad_label"),
        ('{"support": ["full"]}', "bad_label"),
        ('{"support": ""}', "bad_label"),
    ],
)
def test_no_label_is_ever_guessed(text: str, status: str) -> None:
    assert read(text) == Verdict(status)


def test_the_justification_is_kept_and_can_be_stored() -> None:
    text = json.dumps({"justification": "half \ud83d and nul \0", "support": "none"})
    assert read(text) == Verdict("ok", "none", "half \ufffd and nul \ufffd")
    assert read('{"justification": 3, "support": "none"}') == Verdict("ok", "none", None)


def test_objects_are_found_in_order_and_not_inside_each_other() -> None:
    assert objects_in('a {"x": {"y": 1}} b {"z": 2}') == [{"x": {"y": 1}}, {"z": 2}]


@given(st.text(alphabet='{}":, suportflne', max_size=60))
def test_whatever_the_text_a_value_comes_only_with_ok(text: str) -> None:
    verdict = read(text)
    assert (verdict.status == "ok") == (verdict.value is not None)
