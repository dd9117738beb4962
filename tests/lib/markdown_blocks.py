"""Fenced code blocks of a Markdown file, as the documentation tests read them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```\s*$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, the file its info string names (or None), its text and first line number."""

    language: str
    file: str | None
    text: str
    line: int


def blocks(path: Path) -> list[Block]:
    """Every fenced block of the file, in order."""
    source = path.read_text(encoding="utf-8")
    found = []
    for match in _FENCE.finditer(source):
        language, _, file = match["info"].strip().partition(" ")
        found.append(Block(language, file.strip() or None, match["body"], source[: match.start()].count("\n") + 1))
    return found
