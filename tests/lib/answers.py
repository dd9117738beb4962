"""Answers for tests of the DeepTRACE metrics: Figure 1, random ones, and every completion of one."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np
from hypothesis import strategies as st

from agreement.answer import UNKNOWN, AnswerLabels, labels_of
from agreement.metric import MetricRules

STRICT = MetricRules(partial_counts=False, unknown_share=0.0)
LENIENT = MetricRules(partial_counts=False, unknown_share=1.0)


def cells(rows: int, columns: int, supported: set[tuple[int, int]]) -> list[list[str]]:
    """A support matrix in words, from 1-based cells as the paper numbers them."""
    return [["full" if (i + 1, j + 1) in supported else "none" for j in range(columns)] for i in range(rows)]


def figure_1() -> AnswerLabels:
    """The worked example of the paper (its Figure 1), statements 1 to 7 by sources 1 to 5.

    The paper names its citations and six of its ten supporting cells; the other four are chosen such
    that each of its sentences holds. Statement 7 is filler.
    """
    named = {(1, 1), (1, 4), (2, 2), (2, 5), (4, 2), (5, 5)}
    return labels_of(
        "figure 1",
        "example",
        "q1",
        "debate",
        relevance=["1"] * 6 + ["0"],
        stance=["pro", "pro", "pro", "con", "con", "neutral", None],
        confidence=4,
        cites=[[0], [1], [0, 2], [1], [4], [3], []],
        support=cells(7, 5, named | {(2, 3), (5, 2), (5, 3), (6, 3)}),
        readable=[True] * 5,
    )


def answer_of(
    relevance: list[int],
    support: list[list[int]],
    cites: list[list[int]] | None = None,
    *,
    stance: list[int] | None = None,
    confidence: int = 3,
    readable: list[bool] | None = None,
    kind: str = "debate",
    key: str = "a",
    system: str = "s",
    query: str = "q",
) -> AnswerLabels:
    """An answer from codes, -1 for unknown; the shape is that of `support`."""
    sources = len(support[0]) if support else 0
    shape = (len(relevance), sources)
    return AnswerLabels(
        key=key,
        system=system,
        query=query,
        kind=kind,
        relevance=np.array(relevance, dtype=np.int8),
        stance=np.array(stance or [1] * len(relevance), dtype=np.int8),
        confidence=confidence,
        cites=np.array(cites or np.zeros(shape), dtype=bool).reshape(shape),
        support=np.array(support, dtype=np.int8).reshape(shape),
        readable=np.array([True] * sources if readable is None else readable, dtype=bool),
    )


def completions(answer: AnswerLabels) -> Iterator[AnswerLabels]:
    """Every answer that fills all unknown labels."""
    flat = [answer.relevance, answer.stance, answer.support.ravel(), np.array([answer.confidence], dtype=np.int8)]
    ranges = [(0, 1), (0, 1, 2), (0, 1, 2), (1, 2, 3, 4, 5)]
    holes = [(k, i) for k, codes in enumerate(flat) for i in np.flatnonzero(codes == UNKNOWN)]
    for choice in product(*(ranges[k] for k, _ in holes)):
        filled = [codes.copy() for codes in flat]
        for (k, i), code in zip(holes, choice, strict=True):
            filled[k][i] = code
        yield replace(
            answer,
            relevance=filled[0],
            stance=filled[1],
            support=filled[2].reshape(answer.support.shape),
            confidence=int(filled[3][0]),
        )


@st.composite
def answers(draw: st.DrawFn, statements: int = 4, sources: int = 3, most_unknown: int = 5) -> AnswerLabels:
    """Small answers with at most `most_unknown` unknown labels, so that all completions can be tried."""
    rows, columns = draw(st.integers(0, statements)), draw(st.integers(0, sources))

    def codes(count: int, *allowed: int) -> np.ndarray:
        return np.array(draw(st.lists(st.sampled_from(allowed), min_size=count, max_size=count)), dtype=np.int8)

    parts = [codes(rows, 0, 1, 1), codes(rows, 0, 1, 2), codes(rows * columns, 0, 0, 1, 2), codes(1, 3, 5)]
    places = [(k, i) for k, part in enumerate(parts) for i in range(len(part))]
    for k, i in draw(st.lists(st.sampled_from(places), max_size=most_unknown)):
        parts[k][i] = UNKNOWN
    return AnswerLabels(
        key="a",
        system="s",
        query="q",
        kind=draw(st.sampled_from(["debate", "debate", "expertise"])),
        relevance=parts[0],
        stance=parts[1],
        confidence=int(parts[3][0]),
        cites=codes(rows * columns, 0, 1).astype(bool).reshape(rows, columns),
        support=parts[2].reshape(rows, columns),
        readable=codes(columns, 0, 1, 1).astype(bool),
    )
