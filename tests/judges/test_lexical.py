from judge_cases import NOW, current_labels, ignore, judged_study
from sqlalchemy import Engine, select

from data.engine import reading
from data.outputs import cost_of
from data.tables import Attempt, JudgeRun, Label, Output, Rater
from judges.floor import run_floor
from judges.lexical import THRESHOLDS, Grade, Thresholds, grade, support_floor

SOURCE = "The harbour was dredged in spring. Ferries run every hour in summer. In 2021 there were 1,482 boats."


def test_a_repeated_statement_is_full_a_strange_one_none() -> None:
    assert grade("The harbour was dredged in spring.", SOURCE).value == "full"
    assert grade("Quarks have colour.", SOURCE) == Grade("none", ())
    assert grade("Anything.", "") == Grade("none", ())


def test_the_thresholds_cut_the_share_where_they_say() -> None:
    # Three sentences; "boats" stands in one (ln(1 + 4/1.5) = 1.2993), "sank" in none (ln(1 + 4/0.5) = 2.1972).
    # Share found: 1.2993 / 3.4965 = 0.3716.
    assert grade("Boats sank.", SOURCE, Thresholds(full=0.372, partial=0.371)).value == "partial"
    assert grade("Boats sank.", SOURCE, Thresholds(full=0.371, partial=0.1)).value == "full"
    assert grade("Boats sank.", SOURCE, Thresholds(full=0.9, partial=0.372)).value == "none"


def test_the_evidence_is_where_the_words_stand() -> None:
    ((start, end),) = grade("1482 boats in 2021", SOURCE).evidence
    assert SOURCE[start:end] == "In 2021 there were 1,482 boats."


def test_other_thresholds_are_another_judge() -> None:
    assert support_floor(Thresholds(0.9, 0.5)).spec.sha != support_floor().spec.sha
    assert support_floor().spec.parameters == {"full": THRESHOLDS.full, "partial": THRESHOLDS.partial}


def test_a_run_labels_everything_once_without_any_attempt(engine: Engine) -> None:
    study = judged_study(engine)
    report = run_floor(engine, study, support_floor(), ignore, lambda: NOW)
    again = run_floor(engine, study, support_floor(), ignore, lambda: NOW)
    assert (report.progress.done, report.progress.left, again.progress.total) == (60, 0, 0)
    with reading(engine) as session:
        assert not session.scalars(select(Attempt)).all()
        assert not session.scalars(select(Output)).all()
        assert [run.ended_at for run in session.scalars(select(JudgeRun))] == [NOW, NOW]
        rater = session.scalars(select(Rater)).one()
        assert (rater.kind, rater.origin, rater.spec_sha) == ("judge", "run", support_floor().spec.sha)
        assert cost_of(session, rater).requests == 0
        evidence = [label.evidence for label in session.scalars(select(Label)) if label.value != "none"]
    assert len(current_labels(engine)) == 60
    assert all(evidence)
