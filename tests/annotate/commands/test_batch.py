from __future__ import annotations

import re
from pathlib import Path

import pytest
from records import small_study
from typer.testing import CliRunner, Result

from annotate import cli
from data.batches import batch_named
from data.engine import open_engine, reading, writing
from data.errors import InputError, NotFound
from data.studies import study_named
from data.tables import Batch

pytestmark = pytest.mark.whole


@pytest.fixture
def file(sqlite_address: str) -> str:
    with writing(open_engine(sqlite_address)) as session:
        small_study(session, answers=10)
    return sqlite_address


def run(file: str, *arguments: str) -> Result:
    return CliRunner().invoke(cli.app, [*arguments, "--database", file], env={"COLUMNS": "200"})


def drawn(file: str, name: str) -> Batch:
    with reading(open_engine(file)) as session:
        return batch_named(session, study_named(session, "small"), name)


def test_draw_takes_every_task_unless_a_number_is_given(file: str) -> None:
    done = run(file, "batch", "draw", "small", "first", "--question", "support", "--lease-minutes", "5")
    assert (done.exit_code, done.output) == (0, "batch 'first': all 10 tasks, overlap 2\n")
    batch = drawn(file, "first")
    assert (batch.question, batch.overlap, batch.lease_seconds) == ("support", 2, 300)


def test_draw_records_the_seed_it_was_given(file: str) -> None:
    arguments = ("--question", "confidence", "--tasks", "4", "--seed", "9", "--overlap", "3")
    done = run(file, "batch", "draw", "small", "b", *arguments)
    assert done.output == "batch 'b': 4 of 10 tasks at random, seed 9, overlap 3\n"


def test_draw_chooses_a_seed_says_it_and_records_it(file: str) -> None:
    done = run(file, "batch", "draw", "small", "b", "--question", "confidence", "--tasks", "4")
    found = re.search(r"seed (\d+)", done.output)
    assert found is not None
    assert drawn(file, "b").design["seed"] == int(found[1])


def test_show_lists_batches_with_how_far_they_are(file: str) -> None:
    run(file, "batch", "draw", "small", "[boldx]", "--question", "support")
    done = run(file, "batch", "show", "small")
    assert done.exit_code == 0
    for words in ("[boldx]", "support", "all 10 tasks", "0 of 10", "0 of 20"):
        assert words in done.output


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("draw", "nowhere", "b", "--question", "support"), "there is no study 'nowhere'; known: small"),
        (("draw", "small", "b", "--question", "taste"), "unknown question 'taste'"),
        (("draw", "small", "b", "--question", "support", "--tasks", "11"), "more than the 10 there are"),
        (("draw", "small", "b", "--question", "support", "--seed", "3"), "all takes neither"),
        (("show", "nowhere"), "there is no study 'nowhere'"),
    ],
)
def test_what_cannot_be_done_is_said(file: str, arguments: tuple[str, ...], why: str) -> None:
    assert why in str(run(file, "batch", *arguments).exception)


def test_nothing_is_drawn_into_a_missing_file(tmp_path: Path) -> None:
    done = run(str(tmp_path / "typo.db"), "batch", "show", "small")
    assert "there is no database at" in str(done.exception)


@pytest.mark.parametrize("option", ["--lease-minutes=nan", "--lease-minutes=1e300", "--overlap=1001", "--overlap=0"])
def test_draw_refuses_what_no_batch_can_have(file: str, option: str) -> None:
    done = run(file, "batch", "draw", "small", "b", "--question", "support", option)
    assert isinstance(done.exception, InputError)
    with pytest.raises(NotFound):
        drawn(file, "b")
