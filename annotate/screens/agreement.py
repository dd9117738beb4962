"""The Agreement screen: how far judges agree with people, beside how far people agree with each other."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from agreement.policy import GateRule, Policy
from agreement.report import JudgeReport
from annotate.charts.forest import Forest, forest_chart, forest_of
from annotate.chosen_cell import chosen_cell, press_cell
from annotate.house import Here
from annotate.looking import may_look
from annotate.policies import policy_in_use
from annotate.screens import agreement_tables as tables
from annotate.studied import agreement_of, chosen_study
from annotate.tables import draw
from data.agreement_rows import coefficient_csv, coefficient_rows
from data.confusion import Cell, behind
from data.engine import reading
from data.matrices import PEOPLE
from data.publication.plain import plain, shown, written
from data.questions import QUESTIONS
from data.reliability import QuestionFigures, Verdict
from data.sentences import SHORT
from data.tables import Study

_SHOWN_PAIRS = 200
_FEW, _LIST_HEIGHT = 6, 460


def show(here: Here) -> None:
    """Choose a study; then every question in a sentence, and one question with all its evidence."""
    st.subheader("Agreement")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        study = chosen_study(here)
        policy = policy_in_use()
    if study is None or not may_look(here, study):
        return
    found = agreement_of(here.house.engine, study, policy)
    if study.notice:
        st.text(study.notice)
    if not found:
        st.text("Nothing is labelled yet: there is nothing to compare.")
        return
    draw(tables.verdicts([(question, _shown(question)) for question in found.values()], policy), "verdicts")
    _question(here, study, _chosen(found), policy)


def _shown(found: QuestionFigures) -> list[Verdict]:
    """The judges' verdicts; the people's where no judge labelled the question."""
    return [verdict for verdict in found.verdicts if verdict.judge != PEOPLE] or list(found.verdicts)


def _chosen(found: Mapping[str, QuestionFigures]) -> QuestionFigures:
    """One question, kept in the page's address."""
    names, wanted = list(found), st.query_params.get("question")
    # Not a segmented control: its chosen face has the accent's colour, which cannot be read on a dark page.
    name = st.radio(
        "Question",
        names,
        index=names.index(wanted) if wanted in names else 0,
        format_func=lambda name: found[name].title,
        horizontal=True,
        key="question choice",
    )
    st.query_params["question"] = name
    return found[name]


def _question(here: Here, study: Study, found: QuestionFigures, policy: Policy) -> None:
    judges = found.report.judges
    left, right = st.columns([3, 2], gap="large")
    with left:
        _forest(found, policy.questions[found.question])
    with right:
        judge = _judge(found) if judges else None
        if judge is not None:
            _confusion(found, judge)
    if judge is not None:
        _behind(here, study, found, judge)
    st.subheader("All coefficients" + (" of this judge" if len(judges) > 1 else ""))
    draw(tables.coefficients(found, judge), "coefficients")
    draw(tables.reading(found), "reading")
    _downloads(study, found)
    _basis(found, judge)


def _basis(found: QuestionFigures, judge: JudgeReport | None) -> None:
    st.subheader("What the figures rest on")
    left, middle, right = st.columns([4, 3, 4], gap="large")
    with left:
        draw(tables.coverage(found), "coverage")
    with middle:
        draw(tables.left_out(found), "left out")
        if judge is not None:
            draw(tables.used_values(found, judge), "values")
    if judge is not None:
        with right:
            draw(tables.slices(found, judge), "slices")


def _forest(found: QuestionFigures, rule: GateRule) -> None:
    primary = SHORT[found.report.reading.primary]
    st.subheader(f"{primary[0].upper()}{primary[1:]}, with 95 % intervals")
    forest = forest_of(found)
    if forest.rows:
        st.altair_chart(forest_chart(forest, rule, primary), width="stretch", alt=_told(forest, primary))
        st.caption(
            f"Dashed: the policy's bounds for a judge's lower end, {rule.caveat_above:.2f} for CAVEAT and "
            f"{rule.validated_above:.2f} for VALIDATED."
        )
    for words in forest.undefined:
        st.text(words)


def _told(forest: Forest, primary: str) -> str:
    return f"{primary}: " + "; ".join(f"{row.label} {row.said}" for row in forest.rows)


def _judge(found: QuestionFigures) -> JudgeReport:
    st.subheader("Judge beside people")
    names, wanted = [judge.judge for judge in found.report.judges], st.query_params.get("judge")
    index = names.index(wanted) if wanted in names else 0
    name = st.selectbox("Judge", names, index=index, format_func=shown, key=f"judge of {found.question}")
    st.query_params["judge"] = name
    return found.report.judge(name)


def _confusion(found: QuestionFigures, judge: JudgeReport) -> None:
    """The matrix; a chosen cell is remembered for the judge and question it belongs to."""
    question, name = found.question, judge.judge
    matrix = tables.confusion(found.report.reading, judge, chosen_cell(question, name))
    draw(matrix, f"confusion {question} {name}", lambda place: press_cell(question, name, place))


def _behind(here: Here, study: Study, found: QuestionFigures, judge: JudgeReport) -> None:
    place = chosen_cell(found.question, judge.judge)
    if not place:
        return
    values, (row, column) = found.report.reading.values, map(int, place.split("-"))
    cell = Cell(QUESTIONS[found.question], found.version, judge.judge, values[row], values[column])
    with reading(here.house.engine) as session:
        pairs = behind(session, study, cell, _SHOWN_PAIRS)
    count = int(judge.confusion[row][column])
    st.subheader(f"Judge {values[row]}, people {values[column]}: {count:,} pairs of labels")
    if count > len(pairs):
        st.text(f"The first {len(pairs)} pairs are listed; a published bundle holds them all.")
    many = len({pair.unit for pair in pairs}) > _FEW
    with st.container(height=_LIST_HEIGHT if many else "content", border=False):
        draw(tables.units(pairs), "units")


def _downloads(study: Study, found: QuestionFigures) -> None:
    name = f"{study.name}-{found.question}-agreement"
    with st.container(horizontal=True):
        st.download_button(
            "Coefficients (CSV)",
            lambda: coefficient_csv(coefficient_rows(found)),
            f"{name}.csv",
            "text/csv",
            on_click="ignore",
        )
        st.download_button(
            "Everything (JSON)", lambda: written(plain(found)), f"{name}.json", "application/json", on_click="ignore"
        )
