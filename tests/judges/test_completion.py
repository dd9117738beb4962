import json
from typing import Any

import pytest

from judges.completion import completion_of


def body(message: dict[str, Any] | None = None, finish: str = "stop", **more: Any) -> str:
    choices = [] if message is None else [{"message": message, "finish_reason": finish}]
    return json.dumps({"choices": choices, "model": "m-1", **more})


@pytest.mark.parametrize(
    ("raw", "failure"),
    [
        (body({"content": "x"}), None),
        (body({"content": None, "refusal": "no"}), "refused"),
        (body({"content": None}, "content_filter"), "filtered"),
        (body({"content": '{"support": "full"}'}, "length"), "truncated"),
        (body({"content": "x"}, "SAFETY"), "filtered"),
        (body({"content": "x"}, "content_filter: RECITATION"), "filtered"),
        (body({"role": "assistant"}, "MAX_TOKENS"), "truncated"),
        (body({"content": [{"type": "text", "text": "x"}]}), None),
        (body({"content": [{"type": "thinking", "thinking": []}]}), "empty"),
        (body({"content": None}), "empty"),
        (body({"content": "  "}), "empty"),
        (body({}), "empty"),
        (body(), "empty"),
    ],
)
def test_each_way_to_say_nothing_has_its_own_status(raw: str, failure: str | None) -> None:
    completion = completion_of(raw)
    assert completion is not None
    assert completion.failure == failure


def test_counts_and_names_are_kept_and_missing_ones_are_unknown() -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 8}}
    completion = completion_of(body({"content": "x"}, usage=usage, system_fingerprint="fp"))
    assert completion is not None
    assert completion.record() == {
        "finish_reason": "stop",
        "model": "m-1",
        "fingerprint": "fp",
        "tokens_in": 10,
        "tokens_out": 2,
        "tokens_cached": 8,
        "tokens_reasoning": None,
    }


@pytest.mark.parametrize("raw", ["", "<html>", "[]", "3", '{"choices": 1}', '{"error": {}}', "[" * 100_000])
def test_a_body_that_is_no_completion_is_none(raw: str) -> None:
    assert completion_of(raw) is None


@pytest.mark.parametrize("count", [2**31, 10**30, -5, True, 1.5, "10"])
def test_a_count_that_is_none_is_unknown(count: object) -> None:
    completion = completion_of(body({"content": "x"}, usage={"prompt_tokens": count}))
    assert completion is not None
    assert completion.tokens_in is None


def test_of_a_text_in_parts_only_what_is_said_is_read() -> None:
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "no"}]}
    parts = [thought, {"type": "text", "text": "a"}, {"type": "text", "text": "b"}, {"type": "text"}, "c"]
    completion = completion_of(body({"content": parts}))
    assert completion is not None
    assert completion.text == "ab"
