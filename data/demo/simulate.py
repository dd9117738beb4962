"""Labels of the demo's simulated people and recorded judges, drawn from the true labels by their chances of error.

Each label is drawn for itself, by a hash of the seed, the rater and the unit: adding a text changes no other label.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, Literal

from data.demo.authored import Answer, Cell, Span, Topic
from data.questions import QUESTIONS

RATERS = Path(__file__).with_name("raters.toml")

LEFT_OPEN = ("bike-chain", "pen-skips")
"""Queries whose disputes the adjudicator has not settled, so that a figure that waits for labels can be seen."""


@dataclass(frozen=True)
class Unit:
    """What a label is about: an answer, a statement of it by position, or a statement and a source by position."""

    question: str
    answer: str
    statement: int | None = None
    source: int | None = None


@dataclass(frozen=True)
class Truth:
    """The true label of a unit; `chances` names the row of chances that holds for it."""

    unit: Unit
    query: str
    value: str
    chances: str
    evidence: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Gap:
    """No value for a unit: the reason, and a judge's reply as recorded."""

    reason: str
    raw: str | None


@dataclass(frozen=True)
class Given:
    """A rater's label of a unit: a value or a gap."""

    rater: str
    unit: Unit
    value: str | None
    gap: Gap | None = None
    evidence: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Rater:
    """`chances[question][row]` are the chances of each label in scale order; `evidence` how often it marks passages."""

    name: str
    kind: Literal["human", "judge", "adjudicator"]
    about: str
    evidence: float = 0.0
    prompt_version: str | None = None
    chances: Mapping[str, Mapping[str, Sequence[float]]] = field(default_factory=dict)
    gaps: Mapping[Unit, Gap] = field(default_factory=dict)


@dataclass(frozen=True)
class Cast:
    """The raters, and the seed of everything they do."""

    seed: str
    raters: tuple[Rater, ...]

    @cached_property
    def people(self) -> tuple[Rater, ...]:
        """The simulated annotators."""
        return tuple(rater for rater in self.raters if rater.kind == "human")


def cast(path: Path = RATERS) -> Cast:
    """The raters as their file describes them."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return Cast(found["seed"], tuple(_rater(row) for row in found["rater"]))


def _rater(row: Mapping[str, Any]) -> Rater:
    plain = {name: value for name, value in row.items() if name != "gap" and name not in QUESTIONS}
    chances = {name: value for name, value in row.items() if name in QUESTIONS}
    return Rater(**plain, chances=chances, gaps=dict(_gap(**gap) for gap in row.get("gap", ())))


def _gap(reason: str, raw: str | None = None, **unit: Any) -> tuple[Unit, Gap]:
    return Unit(**unit), Gap(reason, raw)


def true_labels(topics: Sequence[Topic]) -> Iterator[Truth]:
    """The true label of every unit: confidence, then relevance, stance and support of each statement."""
    for topic in topics:
        for answer in topic.answers:
            yield from _of_answer(answer)


def _of_answer(answer: Answer) -> Iterator[Truth]:
    yield Truth(Unit("confidence", answer.key), answer.query, answer.confidence, answer.confidence)
    for position, statement in enumerate(answer.statements, 1):
        unit = Unit("relevance", answer.key, position)
        yield Truth(unit, answer.query, statement.relevance, statement.relevance)
        if statement.stance is not None:
            unit = Unit("stance", answer.key, position)
            yield Truth(unit, answer.query, statement.stance, statement.stance)
        for source, cell in enumerate(statement.cells, 1):
            if cell.value is not None:
                unit = Unit("support", answer.key, position, source)
                yield Truth(unit, answer.query, cell.value, _row(cell, source in statement.cites), cell.evidence)


def _row(cell: Cell, cited: bool) -> str:
    return "none_cited" if cell.value == "none" and cited else str(cell.value)


def labels(topics: Sequence[Topic], raters: Cast) -> Iterator[Given]:
    """Every rater's labels, rater by rater; the adjudicator settles what the people disagree on."""
    truths = tuple(true_labels(topics))
    disputed = _disputed(label for rater in raters.people for label in _drawn(raters.seed, rater, truths))
    for rater in raters.raters:
        settles = rater.kind == "adjudicator"
        yield from _settled(rater, truths, disputed) if settles else _drawn(raters.seed, rater, truths)


def _drawn(seed: str, rater: Rater, truths: Sequence[Truth]) -> Iterator[Given]:
    return (_label(seed, rater, truth) for truth in truths if truth.unit.question in rater.chances)


def _label(seed: str, rater: Rater, truth: Truth) -> Given:
    gap = rater.gaps.get(truth.unit)
    if gap is not None:
        return Given(rater.name, truth.unit, None, gap)
    chances = rater.chances[truth.unit.question][truth.chances]
    values = QUESTIONS[truth.unit.question].scale.values
    value = values[_chosen(chances, _draw(seed, rater, truth.unit, "value"))]
    marks = value != "none" and _draw(seed, rater, truth.unit, "evidence") < rater.evidence
    return Given(rater.name, truth.unit, value, evidence=truth.evidence if marks else ())


def _settled(rater: Rater, truths: Sequence[Truth], disputed: set[Unit]) -> Iterator[Given]:
    for truth in truths:
        if truth.unit in disputed and truth.query not in LEFT_OPEN:
            yield Given(rater.name, truth.unit, truth.value, evidence=truth.evidence)


def _disputed(given: Iterable[Given]) -> set[Unit]:
    """Units that got more than one value, or from somebody none."""
    values: dict[Unit, set[str | None]] = {}
    for label in given:
        values.setdefault(label.unit, set()).add(label.value)
    return {unit for unit, found in values.items() if len(found) > 1 or None in found}


def _chosen(chances: Sequence[float], drawn: float) -> int:
    """The first place at which the chances exceed what was drawn; the last likely one where rounding leaves none."""
    found = (place for place, total in enumerate(accumulate(chances)) if drawn < total)
    return next(found, max(place for place, chance in enumerate(chances) if chance > 0))


def _draw(seed: str, rater: Rater, unit: Unit, purpose: str) -> float:
    """A number from 0 to 1 (exclusive) that only these names decide."""
    names = (seed, rater.name, purpose, unit.question, unit.answer, unit.statement, unit.source)
    digest = hashlib.sha256("|".join(map(str, names)).encode()).digest()
    return int.from_bytes(digest[:6]) / 2**48
