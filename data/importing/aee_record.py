"""One record of the DeepTRACE authors' file: an answer with its query, sources, statements and judgements."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

CONFIDENCE_LEVELS: Mapping[str, str] = {
    "strongly not confident": "1",
    "not confident": "2",
    "neutral": "3",
    "confident": "4",
    "strongly confident": "5",
}
STANCES: Mapping[str, str] = {"agree": "pro", "disagree": "con", "neutral": "neutral"}
THEIRS: Mapping[str, Mapping[str, str]] = {
    "query": {"text": "Question"},
    "answer": {"key": "id", "system": "answer_engine", "text": "Output"},
    "source": {"key": "id", "url": "S…", "text": "S…_content"},
    "statement": {"text": "sentence"},
    "citation": {"source": "citations"},
}
"""Their names for the fields of our rows, by kind."""

READABLE_START = "Title:"
"""How the text of a page begins that could be read."""

_MOST_DIGITS = 4
_SOURCE_FIELD = re.compile(r"S([1-9]\d{0,3})")

Fields = dict[str, Any]


class AeeRecord:
    """A record in our words. What it lacks is left out of the rows, which then say so."""

    def __init__(self, record: Mapping[str, Any]):
        self._record = record
        self.key = word(record.get("id"))
        self.debate = _flag(record.get("is_charged"))

    def query(self) -> Fields | None:
        """The query; its key comes from its text, so that the answers of several systems share it."""
        question = self._record.get("Question")
        if not isinstance(question, str):
            return None
        key = f"q-{hashlib.sha256(question.encode('utf-8', 'replace')).hexdigest()[:16]}"
        kind = "debate" if self.debate else "expertise" if _flag(self._record.get("is_expertise")) else "other"
        return {"key": key, "text": question, "type": kind}

    def sources(self) -> Iterator[Fields]:
        """The listed sources S1, S2, … up to the last that is there; a gap between them stays a source of its own."""
        filled = [
            int(match[1]) for name in self._record if (match := _SOURCE_FIELD.fullmatch(name)) and self._record[name]
        ]
        for position in range(1, max(filled, default=0) + 1):
            url, text = self._record.get(f"S{position}"), self._record.get(f"S{position}_content")
            source: Fields = {"key": f"{self.key}.S{position}", "status": _status(url, text)}
            source |= {"url": url} if url else {}
            yield source | ({"text": text} if source["status"] == "ok" else {})

    def answer(self, query: str, sources: list[str]) -> Fields:
        system, text = self._record.get("answer_engine"), self._record.get("Output")
        return {"key": self.key, "query": query, "system": system, "text": text, "sources": sources}

    def statements(self) -> list[Any]:
        """The statements as the file has them, in their order; what is no list counts as one of them."""
        found = self._record.get("core_statements")
        return found if isinstance(found, list) else [] if found is None else [found]

    def confidence(self) -> str | None:
        """The judged level as our value, or as it stands when it is no level."""
        level = word(self._record.get("confidence_score"))
        return CONFIDENCE_LEVELS.get(level.strip().lower(), level) or None


def cited(statement: Mapping[str, Any]) -> list[Any]:
    """The numbers a statement cites, each once."""
    found = statement.get("citations") or []
    numbers = found if isinstance(found, list) else [found]
    return list({repr(number): number for number in numbers}.values())


def relevance(statement: Mapping[str, Any]) -> str | None:
    core = statement.get("core")
    return word(int(core) if isinstance(core, bool) else core) or None


def stance(statement: Mapping[str, Any]) -> str | None:
    side = word(statement.get("opinion_balance"))
    return STANCES.get(side.strip().lower(), side) or None


def word(value: object) -> str:
    """A number or text as text; empty for nothing."""
    return "" if value is None else str(value)


def number(value: object) -> int:
    """A number, or a text that is one; 0 for anything else."""
    text = word(value)
    return int(text) if len(text) <= _MOST_DIGITS and text.isdecimal() else 0


def _flag(value: object) -> bool:
    return word(value).strip().lower() in ("1", "1.0", "true", "yes")


def _status(url: object, text: object) -> str:
    if not url:
        return "not fetched"
    if not text or (isinstance(text, str) and not text.strip()):
        return "empty"
    return "ok" if not isinstance(text, str) or text.startswith(READABLE_START) else "not text"
