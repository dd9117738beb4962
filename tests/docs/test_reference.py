"""Every command, option, question, policy key and setting is documented."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from data.questions import QUESTIONS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def test_the_command_reference_is_what_the_commands_say() -> None:
    """Mend with ``make reference``."""
    said = subprocess.run(
        [sys.executable, "-m", "typer", "annotate.cli", "utils", "docs", "--name", "countermark"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    ).stdout
    assert (DOCS / "commands.md").read_text(encoding="utf-8").strip() == said.strip()


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=lambda question: question.name)
def test_every_question_is_documented_with_its_values(question) -> None:  # type: ignore[no-untyped-def]
    page = (DOCS / "questions.md").read_text(encoding="utf-8")
    assert f"`{question.name}`" in page
    assert [value for value in question.scale.labels if f"`{value}`" not in page] == []


def test_every_policy_key_is_documented() -> None:
    default = tomllib.loads(files("agreement").joinpath("policy_default.toml").read_text(encoding="utf-8"))
    page = (DOCS / "gate.md").read_text(encoding="utf-8")

    def keys(table: dict[str, object]) -> set[str]:
        inner = [keys(value) for value in table.values() if isinstance(value, dict)]
        return {key for key, value in table.items() if not isinstance(value, dict)}.union(*inner)

    assert sorted(key for key in keys(default) if f"`{key}`" not in page) == []
