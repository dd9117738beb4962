"""Published bundles for tests: how they are made, read and forged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from judged_study import NOW, Shape

from agreement.policy import policy_from_toml
from data.publication.bundle import TABLES
from data.publication.manifest import MANIFEST, PUBLISHED, data_sha, hash_of
from data.publication.tables import read_csv, write_csv, write_parquet
from data.publication.verify import verify

SMALL = Shape(queries=8, statements=2, noise=0.2, questions=("relevance", "support"))
LEAN = Shape(queries=4, statements=1, questions=("support",))
POLICY = policy_from_toml(
    """
    [gate]
    human_clusters = 4
    human_alpha_above = 0.0
    validated_above = 0.2
    caveat_above = 0.2
    refuted_at_most = 0.2
    """,
    "small",
)


def document_of(folder: Path) -> dict[str, Any]:
    found = json.loads((folder / "publication.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def wrong_in(folder: Path) -> list[str]:
    return [wrong for check in verify(folder) for wrong in check.wrong]


def mend(folder: Path) -> None:
    """What a careful forger does: the data hash, the manifest and the hash beside it are made to fit."""
    path = folder / "publication.json"
    document = document_of(folder)
    document["data"]["sha256"] = data_sha(folder, TABLES)
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    manifest["files"] = {name: vars(hash_of(folder / name)) for name in manifest["files"] if (folder / name).exists()}
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    stated = {"published_at": NOW.isoformat(), "manifest_sha256": hash_of(folder / MANIFEST).sha256}
    (folder / PUBLISHED).write_text(json.dumps(stated), encoding="utf-8")


def forge_label(folder: Path, rater: str, *, csv: bool, parquet: bool) -> None:
    """One label of a rater on support becomes another."""
    labels = read_csv(folder / "labels.csv")
    row = labels.index[(labels["question"] == "support") & (labels["rater"] == rater)][0]
    labels.loc[row, "value"] = "none" if labels.loc[row, "value"] == "full" else "full"
    if csv:
        write_csv(labels, folder / "labels.csv")
    if parquet:
        write_parquet(labels, folder / "labels.parquet")
