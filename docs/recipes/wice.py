"""Turn a WiCE set (claims, cited pages, a gold label and two judges) into the native format.

    python docs/recipes/wice.py FOLDER > wice.jsonl

FOLDER holds `answers.jsonl` (id, claim, evidence_chunks) and `labels.csv` (item_id, rater_id, rater_kind, task,
label). Each claim becomes an answer of one statement with one source: the sentences of its chunks. The final label of
each rater is taken (task `support`); what a judge said of single chunks is left out.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VALUES = {"supported": "full", "partially_supported": "partial", "not_supported": "none"}


def rows(folder: Path) -> Iterator[dict[str, Any]]:
    """The rows of the native format."""
    yield {"kind": "study", "title": "WiCE: claims and the pages they cite"}
    with (folder / "answers.jsonl").open(encoding="utf-8") as file:
        for line in file:
            yield from item_rows(json.loads(line))
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        yield from label_rows([row for row in csv.DictReader(file) if row["task"] == "support"])


def item_rows(item: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A claim as query, source, answer and statement."""
    key, claim = item["id"], item["claim"]
    chunks = ("\n".join(sentences) for sentences in item["evidence_chunks"])
    yield {"kind": "query", "key": key, "text": f"Is claim {key} backed by the page it cites?", "type": "other"}
    yield {"kind": "source", "key": key, "status": "ok", "text": "\n\n".join(chunks)}
    yield {"kind": "answer", "key": key, "query": key, "system": "Wikipedia", "text": claim, "sources": [key]}
    yield {"kind": "statement", "answer": key, "position": 1, "text": claim, "start": 0, "end": len(claim)}
    yield {"kind": "citation", "answer": key, "statement": 1, "source": 1}


def label_rows(labels: list[dict[str, str]]) -> Iterator[dict[str, Any]]:
    """The raters, then their labels. A value that is not in VALUES stays as it is, and the import lists it."""
    for name, kind in sorted({(row["rater_id"], row["rater_kind"]) for row in labels}):
        about = "published label of several annotators" if kind == "human" else "published judge"
        yield {"kind": "rater", "name": name, "rater_kind": kind, "about": about}
    for row in labels:
        judge = (
            {"kind": "judge_output", "model": row["rater_id"]} if row["rater_kind"] == "judge" else {"kind": "label"}
        )
        unit = {"answer": row["item_id"], "statement": 1, "source": 1}
        value = VALUES.get(row["label"], row["label"])
        yield judge | {"question": "support", "rater": row["rater_id"], **unit, "value": value, "raw": row["label"]}


if __name__ == "__main__":
    sys.stdout.writelines(json.dumps(found) + "\n" for found in rows(Path(sys.argv[1])))
