"""The recipes turn small invented sets of the published shapes into rows that import."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from import_files import exported, imported
from sqlalchemy import Engine

from data.engine import open_engine

RECIPES = Path(__file__).parents[2] / "docs" / "recipes"

Row = dict[str, Any]


@pytest.fixture
def engine(sqlite_address: str) -> Engine:
    """The recipes are about files: one database is enough."""
    return open_engine(sqlite_address)


def converted(engine: Engine, folder: Path, recipe: str, answers: list[Row], labels: list[Row]) -> list[Row]:
    """The set written to files, run through the recipe and imported; the study's rows and what the recipe said."""
    (folder / "answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in answers))
    with (folder / "labels.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, ["item_id", "rater_id", "rater_kind", "task", "label"])
        table.writeheader()
        table.writerows(labels)
    command = [sys.executable, str(RECIPES / recipe), str(folder)]
    done = subprocess.run(command, capture_output=True, check=True)
    (folder / "native.jsonl").write_bytes(done.stdout)
    imported(engine, folder / "native.jsonl")
    return [json.loads(line) for line in exported(engine)] + [{"kind": "said", "text": done.stderr.decode()}]


def of_kind(rows: list[Row], *kinds: str) -> list[Row]:
    return [row for row in rows if row["kind"] in kinds]


def label(item: str, rater: str, task: str, value: str, kind: str = "human") -> Row:
    return {"item_id": item, "rater_id": rater, "rater_kind": kind, "task": task, "label": value}


def test_wice_has_a_human_gold_and_two_judges(engine: Engine, tmp_path: Path) -> None:
    chunks = [["Heading", "Otters hold hands."], ["They float."]]
    answers = [{"id": "w1", "claim": "Otters hold hands 🦦.", "evidence_chunks": chunks, "chunk_meta": {}}]
    labels = [
        label("w1", "gold", "support", "partially_supported"),
        label("w1", "big-model", "support", "supported", "judge"),
        label("w1", "small-model", "support", "not_supported", "judge"),
        label("w1#chunk0", "big-model", "support_chunk", "supported", "judge"),
    ]
    rows = converted(engine, tmp_path, "wice.py", answers, labels)
    assert {row["name"]: row["rater_kind"] for row in of_kind(rows, "rater")} == {
        "gold": "human", "big-model": "judge", "small-model": "judge",
    }  # fmt: skip
    assert {row["rater"]: row["value"] for row in of_kind(rows, "label", "judge_output")} == {
        "gold": "partial", "big-model": "full", "small-model": "none",
    }  # fmt: skip
    assert of_kind(rows, "source")[0]["text"] == "Heading\nOtters hold hands.\n\nThey float."


def test_factcheckgpt_makes_one_source_of_one_url(engine: Engine, tmp_path: Path) -> None:
    def slot(url: str, text: str) -> Row:
        return {"url": f"https://{url}.example", "text": text}

    claims = [
        {"claim_id": "f/s1/c0", "text": "Elms are tall.",
         "evidence": [slot("a", "Elms exist."), slot("b", "Oaks."), slot("a", "Elms are \0tall.")]},
        {"claim_id": "f/s1/c1", "text": "Elms are blue.",
         "evidence": [slot("a", "Elms are tall."), slot("b", "Elms are green."), slot("b", "Blue elms.")]},
    ]  # fmt: skip
    answers = [{"id": "f", "prompt": "Elms?", "response": "Elms are tall and blue.", "sentences": [{"claims": claims}]}]
    labels = [
        label("f/s1/c0/e0", "gold", "support_matrix", "irrelevant"),
        label("f/s1/c0/e1", "gold", "support_matrix", "refute"),
        label("f/s1/c0/e2", "gold", "support_matrix", "completely-support"),
        label("f/s1/c1/e1", "gold", "support_matrix", "refute"),
        label("f/s1/c1/e2", "gold", "support_matrix", "partially-support"),
        label("f/s1/c0", "gold", "claim_factuality", "True"),
    ]
    rows = converted(engine, tmp_path, "factcheckgpt.py", answers, labels)
    sources = of_kind(rows, "source")
    assert [source["text"] for source in sources] == [
        "Elms exist.\n\nElms are tall.", "Oaks.\n\nElms are green.\n\nBlue elms."
    ]  # fmt: skip
    first, second, third = of_kind(rows, "label")
    assert (first["statement"], first["source"], first["value"]) == (1, 1, "full")
    (span,) = first["evidence"]
    assert sources[0]["text"][slice(*span)] == "Elms are tall."
    assert (second["source"], second["value"]) == (2, "contradicts")
    # one passage of the page refutes the claim, another supports it; the slot without a label is no label
    assert (third["statement"], third["source"], third["reason"]) == (2, 2, "cannot judge")


def test_expertqa_takes_support_where_one_source_with_a_text_was_judged(engine: Engine, tmp_path: Path) -> None:
    page, bare = "[1] https://a.example\n\nBees dance.\n\nA lot.", "[2] https://b.example"
    claims = [
        {"claim_id": "e/0", "claim_string": "Bees dance [1].", "evidence": [page]},
        {"claim_id": "e/1", "claim_string": "They sing [1][2][2].", "evidence": [page, bare]},
        {"claim_id": "e/2", "claim_string": "Enjoy [4].", "evidence": []},
        {"claim_id": "e/3", "claim_string": "They fly [2].", "evidence": [bare]},
    ]
    answers = [{"id": "e", "question": "Bees?", "system": "engine", "answer_string": "…", "attribution": [page, bare],
                "claims": claims}]  # fmt: skip
    labels = [
        *(
            label(f"e/{n}", "w1", "support", value)
            for n, value in enumerate(["Partial", "Complete", "Missing", "Complete"])
        ),
        *(label(f"e/{n}", "w1", "informativeness", "Very relevant") for n in range(3)),
        label("e/3", "w1", "informativeness", "Uninformative"),
    ]
    rows = converted(engine, tmp_path, "expertqa.py", answers, labels)
    assert [(row["status"], row.get("text")) for row in of_kind(rows, "source")] == [
        ("ok", "Bees dance.\n\nA lot."), ("not fetched", None)
    ]  # fmt: skip
    assert [(row["statement"], row["source"]) for row in of_kind(rows, "citation")] == [
        (1, 1), (2, 1), (2, 2), (3, 4), (4, 2)
    ]  # fmt: skip
    given = of_kind(rows, "label")
    assert [row["value"] for row in given if row["question"] == "relevance"] == ["1", "1", "1", "0"]
    assert [(row["statement"], row["value"], row["raw"]) for row in given if row["question"] == "support"] == [
        (1, "partial", "Partial")
    ]  # fmt: skip
    assert "left out: 2 support labels are of claims with several sources, or none that has a text" in rows[-1]["text"]
