"""What a question needs to be put to a model: a prompt, the words of a reply, and the units still to be judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlmodel import Session

from data.judge_labels import Due, NewLabel
from data.questions import Question
from data.tables import Rater, Study
from judges.completion import Completion
from judges.reading import Verdict
from judges.spec import Messages
from judges.template import Template


class Cell(Protocol):
    """What one request is about: the units that wait for it, with the texts a prompt is filled with."""

    def dues(self, keys: tuple[str, ...], sample: int) -> tuple[Due, ...]:
        """The units that wait for the requests `keys` (one for each piece of the cell), in that repeat."""
        ...


CellT = TypeVar("CellT", bound=Cell)
CellT_co = TypeVar("CellT_co", bound=Cell, covariant=True)
CellT_contra = TypeVar("CellT_contra", contravariant=True)


class Page(Protocol[CellT_co]):
    """Some pending units; `last` is where the next page begins, None at the end."""

    @property
    def cells(self) -> Sequence[CellT_co]: ...

    @property
    def last(self) -> int | None: ...


class Form(Protocol[CellT_contra]):
    """What a reply must look like, and how to read it."""

    def schema(self, justified: bool) -> dict[str, Any]:
        """The JSON schema of a reply: flat, because some servers know no references."""
        ...

    def read(self, text: str, cell: CellT_contra) -> Verdict:
        """What a model's text says about a cell."""
        ...


def _nothing(_: object) -> str:
    return ""


def _no_labels(_: Session, __: Rater, ___: int) -> Iterator[NewLabel]:
    return iter(())


def _no_wait(_: Session, __: Rater) -> str | None:
    return None


def _whole(cell: CellT, _: int) -> Sequence[CellT]:
    return (cell,)


@dataclass(frozen=True)
class Judged(Generic[CellT]):
    """A question as models are asked it.

    `replies` maps the words a reply may use to values of the scale, in the order they are offered; of several replies
    on the pieces of one source the first in that order counts. `needs` are placeholders a template must have, `may`
    those it can have besides. `prefix` is the long text the prompts of several cells begin with, `pieces` cuts a cell
    whose source is longer than so many characters. `page` takes the rater, where to begin, how many (documents,
    answers, ...), whether failed units are asked again, and the run; `page_size` is how many are taken at once. `named`
    gives the cells of some names, which recorded replies go by, for a run; unknown
    names are left out. `most_tokens` caps a reply unless the user sets another cap; models that reason aloud may need
    more. `by_rule` gives the labels of a run that no model has to be asked for, `waiting` says which units cannot be
    asked about yet and why. `otherwise` is the same question put in another way, for templates made for that.
    """

    question: Question
    form: Form[CellT]
    replies: Mapping[str, str]
    our_prompt: str
    needs: frozenset[str]
    may: frozenset[str]
    render: Callable[[CellT, Template], Messages]
    page: Callable[[Session, Rater, int, int, bool, int], Page[CellT]]
    page_size: int
    named: Callable[[Session, Study, Sequence[str], int], Mapping[str, Cell]]
    prefix: Callable[[CellT], str] = _nothing
    pieces: Callable[[CellT, int], Sequence[CellT]] = _whole
    most_tokens: int = 1000
    by_rule: Callable[[Session, Rater, int], Iterator[NewLabel]] = _no_labels
    waiting: Callable[[Session, Rater], str | None] = _no_wait
    otherwise: Judged[Any] | None = None

    @property
    def order(self) -> tuple[str, ...]:
        """The values in the order they are offered."""
        return tuple(self.replies.values())

    def asked_by(self, template: Template) -> Judged[Any]:
        """The way of asking that fits a template: `otherwise` where it has what that needs and not what this needs."""
        other = self.otherwise
        if other is None or self.needs <= template.placeholders or not other.needs <= template.placeholders:
            return self
        return other

    def read(self, completion: Completion, cell: CellT) -> Verdict:
        """What a reply says about a cell."""
        if completion.failure is not None:
            return Verdict(completion.failure)
        return self.form.read(completion.text or "", cell)
