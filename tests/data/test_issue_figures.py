"""Judges of issue lists are decided by the precision of their issues."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from issue_study import LISTER, QUESTION, STUDY, Lists, make_issue_study
from judged_study import Shape, make_study
from sqlalchemy import Engine

from agreement.estimate import Estimate, Interval, Measured
from agreement.gate import DIFFERENCE
from agreement.issue_lists import IssueList
from agreement.policy import default_policy, policy_from_toml
from data.engine import open_engine
from data.figures import figures
from data.issue_figures import NO_CEILING, NO_LIST, issue_lists
from data.publication.document import document
from data.reliability import QuestionFigures, question_figures
from data.sentences import issue_words, sentence
from data.snapshot import Snapshot, taken

pytestmark = pytest.mark.whole

POLICY = default_policy()


def figures_of(study: Snapshot, frame: pd.DataFrame | None = None) -> QuestionFigures:
    labels = study.labels[QUESTION.name] if frame is None else frame
    return question_figures(labels, study.asked[QUESTION.name], POLICY)


@pytest.fixture(scope="module")
def good(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """The study of a good judge over two systems, read once."""
    path = tmp_path_factory.mktemp("issues") / "study.db"
    path.write_bytes(migrated_file.read_bytes())
    engine = open_engine(str(path))
    make_issue_study(engine, Lists(systems=("Orion", "Vega"), listed=2))
    study = taken(engine, STUDY)
    engine.dispose()
    return study


def rejecting(study: Snapshot, every: int) -> pd.DataFrame:
    """The labels with people calling all but each so many of the judge's issues not valid."""
    frame = study.labels[QUESTION.name]
    of_judge = sorted(frame.loc[frame["rater"] == LISTER, "unit"])
    spared = set(of_judge[::every])
    hit = (frame["rater_kind"] == "human") & frame["unit"].isin([unit for unit in of_judge if unit not in spared])
    return frame.assign(value=frame["value"].mask(hit, "not valid"))


def test_a_precise_judge_that_only_lists_issues_is_validated(good: Snapshot) -> None:
    found = figures_of(good)
    listed, verdict = found.issues[0], found.verdict(LISTER)
    # 80 answers with 2 issues of the judge, checked by Ada and Ben, and one that Ada found and Ben confirmed.
    assert (listed.judge, listed.reported, listed.checked + listed.tied, listed.unchecked) == (LISTER, 160, 160, 0)
    assert listed.missed == 80
    people = good.labels[QUESTION.name].query("rater_kind == 'human' and not unit.str.endswith('i2')")
    votes = people.assign(up=people["value"] == "valid").groupby("unit")["up"].mean()
    assert listed.precision.estimate.value == pytest.approx((votes == 1).sum() / (votes != 0.5).sum())
    assert verdict.evidence.judge_human == listed.precision
    assert (verdict.evidence.human_human.estimate.undefined, verdict.evidence.difference.estimate.undefined) == (
        NO_CEILING,
        NO_CEILING,
    )
    assert verdict.evidence.coverage_n == (160, 160)
    assert verdict.decision.status == "VALIDATED"
    assert verdict.decision.reasons[0].startswith("precision of the judge's issues 0.8")


def test_a_judge_with_too_many_false_issues_is_not_validated(good: Snapshot) -> None:
    decision = figures_of(good, rejecting(good, 3)).verdict(LISTER).decision
    assert decision.status == "NOT VALIDATED"
    assert decision.reasons[0].startswith("precision of the judge's issues 0.2")
    assert decision.reasons[0].endswith("its upper bound is not above 0.50")


def test_the_sentence_says_precision_and_no_comparison_with_people(good: Snapshot) -> None:
    found = figures_of(good)
    said = sentence(found, found.verdict(LISTER), POLICY.questions[QUESTION.name])
    assert said.startswith("Consistency issue: issue-judge lists issues that people check: precision .")
    assert said.endswith("; validated.")


def test_refused_issues_of_a_judge_are_not_covered(good: Snapshot) -> None:
    frame = good.labels[QUESTION.name]
    own = frame["rater"] == LISTER
    refused = own & (frame["unit"].str.endswith("i0"))
    frame = frame.assign(value=frame["value"].mask(refused), reason=frame["reason"].mask(refused, "refused"))
    found = figures_of(good, frame)
    assert found.verdict(LISTER).evidence.coverage_n == (80, 160)
    assert found.verdict(LISTER).evidence.coverage == 0.5
    assert found.issues[0].reported == 80


def test_each_system_is_a_slice_of_its_own_precision(good: Snapshot) -> None:
    found, frame = figures_of(good), good.labels[QUESTION.name]
    slices = {part.value: part.measured for part in found.verdict(LISTER).evidence.slices}
    assert set(slices) == {"Orion", "Vega"}
    assert slices["Vega"] == issue_lists(frame[frame["system"] == "Vega"], QUESTION)[0].precision
    assert (slices["Vega"].clusters, found.issues[0].precision.clusters) == (40, 40)  # answers, and queries of both


def test_a_ceiling_that_a_policy_asks_for_does_not_exist(good: Snapshot) -> None:
    policy = policy_from_toml("[question.consistency_issue]\nceiling = true\n", "test")
    found = question_figures(good.labels[QUESTION.name], good.asked[QUESTION.name], policy)
    decision = found.verdict(LISTER).decision
    assert (decision.status, decision.reasons) == ("INCONCLUSIVE", (f"{DIFFERENCE} undefined: {NO_CEILING}",))


def test_another_statistic_leads_where_a_policy_says_so(good: Snapshot) -> None:
    policy = policy_from_toml('[question.consistency_issue]\nstatistic = "percent_agreement"\n', "test")
    found = question_figures(good.labels[QUESTION.name], good.asked[QUESTION.name], policy)
    evidence = found.verdict(LISTER).evidence
    assert evidence.judge_human == found.report.judge(LISTER).mean["percent_agreement"]
    assert found.issues[0].reported == 160


def test_a_question_that_is_not_about_issues_has_no_precision(engine: Engine) -> None:
    make_study(engine, Shape(queries=2))
    study = taken(engine, "lighthouses")
    policy = policy_from_toml('[question.support]\nstatistic = "precision"\n', "test")
    found = question_figures(study.labels["support"], study.asked["support"], policy)
    assert found.issues == ()
    assert {v.evidence.judge_human.estimate.undefined for v in found.verdicts if v.judge != "people"} == {NO_LIST}


def test_a_list_is_told_in_words() -> None:
    half = Measured(Estimate(0.5, 4), Interval(0.1, 0.9, "by hand"), 4)
    none = Measured(Estimate(None, 0, "nothing"), Interval(None, None, "by hand", undefined="nothing"), 0)
    found = IssueList("J", "none", 1_007, 4, 2, 1, valid=2, missed=3, precision=half, recall=none)
    assert issue_words("Citation issue", found) == (
        "Citation issue: J listed 1,007 issues. People settled 4, were evenly split on 2 and did not look at 1; 3 "
        "valid issues are only on others' lists. Precision .50 [.10, .90]; recall of the issues anybody found "
        "undefined (nothing). An issue is valid where an adjudicator says so, otherwise where most people do."
    )


def test_a_publication_holds_each_list(good: Snapshot) -> None:
    unnamed = good.people_unnamed()
    found = document(unnamed, POLICY, figures(unnamed, POLICY), "sha")
    assert any("issue-judge listed 160 issues" in paragraph for paragraph in found["methods"])
    assert found["agreement"][QUESTION.name]["issues"][0]["reported"] == 160
    assert "Ada" not in str(found["agreement"])
