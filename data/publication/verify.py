"""Checking a bundle: its files, then every number anew from its own labels, with other people's libraries beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from agreement.referee import referee_checks
from data.errors import InputError
from data.figures import Figures, figures
from data.publication.bundle import DOCUMENT, SCORECARD, TABLES, read_document, read_snapshot
from data.publication.document import Document, document, policy_in
from data.publication.manifest import MANIFEST, PUBLISHED, changed_files, data_sha, hash_of, read_json, read_manifest
from data.publication.plain import count_values, differences
from data.publication.scorecard import scorecard
from data.questions import QUESTIONS
from data.snapshot import Snapshot

MOST_SHOWN = 20
"""Differences listed of one check; the rest is counted."""


@dataclass(frozen=True)
class Checked:
    """One thing that was checked: `wrong` holds what is not as it should be, in words; empty means fine."""

    what: str
    wrong: tuple[str, ...] = ()


def verify(folder: Path) -> tuple[Checked, ...]:
    """Check a bundle: hashes, labels, policy, every number, and the scorecard. It holds when nothing is wrong.

    The numbers are computed again whatever the hashes say, so a forger who also mends the manifest is
    found. InputError when the folder is no bundle at all.
    """
    listed = read_manifest(folder)
    files = tuple(changed_files(folder, listed))
    done = [Checked(f"{len(listed)} files have the hashes of the manifest", files), _time(folder)]
    if any(not (folder / name).is_file() for name in (*TABLES, DOCUMENT)):
        return (*done, Checked("the figures", ("cannot be computed again without the missing files",)))
    return (*done, *_contents(folder))


def _time(folder: Path) -> Checked:
    what = f"{PUBLISHED} belongs to this manifest"
    try:
        stated = read_json(folder / PUBLISHED)["manifest_sha256"]
    except (InputError, KeyError, TypeError) as error:
        return Checked(what, (f"{PUBLISHED} cannot be read: {error}",))
    return Checked(what, () if stated == hash_of(folder / MANIFEST).sha256 else ("it names another manifest",))


def _contents(folder: Path) -> Iterator[Checked]:
    """The checks that read the bundle. What a forger broke is a finding, not a crash."""
    try:
        published = read_document(folder)
        study, policy = read_snapshot(folder, published), policy_in(published)
        rows = sum(len(frame) for frame in study.labels.values())
        yield Checked(f"{rows:,} labels are the same as CSV and as Parquet")
        yield Checked("the questions are those this program knows", tuple(_strange_questions(study)))
        found = figures(study, policy)
        recomputed = document(study, policy, found, data_sha(folder, TABLES))
        yield _numbers(published, recomputed)
        yield _referees(study, found)
        yield _page(folder, published, recomputed)
    except InputError as error:
        yield Checked("the bundle can be read", (str(error),))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        yield Checked("the figures can be computed again", (f"the bundle contradicts itself: {error!r}",))


def _strange_questions(study: Snapshot) -> Iterator[str]:
    """Questions whose version this program knows with other words or another scale."""
    for name, asked in study.asked.items():
        known = QUESTIONS.get(name)
        if known is not None and known.version == asked.current and known != asked.question:
            yield f"question '{name}', version {known.version}, is not the one of that version"


def _numbers(published: Document, recomputed: Document) -> Checked:
    said = {key: value for key, value in published.items() if key != "software"}
    ours = {key: value for key, value in recomputed.items() if key != "software"}
    found = list(differences(said, ours))
    rest = [f"and {len(found) - MOST_SHOWN} more"] if len(found) > MOST_SHOWN else []
    return Checked(f"{count_values(ours):,} values of {DOCUMENT} come out the same", (*found[:MOST_SHOWN], *rest))


def _referees(study: Snapshot, found: Figures) -> Checked:
    """Agreement by scikit-learn, krippendorff and scipy; only where our own recomputation stands."""
    checks = [
        (name, check)
        for name, question in found.questions.items()
        for check in referee_checks(study.labels[name], study.asked[name].question.scale, question.report)
    ]
    wrong = (
        f"{name}: {check.what}: {check.ours} against {check.referee}" for name, check in checks if not check.agrees
    )
    return Checked(f"{len(checks):,} coefficients are those of scikit-learn, krippendorff and scipy", tuple(wrong))


def _page(folder: Path, published: Document, recomputed: Document) -> Checked:
    """The scorecard shows the recomputed numbers; another version of this program may draw it differently."""
    theirs, ours = published["software"]["countermark"], version("countermark")
    if theirs != ours:
        return Checked(f"{SCORECARD} was drawn by version {theirs} and this is {ours}: its numbers are not compared")
    path = folder / SCORECARD
    same = path.is_file() and path.read_bytes() == scorecard(recomputed).encode()
    return Checked(f"{SCORECARD} shows these numbers", () if same else ("it is not what the numbers say",))
