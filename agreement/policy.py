"""The policy: the numbers a judge must meet and the choices behind the metrics."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from agreement.metric import MetricRules
from agreement.statistics import STATISTICS

DEFAULT = "default"
PRECISION = "precision"
"""Share of a judge's issues that people find valid: the statistic of issue lists."""


@dataclass(frozen=True)
class GateRule:
    """What one question asks of its judge. Bounds are those of the two-sided 95 % interval.

    `statistic` is the primary statistic, S. People: at least `humans` of them on `human_clusters` clusters,
    with the lower bound of their alpha above `human_alpha_above`. Judge: the lower bound of S above
    `validated_above` (or `caveat_above`), and, where `ceiling` is true, the lower bound of the difference
    to people above `difference_above`; judged units at least `coverage_from` of all. Refuted: the upper
    bound of S at most `refuted_at_most`, of the difference at most `difference_refuted_at_most`, of a slice
    of at least `slice_clusters` clusters under `slice_refuted_below`, or the lower bound of the flip rate
    at least `flip_rate_refuted_from`.
    """

    statistic: str
    humans: int
    human_clusters: int
    human_alpha_above: float
    validated_above: float
    caveat_above: float
    refuted_at_most: float
    ceiling: bool
    difference_above: float
    difference_refuted_at_most: float
    slice_clusters: int
    slice_refuted_below: float
    flip_rate_refuted_from: float
    coverage_from: float


@dataclass(frozen=True)
class Policy:
    """A named policy: one gate rule for each question, and the choices behind the metrics.

    `judges[question]` names the one judge (or "people") whose labels of that question enter published
    figures; a question that is not in it has no such choice: every judge is decided and shown alone.
    """

    name: str
    questions: Mapping[str, GateRule]
    metrics: MetricRules
    judges: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Range:
    low: float
    high: float

    def words(self) -> str:
        return f"from {self.low:g} to {self.high:g}"


_COEFFICIENT, _SHARE, _COUNT = _Range(-1, 1), _Range(0, 1), _Range(2, 1_000_000)

_RANGES: Mapping[str, _Range] = {
    "humans": _COUNT,
    "human_clusters": _COUNT,
    "human_alpha_above": _COEFFICIENT,
    "validated_above": _COEFFICIENT,
    "caveat_above": _COEFFICIENT,
    "refuted_at_most": _COEFFICIENT,
    "difference_above": _Range(-2, 2),
    "difference_refuted_at_most": _Range(-2, 2),
    "slice_clusters": _COUNT,
    "slice_refuted_below": _COEFFICIENT,
    "flip_rate_refuted_from": _SHARE,
    "coverage_from": _SHARE,
    "unknown_share": _SHARE,
}

_ERRORS = tuple(name for name, statistic in STATISTICS.items() if statistic.lower_is_better)
_CHOICES = (*(name for name in STATISTICS if name not in _ERRORS), PRECISION)

_GATE_TYPES = {field.name: str(field.type) for field in fields(GateRule)}
_METRIC_TYPES = {field.name: str(field.type) for field in fields(MetricRules)}

_WORDS = {"int": "a whole number", "float": "a number", "bool": "true or false", "str": "a text"}

_Table = Mapping[str, Any]


def default_policy_toml() -> str:
    """The default policy as commented TOML: the only place where the defaults stand."""
    return files("agreement").joinpath("policy_default.toml").read_text(encoding="utf-8")


def default_policy() -> Policy:
    """The policy that holds where none is given."""
    return policy_from_toml("", DEFAULT)


