"""Label files of anybody become the frames agreement is computed from; nothing in them is guessed or dropped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from label_tables import csv_file, jsonl_file, lines, parquet_file
from tabular_files import workbook_of

from agreement.frame import coded
from agreement.scale import SUPPORT
from data.errors import InputError
from data.importing import FileRefused
from data.label_files import FileOptions, LabelFile, QuestionLabels, read_label_file

TWO = {"Ada": "yyn", "Ben": "yn-"}


def read(path: Path, **options: Any) -> LabelFile:
    return read_label_file(path, FileOptions(**options))


def only(path: Path, **options: Any) -> QuestionLabels:
    (question,) = read(path, **options).questions
    return question


def values(question: QuestionLabels) -> dict[tuple[str, str], Any]:
    frame = question.frame
    texts = [None if pd.isna(value) else value for value in frame["value"]]
    return dict(zip(zip(frame["unit"], frame["rater"], strict=True), texts, strict=True))


def test_a_csv_without_any_word_about_it_is_a_nominal_scale_of_the_labels_found(tmp_path: Path) -> None:
    file = read(csv_file(tmp_path, lines(TWO)))
    (found,) = file.questions
    assert (found.question, found.primary, found.clusters.plural) == ("colour", "kappa", "units")
    assert found.scale is not None
    assert (found.scale.values, found.scale.level) == (("n", "y"), "nominal")
    assert values(found) == {
        ("u0", "Ada"): "y", ("u1", "Ada"): "y", ("u2", "Ada"): "n", ("u0", "Ben"): "y", ("u1", "Ben"): "n",
    }  # fmt: skip
    assert "no scale was declared" in found.notes[0]
    assert file.notes[-1].startswith("each unit is a cluster of its own, so intervals are too narrow")


def test_the_frame_is_what_the_agreement_package_wants(tmp_path: Path) -> None:
    found = only(csv_file(tmp_path, lines(TWO, judges=("Ben",))), slots=True)
    assert found.scale is not None
    labels = coded(found.frame, found.scale)
    assert [(rater.name, rater.kind, rater.slot, rater.labels) for rater in labels.raters] == [
        ("Ada", "human", True, 3), ("Ben", "judge", False, 2),
    ]  # fmt: skip


def test_each_task_is_a_question_unless_tasks_are_taken_together(tmp_path: Path) -> None:
    path = csv_file(tmp_path, [*lines({"Ada": "yn"}), *lines({"bot": "yn"}, "colour_auto"), *lines(TWO, "size")])
    assert [question.question for question in read(path).questions] == ["colour", "colour_auto", "size"]
    file = read(path, tasks=("colour", "colour_auto"))
    assert [question.question for question in file.questions] == ["colour + colour_auto"]
    assert len(file.questions[0].frame) == 4
    assert "5 rows of other tasks were left out: size 5" in file.notes


def test_one_of_our_questions_gives_its_scale_and_takes_the_rows_of_its_task(tmp_path: Path) -> None:
    rows = [*lines({"Ada": "fp"}, "support"), *lines({"Ada": "qq"}, "other")]
    found = only(csv_file(tmp_path, rows), question="support", meanings={"f": "full", "p": "partial"})
    assert (found.question, found.scale, found.primary) == ("support", SUPPORT, "kappa_quadratic")
    assert set(values(found).values()) == {"full", "partial"}
    theirs = only(csv_file(tmp_path, lines(TWO, "entailment")), question="support", tasks=("entailment",))
    assert theirs.question == "support"
    with pytest.raises(InputError, match=r"no row is of the task that was asked for; there are: 'entailment'"):
        only(csv_file(tmp_path, lines(TWO, "entailment")), question="support")


def test_not_available_is_a_label_and_only_an_empty_cell_is_missing(tmp_path: Path) -> None:
    rows = [
        ("u1", "Ada", "N/A", ""),
        ("u2", "Ada", "NaN", ""),
        ("u3", "Ada", "", "cannot judge"),
        ("u4", "Ada", "", ""),
    ]
    path = csv_file(tmp_path, rows, ("unit", "rater", "value", "reason"))
    found = only(path, values=("N/A", "NaN"))
    assert list(values(found).values()) == ["N/A", "NaN", None, None]
    assert found.scale is not None
    labels = coded(found.frame, found.scale)
    assert [(row.reason, row.count) for row in labels.missing] == [("cannot judge", 1), ("no reason given", 1)]


def test_json_and_parquet_give_numbers_as_they_are_written_and_mixed_types_are_said(tmp_path: Path) -> None:
    rows = [{"unit": "a", "rater": "r", "value": value} for value in (1, 1.0, "1", True, None)]
    rows = [row | {"unit": f"a{number}"} for number, row in enumerate(rows)]
    file = read(jsonl_file(tmp_path, rows), values=("1", "2"))
    assert list(values(file.questions[0]).values()) == ["1", "1.0", "1", "true", None]
    assert any("mixed types (2 numbers, 1 texts, 1 true or false)" in note for note in file.notes)
    whole = {"unit": ["a", "b", "c"], "rater": ["r"] * 3, "label": [1.0, 2.0, float("nan")]}
    file = read(parquet_file(tmp_path, whole), values=("1", "2"))
    assert list(values(file.questions[0]).values()) == ["1", "2", None]
    assert "column label: decimals that are all whole numbers, read as whole numbers" in file.notes
    half = whole | {"label": [1.5, 2.0, None]}
    assert list(values(only(parquet_file(tmp_path, half), numeric=True)).values()) == ["1.5", "2.0", None]


def test_a_workbook_is_read_and_what_was_assumed_or_left_out_is_said(tmp_path: Path) -> None:
    rows = [("unit", "rater", "value"), ("a", "Ada", 1), (None, "Ben", 2.0), ("Total", None, 3)]
    file = read(workbook_of(tmp_path, {"labels": rows, "notes": [("x",)]}, merged=["A2:A3"]))
    assert values(file.questions[0]) == {("a", "Ada"): "1", ("a", "Ben"): "2"}
    assert file.notes[:3] == (
        "the workbook has 2 sheets, of which 'labels' was read: 'labels', 'notes'",
        "the value of merged cells counts for each of their rows: A2:A3",
        "rows of totals under the data were left out: t.xlsx, sheet 'labels', row 4 ('Total')",
    )


def test_a_tsv_and_headings_of_any_name_are_read(tmp_path: Path) -> None:
    path = csv_file(tmp_path, [("x", "A", "w", "u", "L")], ("i", "who", "group", "note", "says"), "l.tsv")
    columns = {"unit": "i", "rater": "who", "cluster": "group", "label": "says"}
    file = read(path, columns=columns, values=("L", "M"), slices=("note",))
    (found,) = file.questions
    assert (found.question, found.clusters.plural) == ("l", "clusters")
    assert found.clusters.are == "the names in column group"
    assert found.frame.loc[0, ["unit", "cluster", "rater", "value", "note"]].tolist() == ["x", "w", "A", "L", "u"]
    assert "each unit" not in " ".join(file.notes)


def test_columns_that_name_a_unit_by_parts_are_joined_and_cluster_by_query(tmp_path: Path) -> None:
    rows = [("q1", "q1-a", "2", "Ada", "y"), ("q1", "q1-b", "1", "Ada", "n")]
    found = only(csv_file(tmp_path, rows, ("query", "answer", "statement", "rater", "value")))
    assert found.frame["unit"].tolist() == ["q1/q1-a/2", "q1/q1-b/1"]
    assert found.frame["cluster"].tolist() == ["q1", "q1"]
    assert found.clusters.plural == "queries"


@pytest.mark.parametrize(
    ("rule", "clusters"), [("first/", ["q1", "q1", "q2"]), ("last/", ["q1/a", "q1/b", "q2"]), ("firstq", ["", "", ""])]
)
def test_a_unit_belongs_to_the_part_of_its_name_before_a_separator(
    rule: str, clusters: list[str], tmp_path: Path
) -> None:
    path = csv_file(
        tmp_path, [(unit, "Ada", "yn"[unit == "q2"]) for unit in ("q1/a/1", "q1/b/1", "q2")], ("unit", "rater", "value")
    )
    if "" in clusters:
        with pytest.raises(FileRefused, match="'cluster': is missing"):
            read(path, cluster_by=rule)
    else:
        assert only(path, cluster_by=rule).frame["cluster"].tolist() == clusters


def test_raters_are_people_unless_something_says_otherwise_and_gold_is_a_reference(tmp_path: Path) -> None:
    path = csv_file(
        tmp_path, [("u", name, "yn"[name == "gold"]) for name in ("Ada", "bot", "gold")], ("unit", "rater", "value")
    )
    file = read(path)
    assert set(file.questions[0].frame["rater_kind"]) == {"human"}
    assert any("all are taken as people" in note for note in file.notes)
    file = read(path, rater_kinds={"bot": "judge", "gold": "gold", "nobody": "judge"})
    assert file.questions[0].frame["rater_kind"].tolist() == ["human", "judge", "adjudicator"]
    assert file.questions[0].gold == "gold"
    both = only(path, rater_kinds={"bot": "gold", "gold": "gold"})
    assert both.gold is None
    assert both.notes[-1].startswith("none of the 2 raters of kind gold is a reference by itself: bot, gold; name one")
    assert only(path, rater_kinds={"gold": "adjudicator"}).gold is None
    assert "raters of --rater-kind that do not occur: nobody" in file.notes
    assert set(only(path, rater_kinds={"": "judge"}).frame["rater_kind"]) == {"judge"}


def test_names_that_may_be_the_same_are_listed(tmp_path: Path) -> None:
    rows = [("u1", "Ada", "y"), ("U1 ", "ada", "n")]
    notes = read(csv_file(tmp_path, rows, ("unit", "rater", "value"))).notes
    assert "1 pairs of names of a rater may be the same, and count as two: 'Ada' and 'ada'" in notes
    assert "1 pairs of names of a unit may be the same, and count as two: 'U1 ' and 'u1'" in notes


def test_a_mapped_label_that_does_not_occur_and_columns_not_read_are_said(tmp_path: Path) -> None:
    rows = [("u1", "Ada", "y", ""), ("u2", "Ada", "n", "")]
    file = read(csv_file(tmp_path, rows, ("unit", "rater", "value", "colour")), meanings={"y": "yes", "nn": "no"})
    assert "labels of --map that do not occur: nn" in file.notes
    assert "columns that were not read: colour" in file.notes
    assert set(values(file.questions[0]).values()) == {"yes", "n"}


def problems(path: Path, **options: Any) -> list[str]:
    with pytest.raises(FileRefused) as refused:
        read(path, **options)
    assert "nothing was computed" in str(refused.value)
    return [str(problem) for problem in refused.value.problems]


def test_every_wrong_cell_is_named_with_its_line_and_what_to_do(tmp_path: Path) -> None:
    headings = ("unit", "cluster", "rater", "rater_kind", "value", "reason", "run", "weight")
    rows = [
        ("u1", "c1", "Ada", "human", "y", "", "0", "1"),
        ("u2", "", "Ada", "human", "y", "", "0", "1"),
        ("u3", "c1", " ", "human", "y", "", "0", "1"),
        ("u4", "c1", "Ada", "person", "y", "", "0", "1"),
        ("u5", "c1", "Ada", "human", "y", "skipped", "0", "1"),
        ("u6", "c1", "Ada", "human", "y", "", "1.5", "1"),
        ("u7", "c1", "Ada", "human", "y", "", "0", "0"),
        ("u8", "c1", "Ada", "human", "y", "", "0", "much"),
        ("", "c1", "Ada", "human", "y", "", "0", "1"),
        ("u9", "c1", "Ada"),
        ("u10", "c1", "Ada", "human", "y", "", "1" * 10, "1"),
        ("u11", "c1", "Ada", "human", "y", "", "0", ""),
    ]
    assert problems(csv_file(tmp_path, rows, headings)) == [
        "labels.csv, line 3, field 'cluster': is missing",
        "labels.csv, line 4, field 'rater': is missing",
        "labels.csv, line 5, field 'rater_kind': must be one of human, judge, adjudicator, gold, not 'person'",
        "labels.csv, line 6, field 'reason': gives a reason why there is no label, beside a label; keep one of the two",
        "labels.csv, line 7, field 'run': must be a whole number from 0 to 999,999,999, not '1.5'",
        "labels.csv, line 8, field 'weight': must be a number above 0, not '0'; leave out rows that count nothing",
        "labels.csv, line 9, field 'weight': must be a number above 0, not 'much'; leave out rows that count nothing",
        "labels.csv, line 10, field 'unit': is missing",
        "labels.csv, line 11: has 3 cells, the first line names 8 columns",
        "labels.csv, line 12, field 'run': must be a whole number from 0 to 999,999,999, not '1111111111'",
        "labels.csv, line 13, field 'weight': is missing; give each row one, 1 where a unit counts once",
    ]


def test_rows_that_contradict_an_earlier_one_are_refused(tmp_path: Path) -> None:
    headings = ("unit", "group", "rater", "rater_kind", "value", "weight")
    rows = [
        ("u1", "c1", "Ada", "human", "y", 1),
        ("u1", "c2", "Ben", "human", "y", 2),
        ("u2", "c2", "Ben", "judge", "n", 1),
    ]
    assert problems(csv_file(tmp_path, rows, headings), columns={"cluster": "group"}) == [
        "labels.csv, line 3, field 'group': unit 'u1' has another cluster in an earlier row",
        "labels.csv, line 3, field 'weight': unit 'u1' has another weight in an earlier row",
        "labels.csv, line 4, field 'rater_kind': rater 'Ben' has another rater kind in an earlier row",
    ]


def test_a_second_label_is_refused_and_numbered_repeats_are_not(tmp_path: Path) -> None:
    rows = [("u1", "Ada", "y", 0), ("u2", "Ada", "n", 0), ("u1", "Ada", "y", 0)]
    (words,) = problems(csv_file(tmp_path, rows, ("unit", "rater", "value", "run")))
    assert words == (
        "labels.csv, line 4: a second label of 'u1' by 'Ada': the first is in labels.csv, line 2; keep one, or number "
        "repeats in a column run"
    )
    rows[2] = ("u1", "Ada", "y", 1)
    assert only(csv_file(tmp_path, rows, ("unit", "rater", "value", "run"))).frame["run"].tolist() == [0, 0, 1]


def test_the_same_label_in_two_tasks_taken_together_is_a_second_label(tmp_path: Path) -> None:
    path = csv_file(tmp_path, [*lines({"Ada": "yn"}), *lines({"Ada": "yn"}, "again")])
    assert len(read(path).questions) == 2
    assert len(problems(path, tasks=("colour", "again"))) == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"columns": {"colour": "task"}}, "field 'colour': unknown column; known: unit, rater"),
        ({"columns": {"unit": "nope"}}, "there is no column 'nope'; there are: item_id"),
        ({"slices": ("nope",)}, "field 'slice': there is no column 'nope'"),
        ({"cluster_by": "/"}, "'/' is no rule; write first or last and a separator"),
        ({"question": "support", "values": ("a", "b")}, "field 'values': the scale of question 'support' is known"),
        ({"question": "nope"}, "unknown question 'nope'"),
        ({"codes": (1.0, 2.0)}, "field 'codes': goes with --values"),
        ({"level": "ordinal"}, "field 'level': goes with --values"),
        ({"values": ("a", "b"), "level": "odd"}, "'odd' is no level; known: nominal, ordinal, interval, ratio"),
        ({"values": ("a",)}, "field 'values': a scale needs at least two different values"),
        ({"values": ("a", "b"), "codes": (2.0, 1.0)}, "field 'values': codes must rise strictly"),
        ({"values": ("a", "b"), "codes": (1.0, float("nan"))}, "field 'values': codes must be finite"),
        ({"values": ("a", "b", "")}, "field 'values': one of them is empty; leave out the comma too many"),
        ({"meanings": {"y": ""}}, "field 'map': an empty label is a missing one"),
        ({"meanings": {"": "y"}}, "field 'map': an empty label is a missing one"),
        ({"slices": ("rater_kind",)}, "field 'slice': 'rater_kind' means something else here; rename the column"),
        ({"slices": ("task", "task")}, "field 'slice': 'task' is given twice"),
        ({"numeric": True, "values": ("1", "2")}, "field 'numeric': says that labels are plain numbers"),
        ({"rater_kinds": {"Ada": "person"}}, "'person' is no kind of rater"),
        ({"tasks": ("nope",)}, "no row is of the task that was asked for; there are: 'colour'"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, Any], words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        read(csv_file(tmp_path, lines(TWO)), **options)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("rows", "headings", "words"),
    [
        ([], ("unit", "rater", "value"), "there is no row"),
        (
            [("u", "y")],
            ("unit", "value"),
            "no such column; name it with --column rater=HEADING (the file has: unit, value)",
        ),
        ([("u", "a", "y")], ("unit", "rater", "rater"), "name it with --column value=HEADING"),
        ([("u", "a", "b", "y")], ("unit", "rater", "rater", "value"), "two columns are called 'rater'; rename one"),
        ([("u", "a", "y")], ("unit", "rater", "value"), "only the label 'y' occurs; declare the whole scale"),
        ([("u", "a", "")], ("unit", "rater", "value"), "there are no labels; declare the whole scale"),
        ([("u", "a", "y"), ("v", "a", "Y ")], ("unit", "rater", "value"), "'Y ' and 'y' may be the same label"),
        ([("u", "a", "y"), ("v", "a", 201 * "n")], ("unit", "rater", "value"), "a label of 201 characters is rather"),
        ([(f"u{n}", "a", f"l{n}") for n in range(21)], ("unit", "rater", "value"), "21 different labels are too many"),
    ],
)
def test_a_file_that_says_too_little_is_refused_with_what_to_add(
    rows: list[tuple[str, ...]], headings: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as refused:
        read(csv_file(tmp_path, rows, headings))
    assert words in str(refused.value)


def test_tasks_cannot_be_chosen_where_no_column_tells_them(tmp_path: Path) -> None:
    path = csv_file(tmp_path, [("u", "a", "y")], ("unit", "rater", "value"))
    with pytest.raises(InputError, match="no column says which task a row is of"):
        read(path, tasks=("colour",))


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path / "none.csv")
    (tmp_path / "x.parquet").write_text("no")
    with pytest.raises(InputError, match=r"x\.parquet: is no Parquet file"):
        read(tmp_path / "x.parquet")
    (tmp_path / "x.jsonl").write_text('{"unit": "u", "rater": "a", "value": ["y"]}\nnot json\n')
    first, second = problems(tmp_path / "x.jsonl")
    assert first == "x.jsonl, line 1, field 'value': must be a text or a number"
    assert second.startswith("x.jsonl, line 2: is not JSON")


def test_codes_are_the_values_where_these_are_rising_numbers_and_the_level_is_said(tmp_path: Path) -> None:
    path = csv_file(tmp_path, lines({"Ada": "139"}))
    scale = only(path, values=("1", "3", "9"), level="interval").scale
    assert scale is not None
    assert (scale.codes, scale.level) == ((1.0, 3.0, 9.0), "interval")
    falling = only(path, values=("9", "3", "1"), codes=(0.0, 0.5, 2.0))
    assert falling.scale is not None
    assert (falling.scale.codes, falling.scale.level, falling.primary) == (
        (0.0, 0.5, 2.0),
        "ordinal",
        "kappa_quadratic",
    )
    assert "taken as ordinal" in falling.notes[0]
    plain = only(path, values=("9", "3", "1"))
    assert plain.scale is not None
    assert (plain.scale.codes, plain.primary) == ((0.0, 1.0, 2.0), "kappa")
    assert "taken as nominal" in plain.notes[0]
    assert only(path, values=("1", "3"), level="ordinal").primary == "kappa"


def test_half_characters_and_nul_are_refused_where_they_stand(tmp_path: Path) -> None:
    rows = [{"unit": "u\0", "rater": "Zoë", "value": "y"}, {"unit": "v", "rater": "\ud83d", "value": "n"}]
    assert problems(jsonl_file(tmp_path, rows)) == [
        "labels.jsonl, line 1, field 'unit': holds a NUL character; take it out",
        "labels.jsonl, line 2, field 'rater': holds half of a character (a lone surrogate such as \\ud83d); "
        "correct the text",
    ]
    assert only(jsonl_file(tmp_path, [rows[0] | {"unit": "ü"}, rows[1] | {"rater": "b"}])).frame["rater"].tolist() == [
        "Zoë",
        "b",
    ]
