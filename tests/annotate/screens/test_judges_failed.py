"""Failures on the Judges screen, in words."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from app_tables import rows_of
from records import NOON

from annotate.screens.judges_failed import failed, replies
from annotate.tables import Table
from data.judge_failures import FailedRequest
from data.questions import REASON_OF_IMPORTS, REASONS_OF_ENSEMBLES, REASONS_OF_JUDGES


def rows(table: Table) -> list[list[str]]:
    return rows_of(asdict(table))[1:]


def test_every_status_a_judge_can_end_in_is_explained() -> None:
    every = (*REASONS_OF_JUDGES, *REASONS_OF_ENSEMBLES, REASON_OF_IMPORTS)
    told = rows(failed(dict.fromkeys(every, 1), {}, ""))
    assert [row[0] for row in told] == list(every)
    assert all(row[3].endswith(".") for row in told)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (None, "no reply"),
        ('{"choices": []}', "a reply without a text"),
        ('{"choices": [{"message": {"content": null, "refusal": "I will not."}}]}', "I will not."),
        ('{"choices": [{"message": {"content": "so and so"}}]}', "so and so"),
        ("<html>", "<html>"),
        ('{"choices": [{"message"', '{"choices": [{"message"'),
    ],
)
def test_what_came_back_is_the_models_text_where_there_is_one(raw: str | None, words: str) -> None:
    request = FailedRequest(1, NOON, 200, None, None, raw, None if raw is None else len(raw))
    ((_, _, http, told),) = rows(replies([request]))
    assert (http, told.partition("Raw reply")[0]) == ("200", words)


def test_a_request_without_a_reply_has_no_status_of_http() -> None:
    ((sent, attempts, http, told),) = rows(replies([FailedRequest(2, NOON, None, "timed out", None, None, None)]))
    assert (sent, attempts, http, told) == ("02 Mar 2026 12:00:00 UTC", "2", "–", "error timed out\nno reply")
