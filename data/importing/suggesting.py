"""What the columns of a table may become, by their headings and first records."""

from __future__ import annotations

import dataclasses
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from data.importing.mapping import FIELDS, HEADINGS, NEEDED, OF_LONG_TABLES, Becomes, ColumnMapping, Said
from data.importing.rows import ALL_UNIT_FIELDS
from data.questions import QUESTIONS
from data.tabular import text_of

_LIKELY: Mapping[Becomes, Mapping[str, str]] = {
    "labels": {
        "unit": "unit_id item id example_id sample_id instance_id key",
        "value": "annotation rating score grade verdict judgement judgment vote",
        "rater": "annotator annotator_id worker worker_id coder labeler labeller evaluator reviewer judge user",
        "rater_kind": "annotator_kind annotator_type rater_type",
        "question": "dimension criterion aspect metric",
        "justification": "comment explanation rationale note notes",
    },
    "reports": {
        "text": "answer response output report completion generation reply model_output",
        "query_text": "question prompt instruction query topic",
        "query": "query_id qid question_id prompt_id",
        "query_type": "question_type",
        "system": "model engine answer_engine model_name system_name agent",
        "answer": "answer_id response_id report_id output_id id",
        "sources": "references citations urls links documents",
    },
}
"""Headings that other tools use, as far as they can be guessed; in the order in which they are to be taken."""

_JUDGES = re.compile(r"gpt|claude|gemini|llama|mistral|qwen|deepseek|judge|model|llm", re.IGNORECASE)
_ADJUDICATORS = re.compile(r"gold|adjudicat|consensus", re.IGNORECASE)
_MOST_WORDS = 12
_LONGEST_WORD = 60
_LONGEST_KEY = 200


@dataclass(frozen=True)
class Guess:
    """A column whose heading or cells only look like a field: a person should look at it."""

    field: str
    heading: str


@dataclass(frozen=True)
class Suggestion:
    """A mapping of a table, and what of it was guessed."""

    mapping: ColumnMapping
    guesses: tuple[Guess, ...] = ()


def options_of(guesses: Sequence[Guess], mapping: ColumnMapping) -> str:
    """What to write on the command line if the guesses in a mapping are right."""
    named = ((guess, mapping.raters.get(guess.heading)) for guess in guesses)
    return " ".join(
        f"--column {shlex.quote(f'{guess.field}={guess.heading}')}"
        if kind is None
        else f"--rater-column {shlex.quote(f'{guess.heading}={kind}')}"
        for guess, kind in named
    )


def suggested(
    headings: Sequence[str],
    first: Sequence[Mapping[str, Any]],
    said: Said | None = None,
    becomes: Becomes | None = None,
) -> Suggestion:
    """What the table's columns may become. `first` are its first records, `becomes` is None where nobody said it.

    Columns with our own names are known, and so is what was said; what is still needed is guessed by headings that
    other tools use, and by cells: columns that hold the same few words may be those of raters.
    """
    said = said or Said()
    table = _Table(headings, first)
    becomes = becomes or _becomes(table, said)
    mapping = said.over(ColumnMapping(becomes, columns=dict(table.known(becomes))))
    guesses = tuple(table.likely(mapping))
    columns = {guess.field: guess.heading for guess in guesses}
    mapping = said.over(dataclasses.replace(mapping, columns=dict(mapping.columns) | columns))
    if becomes == "labels" and not mapping.raters and not {*OF_LONG_TABLES} & {*mapping.columns, *mapping.constants}:
        raters = {heading: _kind(heading) for heading in table.raters(mapping)}
        mapping = dataclasses.replace(mapping, raters=raters)
        guesses = (*guesses, *(Guess("value", heading) for heading in raters))
    return Suggestion(mapping, guesses)


def _becomes(table: _Table, said: Said) -> Becomes:
    labels = dict(table.known("labels")) | dict(said.columns)
    of_labels = said.raters or said.values or said.question or {"rater", "rater_kind"} & {*said.constants}
    if of_labels or ("value" in labels and {"unit", *ALL_UNIT_FIELDS} & {*labels}):
        return "labels"
    if {"text", "query_text"} & {*said.columns} or {"system", "query_type"} & {*said.constants}:
        return "reports"
    reports = ColumnMapping("reports", columns=dict(table.known("reports")))
    found = dict(reports.columns) | {guess.field: guess.heading for guess in table.likely(reports)}
    texts = (found[field] for field in ("text", "query_text") if field in found)
    return "reports" if any(map(table.holds_texts, texts)) else "labels"


