"""The offline floor judge of relevance: how many words of weight a statement adds. The same result everywhere.

It understands nothing. Greetings, remarks and repetitions are short of words that the query has or that are new to the
answer; what is short of them it calls filler.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from data.judge_labels import NewLabel
from data.passages import content_terms
from data.pending_lists import ListedStatements
from judges.floor import Floor
from judges.relevance import RELEVANCE

LEAST_TERMS = 6
"""Terms from which on a statement is core. Chosen on one half of a named set, which docs/judges.md names."""

_CITATION = re.compile(r"\[\^?\d[\d\s,;–-]*\]")


def added_terms(query: str, statements: Sequence[str]) -> list[int]:
    """For each statement, how many of its terms are the query's or stand in no statement before it.

    Terms are words without fillers and endings, and numbers; the numbers of citations do not count.

    >>> added_terms("Does tea keep?", ["Black tea keeps for two years [1].", "Tea keeps for years.", "Enjoy!"])
    [5, 2, 1]
    """
    asked = set(content_terms(query))
    said: set[str] = set()
    counts = []
    for statement in statements:
        terms = set(content_terms(_CITATION.sub(" ", statement)))
        counts.append(len(terms - (said - asked)))
        said |= terms
    return counts


def relevance_floor(least_terms: int = LEAST_TERMS) -> Floor[ListedStatements]:
    """The judge as it is run."""

    def labels(cell: ListedStatements) -> list[NewLabel]:
        counts = added_terms(cell.query, [statement.text for statement in cell.statements])
        said = dict(zip(cell.parts, counts, strict=True))
        return [_label(unit, said[part], least_terms) for part, unit in cell.units.items()]

    return Floor(RELEVANCE, "added words", {"least_terms": least_terms}, labels)


def _label(unit: int, terms: int, least_terms: int) -> NewLabel:
    words = f"{terms} terms that the query has or no earlier statement"
    return NewLabel(unit, "1" if terms >= least_terms else "0", None, words)
