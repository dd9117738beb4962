"""A JSON document read piece by piece, so that a list in it may be of any length."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from json import JSONDecodeError
from typing import Any, NoReturn, TextIO

LONGEST_RECORD = 1 << 26
"""In characters; what one value of a list may take before it fills the memory."""

DEEPEST = 100
"""Brackets within brackets."""

_BLOCK = 1 << 18
_SPACE = re.compile(r"[ \t\r\n]*")
_IN_NUMBER = re.compile(r"[-+.eE0-9]*")
_NEAR = 16
"""An error so close to the end of what was read may come from a value that goes on behind it."""


class Told(Exception):
    """What is wrong with a JSON text, in words; `field` where it is known."""

    def __init__(self, words: str, field: str | None = None):
        super().__init__(words)
        self.words, self.field = words, field


def _no_constant(name: str) -> NoReturn:
    raise Told(f"holds a bare {name}, which is not JSON; write null or leave the field out")


def _each_field_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Told("is given twice; keep one", twice)
    return fields


DECODER = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_each_field_once)
"""Refuses with `Told` what the standard library lets pass: bare NaN and Infinity, and fields that are given twice."""


class Scanner:
    """The values of a document, in its order. Every method raises `Told` where the text is not sound JSON."""

    def __init__(self, file: TextIO):
        self._file = file
        self._text, self._at = "", 0

    def upcoming(self) -> str:
        """The next character that is no space, without taking it; empty at the end."""
        while True:
            self._at = _end(_SPACE, self._text, self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more(_BLOCK):
                return ""

    def takes(self, character: str) -> bool:
        """Take a character if it is the next; whether it was."""
        if self.upcoming() != character:
            return False
        self._at += 1
        return True

    def value(self) -> Any:
        """The next value, whole."""
        self.upcoming()
        block = _BLOCK
        while True:
            try:
                found, end = DECODER.raw_decode(self._text, self._at)
            except JSONDecodeError as error:
                if not (self._may_go_on(error) and self._more(block)):
                    raise Told(f"{error.msg.removesuffix(' at')} near {self._shown(error.pos)}") from error
            except RecursionError as error:
                raise Told(f"more than {DEEPEST} brackets within each other") from error
            except ValueError as error:  # thousands of digits
                raise Told("a number too large to read") from error
            else:
                if not (self._may_be_cut(found, end) and self._more(block)):
                    self._at = end
                    return found
            block *= 2

    def items(self) -> Iterator[Any]:
        """The values of the list that is next, one by one."""
        self._expect("[")
        yield from self.rest_of_items()

    def rest_of_items(self) -> Iterator[Any]:
        """The values of a list whose bracket was taken."""
        if self.takes("]"):
            return
        yield self.value()
        while not self.takes("]"):
            self._expect(",")
            yield self.value()

    def fields(self) -> Iterator[str]:
        """The names in the object that is next; the value of each must be taken before the next name."""
        self._expect("{")
        if self.takes("}"):
            return
        yield self._name()
        while not self.takes("}"):
            self._expect(",")
            yield self._name()

    def skip(self) -> None:
        """Pass over the next value, of any length."""
        if self.upcoming() == "[":
            for _ in self.items():
                pass
        else:
            self.value()

    def _name(self) -> str:
        if self.upcoming() != '"':
            self._expect('"')
        name = self.value()
        self._expect(":")
        return str(name)

    def _expect(self, character: str) -> None:
        if not self.takes(character):
            raise Told(f"'{character}' is missing near {self._shown(self._at)}")

    def _may_be_cut(self, found: Any, end: int) -> bool:
        """Whether a number ends where what was read ends: ``1e`` is read as 1 as long as nothing follows it."""
        return isinstance(found, int | float) and _IN_NUMBER.fullmatch(self._text, end) is not None

    def _may_go_on(self, error: JSONDecodeError) -> bool:
        return error.msg.startswith("Unterminated string") or error.pos > len(self._text) - _NEAR

    def _more(self, size: int) -> bool:
        """Read on; False at the end of the file."""
        block = self._file.read(size)
        self._text, self._at = self._text[self._at :] + block, 0
        if len(self._text) > LONGEST_RECORD:
            raise Told(f"a value of more than {LONGEST_RECORD:,} characters")
        return block != ""

    def _shown(self, position: int) -> str:
        around = self._text[max(position - 10, 0) : position + 20]
        return json.dumps(around, ensure_ascii=True) if around.strip() else "the end"


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.match(text, start)
    return found.end() if found else start
