"""What has been learnt about one server and model: parameters it takes and reply formats it knows."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from judges.outcome import ApiError
from judges.spec import Messages

Structured = Literal["json_schema", "json_object", "text"]

_LADDER = ("strict", "plain", "json_object", "text")
"""Ways to ask for JSON, best first; plain is a schema without what some servers do not know."""

_OTHER_NAMES = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
"""The cap on a reply's length goes by two names, and must not be lost with the first."""

_FORMAT = re.compile(
    r"response_format|json[_ ]schema|json_object|additionalProperties|structured output|guided decoding|grammar", re.I
)
"""What servers call the wish for JSON that they do not take."""


@dataclass(frozen=True)
class Wording:
    """A request as one endpoint takes it: the whole body, its parameters alone, and how it asks for JSON."""

    body: Mapping[str, Any]
    parameters: Mapping[str, Any]
    structured: Structured


class Endpoint:
    """One server and model. Learns from refusals, so that each costs one request, not one per call."""

    def __init__(self, model: str, schema: Mapping[str, Any]):
        self._model = model
        self._schema = schema
        self._rung = 0
        self._names: dict[str, str | None] = {}

    def worded(self, messages: Messages, parameters: Mapping[str, Any]) -> Wording:
        """The request as this endpoint takes it, as far as is known."""
        sent: dict[str, Any] = {"model": self._model}
        for name, value in parameters.items():
            known = self._names.get(name, name)
            if known is not None:
                sent[known] = value
        way = _LADDER[self._rung]
        if way != "text":
            sent["response_format"] = self._format(way)
        structured: Structured = (
            "json_schema" if way in ("strict", "plain") else "text" if way == "text" else "json_object"
        )
        spoken = messages if structured == "json_schema" else (self._schema_in_words(), *messages)
        return Wording(sent | {"messages": [dict(message) for message in spoken]}, sent, structured)

    def learn(self, error: ApiError, sent: Mapping[str, Any]) -> bool:
        """Take a lesson from a refusal of a request with the parameters `sent`; False if there is none in it.

        Requests that were under way when a lesson was taken teach the same again, and are then simply repeated.
        """
        if _is_about_format(error) and "response_format" in sent:
            if self._format(_LADDER[self._rung]) == sent["response_format"]:
                plainer = "additionalProperties" in error.words and self._rung == 0
                self._rung = 1 if plainer else max(2, self._rung + 1)
            return True
        name = next((name for name in sent if name != "model" and _is_about(error, name)), None)
        if name is None:
            return False
        if name in self._names.values():
            return False  # the cap under its other name: it is refused for its value, and no reply may go without
        self._names.setdefault(name, _OTHER_NAMES.get(name))
        return True

    def _format(self, way: str) -> dict[str, Any] | None:
        if way == "json_object":
            return {"type": "json_object"}
        if way == "text":
            return None
        schema = {
            name: part for name, part in self._schema.items() if way == "strict" or name != "additionalProperties"
        }
        return {"type": "json_schema", "json_schema": {"name": "label", "strict": way == "strict", "schema": schema}}

    def _schema_in_words(self) -> Mapping[str, str]:
        words = f"Reply with one JSON object that fits this JSON schema, and nothing else: {json.dumps(self._schema)}"
        return {"role": "system", "content": words}


def _is_about_format(error: ApiError) -> bool:
    return _FORMAT.search(f"{error.param} {error.words}") is not None


def _is_about(error: ApiError, name: str) -> bool:
    """Whether a refusal names the parameter, in its field or, when that is empty, quoted in its words."""
    quoted = any(f"{mark}{name}{mark}" in error.words for mark in "'`\"")
    return error.param == name or (not error.param and quoted)
