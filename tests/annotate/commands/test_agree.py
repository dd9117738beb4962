"""countermark agree on files of labels: no database, every word of the file kept, every number with its reading."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from label_tables import csv_file, lines
from typer.testing import CliRunner

from annotate.cli import app
from data.errors import InputError, ToolError

SUPPORT = {"Ada": "ffppnnffpn", "Ben": "ffppnpffpn", "bot": "ffpfnnfppn"}
WORDS = {"f": "full", "p": "partial", "n": "none"}


def agree(*arguments: object) -> str:
    """What the command prints; an error a person can mend is raised, as `annotate.cli.main` expects it."""
    environment = {"COUNTERMARK_DATABASE": "there-is-none.db", "COLUMNS": "80"}
    result = CliRunner().invoke(app, ["agree", *map(str, arguments)], env=environment)
    if isinstance(result.exception, ToolError):
        raise result.exception
    assert result.exit_code == 0, f"{result.output}{result.exception!r}"
    return result.stdout


@pytest.fixture
def support(tmp_path: Path) -> Path:
    rows = [(*line[:4], WORDS[str(line[4])]) for line in lines(SUPPORT, "support", judges=("bot",))]
    return csv_file(tmp_path, rows)


def test_a_csv_alone_says_a_sentence_then_the_tables_and_how_they_are_to_be_read(support: Path) -> None:
    text = agree(support)
    assert text.startswith("support: judge bot with people: kappa .")
    assert "; people with each other ." in text.splitlines()[0]
    assert "judge \\ people  full  none  partial" in text
    assert "reading: nominal scale, full = 0, none = 1, partial = 2" in text
    assert "clusters are units, each alone" in text
    assert "labels.csv: each unit is a cluster of its own, so intervals are too narrow" in text
    assert "quadratic" not in text


def test_one_of_our_questions_brings_its_scale_and_leading_coefficient(support: Path) -> None:
    text = agree(support, "--question", "support", "--cluster-by", "last0")
    assert "judge bot with people: quadratic kappa" in text.splitlines()[0]
    assert "reading: ordinal scale, none = 0, partial = 1, full = 2; contradicts counts as none" in text


def test_a_declared_scale_is_read_in_its_order_with_its_codes(support: Path) -> None:
    declared = ("--values", "none, partial, full", "--codes", "0,1,4", "--level", "interval")
    text = agree(support, *declared, "--primary", "pearson")
    assert "Pearson" in text.splitlines()[0]
    assert "reading: interval scale, none = 0, partial = 1, full = 4" in text


def test_coefficients_are_shown_by_name_or_all_of_them(support: Path) -> None:
    text = agree(support, "--statistic", "scott_pi", "--statistic", "fleiss_kappa", "--values", "none,partial,full")
    assert "Scott's pi" in text
    assert "Fleiss' kappa" in text
    assert "percent agreement  " not in text
    everything = agree(support, "--all", "--question", "support")
    assert all(name in everything for name in ("linear AC2", "ICC(2,1)", "Lin's concordance"))
    with pytest.raises(InputError, match="unknown coefficient 'magic'; known: percent_agreement, kappa"):
        agree(support, "--statistic", "magic")


def test_json_holds_every_number_by_question(support: Path, tmp_path: Path) -> None:
    agree(support, "--json", tmp_path / "a.json", "--statistic", "kappa")
    written: dict[str, Any] = json.loads((tmp_path / "a.json").read_text())
    found = written["support"]
    assert found["report"]["judges"][0]["mean"]["kappa"]["estimate"]["n"] == 10
    assert found["report"]["reading"]["minimum_overlap"] == 5
    assert found["against"] is None
    assert found["clusters_are"] == "units, each alone"
    assert any("each unit is a cluster of its own" in note for note in found["notes"])


@pytest.mark.parametrize("ending", ["csv", "tex", "md"])
def test_a_table_is_written_in_the_format_of_its_ending(ending: str, support: Path, tmp_path: Path) -> None:
    path = tmp_path / f"table.{ending}"
    agree(support, "--out", path, "--question", "support")
    text = path.read_text()
    assert {"csv": "kappa_quadratic", "tex": r"\toprule", "md": "| support | bot and people | quadratic kappa |"}[
        ending
    ] in text
    if ending == "csv":
        rows = list(csv.DictReader(path.open(newline="")))
        assert {row["comparison"] for row in rows} >= {"pair", "difference", "all people at once"}
        assert {row["coding"] for row in rows} == {"none = 0, partial = 1, full = 2; contradicts counts as none"}


def test_another_ending_of_a_table_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"end in \.csv, \.tex, \.md"):
        agree(tmp_path / "none.csv", "--out", tmp_path / "table.xlsx")


def test_of_many_labels_outside_the_scale_the_most_frequent_are_listed(tmp_path: Path) -> None:
    rows = [(f"v{n}", "Ada", "human", "colour", f"free text {n}") for n in range(30)]
    rows += [(f"w{n}", "Ada", "human", "colour", 90 * "x") for n in range(2)]
    path = csv_file(tmp_path, [*lines({"Ada": "yn", "Ben": "yn"}), *rows])
    listed = [line for line in agree(path, "--values", "n,y").splitlines() if line.startswith("outside the scale")]
    assert listed[0] == f"outside the scale: 2 of Ada: '{79 * 'x'}… (not a label of the scale)"
    assert listed[1] == "outside the scale: 1 of Ada: 'free text 0' (not a label of the scale)"
    assert listed[20:] == ["outside the scale: 11 more, 11 different ones by rater: --json lists them all"]


def test_slices_go_with_a_validation(support: Path) -> None:
    with pytest.raises(InputError, match="field 'slice': goes with --validation"):
        agree(support, "--slice", "rater_kind")


def test_labels_outside_the_scale_and_missing_ones_are_counted_and_listed(tmp_path: Path) -> None:
    rows = [
        *lines({"Ada": "ynyn", "Ben": "ynyN"}),
        ("u4", "Ada", "human", "colour", "N/A"),
        ("u5", "Ada", "human", "colour", ""),
    ]
    text = agree(csv_file(tmp_path, rows), "--values", "n,y")
    assert "no value: 1 by human: no reason given" in text
    assert "outside the scale: 1 of Ada: 'N/A' (not a label of the scale)" in text
    assert "outside the scale: 1 of Ben: 'N' (not exactly the label 'n': case or spaces differ)" in text


def test_a_gold_rater_is_the_reference_and_enters_no_coefficient(tmp_path: Path) -> None:
    labels = lines({"Ada": "yynn", "Ben": "ynnn", "Cid": "yynn", "bot": "yyny"}, judges=("bot",))
    path = csv_file(tmp_path, [*labels, *((*row[:2], "gold", *row[3:]) for row in lines({"truth": "yynn"}))])
    text = agree(path)
    assert "against truth: bot errs in 25.00% [" in text
    assert "against truth: majority errs in 0.00% [" in text
    assert "(the most frequent label of 3 humans; 0 of 4 units tie and have none)" in text
    assert "against truth: Dawid-Skene consensus errs in 0.00%" in text
    assert "recall (TPR)" in text
    by_majority = agree(path, "--reference", "majority")
    assert "against majority: bot errs in 25.00%" in by_majority
    assert "reference: majority: the most frequent label of the humans: 0 of 4 units tie" in by_majority
    with pytest.raises(InputError, match="no rater 'nobody'; there are Ada"):
        agree(path, "--reference", "nobody")


def test_kinds_of_raters_may_be_said_for_a_file_that_says_none(tmp_path: Path) -> None:
    rows = [(unit, rater, value) for unit, rater, _, _, value in lines({"Ada": "yn", "Ben": "yn", "bot": "yy"})]
    path = csv_file(tmp_path, rows, ("unit", "rater", "value"))
    text = agree(path, "--rater-kind", "bot=judge")
    assert "judge bot with people" in text
    assert "judge" not in agree(path, "--rater-kind", "human").splitlines()[0]


def test_slots_are_pooled_and_pairing_and_overlap_can_be_asked_for(support: Path) -> None:
    assert "reading: pooled: some human raters are slots" in agree(support, "--slots")
    assert "reading: pooled: asked for" in agree(support, "--pairing", "pooled")
    assert "a pair shares at least 7 clusters" in agree(support, "--min-overlap", "7", "--pairing", "per-pair")
    with pytest.raises(InputError, match="'support': no two humans share 11 clusters, the minimum overlap"):
        agree(support, "--min-overlap", "11")
    with pytest.raises(InputError, match="unknown rule 'odd'; known: per-pair, pooled"):
        agree(support, "--pairing", "odd")


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ({"Ada": "yn"}, "only one rater exists, so nothing is known of how far people agree"),
        ({"Ada": "y-", "Ben": "-n"}, "no unit was labelled by two humans"),
        ({"Ada": "yy", "Ben": "yy"}, "kappa undefined"),
    ],
)
def test_too_little_is_said_in_words(labels: dict[str, str], words: str, tmp_path: Path) -> None:
    assert words in agree(csv_file(tmp_path, lines(labels)), "--values", "n,y")


def test_a_wrong_file_ends_with_its_places_and_that_nothing_was_computed(tmp_path: Path) -> None:
    path = csv_file(tmp_path, [*lines({"Ada": "yn"}), *lines({"Ada": "y"})])
    with pytest.raises(InputError) as refused:
        agree(path)
    assert "labels.csv, line 4: a second label of 'u0' by 'Ada'" in str(refused.value)
    assert str(refused.value).endswith("nothing was computed")


@pytest.mark.parametrize(
    "option",
    [
        ("--column", "unit=x"), ("--map", "a=b"), ("--task", "x"), ("--values", "a,b"), ("--codes", "1,2"),
        ("--level", "nominal"), ("--cluster-by", "first/"), ("--rater-kind", "human"), ("--slots",), ("--numeric",),
        ("--primary", "kappa"), ("--pairing", "pooled"), ("--min-overlap", "2"),
    ],
)  # fmt: skip
def test_options_for_files_are_refused_for_a_study(option: tuple[str, ...]) -> None:
    with pytest.raises(InputError) as refused:
        agree("tea", *option)
    words = f"field '{option[0][2:]}': goes with a file of labels, and 'tea' is taken as a study"
    assert str(refused.value) == words


def test_what_makes_no_sense_for_a_file_is_refused(support: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="field 'policy': a policy decides about the judges of a study"):
        agree(support, "--policy", "x.toml")
    with pytest.raises(InputError, match="'1;2' is not numbers with commas between"):
        agree(support, "--codes", "1;2", "--values", "a,b")
    with pytest.raises(InputError, match=r"files of labels end in "):
        agree(support.rename(tmp_path / "labels.ods"))


def test_names_in_a_file_cannot_style_or_move_the_terminal(tmp_path: Path) -> None:
    rows = lines({"[red]Ada[/red]\x1b[2J": "yn", "Ben\u202e": "yn", "[b]bot": "yn"}, judges=("[b]bot",))
    text = agree(csv_file(tmp_path, rows), "--values", "n,y")
    assert not {"\x1b", "\u202e"} & set(text)
    assert "[b]bot" in text


PANEL = {
    "Ada": "yynnyynnyynnyyny", "Ben": "yynnyyynyynnyynn", "Cid": "yynnynnnyynnyynn", "Dan": "ynnnyynnyynnyyny",
    "bot": "yynnyynnyynnyynn", "bat": "nynynynynynynyny",
}  # fmt: skip


def test_a_validation_says_of_each_judge_what_a_reviewer_asks(tmp_path: Path) -> None:
    rows = [(*line, "AB"[int(str(line[0])[1:]) % 2]) for line in lines(PANEL, judges=("bot", "bat"))]
    headings = ("item_id", "rater_id", "rater_kind", "task", "label", "system")
    path = csv_file(tmp_path, rows, headings)
    text = agree(path, "--validation", "--slice", "system", "--json", tmp_path / "v.json", "--annotators", "expert")
    assert "validation of bat" in text
    assert "alt-test: does not pass: beats 0% of 4 people (epsilon 0.2, accuracy)" in text
    assert "alt-test: passes: beats 100% of 4 people (epsilon 0.2, accuracy)" in text
    assert "  Ada: at least as near to the others in" in text
    assert "attainable: a perfect judge would correlate" in text
    assert "lean: judge above minus below people" in text
    assert "use of values, judge minus people: n" in text
    assert "Bland-Altman, codes: bias" in text
    assert "value by value against the majority of people (1 of 16 units tie and have none" in text
    assert "system A  " in text
    assert "insufficient" in text
    assert "judges with each other, 16 units" in text
    assert "bat minus bot: kappa with people" in text
    assert "each person with all others, and these with each other: kappa" in text
    found = json.loads((tmp_path / "v.json").read_text())["colour"]["validation"]
    assert [judge["judge"] for judge in found["judges"]] == ["bat", "bot"]
    assert [part["value"] for part in found["judges"][0]["slices"]] == ["A", "B"]


def test_a_validation_of_too_few_says_why_not(tmp_path: Path) -> None:
    text = agree(csv_file(tmp_path, lines({"Ada": "ynx", "bot": "yny"}, judges=("bot",))), "--validation")
    assert "alt-test: undefined (" in text
    assert "attainable: undefined (" in text
    assert "Bland-Altman: undefined (the scale is nominal: its values have no order)" in text
    assert "each person" not in text
    two = {name: labels for name, labels in PANEL.items() if name in ("Ada", "Ben", "bot")}
    assert "each person" not in agree(csv_file(tmp_path, lines(two, judges=("bot",))), "--validation")
    slots = agree(csv_file(tmp_path, lines(PANEL, judges=("bot", "bat"))), "--validation", "--slots")
    assert "alt-test: people are slots" in slots


def test_repeats_show_how_often_a_judge_changes_its_label(tmp_path: Path) -> None:
    rows = [(unit, rater, kind, value, run) for run in (0, 1) for unit, rater, kind, _, value in lines(
        {"Ada": "yynn", "Ben": "yynn", "bot": "ynyn" if run else "yynn"}, judges=("bot",))]  # fmt: skip
    text = agree(csv_file(tmp_path, rows, ("unit", "rater", "rater_kind", "value", "run")), "--validation")
    assert "repeats: .50 [" in text
    assert "of the units judged again got another label" in text
    assert "repeats: 12 labels of later runs enter the flip rate only" in text


def test_an_unknown_kind_of_people_is_refused(support: Path) -> None:
    with pytest.raises(InputError, match="unknown kind of people 'saints'; known: expert, skilled, crowd"):
        agree(support, "--validation", "--annotators", "saints")


NUMBERS = [
    (f"u{unit}", rater, kind, task, value)
    for rater, kind, task, values in (
        ("Ada", "human", "better", (-2, -1, 0, 1, 2, 2)),
        ("Ben", "human", "better", (-1, -2, 0, 2, 1, 2)),
        ("bot", "judge", "better_score", (-0.5, -0.625, 0.125, 0.25, 0.5, "high")),
    )
    for unit, value in enumerate(values)
]


def test_plain_numbers_are_measured_as_they_are(tmp_path: Path) -> None:
    path = csv_file(tmp_path, NUMBERS)
    tasks = ("--task", "better", "--task", "better_score", "--numeric")
    text = agree(path, *tasks, "--json", tmp_path / "n.json", "--out", tmp_path / "n.csv")
    assert text.startswith("better + better_score: judge bot with people: Pearson .9")
    assert "people, pooled" in text
    assert "no number: 1 of bot: 'high' (not a finite number)" in text
    assert "numbers of bot: -0.625 to 0.5, mean -0.05" in text
    assert "reading: Pearson leads" in text
    found = json.loads((tmp_path / "n.json").read_text())["better + better_score"]
    assert found["report"]["judges"][0]["pooled"]["pearson"]["estimate"]["n"] == 5
    with (tmp_path / "n.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["scale_level"] for row in rows} == {"plain numbers"}
    assert {row["outside_scale"] for row in rows} == {"1"}
    assert {row["comparison"] for row in rows} == {
        "judge and people", "difference", "judge and people, pooled", "people with each other",
        "people with each other, pooled", "pair",
    }  # fmt: skip


def test_plain_numbers_show_what_is_asked_for_and_slots_are_pooled(tmp_path: Path) -> None:
    path = csv_file(tmp_path, [row for row in NUMBERS if row[2] == "human"])
    text = agree(path, "--numeric", "--statistic", "rmse", "--slots", "--primary", "spearman")
    assert text.startswith("better: people with each other: Spearman .")
    assert "root mean squared error" in text
    assert "Kendall" not in text
    assert "reading: pooled: some human raters are slots" in text
    agree(path, "--numeric", "--out", tmp_path / "n.md", "--all")
    assert "better: plain numbers; per pair, minimum overlap 3 clusters" in (tmp_path / "n.md").read_text()


def test_what_plain_numbers_do_not_have_is_refused(tmp_path: Path) -> None:
    path = csv_file(tmp_path, [row for row in NUMBERS if row[2] == "human"])
    with pytest.raises(InputError, match="plain numbers have these coefficients only: pearson"):
        agree(path, "--numeric", "--primary", "kappa")
    with pytest.raises(InputError, match="plain numbers have these coefficients only"):
        agree(path, "--numeric", "--statistic", "kappa")
    for option in (("--validation",), ("--reference", "Ada")):
        with pytest.raises(InputError, match="goes with labels of a scale, and --numeric says they are plain numbers"):
            agree(path, "--numeric", *option)
    rows = [(*row[:2], *row[4:], 1 + number) for number, row in enumerate(NUMBERS[:6])]
    weighted = csv_file(tmp_path, rows, ("unit", "rater", "value", "weight"))
    with pytest.raises(InputError, match="numbers take no weights yet"):
        agree(weighted, "--numeric")


def test_bootstrap_intervals_stand_beside_on_request_and_their_seed_decides(support: Path, tmp_path: Path) -> None:
    wanted = (support, "--question", "support", "--bootstrap", "300")
    text = agree(*wanted, "--seed", "7", "--json", tmp_path / "figures.json")
    assert "quadratic kappa once more: clusters drawn 300 times, seed 7" in text
    rows = [line for line in text.splitlines() if line.startswith(("people with each other  [", "bot and people"))]
    assert len(rows) == 2
    assert all(row.count("[") == 2 for row in rows)
    assert text == agree(*wanted, "--seed", "7")
    assert text != agree(*wanted, "--seed", "8")
    view = json.loads((tmp_path / "figures.json").read_text())["support"]["second_view"]
    assert (view["replicates"], view["seed"], view["judges"][0]["judge"]) == (300, 7, "bot")


def test_figures_without_a_value_have_no_row_among_the_bootstrap_intervals(support: Path) -> None:
    alone = support.with_name("alone.csv")
    alone.write_text("".join(line for line in support.read_text().splitlines(keepends=True) if ",Ben," not in line))
    text = agree(alone, "--question", "support", "--bootstrap", "300")
    assert "bot and people" in text
    assert "people with each other  [" not in text
    assert "bot: difference" not in text


def test_plain_numbers_have_no_bootstrap_intervals(tmp_path: Path) -> None:
    file = csv_file(tmp_path, lines({"Ada": "123", "Ben": "213"}, "score"))
    with pytest.raises(InputError, match="--numeric says they are plain numbers"):
        agree(file, "--numeric", "--bootstrap", "300")
