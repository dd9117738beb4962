"""Judges that hand their requests over in bulk."""

from __future__ import annotations

from typing import Any

from judge_cases import KEY, client_of, ignore
from sqlalchemy import Engine

from data.tables import Study
from judges.bulk import InBulk
from judges.bulk_door import OpenAIBulkDoor
from judges.config import ModelJudge
from judges.progress import RunReport
from judges.runner import run_judge
from judges.wishes import Wishes


def in_bulk(engine: Engine, study: Study, judge: ModelJudge, most: int = 50_000, **wishes: Any) -> RunReport:
    """Run a judge in bulk to its end."""
    way = InBulk(lambda: OpenAIBulkDoor(judge.spec.base_url, KEY, 10.0), pause=0.02, most_requests=most)
    return run_judge(engine, study, judge, client_of(judge), ignore, Wishes(**wishes), way=way)