def _kind(heading: str) -> str:
    """The kind of rater a heading names, as far as it tells."""
    if _ADJUDICATORS.search(heading):
        return "adjudicator"
    return "judge" if _JUDGES.search(heading) else "human"


def _plain(heading: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", heading.casefold()).strip("_")


class _Table:
    """The headings of a table, and the first texts of each column."""

    def __init__(self, headings: Sequence[str], first: Sequence[Mapping[str, Any]]):
        self._headings = headings
        self._once = [heading for heading in headings if headings.count(heading) == 1]
        self._texts = {
            heading: [text for record in first if (text := text_of(record.get(heading))) is not None]
            for heading in headings
        }

    def known(self, becomes: Becomes) -> Iterator[tuple[str, str]]:
        """Fields with the headings that are ours, where the cells are not plainly something else."""
        for field in FIELDS[becomes]:
            names = HEADINGS[field] if becomes == "labels" else (field,)
            heading = next((name for name in names if name in self._headings), None)
            if heading is not None and self._may_hold(becomes, field, heading):
                yield field, heading

    def likely(self, mapping: ColumnMapping) -> Iterator[Guess]:
        """Columns that may be fields the mapping does not have yet; none where it has all it needs."""
        taken, said = {*mapping.headings()}, {*mapping.columns, *mapping.constants}
        if not any(said.isdisjoint(names) for names in NEEDED[mapping.becomes]):
            return
        if said & {*ALL_UNIT_FIELDS}:
            said.add("unit")
        for field, names in _LIKELY[mapping.becomes].items():
            # Where no column holds the labels, each rater may have one: a heading such as "judge" then is a rater.
            if field in said or (field in OF_LONG_TABLES[1:] and "value" not in said):
                continue
            words = names.split()
            free = [heading for heading in self._once if heading not in taken and _plain(heading) in words]
            best = min(free, key=lambda heading: words.index(_plain(heading)), default=None)
            if best is not None:
                taken.add(best)
                said.add(field)
                yield Guess(field, best)

    def holds_texts(self, heading: str) -> bool:
        """Whether some cell is more than a name or a key."""
        return any(" " in text or "\n" in text for text in self._texts[heading])

    def _may_hold(self, becomes: Becomes, field: str, heading: str) -> bool:
        """Keys of queries and answers share their names with what often holds their texts."""
        if becomes == "labels":
            if field == "item" and "checklist" not in self._headings:
                return False  # an item of a checklist cannot be meant
            return field not in ALL_UNIT_FIELDS or all(_may_be_key(text) for text in self._texts[heading])
        return field not in ("query", "answer") or not self.holds_texts(heading)

    def raters(self, mapping: ColumnMapping) -> list[str]:
        """Columns that hold values of the question, or the same few words: as of raters who chose from one scale."""
        taken = {*mapping.headings()}
        words = {
            heading: {*texts}
            for heading, texts in self._texts.items()
            if heading in self._once and heading not in taken and _are_choices(texts)
        }
        question = QUESTIONS.get(mapping.constants.get("question", ""))
        known = {*mapping.values, *(question.scale.labels if question else ())}
        return [heading for heading in words if words[heading] <= known or _share_words(words, heading)]


def _may_be_key(text: str) -> bool:
    return len(text) <= _LONGEST_KEY and not {*text} & {"/", "\n"}


def _are_choices(texts: Sequence[str]) -> bool:
    return 0 < len({*texts}) <= _MOST_WORDS and all(len(text) <= _LONGEST_WORD for text in texts)


def _share_words(words: Mapping[str, set[str]], heading: str) -> bool:
    """At least half of a column's words stand in another column too."""
    others = set().union(*(found for name, found in words.items() if name != heading))
    return 2 * len(words[heading] & others) >= len(words[heading])
