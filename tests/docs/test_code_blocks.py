"""Every runnable block of the documentation runs, in order, in a folder of its own."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from markdown_blocks import Block, blocks
from typer.testing import CliRunner

from annotate.cli import app

ROOT = Path(__file__).parents[2]
PAGES = sorted(path for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")])
RUNNABLE = ("console", "python")
SYNOPSES = ROOT / "docs" / "commands.md"
"""Its blocks show how commands are called; test_reference.py compares the page with the commands."""


def _pages_that_run() -> list[Path]:
    return [page for page in PAGES if page != SYNOPSES and any(block.language in RUNNABLE for block in blocks(page))]


def _run_script(script: str, folder: Path, where: str) -> None:
    done = subprocess.run([sys.executable, script], cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, f"{where} exited with {done.returncode}\n{done.stdout}{done.stderr}"


def _run_command(line: str, where: str) -> None:
    """One command of ours, in this process: starting Python for each would take most of the time.

    An exit code that the page explains is written behind the command: `$ countermark gate … # exits with 1`.
    """
    command, _, note = line.partition(" # exits with ")
    program, *arguments = shlex.split(command)
    if program != "countermark":
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            command, shell=True, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=120
        )
        code, output = done.returncode, done.stdout + done.stderr
    else:
        result = CliRunner().invoke(app, arguments, env={"COUNTERMARK_DATABASE": None})
        code, output = result.exit_code, f"{result.output}{result.exception or ''}"
    assert code == int(note or 0), f"{where}: {command} exited with {code}\n{output}"


def _run_console(block: Block, page: str) -> None:
    for number, line in enumerate(block.text.splitlines(), block.line + 1):
        if line.startswith("$ "):
            _run_command(line[2:], f"{page}:{number}")


@pytest.mark.parametrize("page", _pages_that_run(), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_of_a_page_runs_in_order(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for block in blocks(page):
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        if block.language == "console":
            _run_console(block, page.name)
        elif block.language == "python":
            script = block.file or "block.py"
            (tmp_path / script).write_text(block.text, encoding="utf-8")
            _run_script(script, tmp_path, f"{page.name}:{block.line}")
