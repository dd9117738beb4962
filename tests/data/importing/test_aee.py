"""The file of the DeepTRACE authors, in a small one of its shape with a text of our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from import_files import exported, imported
from sqlalchemy import Engine

from data.importing import FileRefused, ImportOptions, ImportReport
from data.importing.aee import read_aee
from data.problems import Places, Problems

Record = dict[str, Any]


def record(**fields: Any) -> Record:
    """An answer of three statements with three numbered sources, of which only the first and third have a good text."""
    return {
        "id": "k1",
        "Question": "Are ferries better than bridges?",
        "Output": "Ferries are calm [1]. Bridges are fast [2][3]. Ask a local.",
        "answer_engine": "Pilot",
        "is_charged": 1,
        "is_expertise": 0,
        "S1": "https://ferry.example",
        "S1_content": "Title: Ferries\nA calm way to cross. 🌊",
        "S2": "https://bridge.example",
        "S2_content": "Just a moment...",
        "S3": "https://span.example",
        "S3_content": "Title: Bridges\nFast, and never late.",
        "S4": "",
        "S4_content": "",
        "core_statements": [
            statement(10, "Ferries are calm [1].", [1], "agree"),
            statement(11, "Bridges are fast [2][3].", [2, 3, 3, 7], "disagree"),
            statement(12, "Ask a local.", [], "neutral", core="0"),
        ],
        "confidence_score": "Strongly Confident",
        "something_else": {"we": "do not know"},
    } | fields


def statement(key: int, sentence: str, citations: list[int], side: str, core: str = "1") -> Record:
    return {
        "id": key,
        "sentence": sentence,
        "core": core,
        "citations": citations,
        "supporting_sources": [],
        "opinion_balance": side,
    }


def judgement(source: int, statement_id: int, support: str, answer: str = "k1", fn: str = "run") -> Record:
    verif_id = f"{answer}_{source}_{statement_id}"
    cell = {"sample_id": answer, "source_idx": source, "core_statement_id": statement_id}
    return {"fn": fn, "verif_id": verif_id, **cell, "support": support}


def aee(
    engine: Engine, folder: Path, records: Any, judgements: list[Record] | None = None, **options: Any
) -> ImportReport:
    path, support = written(folder, records, judgements)
    return imported(engine, path, **support, **options)


def written(folder: Path, records: Any, judgements: list[Record] | None) -> tuple[Path, dict[str, Any]]:
    """The file, and the option that names the judgements beside it."""
    path, support = folder / "aee.json", folder / "support.jsonl"
    path.write_text(json.dumps(records) if not isinstance(records, str) else records)
    if judgements is None:
        return path, {}
    support.write_text("".join(json.dumps(line) + "\n" for line in judgements))
    return path, {"support": support}


def rows(engine: Engine, kind: str) -> list[Record]:
    found = [json.loads(line) for line in exported(engine)]
    return [{name: row[name] for name in row if name != "kind"} for row in found if row["kind"] == kind]


def values(engine: Engine, question: str) -> dict[str, str | None]:
    """The judge's values by unit, as ``statement/source``."""
    found = [row for row in rows(engine, "judge_output") if row["question"] == question]
    return {f"{row.get('statement', '')}/{row.get('source', '')}": row.get("value") for row in found}


def test_an_answer_comes_in_with_its_sources_statements_and_citations(engine: Engine, tmp_path: Path) -> None:
    aee(engine, tmp_path, [record()])
    (query,) = rows(engine, "query")
    assert (query["text"], query["type"]) == ("Are ferries better than bridges?", "debate")
    assert rows(engine, "source") == [
        {"key": "k1.S1", "url": "https://ferry.example", "status": "ok",
         "text": "Title: Ferries\nA calm way to cross. 🌊"},
        {"key": "k1.S2", "url": "https://bridge.example", "status": "not text"},
        {"key": "k1.S3", "url": "https://span.example", "status": "ok",
         "text": "Title: Bridges\nFast, and never late."},
    ]  # fmt: skip
    (answer,) = rows(engine, "answer")
    assert answer == {
        "key": "k1", "query": query["key"], "system": "Pilot", "sources": ["k1.S1", "k1.S2", "k1.S3"],
        "text": "Ferries are calm [1]. Bridges are fast [2][3]. Ask a local.",
    }  # fmt: skip
    assert [row["text"] for row in rows(engine, "statement")] == [
        "Ferries are calm [1].", "Bridges are fast [2][3].", "Ask a local."
    ]  # fmt: skip
    # a number cited twice in a statement is one citation; one the list lacks is kept
    assert [(row["statement"], row["source"]) for row in rows(engine, "citation")] == [(1, 1), (2, 2), (2, 3), (2, 7)]


