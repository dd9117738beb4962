"""The tables of the Import screen: what the file holds, and what becomes of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from annotate.screens.words import of_study, unbroken
from annotate.tables import Cell, Piece, Row, Table, heads, number
from data.importing.choosing import labels_of_rater, meaning_of_label, meaning_of_task, read_as, unread
from data.importing.mapping import FIELDS, RATER_KINDS, Becomes, ColumnMapping
from data.importing.preview import Preview, PreviewColumn, PreviewLabel, PreviewRow, shortened
from data.publication.plain import shown
from data.questions import QUESTIONS

MOST_COLUMNS, MOST_LABELS, MOST_ROWS = 200, 60, 20

WORDS: Mapping[str, str] = {
    "unit": "the key of what is labelled",
    "query": "the query's key",
    "answer": "the answer's key",
    "statement": "the statement's number",
    "source": "the source's number",
    "checklist": "the checklist",
    "version": "the checklist's version",
    "item": "the checklist item",
    "issue": "the issue",
    "pair": "the pair of answers",
    "claim": "the claim",
    "rater": "who labelled",
    "rater_kind": "human, judge or adjudicator",
    "question": "what was asked",
    "value": "the label",
    "reason": "why there is no label",
    "justification": "why this label",
    "run": "the judge's run",
    "raw": "the label as it was written",
    "evidence": "the passages it rests on",
    "query_text": "the query itself",
    "query_type": "debate, expertise or other",
    "system": "who answered",
    "text": "the answer itself",
    "sources": "the answer's sources",
}
"""What each field says, for people who see its name first here."""

_NOT_READ = "not read"
_AS_IT_IS, _OUT = "as it is", "out of scale: kept as it is, without a value"
_UNKNOWN, _LEFT_OUT = "choose …", "left out"


def columns(preview: Preview, mapping: ColumnMapping, guessed: Collection[str]) -> Table:
    """A line for each column: its heading, some of its cells, and what it becomes, to be chosen."""
    rows = (Row(tuple(_column(one, mapping, guessed))) for one in preview.columns[:MOST_COLUMNS])
    return Table(heads(("column", "for example", "becomes", "")), tuple(rows))


def _column(one: PreviewColumn, mapping: ColumnMapping, guessed: Collection[str]) -> Iterator[Cell]:
    yield Cell((Piece("strong", shown(one.heading) or "(no heading)"),), width=20)
    yield Cell((Piece("quiet", " · ".join(map(shown, one.examples))),), width=45)
    yield Cell((Piece("choice", _becomes(mapping, one.heading), press=one.heading, lines=_choices(mapping.becomes)),))
    mark = (Piece("band", unbroken("a guess"), mark="?", tone="fair"),) if one.heading in guessed else ()
    yield Cell(mark)


def _choices(becomes: Becomes) -> tuple[str, ...]:
    raters = RATER_KINDS if becomes == "labels" else ()
    return (_NOT_READ, *map(_field, FIELDS[becomes]), *map(_of_rater, raters))


def _field(name: str) -> str:
    return f"{name}: {WORDS[name]}"


def _of_rater(kind: str) -> str:
    return f"labels of one rater ({kind})"


def _becomes(mapping: ColumnMapping, heading: str) -> str:
    if heading in mapping.raters:
        return _of_rater(mapping.raters[heading])
    name = next((name for name, theirs in mapping.columns.items() if theirs == heading), None)
    return _NOT_READ if name is None else _field(name)


def column_chosen(mapping: ColumnMapping, heading: str, at: int) -> ColumnMapping:
    """The mapping after a choice for a column."""
    fields = FIELDS[mapping.becomes]
    if at == 0:
        return unread(mapping, heading)
    if at <= len(fields):
        return read_as(mapping, heading, fields[at - 1])
    return labels_of_rater(mapping, heading, RATER_KINDS[at - 1 - len(fields)])


def labels(preview: Preview, mapping: ColumnMapping) -> Table:
    """A line for each label met: how often, and which of ours it becomes, to be chosen."""
    rows = (Row(tuple(_label(one, mapping))) for one in preview.labels[:MOST_LABELS])
    return Table(heads(("question", "label there", "met", "becomes"), numbers=("met",)), tuple(rows))


def _label(one: PreviewLabel, mapping: ColumnMapping) -> Iterator[Cell]:
    stays = _AS_IT_IS if one.theirs in QUESTIONS[one.question].scale.labels else _OUT
    chosen = mapping.values.get(one.theirs, stays)
    lines = (stays, *QUESTIONS[one.question].scale.labels)
    yield Cell((Piece("quiet", unbroken(one.question)),))
    yield Cell((Piece("exact", shown(one.theirs)),), width=35)
    yield number(f"{one.count:,}")
    press = f"{one.question}: {one.theirs}"
    yield Cell((Piece("choice", chosen if chosen in lines else stays, press=press, lines=lines),), width=40)


def label_chosen(mapping: ColumnMapping, press: str, at: int) -> ColumnMapping:
    """The mapping after a choice for a label."""
    question, _, theirs = press.partition(": ")
    return meaning_of_label(mapping, theirs, QUESTIONS[question].scale.labels[at - 1] if at else None)


def tasks(words: Sequence[str], mapping: ColumnMapping) -> Table:
    """A line for each word of the question column: which question it means, to be chosen."""
    rows = (Row(tuple(_task(word, mapping))) for word in words)
    return Table(heads(("question there", "means")), tuple(rows))


def _task(word: str, mapping: ColumnMapping) -> Iterator[Cell]:
    nothing = _LEFT_OUT if mapping.questions else _UNKNOWN
    ours = mapping.questions.get(word, "" if mapping.questions else word)
    yield Cell((Piece("exact", shown(word)),), width=50)
    chosen = ours if ours in QUESTIONS else nothing
    yield Cell((Piece("choice", chosen, press=word, lines=(nothing, *QUESTIONS)),))


def task_chosen(mapping: ColumnMapping, words: Sequence[str], word: str, at: int) -> ColumnMapping:
    """The mapping after a choice for a word of the question column."""
    return meaning_of_task(mapping, word, tuple(QUESTIONS)[at - 1] if at else None, words)


def rows(preview: Preview) -> Table:
    """The first rows that would be made, in order, with where they come from."""
    lines = (Row(tuple(_row(one, preview.file))) for one in preview.rows[:MOST_ROWS])
    return Table(heads(("from", "becomes", "which says")), tuple(lines))


def counts(made: Mapping[str, int]) -> str:
    """How many rows of each kind are made."""
    return " · ".join(f"{kind.replace('_', ' ')} {count:,}" for kind, count in made.items())


def _row(one: PreviewRow, file: str) -> Iterator[Cell]:
    yield Cell((Piece("quiet", shown(one.place.removeprefix(f"{file}, "))),))
    yield Cell((Piece("text", unbroken(one.kind.replace("_", " "))),))
    yield Cell(tuple(_said(one.fields)), width=75)


def _said(fields: Mapping[str, object]) -> Iterator[Piece]:
    for at, (name, value) in enumerate(fields.items()):
        yield Piece("quiet", f"{'· ' if at else ''}{name} ")
        yield of_study(f"{shortened(value)} ")
