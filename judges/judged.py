"""What a question needs to be put to a model: a prompt, the words of a reply, and the units still to be judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlmodel import Session

from data.questions import Question
from data.tables import Rater
from judges.completion import Completion
from judges.reading import Verdict, read_label
from judges.spec import Messages
from judges.template import Template


class Cell(Protocol):
    """A unit with the texts it is about."""

    @property
    def unit_id(self) -> int: ...


CellT = TypeVar("CellT", bound=Cell)
CellT_co = TypeVar("CellT_co", bound=Cell, covariant=True)


class Page(Protocol[CellT_co]):
    """Some pending units; `last` is where the next page begins, None at the end."""

    @property
    def cells(self) -> Sequence[CellT_co]: ...

    @property
    def last(self) -> int | None: ...


@dataclass(frozen=True)
class Judged(Generic[CellT]):
    """A question as models are asked it.

    `field` holds the label in the reply's JSON, `replies` maps its words to values of the scale (both in the order
    they are offered). `needs` are placeholders a template must have, `may` those it can have besides.
    """

    question: Question
    field: str
    replies: Mapping[str, str]
    our_prompt: str
    needs: frozenset[str]
    may: frozenset[str]
    render: Callable[[CellT, Template], Messages]
    page: Callable[[Session, Rater, int, bool], Page[CellT]]

    def read(self, completion: Completion) -> Verdict:
        """What a reply says about this question."""
        if completion.failure is not None:
            return Verdict(completion.failure)
        return self.read_text(completion.text or "")

    def read_text(self, text: str) -> Verdict:
        """What a model's text says about this question."""
        words = {word.lower(): value for word, value in self.replies.items()}
        return read_label(text, self.field, words)


def reply_schema(field: str, replies: Mapping[str, str], justified: bool) -> dict[str, Any]:
    """The JSON schema of a reply: flat, because some servers know no references."""
    properties: dict[str, Any] = {"justification": {"type": "string"}} if justified else {}
    properties[field] = {"type": "string", "enum": list(replies)}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
