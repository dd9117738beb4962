"""All figures of a study: who is decided, what is published, what is withheld and without any value."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from judged_study import GOOD, GUESSING, NOW, STUDY, Shape, make_study
from sqlalchemy import Engine, event
from sqlmodel import Session, col, select

from agreement.gate import status_of_metric
from agreement.policy import Policy, default_policy, policy_from_toml
from data.engine import open_engine, reading, writing
from data.errors import InputError
from data.figures import Figures, deciding, figures, questions_of
from data.frames import typed
from data.labelling import ANSWERS_ALONE
from data.matrices import PEOPLE
from data.snapshot import Snapshot, snapshot, taken
from data.studies import study_named
from data.tables import Guideline, Label, Rater, Unit

pytestmark = pytest.mark.whole


def _taken(engine: Engine) -> Snapshot:
    with reading(engine) as session:
        return snapshot(session, study_named(session, STUDY))


@pytest.fixture(scope="module")
def study(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """The judged study, read once."""
    path = tmp_path_factory.mktemp("figures") / "study.db"
    path.write_bytes(migrated_file.read_bytes())
    engine = open_engine(str(path))
    make_study(engine)
    taken = _taken(engine)
    engine.dispose()
    return taken


@pytest.fixture(scope="module")
def found(study: Snapshot) -> Figures:
    return figures(study, default_policy())


def _only(study: Snapshot, *questions: str, **frames: pd.DataFrame) -> Snapshot:
    """The study with some of its questions, and with other labels where given."""
    labels = {name: frames.get(name, study.labels[name]) for name in questions}
    return replace(study, labels=labels, asked={name: study.asked[name] for name in questions})


def _policy(text: str) -> Policy:
    return policy_from_toml(text, "test")


def _statuses(found: Figures, question: str) -> dict[str, str]:
    return {verdict.judge: verdict.decision.status for verdict in found.questions[question].verdicts}


def test_each_judge_of_a_question_is_decided_and_the_people_beside_them(found: Figures) -> None:
    assert _statuses(found, "support") == {GOOD: "VALIDATED", GUESSING: "NOT VALIDATED", PEOPLE: "VALIDATED"}
    assert _statuses(found, "stance") == {GOOD: "INCONCLUSIVE", PEOPLE: "INCONCLUSIVE"}


def test_over_several_systems_intervals_count_queries_and_within_one_answers(found: Figures, study: Snapshot) -> None:
    support = found.questions["support"]
    assert (support.clusters, support.report.clusters) == ("query", 36)
    slices = {part.value: part.measured for part in support.verdict(GOOD).evidence.slices}
    assert set(slices) == {"Orion", "Vega", "debate", "expertise"}
    frame = study.labels["support"]
    alone = replace(
        study, labels={"support": frame[frame["system"] == "Vega"]}, asked={"support": study.asked["support"]}
    )
    only = questions_of(alone, default_policy())["support"]
    assert (only.clusters, only.report.clusters) == ("answer", 36)
    assert only.verdict(GOOD).evidence.judge_human == slices["Vega"]


def test_simulated_people_are_named_as_such(found: Figures) -> None:
    assert found.questions["support"].simulated == ("Ada", "Ben")


def test_a_metric_is_published_per_judge_and_for_people_and_has_the_worst_status_of_its_questions(
    found: Figures,
) -> None:
    published = {(entry.metric, entry.labelled_by) for entry in found.metrics}
    assert ("relevant", GOOD) in published
    assert ("unsupported", GOOD) in published
    assert ("unsupported", PEOPLE) in published
    assert ("uncited", ANSWERS_ALONE) in published
    for entry in (*found.metrics, *found.withheld):
        statuses = [found.questions[q].verdict(who).decision.status for q, who in entry.labellers.items()]
        assert entry.status == status_of_metric(statuses)  # type: ignore[arg-type]


def test_withheld_metrics_are_listed_by_name_with_reason_and_next_step(found: Figures) -> None:
    withheld = {(entry.metric, entry.labelled_by): entry for entry in found.withheld}
    assert ("unsupported", GUESSING) in withheld
    assert ("one_sided", GOOD) in withheld
    assert all(entry.reasons and entry.next_step and entry.title for entry in found.withheld)
    assert not {(entry.metric, entry.labelled_by) for entry in found.metrics} & set(withheld)


def test_a_judge_of_one_question_is_joined_by_the_only_labeller_of_the_other(found: Figures) -> None:
    entry = next(entry for entry in found.withheld if (entry.metric, entry.labelled_by) == ("unsupported", GUESSING))
    assert dict(entry.labellers) == {"relevance": GOOD, "support": GUESSING}


def test_a_metric_of_a_system_is_that_of_its_answers_by_hand(found: Figures, study: Snapshot) -> None:
    # III, Relevant Statements: the mean over answers of the share of statements the judge labels core.
    frame = study.labels["relevance"]
    own = frame[(frame["rater"] == GOOD) & (frame["system"] == "Orion")]
    by_hand = (own["value"] == "1").groupby(own["answer"]).mean().mean()
    entry = next(entry for entry in found.metrics if (entry.metric, entry.labelled_by) == ("relevant", GOOD))
    orion = next(row.figure for row in entry.systems if row.figure.system == "Orion")
    assert orion.mean.estimate.value == pytest.approx(by_hand)
    assert (orion.mean.estimate.n, orion.answers, orion.excluded) == (36, 36, ())


def test_a_policy_that_names_a_judge_publishes_only_its_labels_and_decides_only_it(study: Snapshot) -> None:
    policy = _policy(f'[question.support]\njudge = "{GUESSING}"\n')
    named = figures(_only(study, "relevance", "support"), policy)
    assert ("unsupported", GOOD) not in {(entry.metric, entry.labelled_by) for entry in named.metrics}
    assert [verdict.judge for verdict in deciding(named.questions["support"], policy)] == [GUESSING]
    everyone = deciding(named.questions["support"], default_policy())
    assert [verdict.judge for verdict in everyone] == [GOOD, GUESSING]


def test_a_policy_may_name_the_people(study: Snapshot) -> None:
    policy = _policy('[question.support]\njudge = "people"\n[question.relevance]\njudge = "people"\n')
    named = figures(_only(study, "relevance", "support"), policy)
    of_metric = [entry for entry in (*named.metrics, *named.withheld) if entry.metric == "unsupported"]
    assert [dict(entry.labellers) for entry in of_metric] == [{"relevance": PEOPLE, "support": PEOPLE}]


def test_a_policy_that_names_an_unknown_judge_is_refused_with_the_known_ones(study: Snapshot) -> None:
    with pytest.raises(InputError, match=f"'nobody'.*known: {GOOD}, {GUESSING}"):
        questions_of(_only(study, "support"), _policy('[question.support]\njudge = "nobody"\n'))


def test_where_several_judges_could_join_a_metric_waits_for_the_policy(study: Snapshot) -> None:
    frame = study.labels["relevance"]
    second = frame[frame["rater"] == GOOD].assign(rater="second-judge")
    third = frame[frame["rater"] == GOOD].assign(rater="third-judge")
    more = _only(study, "relevance", "support", relevance=pd.concat([frame, second, third], ignore_index=True))
    waiting = next(
        entry
        for entry in figures(more, default_policy()).withheld
        if (entry.metric, entry.labelled_by) == ("unsupported", GUESSING)
    )
    assert any("several judges label it (careful-judge, second-judge, third-judge)" in r for r in waiting.reasons)


def test_a_newcomer_changes_no_decision_and_is_named_in_a_note(study: Snapshot, found: Figures) -> None:
    frame = study.labels["support"]
    first = frame[(frame["rater"] == "Ada") & (frame["query"] == frame["query"].min())].assign(rater="Cleo")
    more = _only(study, "support", support=pd.concat([frame, first], ignore_index=True))
    support = questions_of(more, default_policy())["support"]
    assert [v.decision for v in support.verdicts] == [v.decision for v in found.questions["support"].verdicts]
    assert support.notes == (
        "Cleo is not in the means yet: at least 10 queries must be shared with another person, and it is 1 so far.",
    )


@pytest.mark.parametrize("name", ["lexical-baseline", "lexical-baseline support shared words #9d81a2"])
def test_the_floor_judge_is_compared_and_never_published(study: Snapshot, name: str) -> None:
    frame = study.labels["support"]
    floor = frame[frame["rater"] == GOOD].assign(rater=name)
    more = _only(study, "relevance", "support", support=pd.concat([frame, floor], ignore_index=True))
    found = figures(more, default_policy())
    assert _statuses(found, "support")[name] == "VALIDATED"
    assert name not in {entry.labelled_by for entry in found.metrics}
    entry = next(e for e in found.withheld if (e.metric, e.labelled_by) == ("unsupported", name))
    assert "never published" in entry.reasons[0]
    assert name not in [v.judge for v in deciding(found.questions["support"], default_policy())]


def test_a_question_nobody_labelled_withholds_its_metrics_by_name(study: Snapshot) -> None:
    found = figures(_only(study, "relevance"), default_policy())
    entries = [entry for entry in found.withheld if entry.metric == "one_sided"]
    assert entries
    assert all("stance: nobody has labelled it" in entry.reasons for entry in entries)


def test_without_any_label_everything_but_what_needs_none_is_withheld(study: Snapshot) -> None:
    found = figures(_only(study), default_policy())
    assert [entry.metric for entry in found.metrics] == ["uncited"]
    assert {entry.metric for entry in found.withheld} >= {"one_sided", "relevant", "unsupported"}
    assert [row.answers for row in found.counts if row.kind == "all"] == [36, 36]


def test_one_refused_judgement_is_excluded_and_counted_and_never_unsupported(study: Snapshot, found: Figures) -> None:
    frame, relevance = study.labels["support"], study.labels["relevance"]
    core = relevance[(relevance["rater"] == GOOD) & (relevance["value"] == "1")]
    answer, statement = core.iloc[0][["answer", "statement"]]
    hit = (frame["rater"] == GOOD) & (frame["answer"] == answer) & (frame["statement"] == statement)
    refused = typed(frame.assign(value=frame["value"].mask(hit), reason=frame["reason"].mask(hit, "refused")))
    with_refusal = figures(_only(study, "relevance", "support", support=refused), default_policy())

    def orion(figures: Figures) -> tuple[int, dict[str, int]]:
        entry = next(e for e in figures.metrics if (e.metric, e.labelled_by) == ("unsupported", GOOD))
        row = next(row.figure for row in entry.systems if row.figure.system == "Orion")
        return row.mean.estimate.n, dict(row.excluded)

    before, after = orion(found), orion(with_refusal)
    assert after == (before[0] - 1, {**before[1], "cells unlabelled": 1})
    judged, total = with_refusal.questions["support"].verdict(GOOD).evidence.coverage_n
    assert (judged, total) == (430, 432)


def test_labels_under_an_older_guideline_make_a_question_stale_in_words(engine: Engine) -> None:
    made = make_study(engine, Shape(queries=4))
    with writing(engine) as session:
        old = Guideline(study_id=made.id, question="support", version="1", text="…")
        session.add(old)
        session.flush()
        session.add(Guideline(study_id=made.id, question="support", version="2", text="…"))
        for label in _labels_of(session, "Ada", "support")[:3]:
            label.guideline_id = old.id
    found = questions_of(_taken(engine), default_policy())["support"]
    assert {verdict.decision.status for verdict in found.verdicts} == {"STALE"}
    assert "3 under version 1" in found.verdicts[0].decision.reasons[0]
    assert "newest is version 2" in found.verdicts[0].decision.reasons[0]


def test_labels_under_an_older_question_version_are_stale_and_never_mixed_with_newer_ones(engine: Engine) -> None:
    make_study(engine, Shape(queries=4))
    with writing(engine) as session:
        for rater in ("Ada", "Ben", GOOD, GUESSING):
            for label in _labels_of(session, rater, "support"):
                label.question_version = "0"
    found = questions_of(_taken(engine), default_policy())["support"]
    assert found.version == "0"
    assert "version 0 of the question, which is now at 1" in str(found.verdict(GOOD).evidence.stale)
    with writing(engine) as session:
        for label in _labels_of(session, "Ada", "support")[:5]:
            label.question_version = "1"
    mixed = questions_of(_taken(engine), default_policy())["support"]
    assert (mixed.version, mixed.verdict(PEOPLE).evidence.stale) == ("1", None)
    assert "187 under version 0" in mixed.notes[0]
    with writing(engine) as session:
        for label in _labels_of(session, "Ada", "support"):
            label.question_version = "00"
    with pytest.raises(InputError, match="never mix versions"):
        _taken(engine)


def test_labels_given_with_a_judge_in_view_are_counted_in_a_note(study: Snapshot) -> None:
    frame = study.labels["support"].copy()
    frame.loc[frame.index[frame["rater"] == "Ada"][:7], "judge_shown"] = True
    seen = questions_of(_only(study, "support", support=frame), default_policy())["support"]
    assert seen.notes == ("7 labels of people were given with a judge's label in view.",)


def test_a_judge_named_like_the_people_is_refused(study: Snapshot) -> None:
    frame = study.labels["support"]
    named = frame.assign(rater=frame["rater"].replace(GUESSING, PEOPLE))
    with pytest.raises(InputError, match="give it another name"):
        questions_of(
            replace(study, labels={"support": named}, asked={"support": study.asked["support"]}), default_policy()
        )


def test_people_lose_their_names_and_nothing_else(study: Snapshot, found: Figures) -> None:
    unnamed = figures(_only(study.people_unnamed(), "relevance", "support"), default_policy())
    assert [entry for entry in found.metrics if entry.metric in {row.metric for row in unnamed.metrics}] == [
        *unnamed.metrics
    ]
    assert unnamed.questions["support"].report.human_human.raters == ("annotator 1", "annotator 2")
    assert unnamed.questions["support"].verdict(GOOD).evidence == found.questions["support"].verdict(GOOD).evidence


def test_an_alias_that_a_judge_bears_already_is_passed_over(study: Snapshot) -> None:
    frame = study.labels["support"]
    taken = _only(study, "support", support=frame.assign(rater=frame["rater"].replace(GUESSING, "annotator 1")))
    raters = taken.people_unnamed().labels["support"]["rater"].unique()
    assert sorted(raters) == ["annotator 1", "annotator 2", "annotator 3", GOOD]


def test_topics_asked_both_ways_stand_side_by_side(study: Snapshot) -> None:
    queries = study.structure.queries.assign(mirror=None)
    queries.loc[queries["query"] == "q00", "mirror"] = "q02"
    mirrored = replace(study, structure=replace(study.structure, queries=typed(queries)))
    found = figures(mirrored, _policy("[gate]\nhuman_clusters = 10\n"))
    extra = next(extra for extra in found.extras if extra.figure == "mirrored")
    assert [(row.pair, row.system, [side.query for side in row.sides]) for row in extra.rows] == [  # type: ignore[union-attr]
        ("q00 / q02", "Orion", ["q00", "q02"]),
        ("q00 / q02", "Vega", ["q00", "q02"]),
    ]


def _labels_of(session: Session, rater: str, question: str) -> list[Label]:
    found = (
        select(Label)
        .join(Unit, col(Unit.id) == Label.unit_id)
        .join(Rater, col(Rater.id) == Label.rater_id)
        .where(Rater.name == rater, Unit.question == question, col(Label.superseded_at).is_(None))
        .order_by(Unit.key)
    )
    return list(session.exec(found))


def test_a_snapshot_is_of_one_moment_whatever_is_written_meanwhile(engine: Engine) -> None:
    make_study(engine, Shape(queries=2, questions=("relevance", "support")))
    whole = taken(engine, STUDY)
    other, meddled = open_engine(engine.url.render_as_string(hide_password=False)), []

    def meddle(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        """Right after the first look at labels, somebody else's labels are superseded."""
        if "label" in statement and not meddled:
            meddled.append(statement)
            with writing(other) as session:
                for label in _labels_of(session, "Ada", "support"):
                    label.superseded_at = NOW

    event.listen(engine, "after_cursor_execute", meddle)
    assert len(taken(engine, STUDY).labels["support"]) == len(whole.labels["support"])
    assert len(taken(engine, STUDY).labels["support"]) == len(whole.labels["support"]) - 24
    other.dispose()
