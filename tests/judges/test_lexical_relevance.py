from judge_cases import NOW, current_labels, ignore
from report_study import report_study
from sqlalchemy import Engine, select

from data.engine import reading
from data.raters import is_floor
from data.tables import Output, Rater
from judges.floor import run_floor
from judges.lexical_relevance import LEAST_TERMS, added_terms, relevance_floor


def test_terms_count_that_are_new_or_the_querys() -> None:
    statements = [
        "Green tea keeps for one year [2].",  # green, tea, keep, year; "for" and "one" are fillers
        "One year is what green tea keeps.",  # only tea and keep, which the query has, count again
        "Sealed tins add 6 months [1, 2].",  # seal, tin, add, 6, month; the numbers of marks do not
    ]
    assert added_terms("How long does tea keep?", statements) == [4, 2, 5]


def test_numbers_in_citation_marks_are_no_terms() -> None:
    assert added_terms("q", ["[1]", "[2, 3]", "[^4]", "[5–7]"]) == [0, 0, 0, 0]
    assert added_terms("q", ["In 1901", "[1902a]"]) == [1, 1]


def test_an_answer_without_statements_has_no_counts() -> None:
    assert added_terms("q", []) == []


def test_a_statement_that_adds_enough_is_core_and_says_why(engine: Engine) -> None:
    study = report_study(engine)
    report = run_floor(engine, study, relevance_floor(least_terms=3), ignore, lambda: NOW)
    assert (report.progress.done, report.progress.left) == (5, 0)
    # north: pier, built, 1901 | lamp ("it has two": "two" is a word of weight) | hope, help
    # south: pier, built, 1899 | nobody, know, many, lamp
    labels = [(row[0], row[2], row[4]) for row in current_labels(engine)]
    why = "{} terms that the query has or no earlier statement"
    assert labels == [
        ("north/1", "1", why.format(3)),
        ("north/2", "0", why.format(2)),
        ("north/3", "0", why.format(2)),
        ("south/1", "1", why.format(3)),
        ("south/2", "1", why.format(4)),
    ]
    with reading(engine) as session:
        assert not session.scalars(select(Output)).all()
        assert is_floor(session.scalars(select(Rater)).one().name)


def test_a_second_run_has_nothing_to_do_and_another_threshold_is_another_judge(engine: Engine) -> None:
    study = report_study(engine)
    run_floor(engine, study, relevance_floor(), ignore)
    assert run_floor(engine, study, relevance_floor(), ignore).progress.total == 0
    assert run_floor(engine, study, relevance_floor(2), ignore).progress.total == 5
    assert relevance_floor().spec.parameters == {"least_terms": LEAST_TERMS}
