"""The scorecard: a publication as one page that needs nothing from outside, is printed well and runs no script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from agreement.deeptrace import METRICS
from agreement.thresholds import BANDS
from data.matrices import PEOPLE
from data.publication.plain import shown
from data.sentences import coefficient

ALL = "all"

MARKS = {"acceptable": "●", "borderline": "◐", "problematic": "○", "cannot tell": ""}
STATUS_MARKS = {"VALIDATED": "✓", "CAVEAT": "!", "INCONCLUSIVE": "?", "STALE": "⟳", "NOT VALIDATED": "×"}


@dataclass(frozen=True)
class MetricRow:
    """A metric of the main table with its lines, one for each way it was labelled; `entry` is as published."""

    key: str
    title: str
    better: str
    lines: tuple[Mapping[str, Any], ...]


def scorecard(document: Mapping[str, Any]) -> str:
    """The page of a document: the same document gives the same page."""
    return _template().render(
        document=document,
        systems=systems_of(document),
        rows=list(metric_rows(document)),
        withheld=list(grouped_withheld(document)),
        bands=list(_band_rows()),
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("data.publication", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalized,
    )
    environment.filters.update(percent=percent, points=points, coefficient=_coefficient, count=_count)
    environment.globals.update(marks=MARKS, status_marks=STATUS_MARKS, people=PEOPLE, all_kinds=ALL, strip=strip)
    return environment.get_template("scorecard.html.j2")


def systems_of(document: Mapping[str, Any]) -> list[str]:
    """The systems of a publication, in name order."""
    return [row["system"] for row in document["counts"] if row["kind"] == ALL]


def metric_rows(document: Mapping[str, Any]) -> Iterator[MetricRow]:
    """Every metric in the order of the paper, published and withheld lines together, people's after the judges'."""
    for metric in METRICS.values():
        found = [entry for entry in (*document["metrics"], *document["withheld"]) if entry["metric"] == metric.key]
        lines = tuple(sorted(found, key=lambda entry: (entry["labelled_by"] == PEOPLE, entry["labelled_by"])))
        yield MetricRow(metric.key, f"{metric.number} {metric.title}", metric.better, lines)


def grouped_withheld(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """What is withheld, entries of the same labellers with the same reasons told once."""
    groups: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
    for entry in document["withheld"]:
        groups.setdefault((entry["labelled_by"], entry["status"], *entry["reasons"]), []).append(entry)
    for entries in groups.values():
        yield {**entries[0], "titles": [entry["title"] for entry in entries]}


def percent(share: float | None) -> str:
    """A share in [0, 1] as per cent with one decimal.

    >>> percent(0.4351), percent(1.0)
    ('43.5', '100.0')
    """
    return "–" if share is None else f"{100 * share:.1f}"


def points(difference: float | None) -> str:
    """A difference of shares in percentage points, with its sign."""
    return "–" if difference is None else f"{100 * difference:+.1f}".replace("-", "−")


def _coefficient(value: float | None) -> str:
    return "–" if value is None else coefficient(value)


def strip(metric: str) -> Mapping[str, float]:
    """The edges between the bands of a metric, in per cent."""
    return {"first": BANDS[metric].first, "second": BANDS[metric].second}


def _count(number: int) -> str:
    return f"{number:,}"


def _band_rows() -> Iterator[Mapping[str, Any]]:
    for metric in METRICS.values():
        edges, names = BANDS[metric.key], BANDS[metric.key].names
        spans = (f"under {edges.first:g}", f"{edges.first:g} to under {edges.second:g}", f"{edges.second:g} and more")
        yield {"title": f"{metric.number} {metric.title}", **dict(zip(names, spans, strict=True))}


def _finalized(value: object) -> object:
    """Text with hidden characters shown; markup the template itself made stays."""
    return value if hasattr(value, "__html__") else shown(value)
