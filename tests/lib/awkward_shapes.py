"""Reports of shapes that were met in the wild: numbers established by reading real files, around texts of our own.

The numbers (which are cited, which have an entry, how many marks of each style) are those of the real report that a
shape is named for; the words and addresses are invented, and the traps are of the kind the report has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice


@dataclass(frozen=True)
class Shape:
    """What was read off a report, and our text of its shape.

    `marks` counts the citations by style. `unused` are numbers of entries that no number cites; `uncited` counts the
    sources that nothing cites, which differs where a link without number leads to an entry, or two lists share numbers.
    """

    name: str
    text: str
    marks: dict[str, int]
    cited: tuple[int, ...]
    references: tuple[int, ...]
    with_url: int
    uncited: int
    undefined: tuple[int, ...] = ()
    unused: tuple[int, ...] = ()
    texts: int = 0
    """How many brackets, raised numbers and the like are text."""


def numbers(first: int, last: int, *without: int) -> tuple[int, ...]:
    return tuple(number for number in range(first, last + 1) if number not in without)


def said(cited: Sequence[int], marks: int, first: Sequence[str] = ()) -> str:
    """Sentences with that many marks: those of `first`, then single numbers over and over."""
    brackets = [*first, *(f"[{number}]" for number in islice(cycle(cited), marks - len(first)))]
    return " ".join(f"Somebody told us so {bracket}." for bracket in brackets)


def entries(listed: Iterable[int], entry: Callable[[int], str], between: str = "\n") -> str:
    return between.join(entry(number) for number in listed)


def address(number: int) -> str:
    return f"https://page.example/{number}"


def _zero_based() -> Shape:
    cited = (0, 1, 2, 6, 7, 12, 14, 18, 19, 20, 24, 25, 26, 27)
    references = (0, 1, 2, 6, 18, 19, 22, 24, 27)

    def entry(number: int) -> str:
        odd = {18: f"(see {address(18)})", 19: "for $N$ leaves", 22: "[eliminating what is stale", 24: "[ , who knows"}
        return f"[{number}] A long remark on leaves {odd.get(number, '')} and more of the same.\n"

    text = f"{said(cited, 17)} The [abstract] is text.\n\n## References\n\n{entries(references, entry)}"
    return Shape("zero based", text, {"bracket": 17}, cited, references, 1, 1, (7, 12, 14, 20, 25, 26), (22,))


def _plain_heading() -> Shape:
    listed = (1, 2, 3, 4, 5, 10, 14, 20, 22)
    text = f"{said(listed, 11)}\n\nReferences\n{entries(listed, lambda n: f'[{n}] Leaf No. {n} (2020) {address(n)}')}\n"
    return Shape("plain heading", text, {"bracket": 11}, listed, listed, 9, 0)


def _two_lists() -> Shape:
    first, second = numbers(1, 10), (1, 2, 3, 5, 8, 9, 4, 6, 7, 10)
    listing = [entries(order, lambda n: f"[{n}] Leaf {n}: a study of tea.") for order in (first, second)]
    text = (
        f"# Tea\n\n{said(first, 14)}\n\n## References\n\n{listing[0]}\n\n"
        f"# Milk\n\n{said(numbers(1, 8), 8)}\n\n## References\n\n{listing[1]}\n"
    )
    return Shape("two lists", text, {"bracket": 22}, first, (*first, *second), 0, 2)


def _code() -> Shape:
    unused = (17, 36, 37, 47, 48, 102, 103)
    bare = (36, 37, 48, 5)
    code = "\n".join(f"row[{number}] = 0" for number in range(44))

    def entry(number: int) -> str:
        ending = {97: "//"}.get(number, "")
        return f"[{number}] {'-' if number in bare else f'Leaf: {address(number)}{ending}'}"

    listed = numbers(1, 126)
    cited = numbers(1, 126, *unused)
    text = f"{said(cited, 367)}\n\n```python\n{code}\n```\n\n## References\n{entries(listed, entry)}\n"
    return Shape("code", text, {"bracket": 367}, cited, listed, 122, 7, (), unused, texts=44)


def _comma_lists() -> Shape:
    unused = (17, 35, 36, 37)
    cited, listed = numbers(1, 42, *unused), numbers(1, 42)
    units = " ".join(["A leaf has 40 mm² on a side."] * 5)
    body = said(cited, 119, ["[1,14,15,27]", "[2,3]", "[38,39,40,41,42]"])
    text = f"{body} {units}\n\n## Sources\n{entries(listed, lambda n: f'[{n}] {address(n)}')}\n"
    return Shape("comma lists", text, {"bracket": 119}, cited, listed, 42, 4, (), unused, texts=5)


def _ranges() -> Shape:
    listed = numbers(1, 58)
    body = said(listed, 134, ["[1–4]", "[8–9,17–19]", "[20–23]"])

    def entry(number: int) -> str:
        return f"[{number}] Long\u2011leaf tea: {address(number)}/a%2Cb/"

    text = f"{body} A long\u2011leaf tea\u00a0is no mark.\n\n### References\n\n{entries(listed, entry)}\n"
    return Shape("ranges", text, {"bracket": 134}, listed, listed, 58, 0)


def _number_links() -> Shape:
    unused = (33, 35, 36, 37, 38, 40)
    cited, listed = (*numbers(1, 32), 34, 39, 41, 42), numbers(1, 41)
    brackets = [f"[{number}]" for number in islice(cycle(cited), 109)]
    pages = [*numbers(1, 32), 33, 35, 36]  # three entries are linked by their address alone: cited, but not by number
    links = [f"[Leaf]({address(page)})" for page in islice(cycle(pages), 89)]
    prose = " ".join(f"Somebody told us so {link}{bracket}." for link, bracket in zip(links, brackets, strict=False))
    rest = "".join(brackets[89:])
    rows = "\n".join(f"| green | [{number}]({address(number)}) |" for number in range(1, 33))
    table = f"| kind | source |\n|---|---|\n{rows}"
    text = (
        f"{prose} It scales{rest}.\n\n{table}\n\n## Sources\n{entries(listed, lambda n: f'{n}. Leaf: {address(n)}')}\n"
    )
    marks = {"bracket": 109, "link": 89, "number link": 32}
    return Shape("number links", text, marks, cited, listed, 41, 3, (42,), unused)


def _superscripts() -> Shape:
    listed = numbers(1, 13)
    units = "\n\n".join(f"### {number}) Lamp\n\nIt gives 300 cd/m²." for number in range(1, 8))
    text = f"{said(listed, 69)}\n\n{units}\n\n## References\n{entries(listed, lambda n: f'[{n}] Lamp {address(n)}')}\n"
    return Shape("superscripts", text, {"bracket": 69}, listed, listed, 13, 0, texts=7)


def _table_cells() -> Shape:
    unused = (7, 8, 35)
    cited, listed = numbers(1, 39, *unused), numbers(1, 39)

    def page(number: int) -> str:
        return "https://doi.example/10.1016/S0749-3797(01)00381-6" if number == 6 else address(number)

    cells = list(islice(cycle(cited), 48))
    rows = "\n".join(f"| pro | - [{number}] Leaf: {page(number)} |" for number in cells)
    table = f"| side | sources |\n|---|---|\n{rows}"
    text = f"{said(cited, 48)}\n\n{table}\n\n## References\n{entries(listed, lambda n: f'[{n}] Leaf: {page(n)}')}\n"
    return Shape("table cells", text, {"bracket": 96, "bare url": 48}, cited, listed, 39, 3, (), unused)


def _money() -> Shape:
    undefined = (37, 53, 54, 56)
    cited = (*numbers(1, 22), 24, 25, 28, 29, 31, 33, 35, 37, 39, 40, *numbers(42, 44), *numbers(46, 57), 61)
    listed = tuple(number for number in cited if number not in undefined)
    first = ["for $20 and $30 [1]", "at $1,200–$1,500 a year [2]"]
    body = said(cited[2:], 247, ["[3]"])

    def entry(number: int) -> str:
        return f"[{number}] {address(number)}{'' if number > 51 else '?utm_source=openai'}"

    text = f"It sells {first[0]}. It sells {first[1]}. {body}\n\n## Sources\n\n{entries(listed, entry)}\n"
    return Shape("money", text, {"bracket": 249}, cited, listed, 44, 0, undefined)


def shapes() -> Iterator[Shape]:
    yield from (_zero_based(), _plain_heading(), _two_lists(), _code(), _comma_lists(), _ranges(), _number_links())
    yield from (_superscripts(), _table_cells(), _money())


@dataclass(frozen=True)
class Beside:
    """An answer whose entries lie beside it: how many there are, and the numbers cited in order."""

    system: str
    cited: tuple[int, ...]
    entries: int

    def record(self) -> dict[str, object]:
        return {
            "question": f"What does {self.system} say?",
            "answers": {self.system: {"answer_string": self.text, "attribution": self.attribution}},
        }

    @property
    def text(self) -> str:
        return " ".join(f"Somebody told us so[{number}]." for number in self.cited)

    @property
    def attribution(self) -> list[str]:
        return [f"[{number}] {address(number)}" for number in range(1, self.entries + 1)]


BESIDE = (
    Beside("chat", (1, 1, 6, 7, 8), 8),
    Beside("post hoc", (1, 2, 3, 4), 4),
    Beside("retrieve and read", (1, 2, 3, 4, 5, 1, 2, 3, 4, 5), 5),
    Beside("model alone", (1, 2, 3, 1, 2, 3, 1, 2), 3),
)
