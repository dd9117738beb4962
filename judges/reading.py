"""Reading a model's reply: one label, or a status that carries none. Never a guess."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from judges.completion import storable

READER = "1"
"""The version of the rules in this module; part of every judge's specification."""

_THOUGHTS = re.compile(r"\A.*?</think>", re.DOTALL)
"""What a model thinks aloud. Templates that open the thought for the model leave only its end in the reply."""

_OPENING = re.compile(r"\{\s*[\"}]")
_decoder = json.JSONDecoder(object_pairs_hook=lambda pairs: _single(pairs))


@dataclass(frozen=True)
class Verdict:
    """What a reply says: `value` is a label of the scale with status ``ok``, and None with any other.

    A reply about several units has as its value their labels by part (`data.judge_labels.parts_text`).
    """

    status: str
    value: str | None = None
    justification: str | None = None


def read_label(text: str, field: str, replies: Mapping[str, str]) -> Verdict:
    """The label in a model's text: the JSON object with `field`, whose word must be one of `replies` (lower case).

    Prose and fences around the object are allowed. Two objects that disagree, a repeated key, a broken object or
    none give ``invalid_json``; another word gives ``bad_label``.
    """
    found = said_object(text, field)
    if found is None:
        return Verdict("invalid_json")
    word = found[field]
    value = replies.get(word.strip().lower()) if isinstance(word, str) else None
    if value is None:
        return Verdict("bad_label")
    reason = found.get("justification")
    return Verdict("ok", value, storable(reason) if isinstance(reason, str) else None)


def said_object(text: str, *fields: str) -> dict[str, Any] | None:
    """The last JSON object of a model's text that has the fields; None if there is none, or two of them disagree."""
    found = [thing for thing in objects_in(_THOUGHTS.sub("", text)) if all(field in thing for field in fields)]
    agree = all(thing[field] == found[0][field] for thing in found for field in fields)
    return found[-1] if found and agree else None


def objects_in(text: str) -> list[dict[str, Any]]:
    """The outermost JSON objects of a text, in order; none at all when something that begins like one is broken.

    A broken object is not searched for whole ones inside: they may be quotations.
    """
    things = []
    opening = _OPENING.search(text)
    while opening:
        try:
            thing, end = _decoder.raw_decode(text, opening.start())
        except (ValueError, RecursionError):
            return []
        things.append(thing)
        opening = _OPENING.search(text, end)
    return things


def _single(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object from its pairs; a key given twice could be read either way, so it is no JSON of ours."""
    thing = dict(pairs)
    if len(thing) != len(pairs):
        raise ValueError("a key is repeated")
    return thing
