"""Replies that cut an answer into sentences of their own: what they say about the statements of the study.

Each sentence is looked for in the answer. A statement takes the value of the sentences that stand where it stands, and
only if they agree; what a sentence says elsewhere, or nowhere in the answer, is never used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from data.citations import parsed
from data.judge_labels import Said, parts_text
from data.pending_lists import ListedStatements
from data.segmentation import Piece
from data.segmentation.signs import muted
from judges.forms import closed_object
from judges.locating import Placed, placed
from judges.mending import letters
from judges.reading import Verdict, said_object

CORES = {"1": "1", "0": "0"}
"""The words of a reply with their values."""


@dataclass(frozen=True)
class CutSentences:
    """Sentences of the answer, copied in order, each with whether it is core."""

    def schema(self, justified: bool) -> dict[str, Any]:
        """An object with the list of sentences."""
        sentence = {"sentence": {"type": "string"}, "core": {"type": "string", "enum": list(CORES)}}
        return closed_object({"sentences": {"type": "array", "items": closed_object(sentence)}})

    def read(self, text: str, cell: ListedStatements) -> Verdict:
        """The value of each statement; ``bad_label`` where the sentences on one are missing or disagree.

        Breaches of the law of decomposition (unmodified, in order, nothing skipped) are counted in the justification.
        """
        found = said_object(text, "sentences")
        sentences = None if found is None else _sentences(found["sentences"])
        if sentences is None:
            return Verdict("invalid_json")
        if not all(sentence.core in CORES for sentence in sentences):
            return Verdict("bad_label")
        return _verdict(sentences, cell)


@dataclass(frozen=True)
class _Sentence:
    text: str
    core: str


def _sentences(listed: object) -> list[_Sentence] | None:
    """The sentences of a reply; None when they are no list of objects with the two fields."""
    if not isinstance(listed, list):
        return None
    if not all(isinstance(one, dict) and isinstance(one.get("sentence"), str) and "core" in one for one in listed):
        return None
    return [_Sentence(one["sentence"], _core(one["core"])) for one in listed]


def _core(word: object) -> str:
    """A mark as a word; models write 1 as a number too."""
    return str(word).strip() if isinstance(word, int | str) else ""


def _verdict(sentences: Sequence[_Sentence], cell: ListedStatements) -> Verdict:
    quiet = muted(cell.answer, parsed(cell.answer))
    found = placed(cell.answer, [sentence.text for sentence in sentences])
    cut = [(place, CORES[sentence.core]) for place, sentence in zip(found.places, sentences, strict=True) if place]
    values: dict[str, str] = {}
    left_out = 0
    for part, place in zip(cell.parts, _places(cell), strict=True):
        shares = [] if place is None else [(letters(quiet, _common(place, other)), value) for other, value in cut]
        said = {value for share, value in shares if share}
        missing = 0 if place is None else letters(quiet, place) - sum(share for share, _ in shares)
        if place is None or len(said) != 1 or 2 * missing > letters(quiet, place):
            return Verdict("bad_label")
        values[part] = said.pop()
        left_out += missing
    breaches = _breaches(found, left_out)
    return Verdict("ok", parts_text({part: Said(value, breaches) for part, value in values.items()}))


def _places(cell: ListedStatements) -> list[Piece | None]:
    """Where the statements stand in the answer: as stored, else where their words are found."""
    stored = [
        None if statement.start is None or statement.end is None else Piece(statement.start, statement.end)
        for statement in cell.statements
    ]
    if None not in stored:
        return stored
    found = placed(cell.answer, [statement.text for statement in cell.statements]).places
    return [place or there for place, there in zip(stored, found, strict=True)]


def _common(one: Piece, other: Piece) -> Piece:
    """What two pieces share, empty where they lie apart."""
    start = max(one.start, other.start)
    return Piece(start, max(start, min(one.end, other.end)))


def _breaches(found: Placed, left_out: int) -> str | None:
    counts = {
        "spaced otherwise": found.copied["spaced otherwise"],
        "signed otherwise": found.copied["signed otherwise"],
        "out of order": found.moved,
        "said twice": found.repeated,
        "without a word": found.silent,
        "not in the answer": len(found.missing),
        "letters left out": left_out,
    }
    words = [f"{count} {name}" for name, count in counts.items() if count]
    return f"The answer was not copied faithfully: {', '.join(words)}." if words else None
