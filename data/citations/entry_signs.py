"""How lines of a reference list begin: headings, numbers, bullets, labels."""

from __future__ import annotations

import re
from dataclasses import dataclass

from data.citations.numbering import SUPERSCRIPTS, superscript_numbers

_NAME = (
    r"(?:references?(?:\ list|\ cited)?|list\ of\ references|sources?(?:\ (?:list|cited|consulted|used))?"
    r"|works\ cited|cited\ works|bibliography|citations|literature(?:\ cited)?"
    r"|(?P<notes>notes|foot\ ?notes|end\ ?notes)"
    r"|参考文[献獻]|参考资料|參考文獻|參考資料|来源|來源|資料來源|引用文献|出典|참고\ ?문헌|출처"
    r"|quellen(?:verzeichnis|angaben)?|literatur(?:verzeichnis|angaben)?|références|bibliographie|referencias|bibliografía"
    r"|fuentes|referências|fontes|bibliografia|riferimenti|fonti|bronnen|источники|литература)"
)
_REMARK = r"[ \t]*+(?:\([^()\n]{1,80}+\)|（[^（）\n]{1,80}+）)"
_AND = r"(?:[ \t]++(?:and|&)[ \t]++(?:references|sources|citations|bibliography|notes|further reading))?"
HEADING = re.compile(
    r"^[ \t]{0,3}(?:(?:\#{1,6}[ \t]+[*_]{0,3}|[*_]{1,3})(?:\d{1,3}(?:\.\d{1,3}){0,3}[.)]?[ \t]+)?)?[*_]{0,3}"
    rf"{_NAME}{_AND}(?:{_REMARK})?[ \t]*+[:：]?[*_]{{0,3}}[:：]?[ \t]*+\#*+[ \t]*+\r?$"
    r"(?:\n[ \t]{0,3}(?:=+|-+)[ \t]*\r?$)?",
    re.MULTILINE | re.IGNORECASE,
)
"""The heading of a reference list, on a line of its own; `notes` if it promises only notes."""

ANY_HEADING = re.compile(
    r"[ \t]{0,3}(?:#{1,6}(?:[ \t]|\r?$)|(\*\*|__)(?=\S)[^*_\n]{1,120}+\1[ \t]*+[:：]?[ \t]*+\r?$)", re.MULTILINE
)
RULE = re.compile(r"[ \t]{0,3}(?:(?:-[ \t]*){3,}+|(?:\*[ \t]*){3,}+|(?:_[ \t]*){3,}+|=+)[ \t]*\r?$", re.MULTILINE)
TABLE_ROW = re.compile(r"[ \t]*\|")

_BULLET = r"[-*+•·–▪◦][ \t]+"
_NUMBER = rf"""(?:
      \\?[\[［][ ]?(?P<square>[0-9０-９]{{1,9}})[ ]?\\?[\]］](?!\[)
    | 【(?P<lenticular>[0-9]{{1,9}})(?:†[^】\n]*+)?】
    | (?P<raised>[{SUPERSCRIPTS}]{{1,4}}) | <sup>(?P<sup>[0-9]{{1,4}})</sup> | \^(?P<caret>[0-9]{{1,4}})\^
    | \((?P<round>[0-9]{{1,3}})\)(?=\s)
    | (?P<plain>[0-9]{{1,4}})\\?[.)](?=\s)
    )"""
_NUMBERED = re.compile(rf"[ \t]*(?:{_BULLET})?(?P<bold>\*\*|__)?{_NUMBER}:?(?P<closed>\*\*|__)?:?[ \t]*", re.VERBOSE)
_BULLETED = re.compile(rf"[ \t]*{_BULLET}")
_ROW = re.compile(r"[ \t]*\|[ \t]*\\?\[?(?P<row>[0-9]{1,9})\\?\]?[ \t]*(?=\|)")
_NOTE = re.compile(r"[ \t]*(?:[-*+•][ \t]+)?\[\^(?P<label>[^\[\]\s]{1,100})\]:[ \t]*")
_LABEL = re.compile(
    r"[ \t]*(?:[-*+•][ \t]+)?\[(?!\^)(?P<label>[^\[\]\n]{1,200})\]:[ \t]*"
    r"""(?=<?https?://\S++[ \t]*+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))?[ \t]*+\r?$)""",
    re.MULTILINE | re.IGNORECASE,
)
_LONE = re.compile(
    r"[ \t]*(?:[-*+•][ \t]+)?(?:\*\*|__)?\\?\[[0-9]{1,9}\\?\](?:\*\*|__)?[ \t:][^\n]*?https?://[^\W_]", re.IGNORECASE
)
_NOTE_NUMBER = re.compile(r"(?:[0-9]{1,9}_)?([0-9]{1,9})\^?")


@dataclass(frozen=True)
class Sign:
    """How an entry begins: its number, what it is called, and where what it says begins.

    `kind` is `label` for a definition `[name]: URL`, `note` for `[^name]: ...`, `bullet`, `row` or `number`.
    """

    content: int
    kind: str
    number: int | None
    name: str = ""


def sign_at(text: str, start: int) -> Sign | None:
    """The label or number at the start of a line under a heading."""
    return definition_at(text, start) or _number_at(text, start)


def lone_sign_at(text: str, start: int) -> Sign | None:
    """The sign of a line that is an entry without any heading: a definition, or `[n]` in a line with a URL."""
    return definition_at(text, start) or (_number_at(text, start) if _LONE.match(text, start) else None)


def definition_at(text: str, start: int) -> Sign | None:
    """The label at the start of a line that defines it."""
    if note := _NOTE.match(text, start):
        return Sign(note.end(), "note", note_number(note["label"]), note["label"])
    if label := _LABEL.match(text, start):
        number = int(label["label"]) if re.fullmatch("[0-9]{1,9}", label["label"]) else None
        return Sign(label.end(), "label", number, label["label"])
    return None


def _number_at(text: str, start: int) -> Sign | None:
    if row := _ROW.match(text, start):
        return Sign(row.end(), "row", int(row["row"]))
    found = _NUMBERED.match(text, start)
    if found is None:
        return None
    digits = (
        found["square"] or found["lenticular"] or found["sup"] or found["caret"] or found["round"] or found["plain"]
    )
    number = int(digits) if digits else superscript_numbers(found["raised"]).values[0]
    content = found.start("bold") if found["bold"] and not found["closed"] else found.end()
    return Sign(content, "number", number)


def bullet_at(text: str, start: int) -> Sign | None:
    """The bullet at the start of a line."""
    found = _BULLETED.match(text, start)
    return Sign(found.end(), "bullet", None) if found else None


def note_number(label: str) -> int | None:
    """The source a footnote's label names: `3`, and `1_3` (turn 1, source 3).

    >>> note_number("1_3"), note_number("ports")
    (3, None)
    """
    found = _NOTE_NUMBER.fullmatch(label)
    return int(found[1]) if found else None
