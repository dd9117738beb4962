"""Judges as people describe them: a TOML file with one ``[[judge]]`` table for each."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from data.errors import InputError
from judges.judged import Judged
from judges.keys import without_key
from judges.questions import JUDGED
from judges.reading import READER
from judges.spec import JudgeSpec, canonical
from judges.template import Template, our_template, read_template, template_file

ALLOWED = "COUNTERMARK_JUDGE_URLS"
"""The environment variable with the addresses judges may be at, divided by commas; not set: any."""

OPENAI = "https://api.openai.com/v1"

_CAPS = ("max_tokens", "max_completion_tokens")
_VARIABLE = re.compile(r"(?:[A-Z_][A-Z0-9_]*)?")
_OURS_TO_SET = frozenset({"model", "messages", "response_format", "stream", "n"})


def allowed_urls() -> list[str]:
    """The addresses judges may be at; none: any."""
    return [url.strip().rstrip("/") for url in os.environ.get(ALLOWED, "").split(",") if url.strip()]


class JudgeTable(BaseModel):
    """One ``[[judge]]`` table. `parameters` go into each request as they stand."""

    model_config = ConfigDict(extra="forbid", strict=True)

    model: str = Field(min_length=1)
    base_url: str = Field(default=OPENAI, validate_default=True)
    api_key_env: str = "OPENAI_API_KEY"
    template: str | None = None
    recorded: str | None = None
    concurrency: int = Field(default=16, ge=1, le=1000)
    attempts: int = Field(default=5, ge=1, le=20)
    timeout: float = Field(default=120.0, gt=0)
    backoff: float = Field(default=1.0, gt=0)
    requests_per_minute: int | None = Field(default=None, ge=1)
    tokens_per_minute: int | None = Field(default=None, ge=1)
    longest_source: int | None = Field(default=None, ge=1000)
    parameters: dict[str, Any] = Field(default_factory=dict)

    @field_validator("base_url")
    @classmethod
    def _without_secrets(cls, value: str) -> str:
        """The address is stored with the judge, so it may hold no password and no key."""
        parts = urlsplit(value)
        if parts.port == 0:  # asking for the port refuses one that is too large
            raise ValueError("port 0 is none that can be reached")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("must be an address that begins with http:// or https://")
        if (allowed := allowed_urls()) and value.rstrip("/") not in allowed:
            raise ValueError(f"is not among the addresses that {ALLOWED} allows: {', '.join(allowed)}")
        if parts.username or parts.password or parts.query:
            raise ValueError("must hold no user, password or query: it is stored; put the key in the environment")
        return value.rstrip("/")

    @field_validator("api_key_env")
    @classmethod
    def _name_of_variable(cls, value: str) -> str:
        """A key put here by mistake must not be stored, as this name is."""
        if not _VARIABLE.fullmatch(value):
            raise ValueError("must be the name of an environment variable in capital letters, never the key itself")
        return value

    @field_validator("parameters")
    @classmethod
    def _leave_ours_alone(cls, value: dict[str, Any]) -> dict[str, Any]:
        taken = _OURS_TO_SET & set(value)
        if taken:
            raise ValueError(f"cannot hold {', '.join(sorted(taken))}: the runner sets it")
        for cap in _CAPS:
            if cap in value and (type(value[cap]) is not int or value[cap] < 1):
                raise ValueError(f"must give {cap} a whole number from 1")
        try:
            canonical(value)
        except (TypeError, ValueError) as error:
            raise ValueError(f"cannot be sent as JSON: {error}") from error
        return value


@dataclass(frozen=True)
class ModelJudge:
    """A judge ready to run: its specification, how to fill its prompt, and how to reach its model.

    `recorded` names a file of replies to read instead of asking the model.
    """

    spec: JudgeSpec
    judged: Judged[Any]
    template: Template
    justified: bool  # the prompt asks for a justification beside the label
    api_key_env: str
    recorded: Path | None
    concurrency: int
    attempts: int
    timeout: float
    backoff: float
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None

    @property
    def most_out(self) -> int:
        """The cap on a reply, in tokens."""
        return max(int(self.spec.parameters[cap]) for cap in _CAPS if cap in self.spec.parameters)


def judges_of(path: Path, question: str) -> list[ModelJudge]:
    """The judges of a TOML file, for one question. InputError names the table and the field at fault.

    Where the environment variable of `ALLOWED` is set, only the addresses it lists may be asked.
    """
    return judges_in(path, judged_question(question))


def judges_in(path: Path, judged: Judged[Any]) -> list[ModelJudge]:
    """The judges of a TOML file, for what is to be asked."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"cannot be read as TOML: {error}", file=str(path)) from error
    tables = content.pop("judge", None)
    if content:
        raise InputError(
            "stands outside a [[judge]] table; move it into one", file=str(path), field=next(iter(content))
        )
    if not isinstance(tables, list) or not tables:
        raise InputError("holds no [[judge]] table", file=str(path))
    judges = [_judge(judged, _table(path, number, table), path.parent) for number, table in enumerate(tables, 1)]
    for judge in judges:
        _check_holds_no_key(judge, path)
    return judges


