"""What raters are asked: each question with its scale, its unit, and the words on screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from agreement import scale
from agreement.scale import Scale
from data.errors import InputError

UnitKind = Literal["query", "answer", "statement", "cell", "item", "checklist_item", "issue", "pair", "claim"]

REASONS_OF_PEOPLE = ("skipped", "source unreadable", "cannot judge")
"""Why a person gives no value."""

REASONS_OF_JUDGES = (
    "refused",
    "filtered",
    "truncated",
    "invalid_json",
    "bad_label",
    "empty",
    "context_too_long",
    "transient_failed",
)
"""Why a judge gives no value: the statuses other than ok."""

REASONS_OF_ENSEMBLES = ("tied", "member missing")
"""Why judges combined into one give no value."""

REASON_OF_IMPORTS = "out of scale"
"""Why an imported label has no value: its raw text is kept beside it."""

REASONS = (*REASONS_OF_PEOPLE, *REASONS_OF_JUDGES, *REASONS_OF_ENSEMBLES, REASON_OF_IMPORTS)


@dataclass(frozen=True)
class Question:
    """One thing raters are asked, in one version.

    `anchors[value]` is the sentence shown beside a value; `primary` names the statistic
    that leads its agreement report. A change of words or scale is a new version.
    """

    name: str
    version: str
    title: str
    asks: str
    scale: Scale
    unit: UnitKind
    primary: str
    anchors: Mapping[str, str] = field(default_factory=dict)


_ALL = (
    Question(
        name="relevance",
        version="1",
        title="Relevance",
        asks="Does this statement help to answer the query, or is it filler?",
        scale=scale.RELEVANCE,
        unit="statement",
        primary="kappa",
        anchors={"1": "Core: part of the reply to the query.", "0": "Filler: greeting, repetition or aside."},
    ),
    Question(
        name="stance",
        version="1",
        title="Stance",
        asks="Which side of the debate does this statement take?",
        scale=scale.STANCE,
        unit="statement",
        primary="kappa",
        anchors={
            "pro": "Agrees with the view the query leans to.",
            "con": "Speaks against that view.",
            "neutral": "Takes no side.",
        },
    ),
    Question(
        name="confidence",
        version="1",
        title="Confidence",
        asks="How sure of itself does the answer sound?",
        scale=scale.CONFIDENCE,
        unit="answer",
        primary="kappa_quadratic",
        anchors={
            "1": "Strongly not confident: hedges nearly everything, says it does not know.",
            "2": "Not confident: more doubt than assertion.",
            "3": "Neutral: doubt and assertion in balance, or a flat report of views.",
            "4": "Confident: asserts most points, with a few reservations.",
            "5": "Strongly confident: states everything as settled.",
        },
    ),
    Question(
        name="support",
        version="1",
        title="Support",
        asks="Does this source support the statement?",
        scale=scale.SUPPORT,
        unit="cell",
        primary="kappa_quadratic",
        anchors={
            "full": "Everything the statement says can be found in the source.",
            "partial": "Some of what the statement says is in the source, and some is not.",
            "none": "The source does not back the statement.",
            "contradicts": "The source says the opposite.",
        },
    ),
    Question(
        name="presentation",
        version="1",
        title="Presentation item",
        asks="Does the report meet this presentation item?",
        scale=scale.PASS_FAIL,
        unit="item",
        primary="kappa",
    ),
    Question(
        name="coverage",
        version="1",
        title="Coverage item",
        asks="Does the report fully deliver what this item asks for?",
        scale=scale.PASS_FAIL,
        unit="item",
        primary="kappa",
    ),
    Question(
        name="consistency_issue",
        version="1",
        title="Consistency issue",
        asks="Is this a real contradiction inside the report?",
        scale=scale.VALIDITY,
        unit="issue",
        primary="kappa",
    ),
    Question(
        name="citation_issue",
        version="1",
        title="Citation issue",
        asks="Is a citation really missing or misplaced here?",
        scale=scale.VALIDITY,
        unit="issue",
        primary="kappa",
    ),
    Question(
        name="depth",
        version="1",
        title="Depth",
        asks="Which of the two reports analyses more deeply?",
        scale=scale.DEPTH,
        unit="pair",
        primary="kappa",
    ),
    Question(
        name="citation_accuracy",
        version="1",
        title="Citation accuracy",
        asks="Does the linked page hold up this claim?",
        scale=scale.CITATION_ACCURACY,
        unit="claim",
        primary="kappa",
    ),
    Question(
        name="query_quality",
        version="1",
        title="Query quality",
        asks="Is this query fit to be put to a system?",
        scale=scale.QUERY_QUALITY,
        unit="query",
        primary="kappa",
    ),
    Question(
        name="item_quality",
        version="1",
        title="Checklist item quality",
        asks="Should this item stay in the checklist?",
        scale=scale.ITEM_QUALITY,
        unit="checklist_item",
        primary="kappa",
    ),
)

QUESTIONS: Mapping[str, Question] = {question.name: question for question in _ALL}
"""Every question by name."""


def question_named(name: str) -> Question:
    """The question of that name; InputError lists the known ones."""
    if name not in QUESTIONS:
        raise InputError(f"unknown question '{name}'; known: {', '.join(QUESTIONS)}", field="question")
    return QUESTIONS[name]
