"""A judge from the record alone, so that a worker needs no file: only the key stays in its environment."""

from __future__ import annotations

from typing import Any

from data.tables import JudgeRun, Rater
from judges.config import ModelJudge, judged_question
from judges.spec import JudgeSpec
from judges.template import Template

_SAID_BY_RUN = ("justified", "api_key_env", "concurrency", "attempts", "timeout", "backoff")
_SAID_IF_ANY = ("requests_per_minute", "tokens_per_minute")


def settings_of(judge: ModelJudge) -> dict[str, Any]:
    """What a run must hold so that a worker can do it: how to reach the model, never with what key."""
    return {name: getattr(judge, name) for name in (*_SAID_BY_RUN, *_SAID_IF_ANY)}


def judge_in_record(rater: Rater, run: JudgeRun) -> ModelJudge:
    """The judge of a run, as the record has it."""
    spec = JudgeSpec(**(rater.spec or {}))
    template = Template(spec.prompt, spec.prompt_version)
    judged = judged_question(spec.question).asked_by(template)
    said = {name: run.settings[name] for name in (*_SAID_BY_RUN, *_SAID_IF_ANY)}
    return ModelJudge(spec=spec, judged=judged, template=template, recorded=None, **said)