def policy_from_toml(text: str, name: str) -> Policy:
    """A policy from TOML; what the text leaves out keeps its default.

    A key of `[gate]` holds for every question, before the defaults of single questions; a key of
    `[question.NAME]` holds for that question, before all else. Raises ValueError, which names the key and
    what is allowed, for bad TOML, an unknown table, key or question, a wrong type, a value out of range, or
    bounds that contradict each other.
    """
    base, given = tomllib.loads(default_policy_toml()), _read(text, name)
    _refuse_unknown("the policy", given, base)
    gate, own = _table("gate", given), _table("question", given)
    _refuse_unknown("[question]", own, base["question"])
    rules = {
        question: _rule(question, {**base["gate"], **defaults}, gate, _table(question, own))
        for question, defaults in base["question"].items()
    }
    metrics = _set("[metrics]", base["metrics"], _table("metrics", given), _METRIC_TYPES)
    judges = {question: _judge(question, table["judge"]) for question, table in own.items() if "judge" in table}
    return Policy(name, MappingProxyType(rules), MetricRules(**metrics), MappingProxyType(judges))


def canonical_json(policy: Policy) -> str:
    """The resolved policy as JSON that depends on nothing but its values (its name is no part of it)."""
    content = {
        "judges": dict(policy.judges),
        "metrics": asdict(policy.metrics),
        "questions": {question: asdict(rule) for question, rule in policy.questions.items()},
    }
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def policy_sha(policy: Policy) -> str:
    """SHA-256 of the canonical JSON, in hexadecimal."""
    return hashlib.sha256(canonical_json(policy).encode()).hexdigest()


def _read(text: str, name: str) -> _Table:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"policy {name} is not valid TOML: {error}") from error


def _table(key: str, parent: _Table) -> _Table:
    found = parent.get(key, {})
    if not isinstance(found, dict):
        raise ValueError(f"{key} must be a table, not {found!r}")
    return found


def _refuse_unknown(where: str, given: _Table, allowed: Iterable[str]) -> None:
    for key in given:
        if key not in allowed:
            raise ValueError(f"{where} does not know {key!r}; use one of {', '.join(allowed)}")


def _set(where: str, base: _Table, given: _Table, types: Mapping[str, str]) -> dict[str, Any]:
    """The base with what is given set, each value checked."""
    _refuse_unknown(where, given, types)
    merged = {**base, **given}
    return {key: _checked(f"{key} in {where}", key, merged[key], kind) for key, kind in types.items()}


def _checked(where: str, key: str, value: object, kind: str) -> Any:
    number = float(value) if kind == "float" and isinstance(value, int) and not isinstance(value, bool) else value
    if type(number).__name__ != kind:
        raise ValueError(f"{where} must be {_WORDS[kind]}, not {value!r}")
    if key in _RANGES and not _RANGES[key].low <= number <= _RANGES[key].high:  # type: ignore[operator]
        raise ValueError(f"{where} must lie {_RANGES[key].words()}, not at {value!r}")
    if key == "statistic":
        _check_statistic(where, number)
    return number


def _check_statistic(where: str, name: object) -> None:
    if name in _ERRORS:
        raise ValueError(f"{where} cannot be {name!r}: less of it is better, and the bounds of a gate ask for more")
    if name not in _CHOICES:
        raise ValueError(f"{where} must be one of {', '.join(_CHOICES)}, not {name!r}")


def _judge(question: str, name: object) -> str:
    if not isinstance(name, str) or not name.strip():
        raise ValueError(f'judge in [question.{question}] must be the name of a judge, or "people", not {name!r}')
    return name


def _rule(question: str, base: _Table, gate: _Table, table: _Table) -> GateRule:
    where = f"[question.{question}]"
    own = {key: value for key, value in table.items() if key != "judge"}
    rule = GateRule(**_set(where, _set("[gate]", base, gate, _GATE_TYPES), own, _GATE_TYPES))
    if not rule.refuted_at_most <= rule.caveat_above <= rule.validated_above:
        raise ValueError(f"{where} contradicts itself: refuted_at_most <= caveat_above <= validated_above must hold")
    if rule.difference_refuted_at_most > rule.difference_above:
        raise ValueError(f"{where} contradicts itself: difference_refuted_at_most <= difference_above must hold")
    return rule