def test_its_judgements_are_labels_of_one_judge(engine: Engine, tmp_path: Path) -> None:
    lines = [judgement(1, 10, "full"), judgement(3, 10, "none"), judgement(3, 11, "Partial")]
    aee(engine, tmp_path, [record()], lines, judge="their judge")
    assert rows(engine, "rater") == [{"name": "their judge", "rater_kind": "judge"}]
    assert values(engine, "relevance") == {"1/": "1", "2/": "1", "3/": "0"}
    assert values(engine, "stance") == {"1/": "pro", "2/": "con", "3/": "neutral"}
    assert values(engine, "confidence") == {"/": "5"}
    assert values(engine, "support") == {"1/1": "full", "1/3": "none", "2/3": "partial"}


@pytest.mark.parametrize(
    ("level", "value"),
    [("Strongly Not Confident", "1"), ("Not Confident", "2"), ("neutral", "3"), ("Confident ", "4"), (5, "5")],
)
def test_levels_of_confidence_become_one_to_five(level: str, value: str, engine: Engine, tmp_path: Path) -> None:
    aee(engine, tmp_path, [record(confidence_score=level)])
    assert values(engine, "confidence") == {"/": value}


def test_what_is_no_level_side_or_verdict_is_out_of_scale(engine: Engine, tmp_path: Path) -> None:
    odd = record(confidence_score="Very", core_statements=[statement(10, "Calm.", [], "both", core="2")])
    report = aee(engine, tmp_path, [odd], [judgement(1, 10, "mostly")])
    found = {(strange.question, strange.raw, strange.first) for strange in report.out_of_scale}
    assert found == {
        ("confidence", "Very", "aee.json, record 1"),
        ("stance", "both", "aee.json, record 1"),
        ("relevance", "2", "aee.json, record 1"),
        ("support", "mostly", "support.jsonl, line 1"),
    }


def test_what_is_missing_gives_no_label(engine: Engine, tmp_path: Path) -> None:
    bare = {"id": 10, "sentence": "Calm."}
    aee(engine, tmp_path, [record(confidence_score=None, core_statements=[bare])])
    assert rows(engine, "judge_output") == []


def test_of_several_judgements_of_a_cell_the_last_counts(engine: Engine, tmp_path: Path) -> None:
    lines = [judgement(1, 10, "full"), judgement(1, 10, "none"), judgement(1, 11, "full"), judgement(1, 10, "partial")]
    report = aee(engine, tmp_path, [record()], lines)
    assert values(engine, "support") == {"1/1": "partial", "2/1": "full"}
    assert "2 judgements were given again further down: the last one counts" in report.notes


def test_judgements_on_unreadable_sources_are_passed_over_and_counted(engine: Engine, tmp_path: Path) -> None:
    report = aee(engine, tmp_path, [record()], [judgement(2, 10, "full"), judgement(9, 10, "full")])
    assert values(engine, "support") == {}
    assert report.notes == ("2 support judgements on sources that could not be read were passed over",)


def test_judgements_of_another_fn_are_passed_over_and_counted(engine: Engine, tmp_path: Path) -> None:
    lines = [judgement(1, 10, "full"), judgement(1, 11, "full", fn="older")]
    with pytest.raises(FileRefused, match=r"'run' \(1 lines\), 'older' \(1 lines\); choose with --support-fn"):
        aee(engine, tmp_path, [record()], lines)
    report = aee(engine, tmp_path, [record()], lines, support_fn="older")
    assert values(engine, "support") == {"2/1": "full"}
    assert report.notes == ("1 support judgements of another fn were passed over",)


def test_systems_that_answer_one_question_share_its_query(engine: Engine, tmp_path: Path) -> None:
    aee(engine, tmp_path, [record(), record(id="k2", answer_engine="Buoy")])
    assert len(rows(engine, "query")) == 1
    assert {row["system"] for row in rows(engine, "answer")} == {"Pilot", "Buoy"}


def test_a_gap_in_the_numbers_keeps_the_later_numbers_theirs(engine: Engine, tmp_path: Path) -> None:
    aee(engine, tmp_path, [record(S2="", S2_content="")], [judgement(3, 11, "full")])
    assert rows(engine, "source")[1] == {"key": "k1.S2", "status": "not fetched"}
    assert values(engine, "support") == {"2/3": "full"}


def test_queries_that_are_no_debate_have_no_stance(engine: Engine, tmp_path: Path) -> None:
    report = aee(engine, tmp_path, [record(is_charged=0, is_expertise=1)], [])
    assert rows(engine, "query")[0]["type"] == "expertise"
    assert values(engine, "stance") == {}
    assert report.notes == ("3 stances towards queries that are no debate were passed over",)


def test_without_the_judgements_the_report_says_so(engine: Engine, tmp_path: Path) -> None:
    assert "give them with --support" in aee(engine, tmp_path, [record()]).notes[0]


def test_the_same_two_files_again_change_nothing(engine: Engine, tmp_path: Path) -> None:
    aee(engine, tmp_path, [record()], [judgement(1, 10, "full")])
    assert aee(engine, tmp_path, [record()], [judgement(1, 10, "full")]).same_file
    more = aee(engine, tmp_path, [record()], [judgement(1, 10, "full"), judgement(1, 11, "none")])
    assert (more.same_file, more.created["label"], more.created["answer"]) == (False, 1, 0)


