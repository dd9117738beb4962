"""Judges and what people agree on, against a reference rater."""

from __future__ import annotations

from functools import partial

import pandas as pd
import pytest
from agreement_cases import frame_of
from bluebirds import GOLD, PICTURES, WORKERS

from agreement.against import Against, against
from agreement.classes import class_report
from agreement.dawid_skene import dawid_skene
from agreement.frame import coded
from agreement.scale import equally_spaced

COLOURS = equally_spaced(("red", "blue"), "nominal")
KINDS = {"gold": "adjudicator", "judge": "judge"}


def frame(**labels: str) -> pd.DataFrame:
    """One character a unit for each rater: r(ed), b(lue), a dash for no label."""
    words = {"r": "red", "b": "blue", "-": None}
    units = zip(*labels.values(), strict=True)
    found = frame_of([[words[value] for value in unit] for unit in units], list(labels))
    return found.assign(rater_kind=found["rater"].map(KINDS).fillna("human"))


def found_in(reference: str, **labels: str) -> Against:
    return against(coded(frame(**labels), COLOURS), reference)


def test_a_judge_and_the_majority_have_an_error_against_a_gold_rater() -> None:
    # judge differs from gold at units 1 and 4 of 5; the majority is r, b, none (tie), b, b: it differs at unit 4 of 4
    found = found_in("gold", ann="rbrbb", ben="rbbbb", gold="rbrbr", judge="rrrbb")
    errors = {rater.name: (rater.error.estimate.value, rater.error.estimate.n) for rater in found.raters}
    assert errors == {"judge": (2 / 5, 5), "majority": (1 / 4, 4)}
    assert found.raters[1].made == "the most frequent label of 2 humans; 1 of 5 units tie and have none"
    assert (found.reference, found.made) == ("gold", None)


def test_class_figures_are_those_of_the_judge_and_the_reference() -> None:
    labels = coded(frame(ann="rbrbb", gold="rbrbr", judge="rrrbb"), COLOURS)
    (judge,) = against(labels, "gold").raters
    assert judge.classes == class_report(labels, 2, 1)
    assert judge.made is None


def test_a_human_may_be_the_reference_and_is_then_no_part_of_the_majority() -> None:
    found = found_in("cid", ann="rb", ben="rb", cid="br", judge="rb")
    assert [(rater.name, rater.error.estimate.value) for rater in found.raters] == [("judge", 1.0), ("majority", 1.0)]


def test_the_majority_may_be_the_reference_and_its_ties_are_counted() -> None:
    found = found_in("majority", ann="rbr-", ben="rbb-", cid="r--b", judge="rrrb")
    assert [(rater.name, rater.error.estimate.value) for rater in found.raters] == [("judge", 1 / 3)]
    assert found.reference == "majority"
    assert found.made == "the most frequent label of the humans: 1 of 4 units tie and have none, 1 have one label only"


def test_the_workers_who_know_birds_are_found_by_the_consensus_and_not_by_the_majority() -> None:
    """Welinder et al. 2010: 26 of 108 units wrong by majority, 11 by Dawid and Skene."""
    words = ("red", "blue")
    matrix = [[words[worker[unit]] for worker in WORKERS] + [words[GOLD[unit]]] for unit in range(PICTURES)]
    names = [f"w{number}" for number in range(len(WORKERS))] + ["gold"]
    given = frame_of(matrix, names)
    given = given.assign(rater_kind=given["rater"].map(KINDS).fillna("human"))
    found = against(coded(given, COLOURS), "gold")
    assert [(rater.name, rater.error.estimate.value) for rater in found.raters] == [
        ("majority", 26 / 108), ("Dawid-Skene consensus", 11 / 108),
    ]  # fmt: skip
    steps = dawid_skene(coded(given, COLOURS), range(1, 40)).iterations  # gold is the first by name
    assert found.raters[1].made == f"of 39 humans; {steps} steps"


def test_a_consensus_stopped_before_its_end_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agreement.against.dawid_skene", partial(dawid_skene, most_iterations=2))
    found = found_in("gold", ann="rbrbb", ben="rbbbb", cid="rrrbb", gold="rbrbr")
    assert found.raters[1].made == "of 3 humans; 2 steps, not at its end"


def test_a_rater_without_a_common_unit_has_no_error() -> None:
    found = found_in("gold", ann="r-", ben="r-", gold="-b", judge="r-")
    assert [rater.error.estimate.undefined for rater in found.raters] == ["no unit was labelled by both raters"] * 2


def test_an_unknown_reference_is_refused_with_the_known_raters() -> None:
    with pytest.raises(ValueError, match="no rater 'dan'; there are ann, judge and majority"):
        found_in("dan", ann="rb", judge="rb")
