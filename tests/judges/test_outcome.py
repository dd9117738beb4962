import json
from datetime import UTC, datetime

import pytest

from judges.client import Reply
from judges.outcome import api_error, outcome_of, seconds_of, stop_words

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def refusal(status: int, code: str = "", words: str = "no", param: str | None = None) -> Reply:
    body = {"error": {"message": words, "code": code, "param": param}}
    return Reply(5, status, json.dumps(body))


@pytest.mark.parametrize(
    ("reply", "kind", "status"),
    [
        (refusal(400, "context_length_exceeded"), "failed", "context_too_long"),
        (refusal(400, "", "This model's maximum context length is 8192 tokens"), "failed", "context_too_long"),
        (refusal(413, "", "prompt is too long: 210000 tokens"), "failed", "context_too_long"),
        (refusal(400, "content_filter"), "failed", "filtered"),
        (refusal(403, "", "Your input was flagged"), "failed", "filtered"),
        (refusal(400, "invalid_request_error"), "rejected", None),
        (refusal(429), "again", None),
        (refusal(429, "insufficient_quota"), "stop", None),
        (refusal(401), "stop", None),
        (refusal(402), "stop", None),
        (refusal(404), "stop", None),
        (refusal(500), "again", None),
        (refusal(503), "again", None),
        (refusal(408), "again", None),
        (Reply(5, 200, "<html></html>"), "again", None),
        (Reply(5, 200, '{"object": "list"}'), "again", None),
        (Reply(5, error="timeout", silent=True), "again", None),
    ],
)
def test_a_reply_means_one_thing(reply: Reply, kind: str, status: str | None) -> None:
    outcome = outcome_of(reply)
    assert (outcome.kind, outcome.status) == (kind, status)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ('{"error": {"message": "m"}}', "m"),
        ('[{"error": {"message": "m"}}]', "m"),
        ('{"error": "m"}', "m"),
        ('{"message": "m"}', "m"),
        ('{"detail": "m"}', "m"),
        ("m", "m"),
    ],
)
def test_the_shapes_of_complaint_in_use_are_understood(raw: str, words: str) -> None:
    assert api_error(raw).words == words


def test_retry_after_is_a_number_or_a_date() -> None:
    assert seconds_of("2.5", NOW) == 2.5
    assert seconds_of("Fri, 02 Jan 2026 00:00:30 GMT", NOW) == 30.0
    assert seconds_of("Fri, 02 Jan 2020 00:00:30 GMT", NOW) == 0.0
    assert seconds_of("soon", NOW) is None


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("86400", 3600.0), ("Fri, 02 Jan 2099 00:00:30 GMT", 3600.0), ("1e400", None), ("nan", None), ("-5", 0.0)],
)
def test_no_server_can_make_a_run_wait_for_ever(header: str, seconds: float | None) -> None:
    assert seconds_of(header, NOW) == seconds
    assert seconds_of(None, NOW) is None


def test_the_words_for_stopping_say_what_and_what_the_server_said() -> None:
    reply = refusal(401, words="wrong key")
    error = outcome_of(reply).error
    assert error is not None
    assert stop_words(reply, error) == "the server does not accept the key (HTTP 401: wrong key)"