FAULTS: dict[str, tuple[Any, list[Record] | None, str]] = {
    "cut off": ('[{"id": 1}, {"id"', None, "aee.json: record 2: the file is not sound JSON"),
    "not a list": ('{"id": 1}', None, "aee.json: record 1: there is none; the file must be a JSON list"),
    "not records": ("[1]", None, "aee.json: record 1: is not a JSON object"),
    "NaN": ('[{"id": NaN}]', None, "aee.json: record 1: the file is not sound JSON"),
    "no text": (
        [record(), record(id="k2", Output=None)],
        None,
        "aee.json, field 'Output': record 2: (id 'k2') must be text",
    ),
    "no question": (
        [record(Question=None)],
        None,
        "field 'Question': record 1: (id 'k1') is missing; an answer needs both",
    ),
    "slash in id": ([record(id="a/b")], None, "(id 'a/b') must be 1 to 200 characters without '/'"),
    "NUL": ([record(S1_content="Title: a\0")], None, "record 1: (id 'k1') holds the character NUL"),
    "half a character": (
        [record(), record(id="k2", Output="ok \ud83d")],
        None,
        "record 2: (id 'k2') holds half a character",
    ),
    "two types": (
        [record(), record(id="k2", is_charged=0)],
        None,
        "this question was a debate query in an earlier record",
    ),
    "citation": ([record(core_statements=[statement(1, "A.", ["one"], "agree")])], None, "a whole number"),  # type: ignore[list-item]
    "citations": ([record(core_statements=[statement(1, "A.", [[1]], "agree")])], None, "a whole number, not a list"),  # type: ignore[list-item]
    "statement": ([record(core_statements=["A."])], None, "statement 1 is not a JSON object"),
    "statements": ([record(core_statements="A.")], None, "statement 1 is not a JSON object"),
    "no answer": ([record()], [judgement(1, 10, "full", answer="k9")], "support.jsonl, line 1, field 'sample_id'"),
    "no statement": ([record()], [judgement(1, 10, "full"), judgement(1, 9, "full")], "has no statement '9'"),
    "source 0": ([record()], [judgement(0, 10, "full")], "counted from 1"),
    "source of many digits": ([record()], [judgement(1, 10, "full") | {"source_idx": "9" * 5000}], "counted from 1"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_its_record(fault: str, tmp_path: Path) -> None:
    records, lines, words = FAULTS[fault]
    path, options = written(tmp_path, records, lines)
    problems = Problems(Places())
    list(read_aee(path, ImportOptions(**options), problems, []))
    with pytest.raises(FileRefused) as caught:
        problems.refuse_if_any()
    assert words in str(caught.value)


def test_an_answer_given_twice_is_refused(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(FileRefused) as caught:
        aee(engine, tmp_path, [record(), record()])
    assert "record 2: the answer (key 'k1') is given twice (first: aee.json, record 1)" in str(caught.value)
    assert caught.value.row is None


def test_whole_pairs_of_surrogates_beside_a_lone_one_are_read_right(engine: Engine, tmp_path: Path) -> None:
    aee(engine, tmp_path, [record(Output="A backslash \\ud83d and a wave 🌊.")])
    assert rows(engine, "answer")[0]["text"] == "A backslash \\ud83d and a wave 🌊."


def test_a_broken_line_of_judgements_is_named(engine: Engine, tmp_path: Path) -> None:
    support = tmp_path / "support.jsonl"
    support.write_text(json.dumps(judgement(1, 10, "full")) + "\n{]\n")
    (tmp_path / "aee.json").write_text(json.dumps([record()]))
    with pytest.raises(FileRefused, match=r"support.jsonl, line 2: is not JSON"):
        imported(engine, tmp_path / "aee.json", support=support)


@pytest.mark.parametrize("brackets", [b"[" * 100_000, b'{"a":' * 100_000], ids=["lists", "objects"])
def test_brackets_without_end_are_refused_before_they_fill_the_memory(brackets: bytes, tmp_path: Path) -> None:
    path = tmp_path / "aee.json"
    path.write_bytes(b"[" + brackets)
    problems = Problems(Places())
    assert list(read_aee(path, ImportOptions(), problems, [])) == []
    assert "more than 100 brackets within each other" in problems.found[0].message


def test_bytes_that_are_no_text_are_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "aee.json"
    path.write_bytes("[]".encode("utf-16"))
    problems = Problems(Places())
    assert list(read_aee(path, ImportOptions(), problems, [])) == []
    assert "is not sound JSON here or soon after: Expecting value" in problems.found[0].message


def test_a_wanted_fn_that_no_judgement_has_is_said(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(FileRefused, match=r"line 1, field 'fn': no judgement is of 'runn'; correct --support-fn"):
        aee(engine, tmp_path, [record()], [judgement(1, 10, "full")], support_fn="runn")
