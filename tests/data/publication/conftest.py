"""Bundles that tests look at or copy; published once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from bundles import LEAN, POLICY, SMALL
from judged_study import NOW, STUDY, make_study
from sqlalchemy import Engine

from data.engine import open_engine
from data.publication.bundle import publish


@pytest.fixture(scope="session")
def record(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """A database with the small judged study."""
    path = tmp_path_factory.mktemp("publication") / "study.db"
    path.write_bytes(migrated_file.read_bytes())
    engine = open_engine(str(path))
    make_study(engine, SMALL)
    return engine


@pytest.fixture(scope="session")
def original(record: Engine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its published bundle; tests work on copies."""
    return publish(record, STUDY, POLICY, tmp_path_factory.mktemp("bundles") / "one", NOW).folder


@pytest.fixture(scope="session")
def lean(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of a study with one question only, quick to verify."""
    path = tmp_path_factory.mktemp("lean") / "study.db"
    path.write_bytes(migrated_file.read_bytes())
    engine = open_engine(str(path))
    make_study(engine, LEAN)
    return publish(engine, STUDY, POLICY, path.parent / "bundle", NOW).folder


@pytest.fixture
def bundle(lean: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(lean, tmp_path / "bundle"))
