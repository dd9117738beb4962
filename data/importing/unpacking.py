"""Folders that come as one file: a ZIP archive, unpacked within bounds and nowhere but where it should be."""

from __future__ import annotations

import shutil
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from data.errors import InputError

MOST_FILES = 20_000
MOST_BYTES = 500_000_000
"""Of an archive, unpacked: what says it is more is not unpacked, and what lies about its size ends there."""

_BLOCK = 1 << 20
_LOCKED = 0x1
_OF_SYSTEMS = ("__MACOSX",)


def unpacked(archive: Path, into: Path) -> Path:
    """The folder in an archive: `into`, the only folder in it, or the only file.

    Hidden files and those that systems add are left out; links become plain files. InputError for what is no archive,
    is locked or damaged, too large, or would leave the folder.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            _unpack(opened, into, archive.name)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise InputError("is no sound ZIP archive; pack it again", file=archive.name) from error
    except NotImplementedError as error:  # a way of packing that zipfile does not know
        raise InputError("is packed in a way that is not known; pack it as a plain ZIP", file=archive.name) from error
    except OSError as error:
        raise InputError(f"cannot be unpacked: {error.strerror}", file=archive.name) from error
    inside = list(into.iterdir())
    return inside[0] if len(inside) == 1 else into


def _unpack(opened: zipfile.ZipFile, into: Path, name: str) -> None:
    files = list(_files(opened, name))
    if not files:
        raise InputError("holds no file", file=name)
    if len(files) > MOST_FILES or sum(one.file_size for one, _ in files) > MOST_BYTES:
        most = f"{MOST_FILES:,} files and {MOST_BYTES // 1_000_000:,} MB"
        raise InputError(f"holds too much: at most {most} unpacked; import the folder from a terminal", file=name)
    for one, path in files:
        target = into / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            raise InputError(f"holds '{path}' twice; keep one of them", file=name)
        # zipfile ends at the size that the archive says, whatever is packed behind it
        with opened.open(one) as packed, target.open("wb") as plain:
            shutil.copyfileobj(packed, plain, _BLOCK)


def _files(opened: zipfile.ZipFile, name: str) -> Iterator[tuple[zipfile.ZipInfo, PurePosixPath]]:
    """The files that count, each with its path in the folder."""
    for one in opened.infolist():
        path = PurePosixPath(one.filename.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts:
            raise InputError(f"holds '{path}', which leads out of the folder; pack the folder again", file=name)
        if one.is_dir() or any(part.startswith(".") or part in _OF_SYSTEMS for part in path.parts):
            continue
        if one.flag_bits & _LOCKED:
            raise InputError("is locked by a password; pack it without one", file=name)
        yield one, path
