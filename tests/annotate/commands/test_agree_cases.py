"""Published sets from CSV through `countermark agree` to their published figures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from bluebirds import GOLD, WORKERS
from label_tables import Line, csv_file
from published_labels import BETTER, BETTER_BY_JUDGE, RECIPES, SUB_QUESTIONS, WICE
from typer.testing import CliRunner

from annotate.cli import app


def question(folder: Path, rows: Sequence[Line], *arguments: str) -> dict[str, Any]:
    """The figures of the only question, as the command writes them."""
    path = folder / "figures.json"
    result = CliRunner().invoke(app, ["agree", str(csv_file(folder, rows)), *arguments, "--json", str(path)])
    assert result.exit_code == 0, f"{result.output}{result.exception!r}"
    (found,) = json.loads(path.read_text()).values()
    return dict(found)


def value(measured: dict[str, Any]) -> float:
    return float(measured["estimate"]["value"])


def test_wice_judges_against_the_published_label(tmp_path: Path) -> None:
    rows = [
        (f"claim{number:03}", rater, "human" if rater == "gold" else "judge", "support", label)
        for rater, labels in WICE.items()
        for number, label in enumerate(labels)
    ]
    words = ("--map", "s=full", "--map", "p=partial", "--map", "n=none")
    judges = question(tmp_path, rows, "--question", "support", *words)["report"]["judges"]
    names = ("pearson", "spearman", "kappa", "kappa_linear", "kappa_quadratic")
    # scikit-learn and scipy on the same labels, with the order none, partial, full
    assert {judge["judge"]: [round(value(judge["mean"][name]), 6) for name in names] for judge in judges} == {
        "gpt-3.5-turbo-0613": [0.395753, 0.303028, 0.096757, 0.165824, 0.276474],
        "gpt-4-0613": [0.579315, 0.566032, 0.433376, 0.478290, 0.549680],
    }
    assert {judge["units"] for judge in judges} == {100}


def test_sub_questions_have_the_fleiss_kappa_of_the_paper(tmp_path: Path) -> None:
    rows = [
        (f"q{sheet}/{number}", f"w{rater}", "human", "type", label)
        for sheet, labels in enumerate(SUB_QUESTIONS)
        for rater, given in enumerate(labels.split("/"))
        for number, label in enumerate(given)
    ]
    options = ("--values", "c,b,f", "--level", "nominal", "--cluster-by", "first/")
    humans = question(tmp_path, rows, *options)["report"]["human_human"]
    assert value(humans["together"]["fleiss_kappa"]) == pytest.approx(0.695, abs=5e-4)
    assert value(humans["together"]["alpha_nominal"]) == pytest.approx(0.694979, abs=5e-7)
    assert value(humans["mean"]["percent_agreement"]) == pytest.approx(0.821667, abs=5e-7)
    assert (humans["units"], humans["clusters"]) == (200, 10)


def test_bluebirds_fool_the_majority_more_than_the_consensus(tmp_path: Path) -> None:
    workers = [
        (f"bird{number:03}", f"w{worker:02}", "human", "bunting", label)
        for worker, labels in enumerate(WORKERS)
        for number, label in enumerate(labels)
    ]
    gold = [(f"bird{number:03}", "gold", "gold", "bunting", label) for number, label in enumerate(GOLD)]
    found = question(tmp_path, [*workers, *gold], "--values", "0,1", "--statistic", "kappa", "--pairing", "pooled")
    errors = {rater["classes"]["judge"]: value(rater["error"]) for rater in found["against"]["raters"]}
    assert {name: f"{error:.2%}" for name, error in errors.items()} == {
        "majority": "24.07%", "Dawid-Skene consensus": "10.19%",
    }  # fmt: skip
    assert value(found["report"]["human_human"]["together"]["alpha_nominal"]) == pytest.approx(0.125501, abs=5e-7)


def test_recipes_are_rated_by_slots_of_15_to_88_people(tmp_path: Path) -> None:
    rows = [
        (f"recipe{number:02}", f"slot{slot:02}", "human", "overall", label)
        for number, labels in enumerate(RECIPES.split())
        for slot, label in enumerate(labels)
    ]
    names = ("percent_agreement", "alpha_nominal", "alpha_interval")
    options = ("--values", "1,2,3,4,5,6", "--level", "ordinal", "--slots", *(f"--statistic={name}" for name in names))
    humans = question(tmp_path, rows, *options)["report"]["human_human"]
    # krippendorff on the same labels
    alphas = [round(value(humans["together"][f"alpha_{level}"]), 6) for level in ("nominal", "ordinal", "interval")]
    assert alphas == [0.115837, 0.435101, 0.463744]
    assert value(humans["mean"]["percent_agreement"]) == pytest.approx(0.318515, abs=5e-7)
    assert (len(humans["raters"]), humans["units"]) == (88, 52)


def _better() -> list[Line]:
    return [
        (f"pair{number:03}", slot, "human", "better", int(label) - 2)
        for slot, labels in BETTER.items()
        for number, label in enumerate(labels)
    ]


def test_two_slots_of_people_compare_pairs_of_answers(tmp_path: Path) -> None:
    options = ("--values", "-2,-1,0,1,2", "--level", "ordinal", "--slots")
    humans = question(tmp_path, _better(), *options)["report"]["human_human"]
    # krippendorff on the same labels
    alphas = [round(value(humans["together"][f"alpha_{level}"]), 6) for level in ("nominal", "ordinal", "interval")]
    assert alphas == [0.309950, 0.586513, 0.633758]


def test_scores_of_a_judge_are_correlated_with_both_people_of_a_pair_as_published(tmp_path: Path) -> None:
    """RAGChecker, table 2, correctness: 63.67 between people, 49.66 between judge and people, over 560 pairs."""
    scores = [
        (f"pair{number:03}", "ragchecker", "judge", "better_delta", score)
        for number, score in enumerate(BETTER_BY_JUDGE.split())
    ]
    tasks = ("--task", "better", "--task", "better_delta", "--numeric")
    found = question(tmp_path, [*_better(), *scores], *tasks)["report"]
    assert value(found["human_human"]["mean"]["pearson"]) == pytest.approx(0.6367, abs=5e-5)
    assert value(found["judges"][0]["pooled"]["pearson"]) == pytest.approx(0.4966, abs=5e-5)
