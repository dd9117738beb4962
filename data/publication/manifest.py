"""The manifest of a bundle: the hash of every file, so that one changed byte is seen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data.errors import InputError
from data.publication.plain import written

FORMAT = "countermark bundle 1"
MANIFEST = "manifest.json"
PUBLISHED = "published.json"
"""When the bundle was published; it lies beside the manifest, which knows no clock."""

_BLOCK = 1 << 20


@dataclass(frozen=True)
class FileHash:
    """A file of a bundle: its SHA-256 in hexadecimal and its size in bytes."""

    sha256: str
    bytes: int


def hash_of(path: Path) -> FileHash:
    """The hash of a file, read block by block."""
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
            size += len(block)
    return FileHash(digest.hexdigest(), size)


def write_manifest(folder: Path) -> str:
    """Write the manifest of the files in a folder; its own SHA-256."""
    files = {path.name: vars(hash_of(path)) for path in sorted(folder.iterdir())}
    path = folder / MANIFEST
    path.write_text(written({"format": FORMAT, "files": files}), encoding="utf-8", newline="\n")
    return hash_of(path).sha256


def read_manifest(folder: Path) -> dict[str, FileHash]:
    """The files a bundle says it has. InputError when it has no manifest that can be read."""
    path = folder / MANIFEST
    if not path.is_file():
        raise InputError(
            f"is no published bundle: it has no {MANIFEST}; give the folder that was published", file=str(folder)
        )
    stored = read_json(path)
    if stored.get("format") != FORMAT:
        raise InputError(f"is of format {stored.get('format')!r}; this program reads {FORMAT!r}", file=str(path))
    try:
        return {str(name): FileHash(str(row["sha256"]), int(row["bytes"])) for name, row in stored["files"].items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError("does not list its files with sha256 and bytes", file=str(path)) from error


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object of a file. InputError when there is none."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(path)) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not JSON: {error}", file=str(path)) from error
    if not isinstance(stored, dict):
        raise InputError("holds no JSON object", file=str(path))
    return stored


def changed_files(folder: Path, listed: Mapping[str, FileHash]) -> Iterator[str]:
    """What is missing, changed or not listed in a bundle, in words."""
    for name, stated in listed.items():
        path = folder / name
        if Path(name).name != name or not path.is_file():
            yield f"{name} is missing"
        elif hash_of(path) != stated:
            yield f"{name} is not the file that was published"
    for path in sorted(folder.iterdir()):
        if path.name not in {*listed, MANIFEST, PUBLISHED}:
            yield f"{path.name} is not part of the bundle"


def data_sha(folder: Path, tables: tuple[str, ...]) -> str:
    """One hash of the tables all figures are computed from."""
    lines = "".join(f"{hash_of(folder / name).sha256}  {name}\n" for name in tables)
    return hashlib.sha256(lines.encode()).hexdigest()
