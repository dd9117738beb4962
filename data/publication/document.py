"""The document of a publication: everything it says, as JSON that is computed from a snapshot and a policy alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from importlib.metadata import version
from typing import Any

from agreement.metric import MetricRules
from agreement.policy import GateRule, Policy, canonical_json, policy_sha
from agreement.scale import Scale
from data.errors import InputError
from data.figures import Figures, deciding
from data.publication.methods import limitations, methods
from data.publication.plain import plain
from data.questions import Question
from data.sentences import sentence
from data.snapshot import Asked, JudgeFacts, Snapshot, StudyFacts

FORMAT = "countermark publication 1"

Document = dict[str, Any]


def document(study: Snapshot, policy: Policy, found: Figures, data_sha: str) -> Document:
    """All that is published about a study: its figures, and the hash of the tables they are computed from.

    Nothing of it depends on a clock, a database or row numbers.
    """
    return {
        "format": FORMAT,
        "study": plain(study.study),
        "software": {"countermark": version("countermark")},
        "data": {"sha256": data_sha, **_sizes(study)},
        "policy": {"name": policy.name, "sha256": policy_sha(policy), **json.loads(canonical_json(policy))},
        "judges": plain(study.judges),
        "questions": plain(study.asked),
        "summary": [
            sentence(question, verdict, policy.questions[name])
            for name, question in found.questions.items()
            for verdict in deciding(question, policy)
        ],
        "agreement": plain(found.questions),
        "metrics": plain(found.metrics),
        "counts": plain(found.counts),
        "extras": plain(found.extras),
        "withheld": plain(found.withheld),
        "methods": list(methods(found, policy)),
        "limitations": list(limitations(study, found)),
    }


def _sizes(study: Snapshot) -> dict[str, int]:
    return {
        "queries": len(study.structure.queries),
        "answers": len(study.structure.answers),
        "statements": len(study.structure.statements),
        "sources": len(study.structure.sources),
        "labels": sum(len(frame) for frame in study.labels.values()),
    }


def policy_in(published: Document) -> Policy:
    """The policy a document was computed under. InputError when its hash is not that of its numbers."""
    stored = published["policy"]
    rules = {question: GateRule(**rule) for question, rule in stored["questions"].items()}
    policy = Policy(stored["name"], rules, MetricRules(**stored["metrics"]), stored["judges"])
    if policy_sha(policy) != stored["sha256"]:
        raise InputError("the policy's numbers are not those of its hash", file="publication.json", field="policy")
    return policy


def study_in(published: Document) -> StudyFacts:
    """The study a document is about."""
    return StudyFacts(**published["study"])


def judges_in(published: Document) -> tuple[JudgeFacts, ...]:
    """The judges a document names."""
    return tuple(JudgeFacts(**judge) for judge in published["judges"])


def asked_in(published: Document) -> dict[str, Asked]:
    """The questions of a document, as they were asked."""
    return {name: _asked(stored) for name, stored in published["questions"].items()}


def _asked(stored: Mapping[str, Any]) -> Asked:
    known = {field.name: stored["question"][field.name] for field in fields(Question)}
    scale = known["scale"]
    values, codes = tuple(scale["values"]), tuple(scale["codes"])
    question = Question(**known | {"scale": Scale(values, scale["level"], codes, scale["coded_as"])})
    return Asked(question, stored["version"], stored["left_out"], stored["guideline"])
