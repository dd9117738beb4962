"""The demo study as native JSONL: ``python -m data.demo FOLDER`` writes the files that loading it imports."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from data.demo.authored import Answer, Source, Topic, topics
from data.demo.simulate import Cast, Given, cast, labels

GUIDELINES = Path(__file__).with_name("guidelines.toml")

TITLE = "Three invented answer engines on thirty questions"
NOTICE = (
    "Invented data: the systems, answers, sources, places and people are made up, and every label is simulated. "
    "These figures say nothing about any real product."
)

_Row = Mapping[str, Any]

BATCHES: tuple[_Row, ...] = (
    {
        "name": "Support, first look",
        "question": "support",
        "overlap": 2,
        "design": {"method": "simple random", "tasks": 6, "seed": 7},
    },
    {"name": "Confidence, every answer", "question": "confidence", "overlap": 2, "design": {"method": "all"}},
    {"name": "Support, every answer", "question": "support", "overlap": 1, "design": {"method": "all"}},
)
"""What is left for whoever tries the demo: the simulated people have labels, and no seats in these."""


def files() -> Mapping[str, str]:
    """The files of the demo study by name, in the order they are imported: always the same bytes."""
    found, raters = topics(), cast()
    return {
        "study.jsonl": _jsonl(_study(found)),
        "labels.jsonl": _jsonl(_labels(found, raters)),
        "batches.jsonl": _jsonl({"kind": "batch", **batch} for batch in BATCHES),
    }


def write(folder: Path) -> list[Path]:
    """Write the files into an existing folder; their paths, in the order they are imported."""
    paths = []
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
        paths.append(folder / name)
    return paths


def _jsonl(rows: Iterator[_Row]) -> str:
    return "".join(json.dumps(_without_none(row), ensure_ascii=False) + "\n" for row in rows)


def _without_none(row: _Row) -> _Row:
    return {name: value for name, value in row.items() if value is not None}


def _study(found: Sequence[Topic]) -> Iterator[_Row]:
    yield {"kind": "study", "title": TITLE, "notice": NOTICE}
    for guideline in tomllib.loads(GUIDELINES.read_text(encoding="utf-8"))["guideline"]:
        yield {"kind": "guideline", **guideline, "text": guideline["text"].strip()}
    for topic in found:
        yield from ({"kind": "query", **asdict(query)} for query in topic.queries)
        yield from (_source(source) for source in topic.sources)
        for answer in topic.answers:
            yield from _answer(answer)


def _source(source: Source) -> _Row:
    fields = ("key", "url", "title", "status", "text")
    return {"kind": "source", **{name: getattr(source, name) for name in fields}}


def _answer(answer: Answer) -> Iterator[_Row]:
    fields = ("key", "query", "system", "text")
    yield {"kind": "answer", **{name: getattr(answer, name) for name in fields}, "sources": list(answer.sources)}
    for position, statement in enumerate(answer.statements, 1):
        place = asdict(statement.place)
        yield {"kind": "statement", "answer": answer.key, "position": position, "text": statement.text, **place}
        for source in statement.cites:
            yield {"kind": "citation", "answer": answer.key, "statement": position, "source": source}


def _labels(found: Sequence[Topic], raters: Cast) -> Iterator[_Row]:
    for rater in raters.raters:
        simulated = {"simulated": True, "about": rater.about}
        yield {"kind": "rater", "name": rater.name, "rater_kind": rater.kind, **simulated}
    prompts = {rater.name: rater.prompt_version for rater in raters.raters if rater.kind == "judge"}
    for given in labels(found, raters):
        row = _label(given)
        if given.rater in prompts:
            row = {**row, "kind": "judge_output", "model": "none: invented", "prompt_version": prompts[given.rater]}
        yield row


def _label(given: Given) -> _Row:
    return {
        "kind": "label",
        "question": given.unit.question,
        "rater": given.rater,
        "answer": given.unit.answer,
        "statement": given.unit.statement,
        "source": given.unit.source,
        "value": given.value,
        "reason": given.gap.reason if given.gap else None,
        "raw": given.gap.raw if given.gap else None,
        "evidence": [[span.start, span.end] for span in given.evidence] or None,
    }
