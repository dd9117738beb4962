import json
from datetime import UTC, datetime

import pytest

from judges.client import Reply
from judges.outcome import api_error, outcome_of, seconds_of, stop_words, wait_asked_by

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
        (refusal(400, "", "request (4390 tokens) exceeds the available context size"), "failed", "context_too_long"),
        (refusal(500, "exceed_context_size_error"), "failed", "context_too_long"),
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


GEMINI_BUSY = {
    "error": {
        "code": 429,
        "message": "You exceeded your current quota, please check your plan and billing details.",
        "status": "RESOURCE_EXHAUSTED",
        "details": [
            {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": "RequestsPerMinute"}]},
            {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "17.3s"},
        ],
    }
}


def test_a_quota_by_the_minute_is_a_reason_to_wait_and_no_end_of_the_credit() -> None:
    reply = Reply(5, 429, json.dumps([GEMINI_BUSY]))
    assert outcome_of(reply).kind == "again"
    assert wait_asked_by(reply, NOW) == 17.3


def test_a_quota_by_the_day_ends_the_run() -> None:
    raw = json.dumps([GEMINI_BUSY]).replace("RequestsPerMinute", "GenerateRequestsPerDayPerProjectPerModel-FreeTier")
    assert outcome_of(Reply(5, 429, raw)).kind == "stop"


def test_the_header_counts_before_the_body() -> None:
    assert wait_asked_by(Reply(5, 429, json.dumps(GEMINI_BUSY), retry_after="2"), NOW) == 2.0
    assert wait_asked_by(Reply(5, 429, "{}"), NOW) is None
    assert wait_asked_by(Reply(5, 200, json.dumps(GEMINI_BUSY)), NOW) is None
    assert wait_asked_by(Reply(5, error="timeout", silent=True), NOW) is None


def test_a_complaint_holds_nothing_a_database_cannot_store() -> None:
    error = api_error('{"error": {"message": "cut \\ud83d\\u0000", "code": "\\ud83d", "param": "\\u0000"}}')
    assert (error.words, error.code, error.param) == ("cut \ufffd\ufffd", "\ufffd", "\ufffd")


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_an_address_that_has_moved_ends_the_run(status: int) -> None:
    assert outcome_of(Reply(5, status, "")).kind == "stop"


def test_the_words_for_stopping_say_what_and_what_the_server_said() -> None:
    reply = refusal(401, words="wrong key")
    error = outcome_of(reply).error
    assert error is not None
    assert stop_words(reply, error) == "the server does not accept the key (HTTP 401: wrong key)"
