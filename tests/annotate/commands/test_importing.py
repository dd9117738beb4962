"""``countermark import`` as people type it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from import_files import native_file, small_study
from typer.testing import CliRunner, Result

from annotate import cli
from data.errors import InputError

pytestmark = pytest.mark.whole

Run = Callable[..., Result]


@pytest.fixture
def run(sqlite_address: str) -> Run:
    def run(*arguments: str) -> Result:
        return CliRunner().invoke(
            cli.app, [*arguments, "--database", sqlite_address], env={"COLUMNS": "200"}, catch_exceptions=False
        )

    return run


def test_a_file_is_imported_and_said_to_be_there_the_second_time(run: Run, tmp_path: Path) -> None:
    path = str(native_file(tmp_path, small_study()))
    first = run("import", path, "--study", "tea")
    assert first.exit_code == 0
    assert first.output.splitlines()[0] == "study.jsonl into study 'tea': 29 new, 0 unchanged"
    assert "statement: 2 new, 0 unchanged" in first.output
    again = run("import", path, "--study", "tea")
    assert again.output == "study.jsonl is already in study 'tea': nothing changed, 29 records unchanged\n"


def test_the_options_of_a_table_reach_the_importer(run: Run, tmp_path: Path) -> None:
    run("import", str(native_file(tmp_path, small_study())), "--study", "tea")
    table = tmp_path / "labels.csv"
    table.write_text("item_id,task,label,who\na1,sure,very,Bo\n")
    options = ("--column", "rater=who", "--rater-kind", "human", "--question", "sure=confidence", "--map", "very=5")
    assert "label: 1 new" in run("import", str(table), "--study", "tea", *options).output
    assert '"value": "5", "raw": "very"' in run("export", "tea").stdout_bytes.decode()


def test_a_pair_without_equals_sign_is_refused(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "labels.csv"
    table.write_text("unit,value\n")
    with pytest.raises(InputError, match="'very' has no '='; write --map LEFT=RIGHT"):
        run("import", str(table), "--study", "tea", "--map", "very")


WIDE = "item,Ada,Ben\na1/1/1,full,none\na1/1/1,,full\n"


def test_a_preview_shows_what_would_become_of_a_table_and_writes_nothing(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "wide.csv"
    table.write_text(WIDE)
    shown = run("import", str(table), "--preview", "--question", "support").output
    assert "labels of Ada (human) ?" in shown
    assert "in all rows: question support" in shown
    assert "--column unit=item --rater-column Ada=human --rater-column Ben=human" in shown
    assert shown.splitlines()[-1] == "Nothing was written."
    run("import", str(native_file(tmp_path, small_study())), "--study", "tea")
    assert run("import", str(table), "--preview", "--question", "support").output == shown
    assert "29 records unchanged" in run("import", str(tmp_path / "study.jsonl"), "--study", "tea").output


def test_a_preview_names_problems_and_hides_nothing_of_a_name(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "labels.csv"
    table.write_text("unit,value,rater\u202e,rater_kind,question\na1,9,[b]Ada,human,confidence\n")
    shown = run("import", str(table), "--preview").output
    assert "rater\\u202e" in shown
    assert "[b]Ada" in shown
    assert "problem: labels.csv, line 1, field 'rater': no such column" in shown


def test_a_mapping_is_kept_and_used_again(run: Run, tmp_path: Path) -> None:
    run("import", str(native_file(tmp_path, small_study())), "--study", "tea")
    table, kept = tmp_path / "wide.csv", tmp_path / "mapping.toml"
    table.write_text("item,Cy,Di\na1,4,5\n")
    run("import", str(table), "--preview", "--question", "confidence", "--save-mapping", str(kept))
    assert '"Cy" = "human"' in kept.read_text()
    shown = run("import", str(table), "--study", "tea", "--mapping", str(kept)).output
    assert "label: 2 new, 0 unchanged" in shown


def test_a_mapping_is_kept_beside_an_import(run: Run, tmp_path: Path) -> None:
    run("import", str(native_file(tmp_path, small_study())), "--study", "tea")
    table, kept = tmp_path / "labels.csv", tmp_path / "mapping.toml"
    table.write_text("unit;value\na1;4\n")
    options = ("--rater", "Bo", "--rater-kind", "human", "--question", "confidence", "--delimiter", ";")
    run("import", str(table), "--study", "tea", "--save-mapping", str(kept), *options)
    again = run("import", str(table), "--preview", "--mapping", str(kept)).output
    assert "in all rows: rater Bo, rater_kind human, question confidence" in again
    assert "divided by ';'" in again


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "field 'study': name the study to fill, or look only, with --preview"),
        (("--preview", "--save-mapping", "m.toml"), "field 'save-mapping': only tables have one; this is native"),
        (("--preview", "--delimiter", "tab"), "field 'reading': goes with files of format labels or reports"),
    ],
)
def test_what_makes_no_sense_for_a_file_is_refused(
    run: Run, tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        run("import", str(native_file(tmp_path, small_study())), *options)


def test_a_folder_of_reports_is_imported(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    (folder / "Kettle").mkdir(parents=True)
    (folder / "Kettle" / "rain.md").write_text("It rains [1].\n\n[1] https://rain.example\n")
    shown = run("import", str(folder), "--study", "rain", "--query-type", "debate").output
    assert "answer: 1 new" in shown
    assert "citation: 1 new" in shown
