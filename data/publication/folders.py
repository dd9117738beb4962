"""Where the bundles of a study lie, and a bundle as one file to carry away."""

from __future__ import annotations

import io
import zipfile
from itertools import count
from pathlib import Path

from data.errors import InputError, StoreError


def next_folder(parent: Path, study_name: str) -> Path:
    """The first of STUDY-1, STUDY-2, … below `parent` that is not there yet."""
    return next(folder for n in count(1) if not (folder := parent / f"{study_name}-{n}").exists())


def zipped(folder: Path) -> bytes:
    """The files of a bundle as a zip archive that unpacks into one folder of the bundle's name.

    InputError when the folder is gone; StoreError when it cannot be read.
    """
    if not folder.is_dir():
        raise InputError("the bundle is no longer there", file=str(folder))
    archive = io.BytesIO()
    try:
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as target:
            for path in sorted(folder.iterdir()):
                target.write(path, f"{folder.name}/{path.name}")
    except OSError as error:
        raise StoreError(f"the bundle cannot be read: {error}") from error
    return archive.getvalue()
