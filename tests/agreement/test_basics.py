"""Basic statistics: counted by hand, with unknown labels apart and mirrored pairs side by side."""

import pytest
from answers import STRICT, answer_of

from agreement.basics import Basics, basics, mirrored_pairs
from agreement.estimate import Estimate

CON, NEUTRAL, PRO, UNKNOWN = 0, 1, 2, -1

ANSWERS = [
    # 2 sources (one unreadable), 3 statements of which 2 are core, 3 citations of which 1 is core and readable.
    answer_of(
        [1, 1, 0], [[2, 0], [0, 0], [0, 0]], [[1, 1], [0, 0], [1, 0]],
        stance=[PRO, UNKNOWN, CON], confidence=5, readable=[True, False], system="s", query="why",
    ),
    answer_of(
        [1, 1], [[2], [0]], [[1], [0]], stance=[CON, CON], confidence=4, system="s", query="why not"
    ),
    answer_of([1], [[]], stance=[UNKNOWN], confidence=UNKNOWN, kind="expertise", system="s", query="how"),
]  # fmt: skip


def of(kind: str, conventions: str = "countermark") -> Basics:
    return next(row for row in basics(ANSWERS, conventions) if row.kind == kind)


def test_all_kinds_come_first_and_then_each_kind_by_name():
    assert [(row.system, row.kind, row.answers) for row in basics(ANSWERS)] == [
        ("s", "all", 3),
        ("s", "debate", 2),
        ("s", "expertise", 1),
    ]
    others = [answer_of([1], [[]], kind=kind, system=system) for system in "ba" for kind in ("debate", "advice")]
    assert [(row.system, row.kind) for row in basics(others)] == [
        (system, kind) for system in "ab" for kind in ("all", "advice", "debate")
    ]


def test_sources_statements_and_citations_by_hand():
    found = of("all")
    assert found.sources == Estimate(1.0, 3)  # 2, 1, 0
    assert found.statements == Estimate(2.0, 3)  # 3, 2, 1
    assert found.citations == Estimate(4 / 6, 6)  # 3 + 1 + 0 citations in 6 statements


def test_the_published_tables_count_core_statements_and_readable_sources():
    found = of("all", "aee")
    assert found.sources.value == pytest.approx(2 / 3)  # 1, 1, 0
    assert found.statements.value == pytest.approx(5 / 3)  # 2, 2, 1
    assert found.citations == Estimate(2 / 5, 5)


def test_confidence_is_spread_over_the_labelled_answers_and_the_rest_is_counted():
    found = of("all")
    assert found.confidence == tuple(Estimate(percent, 2) for percent in (0.0, 0.0, 0.0, 50.0, 50.0))
    assert found.mean_confidence == Estimate(4.5, 2)
    assert found.confidence_unknown == 1


def test_pro_is_its_share_of_the_relevant_statements_that_take_a_side():
    found = of("debate")
    assert found.pro == Estimate(1 / 3, 3)  # pro; con, con; the filler's con does not count
    assert found.stance_unknown == 1
    assert of("all").stance_unknown == 1  # a stance is asked for in debates only


def test_what_cannot_be_counted_is_undefined_in_words():
    found = of("expertise")
    unknown = Estimate(None, 0, "no confidence label")
    assert set(found.confidence) == {found.mean_confidence} == {unknown}
    assert found.pro == Estimate(None, 0, "no pro or con statement")
    assert basics([answer_of([], [])])[0].citations == Estimate(None, 0, "no statement")


def test_a_debate_asked_both_ways_stands_side_by_side():
    (pair,) = mirrored_pairs(ANSWERS, {"why": "topic", "why not": "topic"}, STRICT)
    assert (pair.pair, pair.system) == ("topic", "s")
    assert [side.query for side in pair.sides] == ["why", "why not"]
    assert [side.pro.value for side in pair.sides] == [1.0, 0.0]
    assert [side.confidence for side in pair.sides] == [5, 4]
    assert [side.one_sided.value for side in pair.sides] == [None, 1.0]  # one stance is unknown
    (alone,) = mirrored_pairs(ANSWERS, {"how": "topic"}, STRICT)
    assert alone.sides[0].confidence is None


def test_pairs_are_kept_apart_by_system_and_topic():
    answers = [
        answer_of([1], [[]], stance=[PRO], system=system, query=query)
        for system in "ba"
        for query in ("y2", "y1", "x1")
    ]
    pairs = mirrored_pairs(answers, {"x1": "x", "y1": "y", "y2": "y"}, STRICT)
    assert [(one.pair, one.system, [side.query for side in one.sides]) for one in pairs] == [
        ("x", "a", ["x1"]),
        ("x", "b", ["x1"]),
        ("y", "a", ["y1", "y2"]),
        ("y", "b", ["y1", "y2"]),
    ]
