from judge_cases import NOW
from report_study import report_study
from sqlalchemy import Engine, select
from sqlmodel import Session, col

from data.engine import reading, writing
from data.judge_labels import NewLabel, store_labels
from data.pending import count_pending
from data.pending_claims import pending_claims, unfetched_claims, unreadable_claims
from data.raters import rater_named
from data.studies import create_study
from data.tables import Answer, AnswerSource, Claim, Rater, Source, Study, Unit
from data.units import make_units


def judge(engine: Engine) -> Rater:
    study = report_study(engine)
    with writing(engine) as session:
        return rater_named(session, study, "judge", "judge", "run")


def north(session: Session) -> Answer:
    return session.scalars(select(Answer).where(col(Answer.key) == "north")).one()


def add_claim(session: Session, key: str, url: str) -> None:
    """One more claim of the northern report."""
    session.add(Claim(answer_id=north(session).id, key=key, text=f"Claim {key}.", url=url))


def add_source(session: Session, rater: Rater, key: str, url: str, text: str | None, status: str = "ok") -> Source:
    source = Source(study_id=rater.study_id, key=key, url=url, status=status, text=text, sha256=text)
    session.add(source)
    session.flush()
    return source


def study_of(session: Session, rater: Rater) -> Study:
    return session.get_one(Study, rater.study_id)


def keys(session: Session, units: list[int]) -> list[str]:
    found = session.scalars(select(Unit).where(col(Unit.id).in_(units)).order_by(col(Unit.id)))
    return [unit.key for unit in found]


def test_only_claims_on_readable_pages_are_asked_about_report_by_report(engine: Engine) -> None:
    rater = judge(engine)
    with reading(engine) as session:
        first = pending_claims(session, rater, 0, 1)
        second = pending_claims(session, rater, first.last or 0, 1)
        end = pending_claims(session, rater, second.last or 0, 1)
        assert count_pending(session, rater, "citation_accuracy") == 8
    cells = (*first.cells, *second.cells)
    assert [cell.claim for cell in cells] == ["Claim 1 of north.", "Claim 1 of south."]
    assert {(cell.query, cell.url, cell.document) for cell in cells} == {
        (
            "Why keep the pier?",
            "https://pier.example/history",
            "Title: The pier. It was built in 1901 and has two lamps.",
        )
    }
    assert (end.cells, end.last) == ((), None)


def test_a_page_that_could_not_be_read_gives_e1_and_one_that_may_still_be_waits(engine: Engine) -> None:
    rater = judge(engine)
    with reading(engine) as session:
        labels = list(unreadable_claims(session, rater, run=3))
        assert keys(session, [label.unit_id for label in labels]) == ["north/c2", "south/c2"]
        assert unfetched_claims(session, rater) == 4  # one never fetched and one the study does not have, twice
    assert {(label.value, label.run) for label in labels} == {("E1", 3)}


def test_a_labelled_claim_is_left_alone(engine: Engine) -> None:
    rater = judge(engine)
    with writing(engine) as session:
        units = session.scalars(select(Unit).where(col(Unit.key).startswith("north/c"))).all()
        labels = [NewLabel(unit.id or 0, None, "refused") for unit in units]
        store_labels(session, rater, "1", labels, NOW)
        assert [cell.claim for cell in pending_claims(session, rater, 0, 9).cells] == ["Claim 1 of south."]
        assert len(pending_claims(session, rater, 0, 9, failed_too=True).cells) == 2
        assert len(pending_claims(session, rater, 0, 9, run=1).cells) == 2
        assert len(list(unreadable_claims(session, rater))) == 1
        assert unfetched_claims(session, rater) == 2


def test_spellings_of_one_address_are_one_page_listed_or_not(engine: Engine) -> None:
    rater = judge(engine)
    with writing(engine) as session:
        add_claim(session, "x1", "HTTPS://pier.example:443/history#lamps")
        add_claim(session, "x2", "https://else.example/a?utm_source=x")
        add_source(session, rater, "else", "https://else.example/a", "Elsewhere.")
        session.flush()
        make_units(session, study_of(session, rater))
        found = {cell.claim: cell.document for cell in pending_claims(session, rater, 0, 1).cells}
    assert found["Claim x1."] == found["Claim 1 of north."]
    assert found["Claim x2."] == "Elsewhere."


def test_of_several_sources_of_a_page_a_readable_one_is_taken_and_the_answers_own_first(engine: Engine) -> None:
    rater = judge(engine)
    with writing(engine) as session:
        add_source(session, rater, "o1", "https://pier.example/own", "Not listed.")
        listed = [add_source(session, rater, "o2", "https://pier.example/own#here", "Listed.")]
        add_source(session, rater, "u1", "https://pier.example/twice", None, "blocked")
        add_source(session, rater, "u2", "https://pier.example/twice", "Readable.")
        listed += [add_source(session, rater, "l1", "https://pier.example/lost", None, "blocked")]
        add_source(session, rater, "l2", "https://pier.example/lost", "Found elsewhere.")
        listed += [add_source(session, rater, "w1", "https://pier.example/wait", None, "blocked")]
        add_source(session, rater, "w2", "https://pier.example/wait", None, "not fetched")
        for position, source in enumerate(listed, 10):
            session.add(AnswerSource(answer_id=north(session).id, position=position, source_id=source.id))
        for name in ("own", "twice", "lost", "wait"):
            add_claim(session, name, f"https://pier.example/{name}")
        session.flush()
        make_units(session, study_of(session, rater))
        found = {cell.claim: cell.document for cell in pending_claims(session, rater, 0, 1).cells}
        ruled = keys(session, [label.unit_id for label in unreadable_claims(session, rater)])
    del found["Claim 1 of north."]
    assert found == {"Claim own.": "Listed.", "Claim twice.": "Readable.", "Claim lost.": "Found elsewhere."}
    assert ruled == ["north/c2", "south/c2"]


def test_a_page_of_another_study_is_none_of_this_ones(engine: Engine) -> None:
    rater = judge(engine)
    with writing(engine) as session:
        other = create_study(session, "other", "Another study", NOW)
        url = "https://pier.example/unlisted"
        session.add(Source(study_id=other.id, key="x", url=url, status="ok", text="Theirs.", sha256="x"))
        session.flush()
        assert len(pending_claims(session, rater, 0, 9).cells) == 2
        assert unfetched_claims(session, rater) == 4


def test_claims_of_a_report_on_one_page_stand_together(engine: Engine) -> None:
    rater = judge(engine)
    with writing(engine) as session:
        other = add_source(session, rater, "o", "https://pier.example/other", "Other.")
        session.add(AnswerSource(answer_id=north(session).id, position=9, source_id=other.id))
        add_claim(session, "x1", "https://pier.example/other")
        add_claim(session, "x2", "https://pier.example/history")
        session.flush()
        make_units(session, study_of(session, rater))
        claims = [cell.claim for cell in pending_claims(session, rater, 0, 1).cells]
    assert claims == ["Claim 1 of north.", "Claim x2.", "Claim x1."]
