"""The tables of the Agreement screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from agreement.policy import Policy
from agreement.report import AgreementReport, JudgeReport, Reading
from annotate.screens.words import measured_cell, more, of_study, status, unbroken
from annotate.tables import BREAK, Cell, Piece, Row, Table, heads, number, text
from data.confusion import Behind
from data.publication.plain import shown
from data.publication.scorecard import percent
from data.questions import QUESTIONS
from data.reliability import QuestionFigures, Verdict
from data.sentences import SHORT, margins, sentence


def verdicts(found: Iterable[tuple[QuestionFigures, Sequence[Verdict]]], policy: Policy) -> Table:
    """A line for each question and judge: the status, the sentence, and on demand why and what next."""
    rows = [
        Row((Cell((status(verdict.decision.status),)), _sentence(question, verdict, policy)), first=at == 0)
        for question, shown_verdicts in found
        for at, verdict in enumerate(shown_verdicts)
    ]
    return Table((), tuple(rows))


def _sentence(question: QuestionFigures, verdict: Verdict, policy: Policy) -> Cell:
    words = sentence(question, verdict, policy.questions[question.question])
    if verdict.decision.status == "VALIDATED":
        return Cell((Piece("prose", shown(words)),), width=100)
    lines = [*verdict.decision.reasons, f"Next: {verdict.decision.next_step}."]
    return Cell((Piece("prose", shown(words)), more("Reasons and next step", lines)), width=100)


def confusion(reading: Reading, judge: JudgeReport, pressed: str) -> Table:
    """Pairs of labels, the judge's down and the people's across; a share is of the row. Each cell can be chosen."""
    corner = f"{unbroken('judge ↓')} {unbroken('people →')}"
    head = (Cell((Piece("quiet", corner),)), *(number(value) for value in reading.values))
    rows = []
    for at, (value, counts) in enumerate(zip(reading.values, judge.confusion, strict=True)):
        cells = [_counted(reading, at, to, counts, pressed) for to in range(len(counts))]
        rows.append(Row((Cell((Piece("text", value),), head=True), *cells), first=False))
    caption = "Pairs of labels, and their share of the row. Choose a cell to see the units behind it."
    return Table(head, tuple(rows), caption, dense=True)


def _counted(reading: Reading, at: int, to: int, counts: Sequence[float], pressed: str) -> Cell:
    total, place = sum(counts), f"{at}-{to}"
    share = counts[to] / total if total else 0.0
    told = f"{share:.0%}" if total else "–"
    return Cell(
        (Piece("strong" if at == to else "text", f"{counts[to]:,.0f}"), BREAK, Piece("quiet", told)),
        press=place,
        pressed=place == pressed,
        shade=share,
        says=f"judge {reading.values[at]}, people {reading.values[to]}: {counts[to]:,.0f} pairs, {told} of the row",
    )


def units(found: Sequence[Behind]) -> Table:
    """The units behind a cell with their labels; texts stand as they are."""
    about = "statement" if any(pair.statement_text for pair in found) else "query"
    source = any(pair.source for pair in found)
    names = ("where", about, *(("source",) if source else ()), "judge", "people")
    by_unit = (list(same) for _, same in groupby(found, key=lambda pair: pair.unit))
    return Table(heads(names), tuple(Row(tuple(unit_cells(same, source))) for same in by_unit))


def unit_cells(same: Sequence[Behind], source: bool) -> Iterator[Cell]:
    """The cells of one unit, of which `same` are the pairs of labels."""
    pair = same[0]
    yield Cell((of_study(pair.answer or pair.unit), BREAK, Piece("quiet", shown(pair.system or ""))))
    yield Cell((Piece("exact", pair.statement_text or pair.query or ""),), width=45)
    if source:
        url = pair.source_url
        address = (BREAK, Piece("link", shown(url), href=url)) if url else ()
        yield Cell((Piece("exact", pair.source_title or ""), *address))
    why = (BREAK, Piece("exact", pair.why)) if pair.why else ()
    yield Cell((Piece("strong", pair.judge_label), *why))
    yield Cell(tuple(piece for one in same for piece in _given(one)))


def _given(pair: Behind) -> tuple[Piece, ...]:
    return Piece("strong", pair.person_label), Piece("quiet", f" {shown(pair.person)}"), BREAK


def coefficients(found: QuestionFigures, judge: JudgeReport | None) -> Table:
    """Every coefficient with its reading, the leading one first; those the scale has no sense for in one line."""
    report = found.report
    names = [report.reading.primary, *(name for name in report.human_human.mean if name != report.reading.primary)]
    of_judge = ("judge and people", "difference") if judge else ()
    columns = ("", *of_judge, "people with each other", "all people at once", "reading")
    senseless = {name: words for name in names if (words := _undefined_everywhere(found, judge, name))}
    rows = [Row(tuple(_coefficient(found, judge, name))) for name in names if name not in senseless]
    several = (name for name in report.human_human.together if name not in names)
    rows += [Row(tuple(_of_several(report, name, blank=len(of_judge) + 1))) for name in several]
    for words, same in _grouped(senseless).items():
        listed = ", ".join(SHORT[name] for name in same)
        rows.append(Row((Cell((Piece("quiet", shown(f"undefined: {listed}: {words}")),), span=len(columns)),)))
    return Table(heads(columns), tuple(rows))


def _coefficient(found: QuestionFigures, judge: JudgeReport | None, name: str) -> Iterator[Cell]:
    humans, reading = found.report.human_human, found.report.reading
    yield Cell((Piece("strong" if name == reading.primary else "text", unbroken(SHORT[name])),), head=True)
    of_judge = (judge.mean[name], judge.difference[name]) if judge else ()
    yield from map(measured_cell, (*of_judge, humans.mean[name]))
    yield measured_cell(humans.together[name]) if name in humans.together else Cell()
    yield Cell((Piece("quiet", reading.statistics[name]),), width=45)


def _of_several(report: AgreementReport, name: str, blank: int) -> Iterator[Cell]:
    """A coefficient that exists for all people at once only."""
    yield Cell((Piece("text", unbroken(SHORT[name])),), head=True)
    yield from [Cell()] * blank
    yield measured_cell(report.human_human.together[name])
    yield Cell((Piece("quiet", report.reading.together[name]),), width=45)


def _undefined_everywhere(found: QuestionFigures, judge: JudgeReport | None, name: str) -> str | None:
    humans = found.report.human_human.mean[name].estimate.undefined
    same = judge is None or judge.mean[name].estimate.undefined == humans
    return humans if same else None


def _grouped(words: dict[str, str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for name, said in words.items():
        groups.setdefault(said, []).append(name)
    return groups


def reading(found: QuestionFigures) -> Table:
    """What the numbers mean: scale and coding, pairing, what is compared, intervals, runs."""
    use, humans = found.report.reading, found.report.human_human
    coding = ", ".join(f"{value} = {code:g}" for value, code in zip(use.values, use.codes, strict=True))
    extra = "".join(f"; {label} counts as {value}" for label, value in use.coded_as.items())
    clusters = "queries" if found.clusters == "query" else "answers"
    anchors = QUESTIONS[found.question].anchors
    facts = {
        "values": " ".join(f"{value}: {anchors[value]}" for value in use.values if value in anchors),
        "scale": f"{use.level}: {coding}{extra} (question version {found.version})",
        "people": f"{_listed(humans.raters)}; {humans.units:,} units labelled by two or more, "
        f"in {humans.clusters:,} {clusters}",
        "simulated": _listed(found.simulated) if found.simulated else "",
        "pairing": f"{use.pairing}: {use.pairing_reason}",
        "judges": f"compared with {use.judge_compared_with}",
        "intervals": f"{use.interval}; clusters are {clusters}",
        "weights": use.weights,
        "repeats": f"{found.report.rows_of_other_runs:,} labels of later runs enter the flip rate only"
        if found.report.rows_of_other_runs
        else "",
        "note": " ".join(found.notes),
    }
    rows = (
        Row((_named(name), Cell((of_study(words),), width=100)), first=False) for name, words in facts.items() if words
    )
    return Table((), tuple(rows), "How to read these numbers")


def coverage(found: QuestionFigures) -> Table:
    """Usable labels of each rater, those without a value and off the scale, and what each judge judged."""
    columns = ("rater", "usable", "no value", "off scale")
    rows = [
        Row(
            (
                Cell((of_study(rater.name), Piece("quiet", f" {rater.kind}"))),
                number(f"{rater.labels:,}"),
                number(f"{rater.missing:,}"),
                number(f"{rater.out_of_scale:,}"),
            ),
            first=False,
        )
        for rater in found.report.raters
    ]
    judged = [
        f"{shown(judge.judge)} judged {judge.coverage.judged:,} of the {judge.coverage.of:,} units people labelled."
        for judge in found.report.judges
    ]
    rows += [Row((Cell((Piece("text", words),), span=len(columns)),), first=at == 0) for at, words in enumerate(judged)]
    return Table(heads(columns, columns[1:]), tuple(rows))


def left_out(found: QuestionFigures) -> Table:
    """Labels no figure counts: without a value, by reason, and outside the scale, each text with its count."""
    missing = [
        Row(
            (Cell((Piece("text", f"no value, {row.kind}: {row.reason}"),), width=100), number(f"{row.count:,}")),
            first=False,
        )
        for row in found.report.missing
    ]
    outside = [
        Row(
            (
                Cell(
                    (
                        Piece("text", "outside the scale: "),
                        Piece("exact", row.value),
                        BREAK,
                        Piece("quiet", shown(f"{row.rater}; {row.hint}")),
                    )
                ),
                number(f"{row.count:,}"),
            ),
            first=False,
        )
        for row in found.report.out_of_scale
    ]
    none = [Row((text("none: every label has a value on the scale"),), first=False)]
    return Table((), tuple([*missing, *outside] or none), "Labels no figure counts")


def used_values(found: QuestionFigures, judge: JudgeReport) -> Table:
    """How often each value was given, by the judge and by people, over the pairs of the confusion matrix."""
    rows = [
        Row((text(share.value), number(f"{percent(share.judge)} %"), number(f"{percent(share.human)} %")), first=False)
        for share in judge.prevalence
    ]
    lean = judge.above_minus_below.value
    if lean is not None:
        side = "higher" if lean > 0 else "lower"
        words = f"On balance the judge labels {side} than people in {abs(lean):.1%} of the pairs."
        rows.append(Row((Cell((Piece("quiet", words),), span=3),)))
    words = f"Used so, the values allow: {margins(judge.margins)}."
    rows.append(Row((Cell((Piece("quiet", words),), span=3),)))
    return Table(heads(("value", "judge", "people"), ("judge", "people")), tuple(rows), "How often each value is given")


def slices(found: QuestionFigures, judge: JudgeReport) -> Table:
    """The leading statistic within each system and kind of query."""
    rows = [
        Row(
            (
                Cell((of_study(f"{part.name}: {part.value}"),)),
                measured_cell(part.measured),
                number(f"{part.measured.clusters:,}"),
            ),
            first=False,
        )
        for part in found.verdict(judge.judge).evidence.slices
    ]
    primary = SHORT[found.report.reading.primary]
    return Table(heads(("slice", primary, "clusters"), ("clusters",)), tuple(rows), "Judge and people within slices")


def _named(name: str) -> Cell:
    return Cell((Piece("quiet", name),), head=True)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "nobody"