def _check_holds_no_key(judge: ModelJudge, path: Path) -> None:
    """A specification is stored, so the key may be no part of it: of the address, a parameter or the template."""
    key = os.environ.get(judge.api_key_env, "")
    if key and without_key(canonical(judge.spec.record()), key) != canonical(judge.spec.record()):
        words = f"or its template holds the key of {judge.api_key_env}, and would be stored; keep it in the environment"
        raise InputError(words, file=str(path))


def judged_question(name: str) -> Judged[Any]:
    """What it takes to put this question to a model; InputError lists the questions that can be."""
    if name not in JUDGED:
        raise InputError(f"no judge can be asked '{name}' yet; it can be {', '.join(JUDGED)}", field="question")
    return JUDGED[name]


def _table(path: Path, number: int, table: object) -> JudgeTable:
    try:
        return JudgeTable.model_validate(table)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        unknown = f"unknown; known: {', '.join(JudgeTable.model_fields)}"
        words = unknown if first["type"] == "extra_forbidden" else first["msg"].removeprefix("Value error, ")
        raise InputError(f"in [[judge]] table {number}: {words}", file=str(path), field=field) from error


def _judge(judged: Judged[Any], table: JudgeTable, folder: Path) -> ModelJudge:
    if table.template is None:
        template = our_template(judged.our_prompt)
    else:
        judged = judged.asked_by(read_template(folder / table.template))
        template = template_file(folder / table.template, judged.needs | judged.may, judged.needs)
    spec = JudgeSpec(
        question=judged.question.name,
        question_version=judged.question.version,
        prompt=template.text,
        prompt_version=template.version,
        replies=judged.replies,
        reader_version=READER,
        model=table.model,
        base_url=table.base_url,
        parameters=_parameters(table.parameters, judged.most_tokens),
        longest_source=table.longest_source,
    )
    return ModelJudge(
        spec=spec,
        judged=judged,
        template=template,
        justified=table.template is None,
        api_key_env=table.api_key_env,
        recorded=None if table.recorded is None else folder / table.recorded,
        concurrency=table.concurrency,
        attempts=table.attempts,
        timeout=table.timeout,
        backoff=table.backoff,
        requests_per_minute=table.requests_per_minute,
        tokens_per_minute=table.tokens_per_minute,
    )


def _parameters(given: Mapping[str, Any], most_tokens: int) -> dict[str, Any]:
    """The request's parameters: as repeatable as the model allows, and never without a cap on the reply."""
    cap = {} if "max_completion_tokens" in given else {"max_tokens": most_tokens}
    return {"temperature": 0, **cap, **given}
