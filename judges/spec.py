"""A judge's specification: everything that makes its outputs, and the keys that follow from it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

Message = Mapping[str, str]
Messages = tuple[Message, ...]


@dataclass(frozen=True)
class JudgeSpec:
    """A rater of kind judge *is* one of these: a change of any field is another judge.

    `replies` maps the words the model may answer with to values of the question's scale.
    `parameters` are sent with each request as they stand; keys and time-outs are no part of a judge. A source beyond
    `longest_source` characters is read in pieces; None: never.
    """

    question: str
    question_version: str
    prompt: str
    prompt_version: str
    replies: Mapping[str, str]
    reader_version: str
    model: str
    base_url: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    longest_source: int | None = None

    def record(self) -> dict[str, Any]:
        """The specification as JSON, to be stored with the rater."""
        fields: dict[str, Any] = json.loads(canonical(asdict(self)))
        return fields

    @property
    def sha(self) -> str:
        """SHA-256 of the canonical JSON."""
        return sha_of(canonical(asdict(self)))

    @property
    def rater_name(self) -> str:
        """The judge's name in a study, for example ``gpt-x support support-1 #ab12cd``."""
        model = self.model.replace("/", "-")  # no name in a study holds a slash
        return f"{model} {self.question} {self.prompt_version} #{self.sha[:6]}"


def request_key(spec_sha: str, messages: Messages, sample: int = 0) -> str:
    """The identity of one request: another judge, text or repeat is another key."""
    return sha_of(canonical([spec_sha, [dict(message) for message in messages], sample]))


def canonical(value: object) -> str:
    """JSON with sorted keys and no spare spaces, the same for equal values. ValueError or TypeError for no JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def sha_of(text: str) -> str:
    """SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()
