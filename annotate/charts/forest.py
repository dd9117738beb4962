"""The forest plot: how far judges agree with people beside how far people agree with each other."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

import altair as alt
import pandas as pd

from agreement.estimate import Measured
from agreement.policy import GateRule
from data.publication.plain import shown
from data.reliability import QuestionFigures
from data.sentences import coefficient, measured

JUDGE, PEOPLE = "judge and people", "people with each other"

_MOST_PAIRS = 12
"""With more pairs of raters only the means are drawn: the pairs are in the CSV."""

_ROW, _LABEL_WIDTH = 26, 250
_ACCENT, _PLAIN = "#4a86b8", "#868d93"  # both stand out on light and on dark


@dataclass(frozen=True)
class ForestRow:
    """A line of the plot: an estimate with its interval, `low` and `high` None where there is none.

    `mean` is true for a mean over pairs, false for one pair of raters. `said` is the estimate in words.
    """

    label: str
    kind: str
    mean: bool
    estimate: float
    low: float | None
    high: float | None
    said: str


@dataclass(frozen=True)
class Forest:
    """The lines that can be drawn, from top to bottom, and in words those that cannot, or only without interval."""

    rows: tuple[ForestRow, ...]
    undefined: tuple[str, ...]


def forest_of(found: QuestionFigures) -> Forest:
    """The leading statistic of a question: each judge's mean with its pairs, then the people's with theirs."""
    lines = list(_lines(found))
    rows = tuple(row for label, kind, mean, value in lines if (row := _row(label, kind, mean, value)))
    return Forest(rows, tuple(words for label, _, _, value in lines if (words := _words(label, value))))


_Line = tuple[str, str, bool, Measured]


def _lines(found: QuestionFigures) -> Iterator[_Line]:
    primary, humans = found.report.reading.primary, found.report.human_human
    judged = sum(len(judge.pairs) for judge in found.report.judges)
    few = judged + len(humans.pairs) <= _MOST_PAIRS
    for judge in found.report.judges:
        yield f"{judge.judge} and people", JUDGE, True, judge.mean[primary]
        if few and len(judge.pairs) > 1:
            yield from ((f"with {pair.second}", JUDGE, False, pair.statistics[primary]) for pair in judge.pairs)
    yield PEOPLE, PEOPLE, True, humans.mean[primary]
    if few and len(humans.pairs) > 1:
        for pair in humans.pairs:
            yield f"{pair.first} and {pair.second}", PEOPLE, False, pair.statistics[primary]


def _row(label: str, kind: str, mean: bool, value: Measured) -> ForestRow | None:
    estimate, interval = value.estimate.value, value.interval
    if estimate is None:
        return None
    said = measured(value) if interval.undefined is None else f"{coefficient(estimate)} [no interval]"
    return ForestRow(shown(label), kind, mean, estimate, interval.low, interval.high, said)


def _words(label: str, value: Measured) -> str | None:
    """Why a line, or its interval, is not there; None when it is."""
    if value.estimate.undefined is not None:
        return shown(f"{label}: undefined: {value.estimate.undefined}")
    return value.interval.undefined and shown(f"{label}: no interval: {value.interval.undefined}")


def forest_chart(forest: Forest, rule: GateRule, statistic: str) -> alt.LayerChart:
    """The lines over one axis, the estimates in words at the right; dashed lines are the policy's bounds for a judge.

    ValueError without a line.
    """
    if not forest.rows:
        raise ValueError("there is no line to draw")
    table = pd.DataFrame([{**asdict(row), "at": at} for at, row in enumerate(forest.rows)])
    low = min(0.0, *(row.estimate if row.low is None else row.low for row in forest.rows))
    across = alt.Scale(domain=[low, 1.0], nice=False)
    axis = alt.Axis(title=statistic, format=".1f", tickCount=6, grid=True, gridOpacity=0.4, domain=False)
    base = alt.Chart(table).encode(
        color=alt.Color("kind:N", scale=alt.Scale(domain=[JUDGE, PEOPLE], range=[_ACCENT, _PLAIN]), legend=None),
        opacity=alt.condition("datum.mean", alt.value(1), alt.value(0.65)),
    )
    names = [row.label if row.mean else f"– {row.label}" for row in forest.rows]
    lines = base.mark_rule(strokeWidth=2).encode(
        y=_down(names, "left"), x=alt.X("low:Q", scale=across, axis=axis), x2="high:Q"
    )
    points = base.mark_point(filled=True, opacity=1).encode(
        y=_down([row.said for row in forest.rows], "right"),
        x=alt.X("estimate:Q", scale=across),
        shape=alt.Shape("kind:N", scale=alt.Scale(domain=[JUDGE, PEOPLE], range=["circle", "diamond"]), legend=None),
        size=alt.condition("datum.mean", alt.value(90), alt.value(45)),
        tooltip=[alt.Tooltip("label:N", title="who"), alt.Tooltip("said:N", title=statistic)],
    )
    layers = alt.LayerChart(layer=[_bounds(rule, across), lines, points], height=alt.Step(_ROW))
    chart: alt.LayerChart = layers.resolve_axis(y="independent")
    return chart


def _down(words: Sequence[str], side: Literal["left", "right"]) -> alt.Y:
    """The lines by place, with words at one side; an expression picks these, so that equal ones stay two lines."""
    said = f"{json.dumps(list(words))}[datum.value]"
    axis = alt.Axis(
        orient=side, labelExpr=said, labelLimit=_LABEL_WIDTH, title=None, ticks=False, domain=False, labelPadding=10
    )
    return alt.Y("at:O", axis=axis)


def _bounds(rule: GateRule, across: alt.Scale) -> alt.Chart:
    bounds = pd.DataFrame({"bound": [rule.caveat_above, rule.validated_above]})
    chart: alt.Chart = (
        alt.Chart(bounds).mark_rule(strokeDash=[3, 3], color=_PLAIN).encode(x=alt.X("bound:Q", scale=across))
    )
    return chart
