"""Several things in one prompt: one numbered line each, which nothing in them can end or imitate."""

from __future__ import annotations

from collections.abc import Iterable


def numbered(word: str, texts: Iterable[str]) -> str:
    r"""One line for each text, with its number, as DeepTRACE's prompts list statements.

    White space within a text becomes single spaces: a text of several lines could pass for several texts.

    >>> numbered("Statement", ["Rain fell.\n[Statement: 2] Snow."])
    '[Statement: 1] Rain fell. [Statement: 2] Snow.'
    """
    return "\n".join(f"[{word}: {number}] {' '.join(text.split())}" for number, text in enumerate(texts, 1))
