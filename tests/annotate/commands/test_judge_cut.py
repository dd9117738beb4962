from pathlib import Path

import pytest
from judge_cases import KEY, NOW
from model_server import Behaviour, ModelServer, Rule, serving
from sqlalchemy import select
from sqlmodel import col
from typer.testing import CliRunner, Result

from annotate.cli import app
from data.engine import open_engine, reading, writing
from data.errors import InputError, ToolError
from data.importing import import_file
from data.importing.mapping import Said
from data.importing.options import ImportOptions
from data.judge_labels import NewLabel, store_labels
from data.raters import rater_named
from data.tables import Answer, Attempt, Label, Statement, StatementEdit, Study, Unit

pytestmark = pytest.mark.whole

TEXTS = {"one": "It rained in May, and it snowed in June. Nobody cared.", "two": "Tea is old, and tea is warm."}


@pytest.fixture
def database(sqlite_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A study of two short reports."""
    for name, text in TEXTS.items():
        folder = tmp_path / "reports" / "Kettle"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    engine = open_engine(sqlite_address)
    import_file(engine, tmp_path / "reports", "s", NOW, ImportOptions(format="markdown", said=Said()))
    engine.dispose()
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return sqlite_address


def cut(database: str, folder: Path, server: ModelServer, *more: str) -> Result:
    file = folder / "cutter.toml"
    file.write_text(f'[[judge]]\nmodel = "m"\nbase_url = "{server.url}"\nbackoff = 0.01\n', encoding="utf-8")
    result = CliRunner().invoke(app, ["judge", "cut", "s", "--judge", str(file), "--database", database, *more])
    if isinstance(result.exception, ToolError):
        raise result.exception
    return result


def statements(database: str) -> list[str]:
    with reading(open_engine(database)) as session:
        found = select(Statement.text).join(Answer, col(Answer.id) == col(Statement.answer_id))
        return list(session.scalars(found.order_by(col(Answer.key), col(Statement.position))))


def test_drafts_change_nothing_until_they_are_taken(database: str, tmp_path: Path) -> None:
    before = statements(database)
    with serving() as server:
        drafted = cut(database, tmp_path, server)
        assert statements(database) == before
        taken = cut(database, tmp_path, server, "--take")
    assert "2 drafts, 0 failed" in drafted.stdout
    assert "2 answers were cut anew" in taken.stdout
    assert len(server.log.calls) == 2
    assert statements(database) == [
        "It rained in May,",
        "and it snowed in June.",
        "Nobody cared.",
        "Tea is old,",
        "and tea is warm.",
    ]
    with reading(open_engine(database)) as session:
        edits = session.scalars(select(StatementEdit)).all()
    assert {(edit.action, edit.rater_id) for edit in edits} == {("decompose", None)}
    assert all("decomposition-1" in (edit.note or "") for edit in edits)


def test_one_draft_may_be_taken_alone(database: str, tmp_path: Path) -> None:
    with reading(open_engine(database)) as session:
        key = session.scalars(select(Answer.key).order_by(col(Answer.key))).all()[1]
    with serving() as server:
        taken = cut(database, tmp_path, server, "--take", "--answer", key)
    assert "1 answers were cut anew" in taken.stdout
    assert statements(database)[-2:] == ["Tea is old,", "and tea is warm."]
    assert len(statements(database)) == 4


def test_an_answer_that_labels_rest_on_is_not_asked_about(database: str, tmp_path: Path) -> None:
    engine = open_engine(database)
    with writing(engine) as session:
        study = session.scalars(select(Study)).one()
        unit = session.scalars(select(Unit).where(col(Unit.question) == "relevance").order_by(col(Unit.id))).first()
        assert unit is not None
        person = rater_named(session, study, "Ada", "human", "app")
        store_labels(session, person, "1", [NewLabel(unit.id or 0, "1", None)], NOW)
    with serving() as server:
        assert "1 drafts, 0 failed" in cut(database, tmp_path, server, "--take").stdout
    assert len(server.log.calls) == 1
    with reading(engine) as session:
        assert len(session.scalars(select(Label)).all()) == 1


@pytest.mark.parametrize(("fault", "status"), [("refusal", "refused"), ("malformed_json", "invalid_json")])
def test_a_reply_that_is_no_cut_is_no_draft(database: str, tmp_path: Path, fault: str, status: str) -> None:
    before = statements(database)
    with serving(Behaviour(rules=(Rule(fault),))) as server:
        said = cut(database, tmp_path, server, "--take").stdout
    assert "0 drafts, 2 failed" in said
    assert f"failed: {status} 2" in said
    assert statements(database) == before
    with reading(open_engine(database)) as session:
        assert len(session.scalars(select(Attempt)).all()) == 2


def test_the_file_must_hold_one_judge_that_can_be_asked(database: str, tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    file.write_text('[[judge]]\nmodel = "a"\n[[judge]]\nmodel = "b"\n', encoding="utf-8")
    result = CliRunner().invoke(app, ["judge", "cut", "s", "--judge", str(file), "--database", database])
    assert isinstance(result.exception, InputError)
    assert "one judge that can be asked" in str(result.exception)
