"""Turn an ExpertQA set (answers with marks such as [3], judged claim by claim) into the native format.

    python docs/recipes/expertqa.py FOLDER > expertqa.jsonl

FOLDER holds `answers.jsonl` (id, question, system, answer_string, attribution, claims with evidence) and `labels.csv`
(item_id = claim_id, tasks `support` and `informativeness`). An attribution is `[n] URL`, with the passage after an
empty line where there is one: without it the source counts as not fetched. The experts judged a claim against all its
sources together, so its support label is taken only where it has exactly one source with a text; how many were left out
is said on standard error. Informativeness becomes relevance.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SUPPORT = {"Complete": "full", "Partial": "partial", "Incomplete": "none"}
RELEVANCE = {"Very relevant": "1", "A bit relevant": "1", "Not too important": "0", "Uninformative": "0"}
ATTRIBUTION = re.compile(r"\[(\d+)\]\s*(\S+)(?:\n\n(.*))?", re.DOTALL)
MARK = re.compile(r"\[(\d+)\]")

Labels = dict[tuple[str, str], tuple[str, str]]


def rows(folder: Path, left_out: Counter[str]) -> Iterator[dict[str, Any]]:
    """The rows of the native format; `left_out` counts labels that name no single source."""
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        labels = {(row["item_id"], row["task"]): (row["rater_id"], row["label"]) for row in csv.DictReader(file)}
    yield {"kind": "study", "title": "ExpertQA: answers judged by the experts who asked"}
    for name in sorted({rater for rater, _ in labels.values()}):
        yield {"kind": "rater", "name": name, "rater_kind": "human"}
    with (folder / "answers.jsonl").open(encoding="utf-8") as file:
        for line in file:
            yield from answer_rows(json.loads(line), labels, left_out)


def answer_rows(item: dict[str, Any], labels: Labels, left_out: Counter[str]) -> Iterator[dict[str, Any]]:
    """An answer with its sources, claims, marks and labels."""
    key = item["id"]
    pages = listed_pages(item)
    yield {"kind": "query", "key": key, "text": item["question"], "type": "expertise"}
    yield from (source_row(f"{key}.{number}", *page) for number, page in pages.items())
    answer = {"kind": "answer", "key": key, "query": key, "system": item["system"], "text": item["answer_string"]}
    yield answer | {"sources": [f"{key}.{number}" for number in pages]}
    for position, claim in enumerate(item["claims"], start=1):
        text = claim["claim_string"]
        unit = {"answer": key, "statement": position}
        yield {"kind": "statement", "answer": key, "position": position, "text": text}
        for number in dict.fromkeys(int(mark) for mark in MARK.findall(text)):
            yield {"kind": "citation", **unit, "source": number}
        yield from label_rows(claim, unit, pages, labels, left_out)


def listed_pages(item: dict[str, Any]) -> dict[int, tuple[str | None, str | None]]:
    """URL and text of the sources 1, 2, … of an answer; the passages claims were judged by belong to them."""
    found: dict[int, tuple[str, list[str]]] = {}
    for entry in [*item["attribution"], *(entry for claim in item["claims"] for entry in claim["evidence"])]:
        number, url, passage = numbered(entry)
        _, passages = found.setdefault(number, (url, []))
        if passage and passage not in passages:
            passages.append(passage)
    pages: dict[int, tuple[str | None, str | None]] = {}
    for number in range(1, max(found, default=0) + 1):
        page = found.get(number)
        pages[number] = (page[0], "\n\n".join(page[1]) or None) if page else (None, None)
    return pages


def numbered(entry: str) -> tuple[int, str, str]:
    """Number, URL and passage of an attribution; the passage is empty when there is none."""
    match = ATTRIBUTION.fullmatch(entry.strip())
    if match is None:
        raise ValueError(f"not an attribution: {entry[:60]!r}")
    return int(match[1]), match[2], (match[3] or "").strip()


def source_row(key: str, url: str | None, text: str | None) -> dict[str, Any]:
    row = {"kind": "source", "key": key, "status": "ok" if text else "not fetched"}
    return row | {name: value for name, value in (("url", url), ("text", text)) if value}


def label_rows(
    claim: dict[str, Any],
    unit: dict[str, Any],
    pages: dict[int, tuple[str | None, str | None]],
    labels: Labels,
    left_out: Counter[str],
) -> Iterator[dict[str, Any]]:
    """The labels of a claim."""
    rater, informativeness = labels.get((claim["claim_id"], "informativeness"), ("", ""))
    if informativeness:
        value = RELEVANCE.get(informativeness, informativeness)
        yield {"kind": "label", "question": "relevance", "rater": rater, **unit, "value": value, "raw": informativeness}
    rater, support = labels.get((claim["claim_id"], "support"), ("", "N/A"))
    if support in ("Missing", "N/A"):
        left_out[f"support labels say {support}"] += 1
        return
    numbers = {numbered(entry)[0] for entry in claim["evidence"]}
    readable = [number for number in numbers if pages[number][1]]
    if len(numbers) != 1 or not readable:
        left_out["support labels are of claims with several sources, or none that has a text"] += 1
        return
    value = SUPPORT.get(support, support)
    cell = {**unit, "source": readable[0]}
    yield {"kind": "label", "question": "support", "rater": rater, **cell, "value": value, "raw": support}


if __name__ == "__main__":
    counts: Counter[str] = Counter()
    sys.stdout.writelines(json.dumps(found) + "\n" for found in rows(Path(sys.argv[1]), counts))
    sys.stderr.writelines(f"left out: {count} {what}\n" for what, count in counts.items())
