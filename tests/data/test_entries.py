from __future__ import annotations

import pytest

from data.entries import Entry, check_entries, check_evidence
from data.errors import InputError
from data.questions import question_named

SUPPORT = question_named("support")


@pytest.mark.parametrize("value", ["full", "partial", "none", "contradicts"])
def test_every_label_of_the_scale_is_taken_the_extra_one_too(value: str) -> None:
    check_entries([Entry(1, value)], SUPPORT)


@pytest.mark.parametrize("reason", ["skipped", "source unreadable", "cannot judge"])
def test_every_reason_of_people_is_taken(reason: str) -> None:
    check_entries([Entry(1, reason=reason)], SUPPORT)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (Entry(1, "full", reason="skipped"), "a value or a reason, not both"),
        (Entry(1, "Full"), "'Full' is not one of none, partial, full, contradicts"),
        (Entry(1, ""), "'' is not one of"),
        (Entry(1, reason="refused"), "'refused' is not one of skipped"),  # a judge's reason
        (Entry(1, "full", justification="a\0"), "field 'justification': holds a NUL"),
        (Entry(1, "full", justification="\ud83d"), "lone surrogate"),
        (Entry(1, "full", justification="x" * 10_001), "10,001 characters are too many; at most 10,000"),
        (Entry(1, "full", active_ms=-1), "times are milliseconds"),
        (Entry(1, "full", wall_ms=10**12), "times are milliseconds"),
    ],
)
def test_an_entry_that_cannot_be_stored_is_refused_in_words(entry: Entry, why: str) -> None:
    with pytest.raises(InputError, match=why):
        check_entries([Entry(2, "full"), entry], SUPPORT)


def test_two_entries_about_one_unit_are_refused() -> None:
    with pytest.raises(InputError, match="two entries are about the same unit"):
        check_entries([Entry(1, "full"), Entry(1, "none")], SUPPORT)


@pytest.mark.parametrize("span", [(-1, 2), (3, 3), (5, 4), (0, 11)])
def test_evidence_outside_the_text_is_refused(span: tuple[int, int]) -> None:
    with pytest.raises(InputError, match=r"does not lie in the source's 10 characters"):
        check_evidence(Entry(1, "full", evidence=((0, 10), span)), 10)


def test_evidence_needs_a_source() -> None:
    check_evidence(Entry(1, "full", evidence=((0, 10), (9, 10))), 10)
    with pytest.raises(InputError, match="only be marked in a readable source"):
        check_evidence(Entry(1, "full", evidence=((0, 1),)), None)


def test_the_longest_time_ever_sent_is_kept() -> None:
    # 5 s active of 5, then away for 60, then 5 more: 10 active, 70 in all; the first draft is sent twice
    first = Entry(1, "full", active_ms=5_000, wall_ms=5_000)
    last = Entry(1, "full", active_ms=10_000, wall_ms=70_000).after(first)
    late = first.after(last)
    assert [(entry.active_ms, entry.wall_ms) for entry in (last, late)] == [(10_000, 70_000)] * 2
