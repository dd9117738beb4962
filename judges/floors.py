"""The offline floor judges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judges.floor import Floor
from judges.lexical import support_floor
from judges.lexical_relevance import relevance_floor

FLOORS: Mapping[str, Floor[Any]] = {"support": support_floor(), "relevance": relevance_floor()}
"""Each of them by the question it judges."""
