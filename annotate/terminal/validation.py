"""The validation of judges as text in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import typer
from rich.console import Console

from agreement.alt_test import AltTest
from agreement.attainable import Attainable
from agreement.bland_altman import BlandAltman
from agreement.estimate import Measured
from agreement.significance import Significance
from agreement.slices import SliceReport
from agreement.symmetry import Symmetry
from agreement.validation import JudgeValidation, Validation
from annotate.terminal.against import show_classes
from annotate.terminal.tables import table_of
from data.publication.plain import shown
from data.sentences import SHORT, coefficient, measured

_FEWEST_PEOPLE = 3
"""Of two people neither can be set against the others."""


def show_validation(found: Validation) -> None:
    """Print the validation of every judge, then judges with each other and people against the rest."""
    for judge in found.judges:
        typer.echo("")
        _say(f"validation of {judge.judge}")
        _show_judge(judge, found)
    if found.between is not None:
        typer.echo(f"judges with each other, {found.between.units:,} units; they may agree and be wrong together:")
        _table(("", "judges"), ((SHORT[name], measured(value)) for name, value in found.between.mean.items()))
    for pair in found.differences:
        figures = pair.figures
        words = f"{pair.first} minus {pair.second}: {SHORT[found.statistic]} with people {measured(figures.difference)}"
        _say(f"{words}, {_p(figures.test)}, on the {pair.units:,} units that both judged")
    _show_people(found)


def _show_judge(judge: JudgeValidation, found: Validation) -> None:
    for line in (*_alt_test(judge.alt_test), *_attainable(judge.attainable), *_systematic(judge.systematic)):
        _say(line)
    _say(_limits(judge.bland_altman))
    if judge.flips is not None:
        _say(f"repeats: {measured(judge.flips)} of the units judged again got another label")
    counts = found.majority
    words = f"{counts.ties:,} of {counts.units:,} units tie and have none, {counts.single:,} have one label only"
    _say(f"value by value against the majority of people ({words}):")
    show_classes(judge.classes)
    if judge.slices:
        _show_slices(judge.slices, SHORT[found.statistic])


def _alt_test(found: AltTest | None) -> Iterator[str]:
    if found is None:
        yield "alt-test: people are slots (positions, not persons): nobody's place can be compared"
        return
    rate = found.winning_rate
    if rate.value is None:
        yield f"alt-test: undefined ({rate.undefined})"
        return
    passes = "passes" if found.passes else "does not pass"
    yield f"alt-test: {passes}: beats {rate.value:.0%} of {rate.n} people (epsilon {found.epsilon:g}, {found.scoring})"
    for one in found.humans:
        p = one.p.undefined if one.adjusted_p is None else _p_value(one.adjusted_p)
        yield f"  {one.human}: at least as near to the others in {measured(one.advantage)} of {one.units:,} units, {p}"


def _attainable(found: Attainable) -> Iterator[str]:
    if found.ceiling.estimate.value is None:
        yield f"attainable: undefined ({found.ceiling.estimate.undefined})"
        return
    yield (
        f"attainable: a perfect judge would correlate {measured(found.ceiling)} with the mean of people; this one "
        f"{measured(found.judge)}"
    )


def _systematic(found: Symmetry) -> Iterator[str]:
    lean = found.above_minus_below
    if lean.estimate.value is not None:
        yield f"lean: judge above minus below people {measured(lean)}"
    shares = (f"{shift.value} {_signed(shift.difference)}" for shift in found.shifts)
    yield f"use of values, judge minus people: {', '.join(shares) or 'nothing'}; {_p(found.homogeneity)}"
    yield f"symmetry of disagreements: {_p(found.symmetry)}"
    yield (f"  units taken as independent: Stuart-Maxwell {_p(found.stuart_maxwell)}, Bowker {_p(found.bowker)}")


def _limits(found: BlandAltman) -> str:
    if found.bias.estimate.value is None:
        return f"Bland-Altman: undefined ({found.bias.estimate.undefined})"
    low, high = found.lower.estimate.value, found.upper.estimate.value
    limits = "undefined" if low is None or high is None else f"{coefficient(low)} to {coefficient(high)}"
    slope = measured(found.slope)
    return f"Bland-Altman, codes: bias {measured(found.bias)}, limits {limits}, slope {slope}, {_p(found.proportional)}"


def _show_slices(found: Iterable[SliceReport], statistic: str) -> None:
    rows = (
        (f"{part.name} {part.value}", measured(part.measured), measured(part.rest), _verdict(part)) for part in found
    )
    _table(("slice", statistic, "the rest", ""), rows)


def _verdict(part: SliceReport) -> str:
    if part.p is None:
        return f"{part.verdict}: {part.insufficient}"
    return f"{part.verdict}, {_p_value(part.p)}"


def _show_people(found: Validation) -> None:
    people = found.outliers.people
    if len(people) < _FEWEST_PEOPLE:
        return
    rows = (
        (
            one.name,
            measured(one.agreement.first),
            measured(one.agreement.second),
            one.flag if one.p is None else f"{one.flag}, {_p_value(one.p)}",
        )
        for one in people
    )
    typer.echo(f"each person with all others, and these with each other: {SHORT[found.statistic]}")
    _table(("person", "with the others", "the others", ""), rows)


def _signed(found: Measured) -> str:
    value = found.estimate.value
    return "undefined" if value is None else f"{'+' if value > 0 else ''}{coefficient(value)}"


def _p(test: Significance) -> str:
    return f"untested ({test.undefined})" if test.p is None else _p_value(test.p)


def _p_value(p: float) -> str:
    return "p < .001" if p < 0.001 else f"p = {p:.3f}".replace("0.", ".", 1)


def _say(line: str) -> None:
    typer.echo(shown(line))


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    Console(highlight=False).print(table_of(heads, rows))
