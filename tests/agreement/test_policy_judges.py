"""A policy may name whose labels of a question are published."""

from __future__ import annotations

import pytest

from agreement.policy import default_policy, policy_from_toml, policy_sha


def test_a_named_judge_holds_for_its_question_alone_and_leaves_the_rule_as_it_is() -> None:
    policy = policy_from_toml('[question.support]\njudge = "careful"\n', "mine")
    assert dict(policy.judges) == {"support": "careful"}
    assert policy.questions == default_policy().questions


def test_naming_a_judge_changes_the_hash_of_a_policy() -> None:
    named = policy_from_toml('[question.support]\njudge = "careful"\n', "default")
    assert policy_sha(named) != policy_sha(default_policy())


@pytest.mark.parametrize("value", ["1", '""', '["a"]'])
def test_what_is_no_name_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match=r"judge in \[question\.support\] must be the name"):
        policy_from_toml(f"[question.support]\njudge = {value}\n", "mine")


def test_a_judge_cannot_be_named_for_all_questions_at_once() -> None:
    with pytest.raises(ValueError, match="does not know 'judge'"):
        policy_from_toml('[gate]\njudge = "careful"\n', "mine")
