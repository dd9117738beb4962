"""The simulated raters: the same seed, the same labels; and errors as often as their chances say."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from data.demo.authored import topics
from data.demo.simulate import LEFT_OPEN, Given, Truth, Unit, cast, labels, true_labels
from data.questions import QUESTIONS, REASONS_OF_JUDGES, REASONS_OF_PEOPLE

pytestmark = pytest.mark.whole

A, B, ADJUDICATOR = "Annotator A (simulated)", "Annotator B (simulated)", "Adjudicator (simulated)"
WREN = "recorded judge Wren"


@pytest.fixture(scope="module")
def truths() -> dict[Unit, Truth]:
    return {truth.unit: truth for truth in true_labels(topics())}


@pytest.fixture(scope="module")
def given() -> dict[tuple[str, Unit], Given]:
    return {(label.rater, label.unit): label for label in labels(topics(), cast())}


def test_chances_are_chances_of_the_values_of_the_scale() -> None:
    for rater in cast().raters:
        for question, rows in rater.chances.items():
            for chances in rows.values():
                assert len(chances) == len(QUESTIONS[question].scale.values)
                assert sum(chances) == pytest.approx(1)


def test_the_same_seed_gives_the_same_labels_and_another_seed_others() -> None:
    found, raters = topics(), cast()
    assert list(labels(found, raters)) == list(labels(found, cast()))
    assert list(labels(found, raters)) != list(labels(found, replace(raters, seed="another")))


def test_a_topic_more_changes_no_label_of_the_others() -> None:
    found = topics()
    assert set(labels(found[:3], cast())) <= set(labels(found[:4], cast()))


def test_annotators_and_judges_label_every_unit_once(truths: dict[Unit, Truth]) -> None:
    given = Counter((label.rater, label.unit) for label in labels(topics(), cast()))
    assert set(given.values()) == {1}
    for rater in cast().raters:
        if rater.kind != "adjudicator":
            assert {unit for name, unit in given if name == rater.name} == set(truths)


def test_errors_come_about_as_often_as_the_chances_say(
    truths: dict[Unit, Truth], given: dict[tuple[str, Unit], Given]
) -> None:
    rows = next(rater for rater in cast().raters if rater.name == WREN).chances["support"]
    for row, chances in rows.items():
        units = [unit for unit, truth in truths.items() if unit.question == "support" and truth.chances == row]
        values = Counter(given[WREN, unit].value for unit in units)
        for value, chance in zip(QUESTIONS["support"].scale.values, chances, strict=True):
            # Four standard errors of a share of `len(units)` independent draws.
            slack = 4 * (chance * (1 - chance) / len(units)) ** 0.5 + 0.02
            assert abs(values[value] / len(units) - chance) < slack, (row, value)


def test_the_adjudicator_settles_what_people_dispute_by_the_true_label_except_in_the_open_topics(
    truths: dict[Unit, Truth], given: dict[tuple[str, Unit], Given]
) -> None:
    settled = {unit: label for (name, unit), label in given.items() if name == ADJUDICATOR}
    disputed = {unit for unit in truths if given[A, unit].value != given[B, unit].value or given[A, unit].value is None}
    assert set(settled) == {unit for unit in disputed if truths[unit].query not in LEFT_OPEN}
    assert any(truths[unit].query in LEFT_OPEN for unit in disputed)
    assert all(label.value == truths[unit].value for unit, label in settled.items())


def test_labels_without_a_value_say_why_in_the_words_of_their_kind(given: dict[tuple[str, Unit], Given]) -> None:
    kinds = {rater.name: rater.kind for rater in cast().raters}
    gaps = [(kinds[name], label.gap) for (name, _), label in given.items() if label.value is None]
    assert {gap.reason for kind, gap in gaps if gap and kind == "human"} <= set(REASONS_OF_PEOPLE)
    reasons = {gap.reason for kind, gap in gaps if gap and kind == "judge"}
    assert {"refused", "truncated", "invalid_json"} <= reasons <= set(REASONS_OF_JUDGES)
    named = [gap for rater in cast().raters for gap in rater.gaps]
    assert len(gaps) == len(named), "a gap names a unit that does not exist"


def test_evidence_stands_only_beside_labels_that_claim_support(given: dict[tuple[str, Unit], Given]) -> None:
    marked = [label for label in given.values() if label.evidence]
    assert {label.value for label in marked} == {"full", "partial"}
    assert {label.unit.question for label in marked} == {"support"}
    assert {label.rater for label in marked} == {A, B, ADJUDICATOR}
