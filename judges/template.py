"""Prompt templates: texts with ``[[NAME]]`` placeholders, ours or files of the user's own."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from data.errors import InputError

OURS = Path(__file__).parent / "prompts"
MARK = "MARK"
"""The placeholder of the digits that mark where quoted material begins and ends."""

_PLACEHOLDER = re.compile(r"\[\[([A-Z_]+)\]\]")


@dataclass(frozen=True)
class Template:
    """A prompt with placeholders; `version` names it wherever its labels are shown."""

    text: str
    version: str

    @cached_property
    def placeholders(self) -> frozenset[str]:
        """The names that stand in double brackets."""
        return frozenset(_PLACEHOLDER.findall(self.text))

    def filled(self, **texts: str) -> str:
        """The prompt with each placeholder replaced once: what is filled in is never searched again.

        >>> Template("[[A]] and [[B]]", "1").filled(A="[[B]]", B="b")
        '[[B]] and b'
        """
        return _PLACEHOLDER.sub(lambda found: texts[found[1]], self.text)


@lru_cache(maxsize=64)  # a document is asked about many times in a row
def mark_of(text: str) -> str:
    """Twelve digits to mark off a text with: to end its own quotation, it would have to contain its own hash."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def our_template(name: str) -> Template:
    """A template that comes with the tool, for example ``support-1``."""
    return Template((OURS / f"{name}.txt").read_text(encoding="utf-8"), name)


def read_template(path: Path) -> Template:
    """A template of the user's own as it stands, whatever its placeholders. InputError when it cannot be read."""
    try:
        return Template(path.read_text(encoding="utf-8"), path.stem)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read as a template: {error}", file=str(path)) from error


def template_file(path: Path, known: frozenset[str], needed: frozenset[str]) -> Template:
    """A template of the user's own; its version is the file's name without ending.

    InputError when the file cannot be read, lacks a placeholder of `needed`, or has one outside `known`.
    """
    template = read_template(path)
    missing, strange = needed - template.placeholders, template.placeholders - known
    if missing:
        raise InputError(f"the template lacks {_listed(missing)}", file=str(path))
    if strange:
        raise InputError(f"the template has {_listed(strange)}; known here: {_listed(known)}", file=str(path))
    return template


def _listed(names: frozenset[str]) -> str:
    return ", ".join(f"[[{name}]]" for name in sorted(names))
