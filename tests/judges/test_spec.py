from dataclasses import fields, replace
from typing import Any

import pytest

from judges.spec import JudgeSpec, canonical, request_key

SPEC = JudgeSpec("support", "1", "Prompt", "p-1", {"full": "full"}, "1", "m", "http://x/v1", {"temperature": 0, "a": 1})
MESSAGES = ({"role": "user", "content": "text"},)


@pytest.mark.parametrize("name", [field.name for field in fields(JudgeSpec)])
def test_a_change_of_any_field_is_another_judge(name: str) -> None:
    old: Any = getattr(SPEC, name)
    new = old + " " if isinstance(old, str) else 5 if old is None else {**old, "more": "x"}
    assert replace(SPEC, **{name: new}).sha != SPEC.sha


def test_the_order_of_parameters_does_not_make_another_judge() -> None:
    assert replace(SPEC, parameters={"a": 1, "temperature": 0}).sha == SPEC.sha


def test_the_name_tells_model_question_prompt_and_hash() -> None:
    assert SPEC.rater_name == f"m support p-1 #{SPEC.sha[:6]}"
    assert "/" not in replace(SPEC, model="org/model").rater_name


def test_one_character_another_sample_or_another_judge_is_another_request() -> None:
    key = request_key(SPEC.sha, MESSAGES)
    others = {
        request_key(SPEC.sha, ({"role": "user", "content": "text "},)),
        request_key(SPEC.sha, MESSAGES, sample=1),
        request_key(replace(SPEC, model="n").sha, MESSAGES),
    }
    assert len(others | {key}) == 4
    assert key == request_key(SPEC.sha, ({"content": "text", "role": "user"},))


def test_the_record_gives_the_same_hash_after_storage() -> None:
    assert JudgeSpec(**SPEC.record()).sha == SPEC.sha
    assert canonical({"b": 1, "a": "é"}) == '{"a":"\\u00e9","b":1}'
