"""Policies: the defaults, what may be changed, and what is refused by name."""

import tomllib
from dataclasses import fields, replace

import pytest
from answers import STRICT

from agreement.policy import (
    PRECISION,
    GateRule,
    canonical_json,
    default_policy,
    default_policy_toml,
    policy_from_toml,
    policy_sha,
)
from agreement.statistics import STATISTICS


def test_the_defaults_are_those_of_the_decision_rule():
    assert default_policy().questions["support"] == GateRule(
        statistic="kappa_quadratic",
        humans=2,
        human_clusters=30,
        human_alpha_above=0.40,
        validated_above=0.60,
        caveat_above=0.50,
        refuted_at_most=0.50,
        ceiling=True,
        difference_above=-0.10,
        difference_refuted_at_most=-0.10,
        slice_clusters=10,
        slice_refuted_below=0.40,
        flip_rate_refuted_from=0.10,
        coverage_from=0.95,
    )
    assert default_policy().metrics == STRICT


def test_each_question_has_its_own_statistic():
    questions = default_policy().questions
    assert {key: rule.statistic for key, rule in questions.items() if rule.statistic != "kappa"} == {
        "confidence": "kappa_quadratic",
        "support": "kappa_quadratic",
        "consistency_issue": "precision",
        "citation_issue": "precision",
    }
    assert (questions["citation_issue"].validated_above, questions["citation_issue"].ceiling) == (0.70, False)


def test_the_default_text_documents_every_key_and_changes_nothing_when_given():
    text = default_policy_toml()
    assert all(f" {name}" in text for name in (*STATISTICS, PRECISION))
    assert set(tomllib.loads(text)["gate"]) == {field.name for field in fields(GateRule)}
    assert canonical_json(policy_from_toml(text, "copy")) == canonical_json(default_policy())


def test_a_gate_key_holds_for_all_questions_and_a_question_key_for_one():
    policy = policy_from_toml('[gate]\nstatistic = "pearson"\n[question.stance]\nstatistic = "kappa"\n', "mine")
    assert policy.questions["support"].statistic == "pearson"
    assert policy.questions["stance"].statistic == "kappa"
    assert policy.questions["support"].validated_above == 0.60


def test_a_whole_number_stands_for_the_same_number():
    one = policy_from_toml("[gate]\ncoverage_from = 1\n", "a")
    assert policy_sha(one) == policy_sha(policy_from_toml("[gate]\ncoverage_from = 1.0\n", "a"))


def test_the_hash_follows_the_values_and_not_the_words():
    base = policy_sha(default_policy())
    assert base == policy_sha(policy_from_toml("# a comment\n[gate]\nhumans = 2\n", "another name"))
    assert base != policy_sha(policy_from_toml("[gate]\nhumans = 3\n", "default"))
    assert base != policy_sha(policy_from_toml("[metrics]\npartial_counts = true\n", "default"))
    assert len(base) == 64


def test_the_canonical_json_is_sorted_and_without_blanks():
    assert default_policy().name == "default"
    text = canonical_json(default_policy())
    assert text.startswith('{"judges":{},"metrics":{"partial_counts":false,"unknown_share":0.0},"questions":{')
    assert " " not in text
    rules = default_policy().questions
    turned = replace(default_policy(), questions=dict(reversed(rules.items())), judges={"b": "gpt", "a": "Zoë"})
    assert canonical_json(turned) == canonical_json(replace(turned, questions=rules, judges={"a": "Zoë", "b": "gpt"}))
    assert canonical_json(turned).isascii()


def test_every_statistic_of_which_more_is_better_may_lead_the_gate():
    for name, statistic in STATISTICS.items():
        if not statistic.lower_is_better:
            assert policy_from_toml(f'[gate]\nstatistic = "{name}"\n', "mine").questions["depth"].statistic == name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[gate", "policy mine is not valid TOML"),
        pytest.param("gate = " + "[" * 5_000, "policy mine is not valid TOML", id="brackets without end"),
        ("gates = 1", "does not know 'gates'; use one of gate, metrics, question"),
        ("gate = 1", "gate must be a table"),
        ("[gate]\nhuman = 2", "does not know 'human'; use one of statistic, humans"),
        ("[question.taste]", "does not know 'taste'; use one of relevance, stance"),
        ("[question.support]\nvalidated = 1", r"\[question.support\] does not know 'validated'"),
        ("[metrics]\npartial = true", r"\[metrics\] does not know 'partial'; use one of partial_counts, unknown_share"),
        ("[gate]\nhumans = 2.0", r"humans in \[gate\] must be a whole number, not 2.0"),
        ("[gate]\nhumans = true", "must be a whole number, not True"),
        ("[gate]\nceiling = 1", "must be true or false, not 1"),
        ("[gate]\nvalidated_above = true", "must be a number, not True"),
        ("[gate]\nstatistic = 3", "must be a text, not 3"),
        ("[gate]\nhumans = 1", "must lie from 2 to 1e\\+06, not at 1"),
        ("[gate]\nvalidated_above = 1.1", "must lie from -1 to 1, not at 1.1"),
        ("[gate]\nvalidated_above = nan", "must lie from -1 to 1, not at nan"),
        ("[gate]\ncoverage_from = -0.1", "must lie from 0 to 1"),
        ("[metrics]\nunknown_share = inf", "must lie from 0 to 1"),
        ('[question.support]\nstatistic = "kapa"', "must be one of percent_agreement, kappa"),
        ('[gate]\nstatistic = "mae"', r"statistic in \[gate\] cannot be 'mae': less of it is better"),
        ('[question.support]\nstatistic = "rmse"', "cannot be 'rmse': less of it is better"),
        ("[question.support]\nvalidated_above = 0.4", r"\[question.support\] contradicts itself: refuted_at_most <="),
        ("[gate]\ndifference_refuted_at_most = 0.0", "difference_refuted_at_most <= difference_above must hold"),
    ],
)
def test_what_is_wrong_is_refused_by_name_with_what_is_allowed(text, message):
    with pytest.raises(ValueError, match=message):
        policy_from_toml(text, "mine")
