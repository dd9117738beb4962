"""The page runs nothing, loads nothing, and shows hostile names as text."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from bundles import POLICY, wrong_in
from judged_study import GOOD, GUESSING, NOW, STUDY
from sqlalchemy import Engine

from data.engine import reading
from data.publication.bundle import write_bundle
from data.snapshot import Snapshot, snapshot
from data.studies import study_named

pytestmark = pytest.mark.whole


class _Tags(HTMLParser):
    """The tags and links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "action") or name[:2] == "on"]


def test_the_page_runs_nothing_and_loads_nothing(original: Path) -> None:
    page = _Tags()
    page.feed((original / "scorecard.html").read_text(encoding="utf-8"))
    assert not page.tags & {"script", "link", "img", "iframe", "object", "form"}
    assert page.links == []


EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&{{7*7}}\u202e=cmd()"


def _evil(study: Snapshot) -> Snapshot:
    """Every name that comes from outside, made hostile."""
    answers = study.structure.answers.assign(system=study.structure.answers["system"].replace("Vega", EVIL))
    labels = {
        name: frame.assign(
            system=frame["system"].replace("Vega", EVIL),
            rater=frame["rater"].replace({GOOD: EVIL, GUESSING: f"=1{EVIL}"}),
        )
        for name, frame in study.labels.items()
    }
    facts = replace(study.study, title=EVIL, notice=EVIL)
    judges = tuple(replace(judge, about=EVIL, spec={"prompt": EVIL}) for judge in study.judges)
    structure = replace(study.structure, answers=answers)
    return replace(study, study=facts, labels=labels, judges=judges, structure=structure)


def test_hostile_names_are_shown_and_run_nothing_and_the_bundle_holds(record: Engine, tmp_path: Path) -> None:
    with reading(record) as session:
        taken = snapshot(session, study_named(session, STUDY))
    folder = write_bundle(_evil(taken), POLICY, tmp_path / "evil", NOW).folder
    text = (folder / "scorecard.html").read_text(encoding="utf-8")
    page = _Tags()
    page.feed(text)
    assert not page.tags & {"script", "img"}
    assert page.links == []
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "{{7*7}}" in text
    assert "\u202e" not in text
    assert ",=1<script>" not in (folder / "labels.csv").read_text(encoding="utf-8")
    assert wrong_in(folder) == []
