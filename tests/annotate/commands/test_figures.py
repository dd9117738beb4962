"""agree, gate, metrics, publish and verify on the command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from judged_study import GOOD, GUESSING, NOW, STUDY, Shape, make_study
from sqlalchemy import text
from typer.testing import CliRunner, Result

from agreement import gate as gate_module
from annotate.cli import app
from data.engine import open_engine, writing
from data.errors import InputError, NotFound, ToolError
from data.studies import create_study

pytestmark = pytest.mark.whole

SMALL = Shape(queries=8, statements=2, noise=0.2, questions=("relevance", "support"))


def _database(migrated: Path, folder: Path, shape: Shape | None) -> str:
    path = shutil.copy(migrated, folder / "study.db").__str__()
    engine = open_engine(path)
    if shape is None:
        with writing(engine) as session:
            create_study(session, STUDY, "Nothing yet", NOW)
    else:
        make_study(engine, shape)
    engine.dispose()
    return path


@pytest.fixture(scope="module")
def database(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return _database(migrated_file, tmp_path_factory.mktemp("small"), SMALL)


@pytest.fixture(scope="module")
def bundle(database: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published") / "bundle"
    assert call(database, "publish", STUDY, "--out", str(folder)).exit_code == 0
    return folder


def call(database: str, *arguments: str) -> Result:
    """The result of a command; an error a person can mend is raised, as `annotate.cli.main` expects it."""
    environment = {"COUNTERMARK_DATABASE": database, "COLUMNS": "150"}
    result = CliRunner().invoke(app, list(arguments), env=environment)
    if isinstance(result.exception, ToolError):
        raise result.exception
    return result


def _policy(folder: Path, text: str) -> str:
    path = folder / "policy.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_agree_says_one_sentence_first_and_then_the_tables(database: str) -> None:
    result = call(database, "agree", STUDY, "--question", "support")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"Support: {GOOD} ")
    assert lines[1].startswith(f"Support: {GUESSING} ")
    assert "quadratic kappa" in lines[0]
    assert "people with each other" in result.stdout
    assert "judge \\ people" in result.stdout
    assert f"coverage: {GUESSING} judged 64 of 64 units people labelled" in result.stdout
    assert "contradicts counts as none" in result.stdout
    assert "clusters are queries" in result.stdout
    assert "simulated: Ada, Ben" in result.stdout
    assert "Relevance" not in result.stdout


def test_agree_without_a_question_shows_all_and_writes_every_number(database: str, tmp_path: Path) -> None:
    result = call(database, "agree", STUDY, "--json", str(tmp_path / "agree.json"))
    assert "Relevance: careful-judge" in result.stdout
    written = json.loads((tmp_path / "agree.json").read_text(encoding="utf-8"))
    assert set(written) == {"relevance", "support"}
    assert len(written["support"]["report"]["judges"]) == 2


def test_agree_says_that_only_one_rater_exists(migrated_file: Path, tmp_path: Path) -> None:
    shape = Shape(queries=3, people=("Ada",), questions=("support",))
    result = call(_database(migrated_file, tmp_path, shape), "agree", STUDY)
    assert f"{GOOD} is compared with the only rater who exists" in result.stdout
    assert "people with each other: only one rater exists" in result.stdout
    alone = Shape(queries=3, people=("Ada",), judges=(), questions=("support",))
    (tmp_path / "b").mkdir()
    result = call(_database(migrated_file, tmp_path / "b", alone), "agree", STUDY)
    assert "only one rater exists" in result.stdout.splitlines()[0]


@pytest.mark.parametrize("command", ["agree", "gate", "metrics"])
def test_an_unknown_study_is_refused_with_the_known_ones(command: str, database: str) -> None:
    with pytest.raises(NotFound, match=f"known: {STUDY}"):
        call(database, command, "nope")


def test_a_question_that_does_not_exist_or_has_no_label_is_refused(database: str) -> None:
    with pytest.raises(InputError, match="unknown question"):
        call(database, "agree", STUDY, "--question", "nope")
    with pytest.raises(InputError, match="has no labels; labelled: relevance, support"):
        call(database, "agree", STUDY, "--question", "depth")


MILD = (
    "[gate]\nhuman_clusters = 4\nhuman_alpha_above = -1\nvalidated_above = 0\ncaveat_above = 0\nrefuted_at_most = 0\n"
)


@pytest.mark.parametrize(
    ("rules", "strict", "code"),
    [
        ("", False, 3),  # eight queries are too few
        (MILD, False, 1),  # the guessing judge is refuted by its difference to people
        (MILD + f'[question.support]\njudge = "{GOOD}"\n', False, 0),
        (MILD + f'[question.support]\njudge = "{GOOD}"\n', True, 3),  # CAVEAT is not enough for --strict
        (MILD + f'[question.support]\njudge = "{GUESSING}"\n', False, 1),
    ],
)
def test_the_exit_code_of_the_gate_is_its_verdict(
    rules: str, strict: bool, code: int, database: str, tmp_path: Path
) -> None:
    arguments = ["gate", STUDY, "--policy", _policy(tmp_path, rules), *(["--strict"] if strict else [])]
    result = call(database, *arguments)
    assert result.exit_code == code, result.stdout


def test_the_gate_gives_reasons_and_the_next_step(database: str) -> None:
    result = call(database, "gate", STUDY)
    assert "INCONCLUSIVE  support: careful-judge" in result.stdout
    assert "too few queries labelled by two people: 8 of 30" in result.stdout
    assert "next: let two people label 22 more queries" in result.stdout


def test_the_gate_as_json_holds_decisions_and_evidence(database: str) -> None:
    found: list[dict[str, Any]] = json.loads(call(database, "gate", STUDY, "--json").stdout)
    assert [(row["evidence"]["question"], row["judge"]) for row in found] == [
        ("relevance", GOOD),
        ("support", GOOD),
        ("support", GUESSING),
    ]
    assert found[0]["decision"]["status"] == "INCONCLUSIVE"


def test_a_gate_over_nothing_does_not_pass(migrated_file: Path, tmp_path: Path) -> None:
    empty = _database(migrated_file, tmp_path, None)
    result = call(empty, "gate", STUDY)
    assert result.exit_code == 3
    assert "nothing is decided" in result.stdout
    assert call(empty, "agree", STUDY).exit_code == 0


@pytest.mark.parametrize("rules", ["[gate]\nnonsense = 1\n", "not toml", '[question.support]\njudge = "nobody"\n'])
def test_a_wrong_policy_is_wrong_use_and_names_the_file_or_the_judge(rules: str, database: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"policy\.toml|nobody"):
        call(database, "gate", STUDY, "--policy", _policy(tmp_path, rules))
    with pytest.raises(InputError, match="cannot be read"):
        call(database, "gate", STUDY, "--policy", str(tmp_path / "none.toml"))


def test_a_gate_that_breaks_has_an_exit_code_of_its_own(migrated_file: Path, tmp_path: Path) -> None:
    path = _database(migrated_file, tmp_path, None)
    engine = open_engine(path)
    with writing(engine) as session:
        session.connection().execute(text("DROP TABLE label"))
    engine.dispose()
    result = call(path, "gate", STUDY)
    assert result.exit_code == 4
    assert gate_module.exit_code([]) == 3


def test_metrics_shows_what_may_be_published_and_names_the_rest(database: str, tmp_path: Path) -> None:
    policy = _policy(tmp_path, MILD)
    result = call(database, "metrics", STUDY, "--policy", policy)
    assert result.exit_code == 0
    assert "V Unsupported Statements, lower is better" in result.stdout
    assert f"withheld: V Unsupported Statements, labelled by {GUESSING}: NOT VALIDATED" in result.stdout
    assert f"  {GUESSING}" not in result.stdout


def test_publish_says_what_it_wrote_and_verify_what_it_compared(bundle: Path, database: str) -> None:
    result = call(database, "verify", str(bundle))
    assert result.exit_code == 0
    assert "scikit-learn, krippendorff and scipy" in result.stdout
    assert result.stdout.splitlines()[-1] == "the bundle holds"
    with pytest.raises(InputError, match="already exists"):
        call(database, "publish", STUDY, "--out", str(bundle))


def test_verify_fails_on_one_changed_label(bundle: Path, tmp_path: Path) -> None:
    forged = Path(shutil.copytree(bundle, tmp_path / "forged"))
    text = (forged / "labels.csv").read_text(encoding="utf-8")
    (forged / "labels.csv").write_text(text.replace(",full,", ",none,", 1), encoding="utf-8")
    result = call("unused.db", "verify", str(forged))
    assert result.exit_code == 1
    assert "✗ 9 files have the hashes of the manifest" in result.stdout
    assert "    labels.csv is not the file that was published" in result.stdout


def test_verify_of_something_else_is_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"manifest\.json"):
        call("unused.db", "verify", str(tmp_path))


def test_names_cannot_style_or_move_the_terminal(migrated_file: Path, tmp_path: Path) -> None:
    path = _database(migrated_file, tmp_path, Shape(queries=4, questions=("support",)))
    engine = open_engine(path)
    with writing(engine) as session:
        run = session.connection().execute
        run(
            text("UPDATE rater SET name = :name WHERE name = 'guessing-judge'"),
            {"name": "[red]evil[/red]\x1b[2J\u202e"},
        )
        run(text("UPDATE answer SET system = :name WHERE system = 'Vega'"), {"name": "[link=x]V\x07"})
    engine.dispose()
    for command in ("agree", "gate", "metrics"):
        output = call(path, command, STUDY).stdout
        assert not {"\x1b", "\x07", "\u202e"} & set(output)
        assert "[red]evil[/red]\\x1b[2J\\u202e" in output or command == "metrics"


def test_a_place_where_no_figures_can_be_written_is_said(database: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written: Is a directory"):
        call(database, "agree", STUDY, "--json", str(tmp_path))


def test_a_policy_is_read_as_a_windows_editor_saves_it_and_refused_in_another_encoding(
    database: str, tmp_path: Path
) -> None:
    path = tmp_path / "policy.toml"
    path.write_text(MILD, encoding="utf-8-sig")
    assert call(database, "gate", STUDY, "--policy", str(path)).exit_code == 1
    path.write_text(MILD, encoding="utf-16")
    with pytest.raises(InputError, match="is not UTF-8"):
        call(database, "gate", STUDY, "--policy", str(path))


def test_agree_writes_a_table_and_the_coefficients_asked_for(database: str, tmp_path: Path) -> None:
    path = tmp_path / "table.md"
    asked = ("--statistic", "scott_pi", "--reference", "majority")
    result = call(database, "agree", STUDY, "--question", "support", "--out", str(path), *asked)
    assert "Scott's pi" in result.stdout
    assert "Pearson" not in result.stdout
    assert f"against majority: {GOOD} errs in" in result.stdout
    assert "| support | careful-judge and people | Scott's pi |" in path.read_text(encoding="utf-8")


def test_agree_validates_the_judges_of_a_study(database: str) -> None:
    result = call(database, "agree", STUDY, "--question", "support", "--validation", "--slice", "system")
    assert f"validation of {GOOD}" in result.stdout
    assert "slice" in result.stdout
