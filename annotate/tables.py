"""Tables to read, as a component: every text in them is shown as it is, and a cell may be a button."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from annotate.components.mount import Component, event_of


def _read(*names: str) -> str:
    return "\n".join((Path(__file__).parent / "components" / name).read_text(encoding="utf-8") for name in names)


# Of what components share it needs one script only; a page may hold ten tables, and each carries its own.
TABLES = Component("countermark_tables", _read("dom.js", "tables.js"), _read("tables.css"))

Words = Literal["text", "strong", "prose", "aside", "quiet", "exact", "headline", "page"]
Marks = Literal["status", "band", "bar", "break", "link", "more", "open", "choice"]
Tone = Literal["good", "fair", "bad", "open"]


@dataclass(frozen=True)
class Piece:
    """A part of a cell. `mark` and `tone` belong to a status or a band, `href` to a link, `lines` to more to open.

    An "exact" text keeps its line ends; a "page" does, too, and is set for reading under its "headline". One to "open"
    is a button among other pieces that sends `press`. A "choice" of `lines`, of which `text` is chosen, sends `press`
    and the number of a line, counted from 0, with a colon between: see `chosen`. A "bar" is full up to `share`, from 0
    to 1, and `text` is what a screen reader calls it.
    """

    kind: Words | Marks
    text: str = ""
    mark: str = ""
    tone: Tone = "open"
    href: str = ""
    lines: tuple[str, ...] = ()
    press: str = ""
    share: float = 0.0


BREAK = Piece("break")


@dataclass(frozen=True)
class Cell:
    """A cell of a table. One with `press` is a button that sends it; `shade` from 0 to 1 is how dark it is, `says`
    what a screen reader calls it. `width` is the share of the table it takes if it can, in per cent (0: its own)."""

    pieces: tuple[Piece, ...] = ()
    head: bool = False
    number: bool = False
    width: int = 0
    span: int = 1
    press: str = ""
    pressed: bool = False
    shade: float = 0.0
    says: str = ""


@dataclass(frozen=True)
class Row:
    """A row; the `first` of a group has a line above it."""

    cells: tuple[Cell, ...]
    first: bool = True


@dataclass(frozen=True)
class Table:
    """A table under its heads; a `dense` one is as wide as its cells need, any other as wide as the page lets it."""

    heads: tuple[Cell, ...]
    rows: tuple[Row, ...]
    caption: str = ""
    dense: bool = False


def draw(table: Table, key: str, on_press: Callable[[str], None] | None = None) -> None:
    """Put the table on the page. `on_press` is called with what a pressed cell or piece sends, before the next run."""

    def pressed() -> None:
        sent = event_of(key)
        if on_press is not None and isinstance(sent, str):
            on_press(sent)

    TABLES.mount(asdict(table), key=key, on_event=pressed)


def chosen(sent: str) -> tuple[str, int]:
    """What a choice sends: its `press`, and the number of the line chosen."""
    press, _, number = sent.rpartition(":")
    return press, int(number)


def text(words: str) -> Cell:
    """A cell of plain words."""
    return Cell((Piece("text", words),))


def number(words: str) -> Cell:
    """A number, or a word in its place, at the right of its column."""
    return Cell((Piece("text", words),), number=True)


def heads(names: Sequence[str], numbers: Iterable[str] = ()) -> tuple[Cell, ...]:
    """The heads of columns; those in `numbers` stand above numbers."""
    to_the_right = set(numbers)
    return tuple(Cell((Piece("text", name),), number=name in to_the_right) for name in names)
