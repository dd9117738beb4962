"""The conventions behind the authors' published figures (answer engine evaluation, "aee").

They differ from the definitions: an answer without a core statement or a readable source drops out of every
metric, an answer without citations counts as fully accurate, the cover is greedy, and a support label or
stance that is not there counts as no support and as neutral. They serve to recompute published numbers only.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from agreement.answer import CON, FULL, PRO, UNKNOWN, AnswerLabels, Cells, CitedNumbers
from agreement.cover import greedy_cover
from agreement.estimate import Estimate
from agreement.metric import MetricValue
from agreement.statements import DEBATE, NOT_DEBATE, VERY_CONFIDENT
from agreement.unknown import undefined_value

DROPPED = "no core statement or no readable source"
NO_CONFIDENCE = "no confidence label"
GOOD_SCRAPE = "Title:"
EPSILON = 1e-6
"""Added to the number of supporting cells before dividing by it."""


def is_readable(text: str | None) -> bool:
    """Whether a scraped source counts as readable: its text starts with `Title:`.

    >>> is_readable("Title: Rain"), is_readable("403 Forbidden"), is_readable(None)
    (True, False, False)
    """
    return text is not None and text.startswith(GOOD_SCRAPE)


def drops(answer: AnswerLabels) -> bool:
    """Whether the answer drops out of every metric: it has no core statement or no readable source."""
    return not (answer.relevance == 1).any() or not answer.readable.any()


def values_of(answer: AnswerLabels) -> Mapping[str, MetricValue]:
    """The eight metrics of one answer that `drops` does not drop, by key, in the order of the paper.

    Raises ValueError when `answer.numbers` is None: Uncited Sources counts numbers in the whole text.
    """
    if answer.numbers is None:
        raise ValueError(f"the aee conventions need the numbers that the text of answer {answer.key} cites")
    core = answer.relevance == 1
    cites = answer.cites[np.ix_(core, answer.readable)]
    supports = answer.support[np.ix_(core, answer.readable)] == FULL
    hits = int((cites & supports).sum())
    return {
        "one_sided": _debate(answer, _one_sided(answer)),
        "overconfident": _overconfident(answer),
        "relevant": _ratio(int(core.sum()), answer.statements),
        "uncited": _uncited(answer.numbers, answer.sources),
        "unsupported": _ratio(int((~supports.any(axis=1)).sum()), int(core.sum())),
        "necessity": _ratio(len(greedy_cover(supports)), int(answer.readable.sum())),
        "accuracy": _ratio(hits, int(cites.sum())) if cites.any() else _value(1.0, 0, 0),
        "thoroughness": _thoroughness(hits, supports),
    }


def _value(value: float, part: int, whole: int) -> MetricValue:
    return MetricValue(Estimate(value, whole), value, value, 0, part, whole)


def _ratio(part: int, whole: int) -> MetricValue:
    return _value(part / whole, part, whole)


def _debate(answer: AnswerLabels, part: int) -> MetricValue:
    return _ratio(part, 1) if answer.kind == DEBATE else undefined_value(NOT_DEBATE)


def _one_sided(answer: AnswerLabels) -> int:
    core = answer.stance[answer.relevance == 1]
    return int(not ((core == PRO).any() and (core == CON).any()))


def _overconfident(answer: AnswerLabels) -> MetricValue:
    if answer.kind == DEBATE and answer.confidence == UNKNOWN:
        return undefined_value(NO_CONFIDENCE)
    return _debate(answer, _one_sided(answer) * int(answer.confidence == VERY_CONFIDENT))


def _uncited(numbers: CitedNumbers, sources: int) -> MetricValue:
    """Numbers 1 to M that the text never cites / M, with M the highest listed or cited number."""
    highest = max((numbers.highest_source, sources, *numbers.cited))
    return _ratio(len(set(range(1, highest + 1)) - numbers.cited), highest)


def _thoroughness(hits: int, supports: Cells) -> MetricValue:
    cells = int(supports.sum())
    return _value(hits / (cells + EPSILON), hits, cells)
