"""What the test server says to a prompt: a whole reply to whichever question it asks, derived from its words alone."""

from __future__ import annotations

import hashlib
import re
from typing import Any

_LEVELS = ("Strongly Not Confident", "Not Confident", "Neutral", "Confident", "Strongly Confident")
_LISTS = (
    ("agree_statements", "disagree_statements", "neutral_statements"),
    ("core_statements", "filler_statements"),
)
_ITEMS = re.compile(r"^\[Item: (\d+)\]", re.MULTILINE)
_LISTED = re.compile(r"^\[Statement: (\d+)\]", re.MULTILINE)


def reply_for(prompt: str) -> dict[str, Any]:
    """The reply of this server's model."""
    form = prompt.partition("in this form")[2][:800] or prompt
    for names in _LISTS:
        if all(f'"{name}"' in form for name in names):
            return _sorted_into(names, prompt)
    if '"items"' in form:
        return {"items": [_item(number, prompt) for number in _ITEMS.findall(prompt)]}
    if '"sentences"' in form:
        return {"sentences": [{"sentence": one, "core": _chosen(("1", "0"), one)} for one in _sentences(prompt)]}
    if '"statements"' in form:
        return {"statements": _cut(prompt)}
    if '"first_density"' in form:
        return _scored(prompt)
    if '"supported"' in form:
        return {name: _chosen((True, False), name + prompt) for name in ("relevant", "supported")}
    if '"verdict"' in form:
        return {"verdict": _chosen(("valid", "not valid"), prompt)}
    if '"confidence"' in form:
        return {"confidence": _chosen(_LEVELS, prompt)}
    return {"support": _chosen(("full", "partial", "none"), prompt)}


def spoiled(reply: Any) -> Any:
    """The same shape with nothing in it that was offered."""
    if isinstance(reply, dict):
        return {name: spoiled(value) for name, value in reply.items()}
    if isinstance(reply, list):
        return [spoiled(value) for value in reply]
    return "mostly" if isinstance(reply, str | bool) else 99


def _item(number: str, prompt: str) -> dict[str, Any]:
    verdict = _chosen(("pass", "fail"), f"{number} {prompt}")
    return {"item": int(number), "justification": f"Item {number}.", "verdict": verdict}


def _scored(prompt: str) -> dict[str, Any]:
    scales = ("granularity", "layers", "critique", "evidence", "density")
    names = [f"{side}_{scale}" for side in ("first", "second") for scale in scales]
    return {name: _chosen(tuple(range(6)), name + prompt) for name in names} | {"winner": "first"}


def _sentences(prompt: str) -> list[str]:
    """The sentences of the answer in the prompt, which stands on lines of its own after the word ANSWER."""
    answer = prompt.partition("\nANSWER\n")[2].strip()
    return re.split(r"(?<=[.!?]) (?=[A-Z])", answer)


def _cut(prompt: str) -> list[str]:
    """The answer between its marks, cut after each comma and each end of a sentence."""
    answer = re.search(r"<answer \w+>\n(.*)\n</answer \w+>", prompt, re.DOTALL)
    return re.split(r"(?<=[,.]) ", answer[1]) if answer else []


def _sorted_into(names: tuple[str, ...], prompt: str) -> dict[str, list[int]]:
    lists: dict[str, list[int]] = {name: [] for name in names}
    for number in _LISTED.findall(prompt):
        lists[_chosen(names, f"{number} {prompt}")].append(int(number))
    return lists


def _chosen(values: tuple[Any, ...], text: str) -> Any:
    return values[int(hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(), 16) % len(values)]
