"""The labels of whole answers as arrays, from a judge or from the people: what the metrics are computed from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from agreement.answer import UNKNOWN, AnswerLabels, Codes
from agreement.scale import Scale
from data.structure import Structure

PEOPLE = "people"
"""Stands where the name of a judge could stand: the labels people settled on."""

Ints = NDArray[np.intp]
_PLACE = ["answer", "statement", "source"]


def labels_by(frame: pd.DataFrame, labeller: str, scale: Scale) -> pd.DataFrame:
    """One code for each unit that `labeller` settled: columns unit, answer, statement, source, code.

    `frame` is a long frame of one question. A judge's label is that of its first run. The people's is the
    adjudicated one, else the one value all people who gave a value agree on; a unit they disagree on is
    left out, as is every label without a value or outside the scale: it is unknown, never "none".
    """
    known = frame.assign(code=_codes(frame["value"], scale))
    known = known[(known["code"] != UNKNOWN) & (known["run"] == 0)]
    if labeller != PEOPLE:
        return known.loc[(known["rater_kind"] == "judge") & (known["rater"] == labeller), ["unit", *_PLACE, "code"]]
    by_adjudicators = known[known["rater_kind"] == "adjudicator"]
    agreed = _unanimous(known[known["rater_kind"] == "human"])
    agreed = agreed[~agreed["unit"].isin(by_adjudicators["unit"])]
    return pd.concat([_unanimous(by_adjudicators), agreed]).sort_values("unit", ignore_index=True)


def _codes(values: pd.Series, scale: Scale) -> Codes:
    """Position of each value on the scale; UNKNOWN for none and for one the scale does not know."""
    position, unique = pd.factorize(values)
    found = [scale.index(str(value)) for value in unique]
    return np.array([*(UNKNOWN if code is None else code for code in found), UNKNOWN], dtype=np.int8)[position]


def _unanimous(known: pd.DataFrame) -> pd.DataFrame:
    """The units whose labels are all the same, each once."""
    of_unit = known.groupby("unit")["code"]
    same = of_unit.transform("min") == of_unit.transform("max")
    return known.loc[same, ["unit", *_PLACE, "code"]].drop_duplicates("unit")


@dataclass(frozen=True, eq=False)
class Layout:
    """Where the statements, sources and cells of each answer lie in flat arrays that hold all answers.

    Those of answer i are `start[i]:start[i + 1]` of `statements`, `sources` and `cells`; the cells of an
    answer lie statement by statement. Answers are in key order.
    """

    of: Structure

    @cached_property
    def answers(self) -> pd.DataFrame:
        """Answer, query, system and query type."""
        return self.of.answers.merge(self.of.queries[["query", "query_type"]], on="query", how="left")

    @cached_property
    def statements(self) -> Ints:
        """Start of each answer's statements, and the total."""
        return self._starts(self.of.statements)

    @cached_property
    def sources(self) -> Ints:
        """Start of each answer's listed sources, and the total."""
        return self._starts(self.of.sources)

    @cached_property
    def cells(self) -> Ints:
        """Start of each answer's cells, and the total."""
        return _cumulated(np.diff(self.statements) * np.diff(self.sources))

    @cached_property
    def cites(self) -> NDArray[np.bool_]:
        """For each cell, whether the statement cites the source; citations of sources not listed are no cell."""
        cited = np.zeros(self.cells[-1], dtype=np.bool_)
        at = self.cell_at(self.of.citations)
        cited[at[at >= 0]] = True
        return cited

    def answer_at(self, rows: pd.DataFrame) -> Ints:
        """Number of the answer each row names; -1 where there is no such answer."""
        found: Ints = pd.Index(self.of.answers["answer"]).get_indexer(rows["answer"])
        return found

    def statement_at(self, rows: pd.DataFrame) -> Ints:
        """Place of the statement each row names; -1 where there is none."""
        named = pd.MultiIndex.from_frame(rows[["answer", "statement"]])
        return self._statement_index.get_indexer(named).astype(np.intp)

    def cell_at(self, rows: pd.DataFrame) -> Ints:
        """Place of the cell each row names; -1 where there is none."""
        answer, statement = self.answer_at(rows), self.statement_at(rows)
        source = self._source_index.get_indexer(pd.MultiIndex.from_frame(rows[["answer", "source"]]))
        row, column = statement - self.statements[answer], source - self.sources[answer]
        place: Ints = self.cells[answer] + row * np.diff(self.sources)[answer] + column
        place[(answer < 0) | (statement < 0) | (source < 0)] = -1
        return place

    @cached_property
    def _statement_index(self) -> pd.MultiIndex:
        return pd.MultiIndex.from_frame(self.of.statements[["answer", "statement"]])

    @cached_property
    def _source_index(self) -> pd.MultiIndex:
        return pd.MultiIndex.from_frame(self.of.sources[["answer", "source"]])

    def _starts(self, table: pd.DataFrame) -> Ints:
        return _cumulated(np.bincount(self.answer_at(table), minlength=len(self.of.answers)))


def _cumulated(counts: NDArray[np.integer]) -> Ints:
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.intp)


def answer_labels(layout: Layout, picked: Mapping[str, pd.DataFrame]) -> Iterator[AnswerLabels]:
    """Every answer of a study, in key order, with the labels `picked` for each question (see `labels_by`).

    A question that is not picked, and a unit without a label, is unknown.
    """
    relevance = _filled(layout.statements[-1], layout.statement_at, picked.get("relevance"))
    stance = _filled(layout.statements[-1], layout.statement_at, picked.get("stance"))
    support = _filled(layout.cells[-1], layout.cell_at, picked.get("support"))
    confidence = _filled(len(layout.answers), layout.answer_at, picked.get("confidence"))
    readable = layout.of.sources["readable"].to_numpy(dtype=np.bool_)
    rows = zip(*(layout.answers[column] for column in ("answer", "query", "system", "query_type")), strict=True)
    for at, (key, query, system, kind) in enumerate(rows):
        statements = slice(layout.statements[at], layout.statements[at + 1])
        sources = slice(layout.sources[at], layout.sources[at + 1])
        cells = slice(layout.cells[at], layout.cells[at + 1])
        shape = (statements.stop - statements.start, sources.stop - sources.start)
        yield AnswerLabels(
            key=key,
            system=system,
            query=query,
            kind=kind,
            relevance=relevance[statements],
            stance=stance[statements],
            # The scale of confidence counts its positions from 0, its codes from 1.
            confidence=int(confidence[at]) + 1 if confidence[at] != UNKNOWN else UNKNOWN,
            cites=layout.cites[cells].reshape(shape),
            support=support[cells].reshape(shape),
            readable=readable[sources],
        )


def _filled(size: int, place: Callable[[pd.DataFrame], Ints], labels: pd.DataFrame | None) -> Codes:
    """An array of codes, UNKNOWN where no label is."""
    codes: Codes = np.full(size, UNKNOWN, dtype=np.int8)
    if labels is not None and len(labels):
        at = place(labels)
        codes[at[at >= 0]] = labels["code"].to_numpy(dtype=np.int8)[at >= 0]
    return codes
