"""A database that workers share."""

import pytest
from judge_cases import KEY
from sqlalchemy import Engine


@pytest.fixture
def store(_fresh_postgres: Engine, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """A fresh PostgreSQL database; the key is in the environment, where workers find it."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return _fresh_postgres
