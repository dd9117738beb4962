"""Every relative link of the documentation leads somewhere, and nothing names a machine."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
_LINK = re.compile(r"\]\((?!https?://|mailto:|#)([^)#\s]+)")
_MACHINE = re.compile(r"(?<![\w.])/(?:root|home|work|Users)/\w+")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_relative_links_lead_somewhere(page: Path) -> None:
    broken = [link for link in _LINK.findall(page.read_text(encoding="utf-8")) if not (page.parent / link).exists()]
    assert broken == []


def test_no_tracked_file_names_a_path_of_a_machine() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    guilty = []
    for name in listed:
        path = ROOT / name
        if (
            path.suffix in {".py", ".md", ".toml", ".js", ".css", ".sh", ".j2"}
            and path.is_file()
            and path != Path(__file__)
        ):
            guilty += [name for _ in _MACHINE.findall(path.read_text(encoding="utf-8"))]
    assert guilty == []
