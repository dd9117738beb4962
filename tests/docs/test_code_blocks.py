"""Every runnable block of the documentation runs, in order, in a folder of its own."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from markdown_blocks import Block, blocks

ROOT = Path(__file__).parents[2]
PAGES = sorted(path for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")])
RUNNABLE = ("console", "python")


def _pages_that_run() -> list[Path]:
    return [page for page in PAGES if any(block.language in RUNNABLE for block in blocks(page))]


def _run(command: list[str], folder: Path, where: str) -> str:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    environment.pop("COUNTERMARK_DATABASE", None)
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    # An exit code that the page explains is written behind the command: `$ countermark gate … # exits with 1`
    assert done.returncode == 0, (
        f"{where}: {shlex.join(command)} exited with {done.returncode}\n{done.stdout}{done.stderr}"
    )
    return done.stdout


def _run_console(block: Block, folder: Path, page: str) -> None:
    for number, line in enumerate(block.text.splitlines(), block.line + 1):
        if line.startswith("$ "):
            command, _, note = line[2:].partition(" # exits with ")
            arguments = shlex.split(command)
            if note:
                arguments = ["sh", "-c", f"{command}; test $? -eq {int(note)}"]
            _run(arguments, folder, f"{page}:{number}")


@pytest.mark.parametrize("page", _pages_that_run(), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_of_a_page_runs_in_order(page: Path, tmp_path: Path) -> None:
    for block in blocks(page):
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        if block.language == "console":
            _run_console(block, tmp_path, page.name)
        elif block.language == "python":
            script = block.file or "block.py"
            (tmp_path / script).write_text(block.text, encoding="utf-8")
            _run([sys.executable, script], tmp_path, f"{page.name}:{block.line}")
