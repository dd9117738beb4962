"""From cells to requests: one for each different prompt, those on one document together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from data.judge_labels import Due
from judges.config import ModelJudge
from judges.judged import Cell
from judges.spec import Messages, request_key


@dataclass
class Item:
    """One request and the units that wait for it: the same statement and source may stand in several answers."""

    key: str
    cell: Any
    dues: list[Due] = field(default_factory=list)


@dataclass(frozen=True)
class Requests:
    """The requests of a judge in one repeat; `sample` counts repeats from 0."""

    judge: ModelJudge
    sample: int

    def items(self, cells: Sequence[Cell]) -> list[Item]:
        """The requests cells make: those that ask the same share one, a cell with a long source makes several."""
        items: dict[str, Item] = {}
        for cell in cells:
            pieces = self._pieces(cell)
            keys = tuple(self._key(piece) for piece in pieces)
            for key, piece in zip(keys, pieces, strict=True):
                items.setdefault(key, Item(key, piece)).dues.extend(cell.dues(keys, self.sample))
        return list(items.values())

    def together(self, items: Sequence[Item]) -> list[list[Item]]:
        """The requests grouped by the text they begin with; one without such a text stands alone."""
        groups: dict[str, list[Item]] = {}
        for item in items:
            groups.setdefault(self.judge.judged.prefix(item.cell) or item.key, []).append(item)
        return list(groups.values())

    def messages(self, cell: Any) -> Messages:
        """The prompt of a cell, or of a piece of one."""
        return self.judge.judged.render(cell, self.judge.template)

    def _pieces(self, cell: Any) -> Sequence[Any]:
        longest = self.judge.spec.longest_source
        return [cell] if longest is None else self.judge.judged.pieces(cell, longest)

    def _key(self, piece: Any) -> str:
        return request_key(self.judge.spec.sha, self.messages(piece), self.sample)
