from judge_cases import NOW
from report_study import REPORTS, report_study
from sqlalchemy import Engine

from data.engine import reading, writing
from data.judge_labels import NewLabel, store_labels
from data.pending import count_pending
from data.pending_issues import pending_issues
from data.raters import rater_named


def test_the_issues_of_one_kind_come_report_by_report_each_once(engine: Engine) -> None:
    study = report_study(engine)
    with writing(engine) as session:
        rater = rater_named(session, study, "judge", "judge", "run")
        first = pending_issues(session, rater, "citation_issue", 0, 1)
        second = pending_issues(session, rater, "citation_issue", first.last or 0, 1)
        end = pending_issues(session, rater, "citation_issue", second.last or 0, 1)
        assert count_pending(session, rater, "citation_issue") == 4
    north, south = REPORTS.values()
    assert [(cell.answer, cell.issue, cell.quote) for cell in (*first.cells, *second.cells)] == [
        (" ".join(north), "A citation fault.", north[0]),
        (" ".join(north), "No page at all.", None),
        (" ".join(south), "A citation fault.", south[0]),
        (" ".join(south), "No page at all.", None),
    ]
    assert {cell.query for cell in first.cells} == {"Why keep the pier?"}
    assert (end.cells, end.last) == ((), None)


def test_a_checked_issue_is_no_longer_pending_and_a_failed_one_only_on_request(engine: Engine) -> None:
    study = report_study(engine)
    with writing(engine) as session:
        rater = rater_named(session, study, "judge", "judge", "run")
        one, two, *_ = pending_issues(session, rater, "citation_issue", 0, 9).cells
        labels = [NewLabel(one.unit_id, "valid", None), NewLabel(two.unit_id, None, "refused")]
        store_labels(session, rater, "1", labels, NOW)
    with reading(engine) as session:
        left = [cell.unit_id for cell in pending_issues(session, rater, "citation_issue", 0, 9).cells]
        again = [cell.unit_id for cell in pending_issues(session, rater, "citation_issue", 0, 9, True).cells]
    assert (len(left), set(again) - set(left)) == (2, {two.unit_id})
