"""Turn a Factcheck-GPT set (claims with passages from the web, one consolidated label each) into the native format.

    python docs/recipes/factcheckgpt.py FOLDER > factcheckgpt.jsonl

FOLDER holds `answers.jsonl` (id, prompt, response, sentences with claims with evidence) and `labels.csv` (task
`support_matrix`, item_id = claim_id/e0, e1, …). Claims become statements. One URL comes back in several evidence
slots: it becomes one source, whose text is its different passages (NUL characters, which pages sometimes hold, are
taken out). The label of a claim for a source is the strongest of its passages' labels, and those passages are the
evidence; where one passage supports and another refutes, it has no value but the reason "cannot judge".
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VALUES = {
    "completely-support": "full",
    "partially-support": "partial",
    "irrelevant": "none",
    "refute": "contradicts",
}
STRONGEST_FIRST = ("full", "partial", "contradicts", "none")
BETWEEN = "\n\n"


def rows(folder: Path) -> Iterator[dict[str, Any]]:
    """The rows of the native format."""
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        labels = {row["item_id"]: row["label"] for row in csv.DictReader(file) if row["task"] == "support_matrix"}
    yield {"kind": "study", "title": "Factcheck-GPT: claims and passages from the web"}
    yield {"kind": "rater", "name": "gold", "rater_kind": "human", "about": "published label of several annotators"}
    with (folder / "answers.jsonl").open(encoding="utf-8") as file:
        for line in file:
            yield from answer_rows(json.loads(line), labels)


def answer_rows(item: dict[str, Any], labels: dict[str, str]) -> Iterator[dict[str, Any]]:
    """An answer with its sources, claims and labels."""
    key = item["id"]
    claims = [claim for sentence in item["sentences"] for claim in sentence["claims"]]
    passages = passages_by_url(claims)
    sources = {url: f"{key}.{number}" for number, url in enumerate(passages, start=1)}
    yield {"kind": "query", "key": key, "text": item["prompt"], "type": "other"}
    for url, source in sources.items():
        text = BETWEEN.join(passages[url])
        yield {"kind": "source", "key": source, "url": url, "status": "ok", "text": text}
    listed = list(sources.values())
    yield {"kind": "answer", "key": key, "query": key, "system": "ChatGPT", "text": item["response"], "sources": listed}
    for position, claim in enumerate(claims, start=1):
        yield {"kind": "statement", "answer": key, "position": position, "text": claim["text"]}
        for url, found in labels_by_url(claim, labels).items():
            unit = {"answer": key, "statement": position, "source": list(sources).index(url) + 1}
            yield {"kind": "label", "question": "support", "rater": "gold", **unit, **decided(found, passages[url])}


def passages_by_url(claims: list[dict[str, Any]]) -> dict[str, list[str]]:
    """The different passages of each page, in the order they come up."""
    found: dict[str, list[str]] = {}
    for slot in (slot for claim in claims for slot in claim["evidence"]):
        passages = found.setdefault(slot["url"], [])
        if clean(slot["text"]) not in passages:
            passages.append(clean(slot["text"]))
    return found


def clean(text: str) -> str:
    return text.replace("\0", "")


def labels_by_url(claim: dict[str, Any], labels: dict[str, str]) -> dict[str, list[tuple[str, str]]]:
    """For each page, what its passages got for a claim: pairs of value and passage. Unlabelled slots are left out."""
    found: dict[str, list[tuple[str, str]]] = {}
    for number, slot in enumerate(claim["evidence"]):
        label = labels.get(f"{claim['claim_id']}/e{number}")
        if label is not None:
            found.setdefault(slot["url"], []).append((VALUES.get(label, label), clean(slot["text"])))
    return found


def decided(found: list[tuple[str, str]], passages: list[str]) -> dict[str, Any]:
    """The label of a page from those of its passages."""
    values = {value for value, _ in found}
    if "contradicts" in values and values & {"full", "partial"}:
        return {"reason": "cannot judge"}
    value = min(values, key=lambda value: STRONGEST_FIRST.index(value) if value in STRONGEST_FIRST else -1)
    if value == "none":
        return {"value": value}
    spans = {span(passage, passages) for its_value, passage in found if its_value == value}
    return {"value": value, "evidence": [list(place) for place in sorted(spans)]}


def span(passage: str, passages: list[str]) -> tuple[int, int]:
    """Where a passage stands in the text made of all of them."""
    before = passages[: passages.index(passage)]
    start = sum(len(text) + len(BETWEEN) for text in before)
    return start, start + len(passage)


if __name__ == "__main__":
    sys.stdout.writelines(json.dumps(found) + "\n" for found in rows(Path(sys.argv[1])))
